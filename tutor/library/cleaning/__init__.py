"""Cleaning of what readers find: pure functions over lines, pages and texts."""
