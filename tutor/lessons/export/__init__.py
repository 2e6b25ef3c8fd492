"""Lessons and paths as files: Markdown, one HTML page that prints well, and an EPUB."""
