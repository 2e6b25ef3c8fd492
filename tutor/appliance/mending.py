"""`tutor doctor --fix`: what can be mended without losing anything, and nothing else."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tutor.answering.opening import live_generation, open_vectors
from tutor.appliance.arriving import Say, finish_work
from tutor.appliance.checks import PRIVATE, home_leftovers, wrong_rights
from tutor.appliance.layout import SEAL, installed_root
from tutor.core.errors import TutorError
from tutor.core.files import file_sha256
from tutor.core.settings import Settings
from tutor.index.updates import index_findings
from tutor.library.store import LibraryStore
from tutor.models.progress import Progress, no_progress


def mend(settings: Settings, say: Say, progress: Progress = no_progress) -> None:
    """Mend what is safe to mend, and say what was done or why not. Nothing is raised."""
    for step in _STEPS:
        try:
            step(settings, say, progress)
        except TutorError as error:
            say(f"{error.what('en')} {error.hint('en')}", f"{error.what('sw')} {error.hint('sw')}")
        except (OSError, sqlite3.DatabaseError) as error:
            say(f"Not mended: {error}", f"Haikurekebishwa: {error}")


def _finish(settings: Settings, say: Say, progress: Progress) -> None:
    finish_work(settings, say, progress)


def _tidy(settings: Settings, say: Say, progress: Progress) -> None:
    for path in home_leftovers(settings.places.home):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
        say(f"Removed what was left over: {path.name}", f"Mabaki yameondolewa: {path.name}")
    root = installed_root()
    if root and os.access(root.folder, os.W_OK) and root.leftovers():
        with root.alone():
            names = root.remove_leftovers()
        say(f"Removed unfinished versions: {', '.join(names)}", f"Matoleo yasiyokamilika: {', '.join(names)}")


def _rights(settings: Settings, say: Say, progress: Progress) -> None:
    for path in wrong_rights(settings.places.home):
        mode = path.stat().st_mode
        private = path.relative_to(settings.places.home).parts[0] in PRIVATE
        path.chmod((mode | 0o600) & (0o600 if private else 0o777))
        say(f"Rights mended: {path.name}", f"Haki zimerekebishwa: {path.name}")


def _models(settings: Settings, say: Say, progress: Progress) -> None:
    root = installed_root()
    running = root.current() if root else None
    seal = (root.seal_of(running) or {}) if root and running else {}
    if root is None or running is None or not os.access(root.folder, os.W_OK):
        return
    if settings.places.models != root.versions / running / "models":
        return  # models of another place are somebody else's business
    for name, raw in (seal.get("models") or {}).items():
        path = settings.places.models / name
        if _is(path, raw["sha256"]):
            continue
        for other in root.order()[1:]:
            source = root.versions / other / "models" / name
            if (root.versions / other / SEAL).is_file() and _is(source, raw["sha256"]):
                fresh = path.with_name(f".{path.name}.new")
                shutil.copyfile(source, fresh)
                fresh.replace(path)
                say(f"Model mended from the version before: {name}", f"Modeli imerekebishwa: {name}")
                break


def _is(path: Path, sha256: str) -> bool:
    try:
        return file_sha256(path) == sha256
    except OSError:
        return False


def _index(settings: Settings, say: Say, progress: Progress) -> None:
    if not settings.places.library_db.is_file():
        return
    with closing(LibraryStore(settings.places.library_db)) as store:
        if not store.passage_count() or not list(index_findings(store, settings.places.index)):
            return
        vectors, _, model = open_vectors(settings, store, many=True)
        live_generation(settings, store, vectors, model, say, progress)
        say("The index was built anew from the library.", "Faharasa imejengwa upya kutoka maktaba.")


_STEPS: tuple[Callable[[Settings, Say, Progress], None], ...] = (_finish, _tidy, _rights, _models, _index)
