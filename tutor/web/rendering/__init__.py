"""Book text and answers as HTML. What a book holds is data: all of it is escaped."""
