"""What the classroom app remembers: `classroom.db` for good, `questions.db` for a while."""
