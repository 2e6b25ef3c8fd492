"""Paths and lessons on the disk. A lesson is kept once for a topic, form, language and models, with its evidence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.core.files import text_sha256
from tutor.core.types import BookLanguage
from tutor.lessons.assignments import Assignments
from tutor.lessons.database import LessonDatabase
from tutor.lessons.errors import LessonError
from tutor.lessons.lesson import ENDED, Lesson, State
from tutor.lessons.paths import Paths, now

FILE = "lessons.db"


@dataclass(frozen=True)
class LessonKey:
    """What a kept lesson is known by. `stamp`: the models and the version of the rules.

    The library is no part of it: a lesson says for itself on what evidence it stands.
    """

    subject: str
    topic: str
    form: int
    language: BookLanguage
    stamp: str

    @property
    def text(self) -> str:
        """The key as one word."""
        return text_sha256("|".join([self.subject, self.topic, str(self.form), self.language, self.stamp]))[:32]


@dataclass(frozen=True)
class KeptLesson:
    """A lesson's row. `lesson` is None until it is written; `evidence` says on what it stands.

    `checked`: the stamp of the library in which that evidence was last found.
    """

    key: str
    subject: str
    topic: str
    form: int
    language: BookLanguage
    state: State
    evidence: str
    lesson: Lesson | None
    seconds: float
    begun: int
    finished: int
    checked: str = ""


@dataclass(frozen=True)
class Standing:
    """Where a lesson stands, without the lesson. `version` changes whenever anything of it does."""

    key: str
    state: State
    said: str
    seconds: float
    checked: str
    version: str


@dataclass(frozen=True)
class Wanted:
    """A lesson that a path wants written (`is_planned`) or, after a change of the library, looked at again."""

    key: LessonKey
    owner: str
    is_planned: bool


_COLUMNS = "key, subject, topic, form, language, state, evidence, body, seconds, begun, finished, checked"


class LessonStore(Paths):
    """Reads and writes one file. Safe to use from several threads."""

    def __init__(self, file: Path) -> None:
        super().__init__(LessonDatabase(file))
        self.assignments = Assignments(self._database)

    @property
    def file(self) -> Path:
        return self._database.file

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def has_wanted(self) -> bool:
        """True when any path is to be written."""
        return bool(self._database.rows("SELECT 1 FROM paths WHERE wanted = 1 LIMIT 1"))

    def wanted(self, models: str, library: str) -> list[Wanted]:
        """What the wanted paths lack, the oldest path's first node first: lessons that are not written, and those not
        looked at since the library became `library`."""
        ended = ", ".join(f"'{state}'" for state in sorted(ENDED))
        rows = self._database.rows(
            "SELECT n.subject, n.topic, n.form, n.language, p.owner, COALESCE(l.state, 'planned') = 'planned' "
            "FROM paths p JOIN nodes n ON n.path_id = p.id LEFT JOIN lessons l ON l.subject = n.subject "
            "AND l.topic = n.topic AND l.form = n.form AND l.language = n.language AND l.stamp = ? "
            f"WHERE p.wanted = 1 AND (COALESCE(l.state, 'planned') = 'planned' OR (l.state IN ({ended}) "
            "AND l.checked != ?)) ORDER BY p.number, n.position",
            (models, library),
        )
        return [
            Wanted(LessonKey(subject, topic, form, language, models), owner, bool(planned))
            for subject, topic, form, language, owner, planned in rows
        ]

    # -- lessons ---------------------------------------------------------------------------------

    def plan_lessons(self, keys: Sequence[LessonKey]) -> None:
        """See that there is a row for each of the keys."""
        with self._database.together() as db:
            db.executemany(
                "INSERT OR IGNORE INTO lessons (key, subject, topic, form, language, stamp, state, changed_at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(k.text, k.subject, k.topic, k.form, k.language, k.stamp, str(State.PLANNED), now()) for k in keys],
            )

    def lessons(self, keys: Sequence[str]) -> dict[str, KeptLesson]:
        """The rows of those of the keys that are there."""
        marks = ", ".join("?" * len(keys))
        rows = self._database.rows(f"SELECT {_COLUMNS} FROM lessons WHERE key IN ({marks})", list(keys))
        return {row[0]: _kept(row) for row in rows}

    def standings(self, keys: Sequence[str]) -> dict[str, Standing]:
        """Where those of the keys stand that are there. A page that follows a path asks this every other second, for
        a whole class: no lesson is read for it."""
        marks = ", ".join("?" * len(keys))
        rows = self._database.rows(
            "SELECT key, state, seconds, checked, changed_at, CASE body WHEN '' THEN '' ELSE "
            "json_extract(body, '$.message') END, CASE body WHEN '' THEN '[]' ELSE json_extract(body, '$.reasons') END "
            f"FROM lessons WHERE key IN ({marks})",
            list(keys),
        )
        found = {}
        for key, state, seconds, checked, version, message, reasons in rows:
            said = (message or " ".join(json.loads(reasons))) if State(state) in ENDED else ""
            found[key] = Standing(key, State(state), said, seconds, checked, version)
        return found

    def lesson(self, key: str) -> KeptLesson:
        """The row of that key. Raises LessonError `lesson-unknown`."""
        found = self.lessons([key]).get(key)
        if found is None:
            raise LessonError("lesson-unknown", name=key)
        return found

    def key(self, beginning: str) -> str:
        """The key that begins so. Raises LessonError `lesson-unknown` or `lesson-many`."""
        rows = self._database.rows("SELECT key FROM lessons WHERE substr(key, 1, ?) = ? LIMIT 2",
                                   (len(beginning), beginning))  # fmt: skip
        if not rows or not beginning:
            raise LessonError("lesson-unknown", name=beginning)
        if len(rows) > 1:
            raise LessonError("lesson-many", name=beginning)
        return str(rows[0][0])

    def in_state(self, state: State) -> list[KeptLesson]:
        """Every lesson in that state, the longest waiting first."""
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM lessons WHERE state = ? ORDER BY changed_at, key", (str(state),)
        )
        return [_kept(row) for row in rows]

    def begin(self, key: str) -> bool:
        """Take a planned lesson to write. False when it is not there or no longer planned."""
        with self._database.together() as db:
            changed = db.execute(
                "UPDATE lessons SET state = ?, begun = begun + 1, changed_at = ? WHERE key = ? AND state = ?",
                (str(State.WRITING), now(), key, str(State.PLANNED)),
            ).rowcount
        return changed == 1

    def finish(self, key: str, lesson: Lesson, evidence: str, seconds: float, checked: str = "") -> None:
        """Keep a written lesson and its state, in one step. `checked`: the stamp of the library it was written from."""
        if lesson.state not in ENDED:
            raise ValueError(f"a finished lesson is in a final state, not {lesson.state}")
        body = json.dumps(lesson.as_dict(), ensure_ascii=False)
        with self._database.together() as db:
            db.execute(
                "UPDATE lessons SET state = ?, body = ?, evidence = ?, seconds = ?, finished = finished + 1, "
                "checked = ?, changed_at = ? WHERE key = ?",
                (str(lesson.state), body, evidence, seconds, checked, now(), key),
            )

    def still_stands(self, key: str, evidence: str, checked: str) -> None:
        """Note that the lesson stands unchanged in the library of that stamp."""
        with self._database.together() as db:
            db.execute("UPDATE lessons SET evidence = ?, checked = ? WHERE key = ?", (evidence, checked, key))

    def replace_body(self, key: str, lesson: Lesson) -> None:
        """Keep a lesson as a teacher left it."""
        body = json.dumps(lesson.as_dict(), ensure_ascii=False)
        with self._database.together() as db:
            db.execute("UPDATE lessons SET state = ?, body = ?, changed_at = ? WHERE key = ?",
                       (str(lesson.state), body, now(), key))  # fmt: skip

    def put_back(self, states: Sequence[State] = (State.WRITING,), keys: Sequence[str] | None = None) -> int:
        """Plan lessons of those states again (None: all such): what a killed process was writing. Returns how many."""
        marks = ", ".join("?" * len(states))
        where, values = "", []
        if keys is not None:
            where, values = f" AND key IN ({', '.join('?' * len(keys))})", list(keys)
        with self._database.together() as db:
            return int(
                db.execute(
                    f"UPDATE lessons SET state = ? WHERE state IN ({marks}){where}",
                    (str(State.PLANNED), *map(str, states), *values),
                ).rowcount
            )

    def before(self, key: LessonKey) -> KeptLesson | None:
        """The lesson as it is kept; where none is, one that a teacher edited for the same topic and other models:
        a teacher's work outlives the models."""
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM lessons WHERE subject = ? AND topic = ? AND form = ? AND language = ? "
            "AND body != '' AND (key = ? OR json_extract(body, '$.edited')) "
            "ORDER BY key = ? DESC, changed_at DESC LIMIT 1",
            (key.subject, key.topic, key.form, key.language, key.text, key.text),
        )
        return _kept(rows[0]) if rows else None


def _kept(row: tuple[Any, ...]) -> KeptLesson:
    key, subject, topic, form, language, state, evidence, body, seconds, begun, finished, checked = row
    lesson = Lesson.from_dict(json.loads(body)) if body else None
    return KeptLesson(
        key, subject, topic, form, language, State(state), evidence, lesson, seconds, begun, finished, checked
    )
