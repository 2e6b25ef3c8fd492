"""The licences of everything in a bundle: what each part says of itself, and the texts that came with it."""

from __future__ import annotations

import email
import re
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from tutor.appliance.install import LICENCES, MODELS, NOTICE
from tutor.appliance.wheels import Wheel
from tutor.library.segmentation import slug_of
from tutor.models.catalog import Model

TEXT_NAMES = re.compile(r"(?:^|/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|ThirdPartyNotices)[^/]*$", re.IGNORECASE)
LIST = "LICENCES.txt"
CARD = "MODEL_CARD.md"
OBLIGATIONS = (
    "Whoever uses this model, or hands it on, is bound by its terms, the restrictions of use in them included, and "
    "hands them on too. / Anayetumia modeli hii, au kuigawa, anafungwa na masharti yake, pamoja na vizuizi vya "
    "matumizi vilivyomo, naye huyagawa pia."
)

TERMS_HERE = "The whole terms lie beside this file / Masharti yote yako kando ya faili hili: {files}"
TERMS_ELSEWHERE = (
    "The whole text of the terms is not on this stick; it stands at: / "
    "Maandishi yote ya masharti hayamo katika kifaa hiki; yanapatikana:"
)


def write_licences(
    bundle: Path, wheels: Iterable[Wheel], models: Sequence[Model], project: Path, terms: Iterable[Path] = ()
) -> None:
    """Write the list, the notices and the texts into the bundle. `terms`: whole texts of models' terms to bring along.

    Raises OSError.
    """
    folder = bundle / LICENCES
    folder.mkdir(parents=True)
    _write_notices(folder, models, bundle / MODELS, sorted(terms))
    lines = ["Everything in this bundle and its licence. / Vilivyomo katika kifurushi hiki na leseni zake.", ""]
    for name in ("LICENSE", "LICENSE-CONTENT.md"):
        if (project / name).is_file():
            (folder / f"tutor-{Path(name).stem}.txt").write_bytes((project / name).read_bytes())
    for model in models:
        where = f" {' '.join(model.terms)} ({NOTICE})" if model.terms else ""
        lines.append(f"{model.title}: {model.licence}. {model.licence_note}".rstrip() + where)
    for wheel in sorted({each.name: each for each in wheels}.values(), key=lambda each: each.name):
        lines.append(f"{wheel.name} {wheel.version}: {stated_licence(wheel.file)}")
        texts = _licence_texts(wheel.file)
        if texts:
            (folder / f"{wheel.name}.txt").write_text(texts, encoding="utf-8", newline="\n")
    (folder / LIST).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def models_without_terms(models: Iterable[Model], terms: Sequence[Path]) -> list[Model]:
    """The models whose terms want their whole text handed on, where no text is brought along."""
    return [model for model in models if model.terms and not terms]


def notices(models: Iterable[Model]) -> list[str]:
    """The sentences that the terms of these models want to be shown to whoever gets them."""
    return [model.notice for model in models if model.notice]


def _write_notices(folder: Path, models: Sequence[Model], installed: Path, terms: Sequence[Path]) -> None:
    """The notices, the makers' own words on their models, and the whole texts of terms."""
    lines = []
    texts = [(f"terms-{slug_of(file.stem)}.txt", file) for file in terms]
    where = TERMS_HERE.format(files=", ".join(name for name, _ in texts)) if texts else TERMS_ELSEWHERE
    for model in models:
        if (card := installed / model.name / CARD).is_file():
            (folder / f"model-{model.name}.txt").write_bytes(card.read_bytes())
        if model.notice:
            lines += [f"== {model.title}", model.notice, model.changes, OBLIGATIONS, where, *model.terms, ""]
    for name, file in texts:
        (folder / name).write_bytes(file.read_bytes())
    if lines:
        (folder / NOTICE).write_text("\n".join(lines), encoding="utf-8", newline="\n")


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
