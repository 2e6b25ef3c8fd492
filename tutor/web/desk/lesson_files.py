"""A path as a file for the teacher: what pupils may read, to print or to take away."""

from __future__ import annotations

from flask import Response

from tutor.lessons.export.epub import MIMETYPE
from tutor.lessons.export.files import exported_path
from tutor.lessons.service import PathStatus
from tutor.web.rendering.formulas import text_html
from tutor.web.site import site

FILE_KINDS = {"html": "text/html; charset=utf-8", "epub": MIMETYPE, "md": "text/markdown; charset=utf-8"}


def path_file(status: PathStatus, ending: str) -> Response:
    """The download; `ending` is a key of FILE_KINDS."""
    kind = "markdown" if ending == "md" else ending
    data, _ = exported_path(site().lesson_room.lessons, status, kind, site().curriculum, text_html)
    response = Response(data, content_type=FILE_KINDS[ending])
    response.headers["Content-Disposition"] = f'attachment; filename="{status.path.id}.{ending}"'
    return response
