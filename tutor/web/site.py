"""Everything that one running classroom app holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from flask import current_app

from tutor.core.settings import Settings, load_settings
from tutor.curriculum.curriculum import Curriculum
from tutor.web.accounts import Accounts
from tutor.web.desk.bookshelf import Bookshelf
from tutor.web.desk.restoring import Restoring
from tutor.web.library_view import LibraryView
from tutor.web.local_name import LocalName
from tutor.web.service.answers import AnswerService
from tutor.web.service.lesson_room import LessonRoom
from tutor.web.service.source import TutorSource
from tutor.web.service.terms import ServiceLimits
from tutor.web.stores.classroom import ClassroomStore
from tutor.web.stores.held_back import HeldBackStore
from tutor.web.stores.pins import PinStore
from tutor.web.stores.questions import QuestionStore

EXTENSION = "tutor"
FOLDER = "classroom"
LIBRARY_SECONDS = 5.0
"""How long the end of the server waits for a change of the library; what is cut off goes on at the next import."""


@dataclass(frozen=True)
class Site:
    """The parts of the app. Close it when the server ends."""

    source: TutorSource
    service: AnswerService
    questions: QuestionStore
    classrooms: ClassroomStore
    accounts: Accounts
    library: LibraryView
    curriculum: Curriculum
    home: Path
    settings: Settings
    pins: PinStore
    held_back: HeldBackStore
    bookshelf: Bookshelf
    local_name: LocalName
    restoring: Restoring
    lesson_room: LessonRoom

    def close(self) -> None:
        """Stop the workers and close the files."""
        self.local_name.close()
        self.lesson_room.close()
        self.service.close()
        self.bookshelf.wait(LIBRARY_SECONDS)
        self.questions.close()
        self.classrooms.close()


def open_site(
    source: TutorSource,
    home: Path,
    limits: ServiceLimits | None = None,
    threads: bool = True,
    settings: Settings | None = None,
    local_name: LocalName | None = None,
    restoring: Restoring | None = None,
) -> Site:
    """The site over a source of tutors, with its files below `home`. `settings`: those of that home where not given.
    `local_name` is closed with the site; without one there is no name. `restoring` outlives it.

    Raises LibraryError for a damaged file, SettingsError for settings that cannot be.
    """
    settings = settings or load_settings(home)
    classrooms = ClassroomStore(home / FOLDER / "classroom.db")
    questions = QuestionStore(home / FOLDER / "questions.db", lambda: classrooms.keep_days)
    held_back = HeldBackStore(classrooms.database)
    curriculum = Curriculum.load()
    service = AnswerService(source, questions, questions, limits, threads=threads, withholds=held_back.holds_back)
    return Site(
        source=source,
        service=service,
        questions=questions,
        classrooms=classrooms,
        accounts=Accounts(classrooms),
        library=LibraryView(source),
        curriculum=curriculum,
        home=home,
        settings=settings,
        pins=PinStore(classrooms.database),
        held_back=held_back,
        bookshelf=Bookshelf(settings, source, curriculum),
        local_name=local_name or LocalName(settings.text("host"), settings.whole("port")),
        restoring=restoring or Restoring(home),
        lesson_room=LessonRoom(home, source, settings, curriculum, service, threads),
    )


def site() -> Site:
    """The site of the app that serves this request."""
    return cast(Site, current_app.extensions[EXTENSION])
