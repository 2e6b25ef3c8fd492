"""What went wrong, on the page, with the one thing to do; as JSON for the API."""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import datetime

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from tutor.core.errors import TutorError
from tutor.web.api.reports import fault_report
from tutor.web.api.routes import PREFIX
from tutor.web.errors import WebError, http_status
from tutor.web.visitor import page_language

logger = logging.getLogger("tutor.web")


def show_faults(app: Flask) -> None:
    """Every error of the app becomes a page, or JSON under /api."""
    app.register_error_handler(TutorError, fault_page)
    app.register_error_handler(HTTPException, http_fault_page)
    app.register_error_handler(Exception, unexpected_page)


def fault_page(error: TutorError) -> Response:
    """The page or JSON of an error."""
    status = http_status(error)
    if request.path.startswith(PREFIX):
        response = jsonify(asdict(fault_report(error)))
    else:
        response = Response(render_template("fault.html", error=error, lang=page_language()))
    response.status_code = status
    return response


def http_fault_page(error: HTTPException) -> Response:
    """The page of what Flask itself refuses."""
    if isinstance(error, MethodNotAllowed):
        response = fault_page(WebError("method-not-allowed"))
        if error.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
        return response
    if isinstance(error, RequestEntityTooLarge):
        return fault_page(WebError("request-too-large"))
    if error.code == 404:
        return fault_page(WebError("page-missing"))
    return fault_page(WebError("request-invalid", why=error.name))


def unexpected_page(error: Exception) -> Response:
    """The page of a fault nobody thought of. The log has the details, without what was sent."""
    logger.error("%s %s failed", request.method, request.url_rule, exc_info=error)
    return fault_page(WebError("page-failed", when=datetime.now().strftime("%H:%M:%S")))
