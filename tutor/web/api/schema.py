"""Types as JSON Schema, and JSON or query strings as those types."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from tutor.web.errors import WebError

PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True)
class Bounds:
    """Limits of a value, as JSON Schema has them."""

    min_length: int | None = None
    max_length: int | None = None
    minimum: float | None = None
    maximum: float | None = None

    def as_schema(self) -> dict[str, Any]:
        named = {"minLength": self.min_length, "maxLength": self.max_length, "minimum": self.minimum,
                 "maximum": self.maximum}  # fmt: skip
        return {name: value for name, value in named.items() if value is not None}

    def fault(self, value: Any) -> str | None:
        """What is wrong with the value, in words, or None."""
        if isinstance(value, str):
            if self.min_length is not None and len(value) < self.min_length:
                return "it is empty" if self.min_length == 1 else f"it is shorter than {self.min_length} characters"
            if self.max_length is not None and len(value) > self.max_length:
                return f"it is longer than {self.max_length} characters"
        elif isinstance(value, int | float):
            if self.minimum is not None and value < self.minimum:
                return f"it is below {self.minimum:g}"
            if self.maximum is not None and not value <= self.maximum:
                return f"it is above {self.maximum:g}"
        return None


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """The field types of a dataclass, with their bounds."""
    return get_type_hints(kind, include_extras=True)


def schema_of(hint: Any, found: dict[str, Any]) -> dict[str, Any]:
    """The schema of a type. Dataclasses are put into `found` by name and referred to."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return {**schema_of(arguments[0], found), **arguments[1].as_schema()}
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin in (Union, types.UnionType):
        options = [schema_of(argument, found) for argument in arguments if argument is not type(None)]
        return {"anyOf": [*options, {"type": "null"}]} if type(None) in arguments else {"anyOf": options}
    if origin is list:
        return {"type": "array", "items": schema_of(arguments[0], found)}
    if origin is dict:
        return {"type": "object"}
    if is_dataclass(hint) and isinstance(hint, type):
        if hint.__name__ not in found:
            found[hint.__name__] = {}
            found[hint.__name__] = _object_schema(hint, found)
        return {"$ref": f"#/components/schemas/{hint.__name__}"}
    return {"type": PLAIN[hint]}


def _object_schema(kind: type, found: dict[str, Any]) -> dict[str, Any]:
    properties, required = {}, []
    for item in fields(kind):
        schema = schema_of(hints_of(kind)[item.name], found)
        has_default = item.default is not MISSING or item.default_factory is not MISSING
        if has_default and item.default not in (MISSING, None):
            schema = {**schema, "default": item.default}
        if not has_default:
            required.append(item.name)
        properties[item.name] = schema
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def parsed(kind: type, raw: Any) -> Any:
    """An object of the dataclass from JSON. Raises WebError `request-invalid` with what is wrong."""
    if not isinstance(raw, dict):
        raise _invalid("the body is no JSON object")
    hints = hints_of(kind)
    unknown = sorted(set(raw) - set(hints))
    if unknown:
        raise _invalid(f"there is no field named {unknown[0]!r}"[:80])
    values = {}
    for item in fields(kind):
        if item.name in raw:
            values[item.name] = _value(hints[item.name], raw[item.name], item.name)
        elif item.default is MISSING and item.default_factory is MISSING:
            raise _invalid(f"{item.name} is missing")
    return kind(**values)


def parsed_query(kind: type, raw: Mapping[str, str]) -> Any:
    """An object of the dataclass from a query string: numbers come as text. Raises as `parsed` does."""
    hints = hints_of(kind)
    return parsed(kind, {name: _from_text(hints[name], text) if name in hints else text for name, text in raw.items()})


def _from_text(hint: Any, text: str) -> Any:
    kinds = set(_kinds(hint))
    try:
        if int in kinds:
            return int(text) if text.isascii() and text.lstrip("-").isdigit() else text
        return float(text) if float in kinds else text
    except ValueError:
        return text


def _kinds(hint: Any) -> set[Any]:
    """The type and everything it is made of."""
    arguments = get_args(hint)
    return {hint, *(kind for argument in arguments for kind in _kinds(argument))} if arguments else {hint}


def _value(hint: Any, raw: Any, name: str) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        value = _value(arguments[0], raw, name)
        why = arguments[1].fault(value)
        if why:
            raise _invalid(f"{name}: {why}")
        return value
    if origin in (Union, types.UnionType):
        if raw is None and type(None) in arguments:
            return None
        (only,) = [argument for argument in arguments if argument is not type(None)]
        return _value(only, raw, name)
    if origin is list:
        if not isinstance(raw, list):
            raise _invalid(f"{name} must be a list")
        return [_value(arguments[0], one, name) for one in raw]
    if origin is Literal:
        if raw not in arguments or not isinstance(raw, str):
            raise _invalid(f"{name} must be one of: {', '.join(arguments)}")
        return raw
    if hint is float and isinstance(raw, int) and not isinstance(raw, bool):
        return float(raw)
    if hint is int and isinstance(raw, float) and raw.is_integer():
        return int(raw)
    if not isinstance(raw, hint) or (isinstance(raw, bool) and hint is not bool):
        raise _invalid(f"{name} must be of type {PLAIN[hint]}")
    if isinstance(raw, str) and any("\ud800" <= character <= "\udfff" for character in raw):
        raise _invalid(f"{name} holds half a character")
    return raw


def _invalid(why: str) -> WebError:
    return WebError("request-invalid", why=why)
