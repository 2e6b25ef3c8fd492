"""Reads PDF: text by its layout, page by page; pages that are only pictures are recognised where that is possible."""

from __future__ import annotations

from pathlib import Path

from tutor.library.cleaning.characters import clean_text, is_readable, letters_in
from tutor.library.cleaning.judging import needs_recognition
from tutor.library.cleaning.pages import Page
from tutor.library.cleaning.repetition import without_repeated_lines
from tutor.library.readers.blocks import ReadBook, UnreadPage
from tutor.library.readers.limits import ReadOptions
from tutor.library.readers.packing import unpacked_page
from tutor.library.readers.page_blocks import page_blocks
from tutor.library.readers.paged import PagedReplies
from tutor.library.readers.recognition import Recognition, recognise

# What programs write as the title when nobody gave one.
FILE_NAME_TITLE = (".doc", ".docx", ".pdf", ".indd", ".qxd", ".ppt", ".pptx", ".tex", ".dvi", ".odt", ".p65", ".pmd")


def read_pdf(path: Path, options: ReadOptions) -> ReadBook:
    """The book's blocks with pages. Raises ReadingError for a file that cannot be opened."""
    replies = PagedReplies("pdf", path, options.limits)
    pages: list[Page] = []
    labels: dict[int, str] = {}
    for reply in replies.pages():
        page = unpacked_page(reply["page"])
        pages.append(page)
        if reply["label"] and reply["label"] != str(page.number):
            labels[page.number] = reply["label"]
        if options.progress is not None:
            options.progress(page.number, replies.head["pages"])
    cleaned = without_repeated_lines(pages)
    pictures = [page.number for page in cleaned if needs_recognition(page)]
    found = recognise("pdf", path, pictures, options)
    cleaned = _without_drawn_banners([_best_of(page, found) for page in cleaned])
    unread = {**replies.lost, **_unread(cleaned, found)}
    return ReadBook(
        blocks=tuple(page_blocks(cleaned)),
        front_matter=_front_matter(str(replies.head.get("title") or "")),
        unread=tuple(UnreadPage(number, why) for number, why in sorted(unread.items())),
        warnings=_warnings(bool(replies.head.get("restricted")), cleaned, found),
        ocr_pages=tuple(sorted(found.pages)),
        page_labels=labels,
        pages=replies.head["pages"],
    )


def _without_drawn_banners(pages: list[Page]) -> list[Page]:
    """What stands on most pages is recognised on each of them, too."""
    cleaned = without_repeated_lines(pages)
    return [new if page.from_picture else page for page, new in zip(pages, cleaned, strict=True)]


def _best_of(page: Page, found: Recognition) -> Page:
    """What was recognised; else the page's own text, when it is one."""
    recognised = found.pages.get(page.number)
    if recognised is not None:
        return recognised
    text = " ".join(line.text for line in page.lines)
    return page if is_readable(text) else Page(page.number, page.width, page.height, (), page.picture, page.drawn)


def _unread(pages: list[Page], found: Recognition) -> dict[int, str]:
    """Why pages are unread. A page with a picture and no words at all in it is read when its own text was kept."""
    unread = {}
    by_number = {page.number: page for page in pages}
    for number, why in found.failed.items():
        page = by_number[number]
        has_text = letters_in(" ".join(line.text for line in page.lines)) > 0
        if why in {"no-ocr", "ocr-off"} and page.picture == 0 and not has_text:
            why = "no-letters"
        if not (why == "no-words" and has_text):
            unread[number] = why
    return unread


def _warnings(is_restricted: bool, pages: list[Page], found: Recognition) -> tuple[str, ...]:
    warnings = ["owner-password"] if is_restricted else []
    if pages and sum(page.hidden for page in pages) > 0.5 * len(pages):
        warnings.append("hidden-text")
    return (*warnings, *found.warnings)


def _front_matter(title: str) -> dict[str, str]:
    title = clean_text(title.removeprefix("Microsoft Word - "))
    named = len(title) > 3 and " " in title and not title.lower().endswith(FILE_NAME_TITLE)
    return {"title": title} if named else {}
