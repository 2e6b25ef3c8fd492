"""The browser's own text size at double, as a pupil with weak eyes sets it: respected, and nothing cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from browser_server import Served  # noqa: E402
from test_in_browser import CHROMIUM, SCREENS, library, looking, shots  # noqa: E402, F401
from web_fakes import PASSWORD  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium"),
]
LARGE = 32
"""Sixteen is what browsers come with."""
# What can be drawn into sight is not cut off; text for screen readers alone is meant to be out of sight.
CUT_OFF = """() => [...document.querySelectorAll('main *, header *, footer *')].filter(one => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height) { return false; }
  if (one.closest('.gone, .skip, .shelf, .wide, .scroll, details:not([open])')) { return false; }
  const style = getComputedStyle(one);
  const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto' && one.scrollWidth > one.clientWidth + 1;
  return box.right > window.innerWidth + 1 || (hides && one.tagName !== 'SELECT' && one.tagName !== 'INPUT');
}).map(one => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def large() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        setting = f"--blink-settings=defaultFontSize={LARGE}"
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", setting])
        yield opened
        opened.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_text_at_double_size_is_respected_and_nothing_is_cut_off(
    large: Any, library: Served, shots: Path, screen: str, scheme: str  # noqa: F811
) -> None:  # fmt: skip
    with looking(large, library, shots, screen, color_scheme=scheme) as looker:
        page, looker.fits_no_more = looker.page, True

        def look(name: str) -> None:
            looker.shot(f"70-large-{name}")
            assert page.evaluate(CUT_OFF) == [], name

        looker.go("/?page=sw")
        size = float(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))
        assert size == pytest.approx(1.125 * LARGE)
        look("home")
        looker.ask("Usanisinuru ni nini?")
        looker.wait_for_answer()
        look("answer")
        page.click("#sentences .cite >> nth=0")
        look("passage")
        looker.go("/?page=en")
        looker.ask("What is the capital of Mars?")
        looker.wait_for_answer()
        look("decline")
        for name, path in (("books", "/books"), ("subject", "/books/biology"), ("search", "/search?q=heart"),
                           ("practice", "/practice?subject=biology&form=4"), ("glossary", "/glossary?q=cell"),
                           ("lessons", "/lessons"), ("door", "/teacher/sign-in")):  # fmt: skip
            looker.go(path)
            look(name)


@pytest.mark.parametrize("screen", SCREENS)
def test_the_desk_at_double_size(large: Any, library: Served, shots: Path, screen: str) -> None:  # noqa: F811
    site = library.site
    if not site.accounts.is_set:
        site.accounts.set_first_password(site.accounts.setup_code, PASSWORD, PASSWORD, "127.0.0.1")
    made = site.classrooms.add_class("Form 2 B", "biology", 2, "en")
    with looking(large, library, shots, screen) as looker:
        page, looker.fits_no_more = looker.page, True
        looker.go("/teacher/sign-in?page=sw")
        page.fill("#password", PASSWORD)
        page.click("main button.main")
        page.wait_for_load_state()
        for name, path in (("classes", "/teacher/classes"), ("class", f"/teacher/classes/{made.token}"),
                           ("library", "/teacher/library"), ("questions", "/teacher/questions"),
                           ("sheet", "/teacher/sheet?subject=biology&form=4"), ("status", "/status"),
                           ("teach-lessons", "/teacher/lessons"), ("restore", "/status/restore")):  # fmt: skip
            looker.go(path)
            looker.shot(f"71-large-{name}")
            assert page.evaluate(CUT_OFF) == [], name
