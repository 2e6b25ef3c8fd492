"""Retrieval: the scope gate, a pool per language, fusion, boosts."""
