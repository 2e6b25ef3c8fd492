"""Parts of `train_reranker.py`: pairs, mined lists, the cross-encoder in torch, its training, measurement and export."""
