"""Faults of importing, correcting and exchanging books, with their words beside them."""

from __future__ import annotations

from tutor.core.errors import LibraryError

TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "book-duplicate": {
        "en": (
            "{file} was left out: {share} % of it is in {other} already.",
            "Add it with --keep-duplicates if both are wanted.",
        ),
        "sw": (
            "{file} limeachwa: asilimia {share} yake tayari imo katika {other}.",
            "Liongeze kwa --keep-duplicates ikiwa yote mawili yanahitajika.",
        ),
    },
    "book-changing": {
        "en": (
            "{file} was left out: it changed while it was read.",
            "Wait until it is copied or saved, close it in other programs, then add it again.",
        ),
        "sw": (
            "{file} limeachwa: limebadilika wakati linasomwa.",
            "Subiri hadi lihifadhiwe au linakiliwe lote, lifunge katika programu nyingine, kisha liongeze tena.",
        ),
    },
    "import-no-room": {
        "en": (
            "The disk of {folder} is full. The import stopped and the library is as it was.",
            "Make room and run the same command again. What was done already is not done again.",
        ),
        "sw": (
            "Diski yenye {folder} imejaa. Uingizaji umesimama na maktaba iko kama ilivyokuwa.",
            "Ongeza nafasi kisha endesha amri ileile tena. Kilichokwisha fanyika hakirudiwi.",
        ),
    },
    "finish-no-room": {
        "en": (
            "The disk of {folder} is full. The books are in the library; what makes their answers quick is not done.",
            "Make room, then run: tutor library rebuild.",
        ),
        "sw": (
            "Diski yenye {folder} imejaa. Vitabu vimo kwenye maktaba; kinachoharakisha majibu yake hakijakamilika.",
            "Ongeza nafasi kisha endesha: tutor library rebuild.",
        ),
    },
    "export-unusable": {
        "en": (
            "{file} is no library that tutor can take in: {why}.",
            "Make it on the other computer with: tutor library export FILE.",
        ),
        "sw": (
            "{file} si maktaba ambayo tutor inaweza kuipokea: {why}.",
            "Itengeneze kwenye kompyuta nyingine kwa: tutor library export FAILI.",
        ),
    },
    "correction-invalid": {
        "en": ("{name!r} is no {field}.", "Use {known}."),
        "sw": ("{name!r} haifai kuwa {field}.", "Tumia {known}."),
    },
    "correction-missing": {
        "en": (
            "Nothing was said to change.",
            "Name at least one of --subject, --form, --language, --type, --topic, --authority, --paper, --year or "
            "--scheme.",
        ),
        "sw": (
            "Hakuna kilichotajwa cha kubadilisha.",
            "Taja angalau mojawapo: --subject, --form, --language, --type, --topic, --authority, --paper, --year au "
            "--scheme.",
        ),
    },
}


class ImportingError(LibraryError):
    """A book or a library that cannot be taken in or changed. Codes are keys of TEXTS in this module."""

    def what(self, language: str = "en") -> str:
        return TEXTS[self.code][language][0].format(**self.facts)

    def hint(self, language: str = "en") -> str:
        return TEXTS[self.code][language][1].format(**self.facts)
