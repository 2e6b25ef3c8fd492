"""The search indexes: lexical (Tantivy), dense (FAISS), and the generations they are built and switched in."""
