"""The library: reading books, cutting them into passages, and the SQLite store that is the truth."""
