"""What every part of the API uses: faults, events of a stream, the languages of the pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from tutor.web.api.schema import Bounds

Text = Annotated[str, Bounds(min_length=1, max_length=1000)]
PageLanguage = Literal["en", "sw"]


@dataclass(frozen=True)
class Fault:
    """What went wrong and what to do, in both languages."""

    error: str
    message: str
    hint: str
    message_sw: str
    hint_sw: str


@dataclass(frozen=True)
class StreamEvent:
    """One event of a stream. `name`: teacher, understood, evidence, sentence, answer, declined, state, reset, end."""

    name: str
    data: dict[str, object] = field(default_factory=dict)
