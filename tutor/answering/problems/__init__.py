"""Problems with given quantities: what is wanted and given, and where the book shows how that is worked out."""
