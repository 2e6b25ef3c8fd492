"""What the tutor knows of English and Swahili: words, stems, sentences, the language of a text, the glossary."""
