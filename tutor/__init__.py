"""tutor: answers a pupil's question from approved books, offline, with page and quote."""

__version__ = "0.1.0"
