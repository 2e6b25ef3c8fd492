"""The `tutor` command: one line per command, each in its own module."""

from __future__ import annotations

from tutor.core.cpu import prepare_environment

prepare_environment()  # before numpy is imported anywhere

import typer  # noqa: E402

from tutor import __version__  # noqa: E402
from tutor.cli import ask, backup, bundle, config, doctor, evaluation, lesson, library, models, search, serve, update  # noqa: E402
from tutor.cli.output import use_utf8  # noqa: E402

app = typer.Typer(
    name="tutor",
    help="An offline bilingual tutor: answers from the school's own books, with page and quote.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("ask")(ask.ask)
app.command("search")(search.search)
app.command("doctor")(doctor.doctor)
app.command("serve")(serve.serve)
app.command("address")(doctor.address)
app.command("backup")(backup.backup)
app.command("restore")(backup.restore)
app.command("update")(update.update)
app.command("rollback")(update.rollback)
app.add_typer(library.app, name="library")
app.add_typer(lesson.app, name="lesson")
app.add_typer(models.app, name="models")
app.add_typer(bundle.app, name="bundle")
app.add_typer(config.app, name="config")
app.add_typer(evaluation.app, name="eval")


@app.command("version")
def version() -> None:
    """Print the version."""
    typer.echo(__version__)


def run() -> None:
    """The entry point of the command."""
    use_utf8()
    app()


if __name__ == "__main__":
    run()
