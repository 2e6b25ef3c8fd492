"""A path as an EPUB 3 book, made by hand with zipfile: a package, a table of contents and a chapter for each lesson."""

from __future__ import annotations

import io
import zipfile
from html import escape

from tutor.core.files import text_sha256
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons import wording
from tutor.lessons.export.html import STYLE, Draw, Pages, lesson_body, page, plain
from tutor.lessons.outline import Plan

MIMETYPE = "application/epub+zip"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same path gives the same file, byte for byte."""
CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml" /></rootfiles>
</container>
"""


def path_epub(plan: Plan, pages: Pages, curriculum: Curriculum, made_at: str, draw: Draw = plain) -> bytes:
    """The book. `made_at`: an ISO time. Lessons that are not written are named in the contents and have no chapter."""
    written = [(node, lesson) for node, lesson in pages if lesson is not None]
    names = {node.topic: node.name for node, _ in written}
    head = '<link rel="stylesheet" type="text/css" href="style.css" />'
    files: dict[str, str] = {"style.css": STYLE, "contents.xhtml": _contents(plan, pages)}
    has_formulas: set[str] = set()
    for node, lesson in written:
        body = lesson_body(lesson, curriculum, node, names, draw, _chapter)
        name = _chapter(node.topic)
        files[name] = '<?xml version="1.0" encoding="UTF-8"?>\n' + page(lesson.title, plan.language, body, head)
        if "<math" in body:
            has_formulas.add(name)
    identifier = f"urn:tutor:path:{text_sha256('|'.join([plan.request, plan.language, made_at]))[:32]}"
    files["package.opf"] = _package(plan, list(files), has_formulas, identifier, made_at)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as book:
        # The type comes first and uncompressed: that is how a reader tells what the file is.
        book.writestr(zipfile.ZipInfo("mimetype", EPOCH), MIMETYPE, zipfile.ZIP_STORED)
        entries = {"META-INF/container.xml": CONTAINER} | {f"EPUB/{name}": text for name, text in files.items()}
        for name, text in entries.items():
            book.writestr(zipfile.ZipInfo(name, EPOCH), text.encode("utf-8"), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _chapter(topic: str) -> str:
    return f"{topic}.xhtml"


def _contents(plan: Plan, pages: Pages) -> str:
    linked = [
        f'<li><a href="{_chapter(node.topic)}">{escape(node.name)}</a></li>' for node, lesson in pages if lesson
    ] or [f'<li><a href="contents.xhtml">{escape(plan.title)}</a></li>']
    missing = [f"<li>{escape(node.name)}</li>" for node, lesson in pages if lesson is None]
    notes = "".join(f"<p>{escape(note)}</p>" for note in plan.notes)
    rest = f"<h2>{wording.STATES['planned'][plan.language]}</h2><ul>{''.join(missing)}</ul>" if missing else ""
    body = (
        f"<h1>{escape(plan.title)}</h1>{notes}"
        f'<nav epub:type="toc" id="toc"><h2>{wording.CONTENTS[plan.language]}</h2>'
        f"<ol>{''.join(linked)}</ol></nav>{rest}"
    )
    whole = page(plan.title, plan.language, body, '<link rel="stylesheet" type="text/css" href="style.css" />')
    named = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + whole.replace('xmlns="http://www.w3.org/1999/xhtml" ', named, 1)


def _package(plan: Plan, files: list[str], has_formulas: set[str], identifier: str, made_at: str) -> str:
    manifest, spine = [], []
    for number, name in enumerate(files):
        kind = "text/css" if name.endswith(".css") else "application/xhtml+xml"
        traits = ["nav"] * (name == "contents.xhtml") + ["mathml"] * (name in has_formulas)
        properties = f' properties="{" ".join(traits)}"' if traits else ""
        manifest.append(f'<item id="f{number}" href="{name}" media-type="{kind}"{properties} />')
        if kind != "text/css":
            spine.append(f'<itemref idref="f{number}" />')
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{plan.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">{identifier}</dc:identifier>
<dc:title>{escape(plan.title)}</dc:title>
<dc:language>{plan.language}</dc:language>
<meta property="dcterms:modified">{made_at[:19]}Z</meta>
</metadata>
<manifest>{"".join(manifest)}</manifest>
<spine>{"".join(spine)}</spine>
</package>
"""
