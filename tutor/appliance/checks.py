"""The doctor's checks of an installation as a whole: Python, memory, clock, program, vectors, rights, what was left."""

from __future__ import annotations

import base64
import csv
import hashlib
import os
import platform
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from tutor.answering.health import Check
from tutor.answering.opening import open_embedder
from tutor.appliance.arrivals import QUEUE, STAGE, queued_libraries
from tutor.appliance.golden import LOWEST, lowest_cosine
from tutor.appliance.layout import installed_root
from tutor.appliance.platforms import OLDEST_PYTHON
from tutor.appliance.restore import NOTE
from tutor.appliance.trial import trial_events
from tutor.appliance.user_data import data_files, databases
from tutor.core.errors import TutorError
from tutor.core.settings import Settings

MEMINFO = Path("/proc/meminfo")
NEEDED_MB, WISHED_MB = 1200, 1800
"""A computer sold with 2 GB reports about 1,900 MB; the small profile takes 0.9 GB."""
OLDEST_YEAR = 2025
PRIVATE = ("classroom",)
FIX_EN, FIX_SW = "Run: tutor doctor --fix", "Endesha: tutor doctor --fix"
REINSTALL_EN = "Put the stick in and run install.sh again; nothing of the school is lost."
REINSTALL_SW = "Chomeka kifaa na uendeshe install.sh tena; hakuna cha shule kinachopotea."


def appliance_checks(settings: Settings) -> Iterator[Check]:
    """Every check, one after the other. None raises."""
    yield from _run(_CHECKS, settings)


def program_checks(settings: Settings) -> Iterator[Check]:
    """Those that look at program and models alone: what a version checks before it is switched to."""
    yield from _run({**{name: _CHECKS[name] for name in ("python", "program", "vectors")}, "trial": _trial}, settings)


def _run(checks: dict[str, Callable[[Settings], Check]], settings: Settings) -> Iterator[Check]:
    for name, check in checks.items():
        try:
            yield check(settings)
        except TutorError as error:
            yield Check(name, "fault", error.what("en"), error.what("sw"), error.hint("en"), error.hint("sw"))
        except (OSError, ValueError, sqlite3.DatabaseError) as error:
            yield Check(name, "fault", f"{error}", f"{error}", FIX_EN, FIX_SW)


def _python(settings: Settings) -> Check:
    version = platform.python_version()
    if sys.version_info < OLDEST_PYTHON or sys.maxsize <= 1 << 32:
        return Check("python", "fault", f"Python {version} is too old, or a 32-bit one.",
                     f"Python {version} ni ya zamani mno, au ya biti 32.",
                     "Install a 64-bit Python 3.11 or newer.", "Sakinisha Python 3.11 ya biti 64 au mpya.")  # fmt: skip
    return Check("python", "ok", f"Python {version}.", f"Python {version}.")


def total_memory_mb(meminfo: Path = MEMINFO) -> int | None:
    """This computer's memory in MB; None where it is not told."""
    with suppress(OSError, ValueError, IndexError):
        for line in meminfo.read_text(encoding="ascii").splitlines():
            if line.startswith("MemTotal:"):
                return int(line.split()[1]) >> 10
    return None


def _memory(settings: Settings) -> Check:
    total = total_memory_mb()
    if total is None:
        return Check("memory", "ok", "The size of the memory is not known.", "Ukubwa wa kumbukumbu haujulikani.")
    if total < WISHED_MB:
        return Check("memory", "fault" if total < NEEDED_MB else "warning", f"Only {total} MB of memory.",
                     f"Kumbukumbu ni MB {total} tu.", "Set in tutor.toml: profile = \"small\", generator = \"off\".",
                     "Weka katika tutor.toml: profile = \"small\", generator = \"off\".")  # fmt: skip
    return Check("memory", "ok", f"{total} MB of memory.", f"Kumbukumbu ya MB {total}.")


def _program(settings: Settings) -> Check:
    if installed_root() is None:
        return Check("program", "ok", "Not installed from a stick; its files are not compared.",
                     "Haikusakinishwa kutoka kifaa; faili zake hazilinganishwi.")  # fmt: skip
    wrong = changed_program_files()
    if wrong:
        return Check("program", "fault", f"{len(wrong)} files of the program are damaged, {wrong[0]} for one.",
                     f"Faili {len(wrong)} za programu zimeharibika, mojawapo {wrong[0]}.",
                     REINSTALL_EN, REINSTALL_SW)  # fmt: skip
    return Check("program", "ok", "Every file of the program is as it was installed.",
                 "Kila faili la programu ni kama lilivyosakinishwa.")  # fmt: skip


def changed_program_files() -> list[str]:
    """Files of installed packages that are missing or differ from what their wheels say of them."""
    wrong = []
    for distribution in metadata.distributions():
        record = distribution.read_text("RECORD")
        for name, sha256, _ in csv.reader((record or "").splitlines()):
            kind, _, digest = sha256.partition("=")
            if kind == "sha256" and not name.startswith("../") and _digest_of(distribution, name) != digest:
                wrong.append(name)
    return wrong


def _digest_of(distribution: metadata.Distribution, name: str) -> str:
    try:
        data = Path(str(distribution.locate_file(name))).read_bytes()
    except OSError:
        return ""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")


def _vectors(settings: Settings) -> Check:
    embedder, model, _ = open_embedder(settings)
    cosine = lowest_cosine(embedder, model.name)
    if cosine is None:
        return Check("vectors", "ok", f"No vectors are stored for {model.name} to compare with.",
                     f"Hakuna vekta za {model.name} za kulinganisha.")  # fmt: skip
    if not cosine >= LOWEST:
        return Check("vectors", "fault", f"{model.name} computes wrongly here: cosine {cosine:.4f}, least {LOWEST}.",
                     f"{model.name} inakokotoa vibaya hapa: kosaini {cosine:.4f}, angalau {LOWEST}.",
                     REINSTALL_EN, REINSTALL_SW)  # fmt: skip
    return Check("vectors", "ok", f"Stored sentences have their vectors: cosine {cosine:.4f} or more.",
                 f"Sentensi zilizohifadhiwa zina vekta zake: kosaini {cosine:.4f} au zaidi.")  # fmt: skip


def _trial(settings: Settings) -> Check:
    # What is broken in the program itself is raised and ends the check: no words of ours would fit it.
    outcomes = trial_events(settings)
    if len(outcomes) != 1:
        return Check("trial", "fault", "A question about a small book had no outcome.",
                     "Swali kuhusu kitabu kidogo halikupata jibu wala kukataliwa.",
                     REINSTALL_EN, REINSTALL_SW)  # fmt: skip
    return Check("trial", "ok", f"A small book was taken in and asked about: {outcomes[0].lower()}.",
                 "Kitabu kidogo kimepokelewa na kuulizwa.")  # fmt: skip


def _clock(settings: Settings) -> Check:
    now = datetime.now(UTC)
    newest = _newest_import(settings)
    if now.year < OLDEST_YEAR or (newest and now.isoformat(timespec="seconds") < newest):
        return Check("clock", "warning", f"The clock says {now:%Y-%m-%d %H:%M}, which has been already.",
                     f"Saa inasema {now:%Y-%m-%d %H:%M}, wakati ambao umepita.",
                     "Set the clock; an empty battery on the board is the usual cause.",
                     "Rekebisha saa; kwa kawaida betri ya ubao imeisha.")  # fmt: skip
    return Check("clock", "ok", f"The clock says {now:%Y-%m-%d %H:%M} UTC.", f"Saa ni {now:%Y-%m-%d %H:%M} UTC.")


def _newest_import(settings: Settings) -> str:
    file = settings.places.library_db
    if not file.is_file():
        return ""
    with closing(sqlite3.connect(file)) as db:
        return str(db.execute("SELECT COALESCE(MAX(imported_at), '') FROM documents").fetchone()[0])


def wrong_rights(home: Path) -> list[Path]:
    """Files of the school that tutor cannot write, and private ones that others can read."""
    if os.name == "nt":
        return []
    wrong = []
    for path in data_files(home):
        private = path.relative_to(home).parts[0] in PRIVATE
        if not os.access(path, os.R_OK | os.W_OK) or (private and path.stat().st_mode & 0o077):
            wrong.append(path)
    return wrong


def _rights(settings: Settings) -> Check:
    wrong = wrong_rights(settings.places.home)
    if wrong:
        return Check("rights", "fault", f"{len(wrong)} files have wrong rights, {wrong[0].name} for one.",
                     f"Faili {len(wrong)} zina haki zisizofaa, mojawapo {wrong[0].name}.", FIX_EN, FIX_SW)  # fmt: skip
    return Check("rights", "ok", "Files of the school can be written by tutor, private ones read by it alone.",
                 "Faili za shule zinaandikika na tutor, za siri husomwa nayo tu.")  # fmt: skip


def _databases(settings: Settings) -> Check:
    damaged = []
    count = 0
    for file in databases(settings.places.home):
        count += 1
        with closing(sqlite3.connect(file, timeout=10.0)) as db:
            try:
                whole = db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            except sqlite3.DatabaseError:
                whole = False
        if not whole:
            damaged.append(file.name)
    if damaged:
        return Check("databases", "fault", f"Damaged: {', '.join(damaged)}.", f"Zimeharibika: {', '.join(damaged)}.",
                     "Run: tutor restore BACKUP. (questions.db begins anew by itself when tutor starts.)",
                     "Endesha: tutor restore NAKALA. (questions.db huanza upya yenyewe.)")  # fmt: skip
    return Check("databases", "ok", f"{count} databases are whole.", f"Hifadhidata {count} ni kamili.")


def home_leftovers(home: Path) -> list[Path]:
    """What interrupted work left in a home and nobody needs."""
    if not home.is_dir():
        return []
    day = time.time() - 24 * 3600
    old = [path for path in home.glob(".backing-up-*") if path.stat().st_mtime < day]
    return [*old, *home.glob(STAGE), *(home / QUEUE).glob("*.part")]


def _interrupted(settings: Settings) -> Check:
    home, root = settings.places.home, installed_root()
    waiting = len(queued_libraries(home)) + (home / NOTE).exists()
    left = len(home_leftovers(home)) + (len(root.leftovers()) if root else 0)
    if waiting:
        return Check("unfinished", "fault", "An update or a restore was interrupted and waits to be finished.",
                     "Usasishaji au urejeshaji ulikatizwa, unasubiri kukamilishwa.", FIX_EN, FIX_SW)  # fmt: skip
    if left:
        return Check("unfinished", "warning", f"Interrupted work left {left} things that only take room.",
                     f"Kazi iliyokatizwa imeacha vitu {left} vinavyochukua nafasi tu.", FIX_EN, FIX_SW)  # fmt: skip
    refused = list((home / QUEUE).glob("*.refused"))
    if refused:
        return Check("unfinished", "warning", "A library update could not be used and was set aside.",
                     "Sasisho la maktaba halikuweza kutumika na limewekwa kando.",
                     "Ask its builder for a new one.", "Omba jingine kwa aliyelitengeneza.")  # fmt: skip
    return Check("unfinished", "ok", "Nothing was left unfinished.", "Hakuna kilichoachwa bila kukamilika.")


def _versions(settings: Settings) -> Check:
    root = installed_root()
    if root is None:
        return Check("versions", "ok", "Not installed from a stick.", "Haikusakinishwa kutoka kifaa.")
    order = root.order()
    if not order:
        return Check("versions", "fault", "No installed version is whole.", "Hakuna toleo kamili.",
                     REINSTALL_EN, REINSTALL_SW)  # fmt: skip
    before = order[1] if len(order) > 1 else "-"
    return Check("versions", "ok", f"{order[0]} runs; to go back to: {before}.",
                 f"{order[0]} linatumika; la kurudi: {before}.")  # fmt: skip


_CHECKS: dict[str, Callable[[Settings], Check]] = {
    "python": _python,
    "memory": _memory,
    "clock": _clock,
    "program": _program,
    "versions": _versions,
    "vectors": _vectors,
    "rights": _rights,
    "databases": _databases,
    "unfinished": _interrupted,
}
