"""Step 8: from evidence to words: quoted, levelled or rewritten."""
