"""Does a sentence say what the books say? Marks, clauses and their alignment, in both languages."""
