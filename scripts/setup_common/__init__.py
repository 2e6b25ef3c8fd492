"""What `quickstart.py` and `test.py` share. Standard library only; every file parses on Python 3.8,
so that an old Python gets a plain sentence instead of a syntax error."""
