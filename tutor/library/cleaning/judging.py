"""Whether a page has a text of its own, or is a picture under a banner that some program added."""

from __future__ import annotations

from tutor.library.cleaning.characters import is_readable, letters_in
from tutor.library.cleaning.pages import Page

# 262 of 632 real past papers had a site's banner as their only text.
FEWEST_LETTERS = 60
PICTURE_SHARE = 0.3


def needs_recognition(page: Page) -> bool:
    """True for a page whose words, if it has any, are drawn and not written. Banners must be gone already.

    A page with hardly any text is one when pictures cover a good part of it, a page without readable text when
    anything is drawn on it.
    """
    text = " ".join(line.text for line in page.lines)
    letters = letters_in(text)
    if text.strip() and not is_readable(text):
        return True
    return (letters == 0 and page.drawn) or (letters < FEWEST_LETTERS and page.picture >= PICTURE_SHARE)
