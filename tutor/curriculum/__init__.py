"""What is taught: subjects, forms, topics, and what the words of a question say about them."""
