"""Step 7: whether the evidence answers the question."""
