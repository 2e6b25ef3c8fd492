"""The technician's page: what `tutor doctor` says, the queue, memory, models, errors, backup."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from tutor.appliance.backup import write_backup
from tutor.core.errors import TutorError
from tutor.web.desk.addresses import is_inner, pupil_address, square_code_image
from tutor.web.desk.computer import checks, figures, model_rows
from tutor.web.errors import WebError, http_status
from tutor.web.pages.door import for_teachers
from tutor.web.site import site

tech = Blueprint("tech", __name__, url_prefix="/status")
PIECE_BYTES = 1 << 18
LEVELS = ("debug", "info", "warning", "error")


@tech.get("")
@for_teachers
def status() -> str:
    return _page()


@tech.post("/log")
@for_teachers
def log() -> AnyResponse:
    """Set what is written to the log until the server ends."""
    level = request.form.get("level", "")
    if level not in LEVELS:
        raise WebError("request-invalid", why="level")
    logging.getLogger("tutor").setLevel(level.upper())
    return redirect(url_for("tech.status", _anchor="log"), 303)


@tech.post("/backup")
@for_teachers
def backup() -> Response | tuple[str, int]:
    """A backup as a file to save. It is written beside the library, read back, sent and deleted."""
    folder = Path(tempfile.mkdtemp(prefix=".backup-", dir=site().home))
    try:
        file, _ = write_backup(site().home, folder)
    except TutorError as error:
        shutil.rmtree(folder, ignore_errors=True)
        return _page(error), http_status(error)
    # Not `send_file`: a file that the server passes on by itself tells nobody when it is sent.
    reply = Response(_pieces(file), mimetype="application/zip")
    reply.content_length = file.stat().st_size
    reply.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
    reply.call_on_close(lambda: shutil.rmtree(folder, ignore_errors=True))
    return reply


def _pieces(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        while piece := stream.read(PIECE_BYTES):
            yield piece


def _page(error: TutorError | None = None) -> str:
    settings, address = site().settings, pupil_address()
    state = site().service.state()
    books = site().bookshelf.documents()
    return render_template(
        "desk_status.html", address=address, code=square_code_image(address), is_inner=is_inner(address), state=state,
        named=site().local_name.address,
        checks=checks(settings, bool(request.args.get("all"))), figures=figures(settings), models=model_rows(settings),
        books=len(books), passages=sum(book.passages for book in books), levels=LEVELS, error=error,
        level=logging.getLevelName(logging.getLogger("tutor").getEffectiveLevel()).lower(),
    )  # fmt: skip
