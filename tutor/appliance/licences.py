"""The licences of everything in a bundle: what each part says of itself, and the texts that came with it."""

from __future__ import annotations

import email
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tutor.appliance.wheels import Wheel
from tutor.models.catalog import Model

TEXT_NAMES = re.compile(r"(?:^|/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|ThirdPartyNotices)[^/]*$", re.IGNORECASE)
FOLDER = "licences"
LIST = "LICENCES.txt"


def write_licences(bundle: Path, wheels: Iterable[Wheel], models: Iterable[Model], project: Path) -> None:
    """Write the list and the texts into the bundle. Raises OSError."""
    folder = bundle / FOLDER
    folder.mkdir(parents=True)
    lines = ["Everything in this bundle and its licence. / Vilivyomo katika kifurushi hiki na leseni zake.", ""]
    for name in ("LICENSE", "LICENSE-CONTENT.md"):
        if (project / name).is_file():
            (folder / f"tutor-{Path(name).stem}.txt").write_bytes((project / name).read_bytes())
    for model in models:
        lines.append(f"{model.title}: {model.licence}. {model.licence_note}".rstrip())
    for wheel in sorted({each.name: each for each in wheels}.values(), key=lambda each: each.name):
        lines.append(f"{wheel.name} {wheel.version}: {stated_licence(wheel.file)}")
        texts = _licence_texts(wheel.file)
        if texts:
            (folder / f"{wheel.name}.txt").write_text(texts, encoding="utf-8", newline="\n")
    (folder / LIST).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def stated_licence(wheel: Path) -> str:
    """What a wheel's metadata says its licence is, in a few words."""
    with zipfile.ZipFile(wheel) as archive:
        inside = next(name for name in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
        headers = email.message_from_bytes(archive.read(inside))
    expression = headers.get("License-Expression") or ""
    classifiers = [
        value.rpartition("::")[2].strip()
        for value in headers.get_all("Classifier") or ()
        if value.startswith("License ::")
    ]
    stated = str(headers.get("License") or "").strip().splitlines()
    return expression or ", ".join(classifiers) or (stated[0][:80] if stated else "see its licence text")


def _licence_texts(wheel: Path) -> str:
    parts = []
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if TEXT_NAMES.search(name) and not name.endswith((".py", ".pyc")):
                text = archive.read(name).decode("utf-8", errors="replace")
                parts.append(f"==== {name}\n\n{text.strip()}\n")
    return "\n".join(parts)
