"""Parts of `train_reranker.py`: pairs, mined lists, the model in torch, training, export and measurement."""
