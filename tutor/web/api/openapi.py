"""The OpenAPI 3.1 document, made from the table of operations and their types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from tutor import __version__
from tutor.web.api.common_model import Fault
from tutor.web.api.schema import hints_of, schema_of

REFUSALS: dict[int, str] = {
    400: "The request cannot be used.",
    403: "Not allowed for this device.",
    404: "There is nothing of that name.",
    413: "The request is too large.",
    415: "The body is not JSON.",
    421: "The host is not this computer.",
    429: "Too much at a time; try again later.",
    500: "Something failed here; it was logged.",
    503: "There is no library or model to answer from, or no room.",
}
ALWAYS = (400, 403, 413, 421, 429, 500, 503)


@dataclass(frozen=True)
class Operation:
    """One operation of the API. `replies`: status -> type of the body, None for an empty one.

    `path` has its parameters as {name}; `streams`: it can also reply with an event stream.
    """

    method: str
    path: str
    summary: str
    replies: Mapping[int, type | None]
    query: type | None = None
    body: type | None = None
    streams: bool = False
    json_reply: bool = True
    refusals: tuple[int, ...] = field(default=ALWAYS)

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters in the path."""
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]


def openapi_document(operations: Mapping[str, Operation], prefix: str) -> dict[str, Any]:
    """The document for the operations by their names. Paths begin with `prefix`."""
    found: dict[str, Any] = {}
    paths: dict[str, dict[str, Any]] = {}
    for name, operation in operations.items():
        paths.setdefault(prefix + operation.path, {})[operation.method.lower()] = _operation(name, operation, found)
    schema_of(Fault, found)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tutor",
            "version": __version__,
            "summary": "Answers from a school's own books, with page and quote. Served on the school's own network.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": found},
    }


def _operation(name: str, operation: Operation, found: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {"operationId": name, "summary": operation.summary, "responses": {}}
    parameters = [
        {
            "name": parameter, "in": "path", "required": True,
            "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"},
        }
        for parameter in operation.parameters
    ]  # fmt: skip
    if operation.query is not None:
        parameters += _query_parameters(operation.query, found)
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        schema = schema_of(operation.body, found)
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    for status, kind in operation.replies.items():
        described["responses"][str(status)] = _reply(operation, kind, found)
    extra = ((404,) if operation.parameters else ()) + ((415,) if operation.body else ())
    for status in sorted({*operation.refusals, *extra}):
        described["responses"][str(status)] = {
            "description": REFUSALS[status],
            "content": {"application/json": {"schema": schema_of(Fault, found)}},
        }
    return described


def _reply(operation: Operation, kind: type | None, found: dict[str, Any]) -> dict[str, Any]:
    if kind is None and not operation.streams:
        return {"description": "Done."}
    content: dict[str, Any] = {}
    if kind is not None:
        content["application/json"] = {"schema": schema_of(kind, found)}
    if operation.streams:
        content["text/event-stream"] = {"schema": {"type": "string"}}
    text = " ".join((kind.__doc__ or "").split()) if kind else "Server-sent events until the question has ended."
    return {"description": text, "content": content}


def _query_parameters(kind: type, found: dict[str, Any]) -> list[dict[str, Any]]:
    parameters = []
    for item in fields(kind):
        schema = schema_of(hints_of(kind)[item.name], found)
        options = [option for option in schema.get("anyOf", [schema]) if option != {"type": "null"}]
        required = item.default is MISSING and item.default_factory is MISSING
        parameters.append({"name": item.name, "in": "query", "required": required, "schema": options[0]})
    return parameters
