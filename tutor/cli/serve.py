"""`tutor serve`: the web page for the browsers of a lab or one laptop."""

from __future__ import annotations

import errno
from typing import Annotated

import typer
from waitress.server import create_server

from tutor.answering.opening import open_tutor
from tutor.cli.output import plain_errors, say
from tutor.core.errors import TutorError
from tutor.core.settings import load_settings
from tutor.curriculum.curriculum import Curriculum
from tutor.library.store import LibraryStore
from tutor.web.app import create_app

THREADS = 8


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Address; 0.0.0.0 opens it to the network.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port.")] = None,
    profile: Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")] = None,
) -> None:
    """Start the web page. Stop it with Ctrl-C."""
    with plain_errors():
        settings = load_settings(profile=profile, host=host, port=port)
        tutor = open_tutor(settings, notice=say)
        curriculum = Curriculum.load()
        with LibraryStore(settings.places.library_db) as store:
            held = {document.metadata.subject for document in store.documents()}
        subjects = tuple(subject.slug for subject in curriculum.subjects if subject.slug in held)
        app = create_app(tutor, curriculum, subjects)
        address = f"http://{settings.text('host')}:{settings.whole('port')}"
        try:
            server = create_server(
                app, host=settings.text("host"), port=settings.whole("port"), threads=THREADS, ident=None
            )
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL):
                raise
            raise TutorError("port-busy", host=settings.text("host"), port=settings.whole("port")) from error
        say(
            f"tutor is ready: open {address} in a browser. Stop with Ctrl-C.",
            f"tutor iko tayari: fungua {address} katika kivinjari. Simamisha kwa Ctrl-C.",
        )
        try:
            server.run()
        finally:
            server.close()
