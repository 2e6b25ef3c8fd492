"""The words of what an import report says of books and their pages: code -> (English, Swahili)."""

from __future__ import annotations

UNREAD: dict[str, tuple[str, str]] = {
    "no-ocr": (
        "it is a picture, and no program that reads pictures (Tesseract) is installed",
        "ni picha, na programu inayosoma picha (Tesseract) haijasakinishwa",
    ),
    "ocr-off": (
        "it is a picture, and reading pictures is switched off",
        "ni picha, na usomaji wa picha umezimwa",
    ),
    "ocr-failed": (
        "it is a picture, and the program that reads pictures failed on it",
        "ni picha, na programu inayosoma picha imeshindwa kuisoma",
    ),
    "ocr-unsure": (
        "it is a picture, and what was read from it makes no sense",
        "ni picha, na kilichosomwa hakieleweki",
    ),
    "no-words": ("it is a picture in which no words were found", "ni picha ambayo hayakuonekana maneno ndani yake"),
    "no-letters": (
        "its font does not say which letters it draws",
        "fonti yake haisemi inachora herufi zipi",
    ),
    "only-pictures": ("it holds only pictures", "ina picha tupu"),
    "too-slow": ("it took too long to read", "ilichukua muda mrefu mno kusomwa"),
    "stopped": ("the reader stopped on it, so it is damaged", "kisomaji kilikwama juu yake, hivyo imeharibika"),
    "too-many-pixels": ("its picture is too large", "picha yake ni kubwa mno"),
    "damaged": ("it is damaged", "imeharibika"),
}

REASONS: dict[str, tuple[str, str]] = {
    "nested-too-deeply": (
        "its parts are nested too deeply, one within the other",
        "sehemu zake zimewekwa moja ndani ya nyingine mara nyingi mno",
    ),
    "not-of-its-kind": (
        "it is not written as a file of its kind is ({detail})",
        "halikuandikwa kama faili la aina yake linavyoandikwa ({detail})",
    ),
    "not-text": ("it is not a text file", "si faili la maandishi"),
    "no-file": ("it is not an ordinary file", "si faili la kawaida"),
    "name-not-utf8": (
        "its name or a folder's name has letters that are not valid UTF-8; give it another name",
        "jina lake au la folda lina herufi zisizo za UTF-8; lipe jina jingine",
    ),
    "link-outside": ("it is a link that leads outside the folder", "ni kiungo kinachoelekea nje ya folda"),
    "front-matter": (
        "its front matter is not valid ({detail})",
        "utangulizi wake (front matter) si sahihi ({detail})",
    ),
    "front-matter-year": (
        "its front matter gives {detail} as the year",
        "utangulizi wake (front matter) unataja {detail} kuwa mwaka",
    ),
    "system": ("the computer says: {detail}", "kompyuta inasema: {detail}"),
}
"""Why a whole file is left out. `{detail}` is what a program or the file itself says."""

WARNINGS: dict[str, tuple[str, str]] = {
    "named-otherwise": (
        "The file's name says another kind than what is in it; it was read as what it is.",
        "Jina la faili linataja aina nyingine; limesomwa kama lilivyo.",
    ),
    "has-macros": (
        "It holds macros (small programs). They were not run.",
        "Lina makro (programu ndogo). Hazikuendeshwa.",
    ),
    "owner-password": (
        "It may be read, and a password restricts printing or copying.",
        "Linaweza kusomwa, na nywila inazuia kuchapisha au kunakili.",
    ),
    "ocr-swahili-missing": (
        "Pictures were read without the Swahili data of Tesseract (swa); some words may be wrong.",
        "Picha zimesomwa bila data ya Kiswahili ya Tesseract (swa); baadhi ya maneno yanaweza kukosewa.",
    ),
    "hidden-text": (
        "Its text was recognised from pictures by the program that made the file; some words may be wrong.",
        "Maandishi yake yalisomwa kutoka picha na programu iliyolitengeneza; baadhi ya maneno yanaweza kukosewa.",
    ),
    "parts-missing": (
        "It names parts that are not in it; the rest was read.",
        "Linataja sehemu ambazo hazimo; zilizobaki zimesomwa.",
    ),
    "damaged-parts": ("Parts of it are damaged; the rest was read.", "Sehemu zake zimeharibika; zilizobaki zimesomwa."),
    "pictures-left-out": (
        "It holds pictures. The words inside pictures were not read.",
        "Lina picha. Maneno yaliyo ndani ya picha hayakusomwa.",
    ),
    "inputs-left-out": (
        "It takes in other files (\\input). They are read when they are imported themselves.",
        "Linaingiza faili nyingine (\\input). Hizo husomwa zinapoingizwa zenyewe.",
    ),
    "rows-left-out": (
        "Rows without a question or an answer were left out; see whether a quotation mark is not closed.",
        "Mistari isiyo na swali au jibu imeachwa; angalia kama kuna alama ya kunukuu isiyofungwa.",
    ),
    "encoding-mended": (
        "Some letters were saved with the wrong encoding and were mended.",
        "Baadhi ya herufi zilihifadhiwa kwa usimbaji usio sahihi na zimerekebishwa.",
    ),
}


def note_text(code: str, language: str = "en") -> str:
    """The words of a reason or warning, English or Swahili. Raises KeyError for an unknown code."""
    return (UNREAD.get(code) or WARNINGS[code])[language == "sw"]
