"""Learning paths: a plan from the curriculum, and for each topic a lesson from the books, where they hold it."""
