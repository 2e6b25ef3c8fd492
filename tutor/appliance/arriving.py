"""Takes in the libraries that a stick has brought, and does what was interrupted. The server starts with it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tutor.answering.opening import open_vectors
from tutor.appliance.arrivals import note_taken_in, queued_libraries
from tutor.appliance.restore import finish_restore
from tutor.core.errors import LibraryError
from tutor.core.files import file_sha256
from tutor.core.settings import Settings
from tutor.curriculum.curriculum import Curriculum
from tutor.index.updates import IndexUpdate
from tutor.index.vectors import VectorCache
from tutor.library.changes import LibraryChanges
from tutor.library.errors import ImportingError
from tutor.library.exchange import take_in_library
from tutor.library.reports import ImportReport
from tutor.library.store import LibraryStore
from tutor.models.progress import Progress, no_progress

Say = Callable[[str, str], None]
REFUSED = ".refused"


def finish_work(settings: Settings, say: Say, progress: Progress = no_progress) -> None:
    """Finish an interrupted restore, then take in every queued library. What was done is said.

    A library that cannot be used is set aside and said. Raises LibraryError `library-busy` or `import-no-room`,
    ModelError or OSError; what is queued then stays queued.
    """
    home = settings.places.home
    if finish_restore(home):
        say("The interrupted restore was finished.", "Urejeshaji uliokatizwa umekamilishwa.")
    for file in queued_libraries(home):
        try:
            report = take_in_file(settings, file, progress)
        except LibraryError as error:
            if error.code != "export-unusable":
                raise
            file.replace(file.with_suffix(REFUSED))
            say(error.what("en"), error.what("sw"))
            continue
        note_taken_in(home, file.stem)
        file.unlink()
        say(
            f"Books taken in: {len(report.added)} new, {len(report.replaced)} newer, "
            f"{len(report.unchanged)} unchanged.",
            f"Vitabu vilivyopokelewa: vipya {len(report.added)}, vilivyosasishwa {len(report.replaced)}, "
            f"visivyobadilika {len(report.unchanged)}.",
        )
        if report.withdrawn:
            say(
                f"No longer in the library, and removed: {', '.join(report.withdrawn)}.",
                f"Havimo tena katika maktaba, na vimeondolewa: {', '.join(report.withdrawn)}.",
            )
        if report.kept:
            say(
                "No longer in the library, but yours are others and stay (tutor library remove takes them away): "
                f"{', '.join(report.kept)}.",
                "Havimo tena katika maktaba, lakini vyenu ni tofauti na vimebaki "
                "(huondolewa kwa tutor library remove): "
                f"{', '.join(report.kept)}.",
            )


def take_in_file(settings: Settings, file: Path, progress: Progress = no_progress) -> ImportReport:
    """Take in a library that bears its SHA-256 as its name. Raises ImportingError `export-unusable` for another one."""
    if file_sha256(file) != file.stem:
        raise ImportingError("export-unusable", file=file.name, why="its bytes are not what arrived")
    with closing(LibraryStore(settings.places.library_db)) as store:

        def opened() -> tuple[VectorCache, str]:
            vectors, _, model = open_vectors(settings, store, many=True)
            return vectors, model.name

        index = IndexUpdate(store, opened, settings.places.index, progress)
        return take_in_library(store, Curriculum.load(), LibraryChanges(store, index), file, may_withdraw=True)
