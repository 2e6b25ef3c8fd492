"""From a question to an answer or a decline: evidence, decision, composition, verification."""
