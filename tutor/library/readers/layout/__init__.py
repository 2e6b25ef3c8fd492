"""From words with places to lines in reading order: rows, columns, tables."""
