"""Every word of the pages, in both languages, in one catalogue."""
