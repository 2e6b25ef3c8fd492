"""Why a whole file cannot be read, with the words beside it."""

from __future__ import annotations

from tutor.core.errors import LibraryError
from tutor.library.readers.notes import REASONS, UNREAD

TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "book-unreadable": {
        "en": ("{file} was left out: {why}.", "Open it in its own program and save it again, or leave it out."),
        "sw": (
            "{file} limeachwa: {why}.",
            "Lifungue kwenye programu yake na ulihifadhi upya, au liache.",
        ),
    },
    "book-password": {
        "en": (
            "{file} was left out: it opens only with a password.",
            "Open it with its password, save a copy without one, and add the copy.",
        ),
        "sw": (
            "{file} limeachwa: linafunguka kwa nywila tu.",
            "Lifungue kwa nywila yake, hifadhi nakala isiyo na nywila, kisha ongeza nakala hiyo.",
        ),
    },
    "book-protected": {
        "en": (
            "{file} was left out: its publisher locked it (DRM).",
            "Ask the publisher for a copy that is not locked.",
        ),
        "sw": (
            "{file} limeachwa: mchapishaji amelifunga (DRM).",
            "Mwombe mchapishaji nakala isiyofungwa.",
        ),
    },
    "book-damaged": {
        "en": (
            "{file} was left out: it is damaged or was not copied to its end.",
            "Copy or download it again; if it opens in its own program, save it again there.",
        ),
        "sw": (
            "{file} limeachwa: limeharibika au halikunakiliwa hadi mwisho.",
            "Linakili au lipakue tena; kama linafunguka kwenye programu yake, lihifadhi upya humo.",
        ),
    },
    "book-other-kind": {
        "en": (
            "{file} was left out: its name says {named}, but that is not what is in it.",
            "Look at it in the program that made it, and save it again.",
        ),
        "sw": (
            "{file} limeachwa: jina lake linasema {named}, lakini yaliyomo si hayo.",
            "Liangalie kwenye programu iliyolitengeneza, kisha ulihifadhi upya.",
        ),
    },
    "book-old-kind": {
        "en": (
            "{file} was left out: it is in an old format that tutor cannot read.",
            "Open it in its own program and save it as {wanted}.",
        ),
        "sw": (
            "{file} limeachwa: liko katika muundo wa zamani ambao tutor haiwezi kuusoma.",
            "Lifungue kwenye programu yake na ulihifadhi kama {wanted}.",
        ),
    },
    "book-packed": {
        "en": (
            "{file} was left out: it is a packed folder, not a book.",
            "Unpack it, then add the folder that comes out.",
        ),
        "sw": (
            "{file} limeachwa: ni folda iliyofungashwa, si kitabu.",
            "Lifungue kwanza, kisha ongeza folda itakayopatikana.",
        ),
    },
    "book-too-large": {
        "en": ("{file} was left out: it is larger than {most} MB.", "Split it into parts and add the parts."),
        "sw": ("{file} limeachwa: ni kubwa kuliko MB {most}.", "Ligawe katika sehemu na uongeze sehemu hizo."),
    },
    "book-too-many-pages": {
        "en": (
            "{file} was left out: it has {size} pages, and at most {most} are read.",
            "Split it into parts and add the parts.",
        ),
        "sw": (
            "{file} limeachwa: lina kurasa {size}, na zinazosomwa hazizidi {most}.",
            "Ligawe katika sehemu na uongeze sehemu hizo.",
        ),
    },
    "book-too-many-pixels": {
        "en": (
            "{file} was left out: the picture has {size} million points, and at most {most} million are read.",
            "Make the picture smaller, or scan it again with fewer points per inch.",
        ),
        "sw": (
            "{file} limeachwa: picha ina nukta milioni {size}, na zinazosomwa hazizidi milioni {most}.",
            "Punguza ukubwa wa picha, au iskani tena kwa nukta chache kwa inchi.",
        ),
    },
    "book-bomb": {
        "en": (
            "{file} was left out: it would swell to {size} MB when opened, which real books do not.",
            "Do not open it; ask where it comes from.",
        ),
        "sw": (
            "{file} limeachwa: lingevimba kufikia MB {size} likifunguliwa, jambo ambalo vitabu halisi havifanyi.",
            "Usilifungue; uliza limetoka wapi.",
        ),
    },
    "book-too-slow": {
        "en": (
            "{file} was left out: reading it took longer than {seconds} seconds.",
            "Save it again in its own program, or split it into parts.",
        ),
        "sw": (
            "{file} limeachwa: kulisoma kulichukua zaidi ya sekunde {seconds}.",
            "Lihifadhi upya kwenye programu yake, au ligawe katika sehemu.",
        ),
    },
    "reader-missing": {
        "en": (
            "{file} was left out: reading it needs {package}, which is not installed.",
            "Install it ({package}), or save the book in another format.",
        ),
        "sw": (
            "{file} limeachwa: kulisoma kunahitaji {package}, ambayo haijasakinishwa.",
            "Isakinishe ({package}), au hifadhi kitabu katika muundo mwingine.",
        ),
    },
}


class ReadingError(LibraryError):
    """A file that cannot be read. Codes are keys of TEXTS in this module; every one has the fact `file`.

    The fact `why` is a code of `notes.REASONS` or `notes.UNREAD`, whose words may hold the fact `detail`.
    """

    def what(self, language: str = "en") -> str:
        facts = self.facts
        if "why" in facts:
            words = {**UNREAD, **REASONS}[str(facts["why"])][language == "sw"]
            facts = {**facts, "why": words.format(detail=facts.get("detail", ""))}
        return TEXTS[self.code][language][0].format(**facts)

    def hint(self, language: str = "en") -> str:
        return TEXTS[self.code][language][1].format(**self.facts)
