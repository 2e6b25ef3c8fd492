"""Named checks of an installation, in plain words, in both languages, for `tutor doctor`."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tutor.answering.opening import open_embedder, open_generator
from tutor.core.cpu import cpu_flags, lacks_avx, usable_cores
from tutor.core.errors import TutorError
from tutor.core.ports import listener_at
from tutor.core.settings import Settings
from tutor.index.generations import Manifest, damage_of, generation_folders
from tutor.library.store import LibraryStore
from tutor.models.catalog import load_catalog
from tutor.models.installed import installed_model, verify_model

Status = Literal["ok", "warning", "fault"]
LOW_DISK_MB = 500
KNOWN = (
    ("What is photosynthesis?", "Green plants make their food by photosynthesis."),
    ("Moyo hufanya kazi gani?", "Moyo husukuma damu kwenda sehemu zote za mwili."),
    ("When did the war begin?", "The war began in July 1905 in the south of the country."),
)
"""Questions and the sentences that answer them; each question must find its own among all of them."""


@dataclass(frozen=True)
class Check:
    """What one check found. `to_do` is empty when nothing has to be done."""

    name: str
    status: Status
    en: str
    sw: str
    to_do_en: str = ""
    to_do_sw: str = ""

    def as_dict(self) -> dict[str, str]:
        return dict(vars(self))


def health_checks(settings: Settings, names: Collection[str] | None = None) -> Iterator[Check]:
    """Every check, or those named, one after the other, so that a slow one does not hide the others. None raises."""
    for name, check in _CHECKS.items():
        if names is not None and name not in names:
            continue
        try:
            yield check(settings)
        except TutorError as error:
            yield Check(name, "fault", error.what("en"), error.what("sw"), error.hint("en"), error.hint("sw"))
        except (OSError, sqlite3.DatabaseError) as error:
            yield Check(name, "fault", f"{error}", f"{error}")


def _processor(settings: Settings) -> Check:
    cores = usable_cores()
    name = platform.machine()
    if lacks_avx():
        return Check(
            "processor", "warning", f"{cores} cores ({name}) without AVX: slower, but everything runs.",
            f"Viini {cores} ({name}) bila AVX: polepole, lakini kila kitu kinafanya kazi.",
        )  # fmt: skip
    sets = ", ".join(flag for flag in ("avx", "avx2", "avx512f", "avx512_vnni", "asimd") if flag in cpu_flags())
    return Check("processor", "ok", f"{cores} cores ({name}; {sets or 'unknown instruction sets'}).",
                 f"Viini {cores} ({name}; {sets or 'seti za maelekezo hazijulikani'}).")  # fmt: skip


def _folders(settings: Settings) -> Check:
    home, models, index = settings.places.home, settings.places.models, settings.places.index
    # Models elsewhere belong to the installation, which the server only reads.
    for folder in (home, index, *([models] if models.is_relative_to(home) else [])):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise TutorError("not-writable", folder=folder, why=error.strerror or error) from error
    return Check("folders", "ok", f"{settings.places.home} can be written to.",
                 f"{settings.places.home} inaweza kuandikwa.")  # fmt: skip


def _disk(settings: Settings) -> Check:
    free = shutil.disk_usage(settings.places.home).free >> 20
    if free < LOW_DISK_MB:
        return Check("disk", "warning", f"Only {free} MB are free.", f"Zimebaki MB {free} tu.",
                     "Make room before adding books.", "Ongeza nafasi kabla ya kuongeza vitabu.")  # fmt: skip
    return Check("disk", "ok", f"{free} MB are free.", f"MB {free} zipo wazi.")


def _models(settings: Settings) -> Check:
    profile = settings.text("profile")
    missing, damaged = [], []
    for role, model in load_catalog().profile(profile).items():
        if role == "generator" and settings.text("generator") == "off":
            continue
        if installed_model(settings.places.models, model) is None:
            missing.append(f"{role} ({model.name})")
        elif verify_model(settings.places.models, model):
            damaged.append(f"{role} ({model.name})")
    if missing or damaged:
        faults = ", ".join(missing + damaged)
        return Check(
            "models", "fault", f"Missing or damaged models of the profile {profile}: {faults}.",
            f"Modeli zinazokosekana au zilizoharibika za wasifu {profile}: {faults}.",
            f"Run: tutor models fetch --profile {profile}", f"Endesha: tutor models fetch --profile {profile}",
        )  # fmt: skip
    return Check("models", "ok", f"The models of the profile {profile} are whole.",
                 f"Modeli za wasifu {profile} ni kamili.")  # fmt: skip


def _embedder(settings: Settings) -> Check:
    """Known questions must find their own sentences, as they do where the arithmetic is right."""
    embedder, model, _ = open_embedder(settings)
    questions = embedder.embed_queries([question for question, _ in KNOWN])
    cosines = questions @ embedder.embed_passages([sentence for _, sentence in KNOWN]).T
    if not np.isfinite(cosines).all() or cosines.argmax(axis=1).tolist() != list(range(len(KNOWN))):
        return Check("embedder", "fault", f"{model.name} gives wrong vectors on this processor.",
                     f"{model.name} inatoa vekta zisizo sahihi kwenye kichakataji hiki.",
                     f"Run: tutor models fetch --profile {settings.text('profile')}",
                     f"Endesha: tutor models fetch --profile {settings.text('profile')}")  # fmt: skip
    return Check("embedder", "ok", f"{model.name} understands English and Swahili here.",
                 f"{model.name} inaelewa Kiingereza na Kiswahili hapa.")  # fmt: skip


def _generator(settings: Settings) -> Check:
    notes: list[tuple[str, str]] = []
    generator = open_generator(settings, lambda english, swahili: notes.append((english, swahili)))
    if generator is None:
        en, sw = notes[0] if notes else ("Answers are quoted, not rewritten.", "Majibu yananukuliwa tu.")
        return Check("generator", "warning", en, sw)
    generator.close()
    return Check("generator", "ok", "Answers can be rewritten.", "Majibu yanaweza kuandikwa upya.")


def _library(settings: Settings) -> Check:
    file = settings.places.library_db
    if not file.is_file():
        raise TutorError("library-empty")
    with LibraryStore(file) as store:
        damage = store.damage()
        if damage:
            raise TutorError("library-damaged", file=file, why=damage)
        count, books = store.passage_count(), len(store.documents())
    if count == 0:
        raise TutorError("library-empty")
    return Check("library", "ok", f"{books} books, {count} passages.", f"Vitabu {books}, vifungu {count}.")


def _index(settings: Settings) -> Check:
    folders = generation_folders(settings.places.index)
    if not folders:
        raise TutorError("index-missing")
    damage = damage_of(folders[0])
    if damage:
        raise TutorError("index-damaged", generation=folders[0].name, why=damage)
    manifest = Manifest.read(folders[0])
    with LibraryStore(settings.places.library_db) as store:
        current = (manifest.library_id, manifest.revision) == store.identity()
    if not current:
        return Check("index", "warning", "The index is older than the library.", "Faharasa ni ya zamani.",
                     "Run: tutor library rebuild", "Endesha: tutor library rebuild")  # fmt: skip
    total = sum(manifest.passages.values())
    return Check("index", "ok", f"{folders[0].name}: {total} passages, every file as written.",
                 f"{folders[0].name}: vifungu {total}, kila faili ni kamili.")  # fmt: skip


def _port(settings: Settings) -> Check:
    host, port = settings.text("host"), settings.whole("port")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            if listener_at(port, host) == "tutor":
                return Check("port", "ok", f"tutor answers at {host}:{port}.", f"tutor inajibu kwenye {host}:{port}.")
            return Check("port", "warning", f"{host}:{port} is in use by another program, or cannot be used here.",
                         f"{host}:{port} inatumika na programu nyingine, au haiwezi kutumika hapa.",
                         f"End that program, or write in tutor.toml: port = {port + 1 if port < 65535 else 8010}",
                         "Funga programu hiyo, au andika katika tutor.toml: "
                         f"port = {port + 1 if port < 65535 else 8010}")  # fmt: skip
    return Check("port", "ok", f"{host}:{port} is free.", f"{host}:{port} iko wazi.")


def _parts(settings: Settings) -> Check:
    missing = [name for name in ("onnxruntime", "tantivy", "faiss", "tokenizers") if not importlib.util.find_spec(name)]
    if missing:
        return Check("parts", "fault", f"Missing parts: {', '.join(missing)}.", f"Sehemu zinazokosekana: {missing}.",
                     "Install tutor again.", "Sakinisha tutor upya.")  # fmt: skip
    return Check("parts", "ok", "Every part of the program is there.", "Kila sehemu ya programu ipo.")


_CHECKS: dict[str, Callable[[Settings], Check]] = {
    "parts": _parts,
    "processor": _processor,
    "folders": _folders,
    "disk": _disk,
    "models": _models,
    "embedder": _embedder,
    "generator": _generator,
    "library": _library,
    "index": _index,
    "port": _port,
}
