"""The `tutor` command."""
