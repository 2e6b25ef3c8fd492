"""What is asked: language, kind, scope, parts, terms and what a question waits for."""
