"""`python -m tutor` is the `tutor` command."""

from tutor.cli.main import run

run()
