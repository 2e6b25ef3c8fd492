"""Step 6: the sentences of the best passages that answer a question, and what marks them."""
