"""Every path of a pupil in headless Chromium, on a phone and on a lab computer, with screenshots to look at.

TUTOR_SCREENSHOTS names the folder of the screenshots; else they lie in the test's own.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tutor.web.service.source import LibrarySource

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from browser_server import Served, served  # noqa: E402

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
SCREENS = {"phone": (360, 640), "lab": (1366, 768)}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def library(library_source: LibrarySource, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(library_source, tmp_path_factory.mktemp("browser site")) as running:
        yield running


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    named = os.environ.get("TUTOR_SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


CUT_CHOICES = """() => [...document.querySelectorAll("select")].filter(select => {
  const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;
  return select.checkVisibility({contentVisibilityAuto: true}) &&
    pen.measureText(select.selectedOptions[0]?.text ?? "").width > room;
}).map(select => select.selectedOptions[0].text)"""
"""The chosen words of fields that are too narrow for them; 18 points are the arrow's."""


class Looker:
    """A page with what went wrong on it."""

    def __init__(self, page: Any, address: str, shots: Path, name: str) -> None:
        self.page, self._address, self._shots, self._name = page, address, shots, name
        self.faults: list[str] = []
        self.fits_no_more = False
        """With letters of double size on a phone the words of a choice may be cut; it opens when it is touched."""
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        page.on("request", self._check_request)

    def _check_request(self, request: Any) -> None:
        if not request.url.startswith((self._address, "data:")):
            self.faults.append(f"reached out: {request.url}")

    def go(self, path: str) -> None:
        self.page.goto(self._address + path)

    def shot(self, name: str) -> None:
        self.page.screenshot(path=self._shots / f"{self._name}-{name}.png", full_page=True)
        width = self.page.viewport_size["width"]
        assert self.page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than the screen"
        assert self.fits_no_more or self.page.evaluate(CUT_CHOICES) == [], f"{name} cuts a choice off"

    def ask(self, question: str) -> None:
        self.page.fill("#q", question)
        self.page.press("#q", "Enter")
        self.page.wait_for_url(re.compile("/answer/"))

    def wait_for_answer(self) -> None:
        self.page.wait_for_selector("#after .tools", state="attached", timeout=30_000)


@contextmanager
def looking(browser: Any, server: Served, shots: Path, screen: str, **more: Any) -> Iterator[Looker]:
    width, height = SCREENS[screen]
    context = browser.new_context(viewport={"width": width, "height": height}, **more)
    looker = Looker(
        context.new_page(), server.address, shots, f"{screen}{'-dark' if more.get('color_scheme') == 'dark' else ''}"
    )
    try:
        yield looker
        assert looker.faults == []
    finally:
        context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_pupil_asks_reads_and_looks_it_up(browser: Any, library: Served, shots: Path, screen: str) -> None:
    with looking(browser, library, shots, screen) as looker:
        page = looker.page
        looker.go("/?page=sw")
        looker.shot("01-home")
        looker.ask("Usanisinuru ni nini?")
        looker.wait_for_answer()
        assert page.locator("#sentences p").count() >= 2
        looker.shot("02-answer")
        page.click("#evidence summary")
        looker.shot("03-evidence")
        page.click("#sentences .cite >> nth=0")
        assert page.locator("mark#quote").is_visible()
        box = page.locator("mark#quote").bounding_box()
        assert box is not None and 0 <= box["y"] < SCREENS[screen][1]
        looker.shot("04-passage")
        page.click("text=Soma sura nzima")
        looker.shot("05-chapter")
        page.go_back()
        page.click("text=Rudi kwenye jibu")
        page.click("text=Kwa Kiingereza")
        page.wait_for_url(re.compile("/answer/"))
        looker.wait_for_answer()
        looker.shot("06-other-language")
        page.click("text=Muulize mwalimu")
        assert "bila jina lako" in page.inner_text("#answer")
        looker.shot("07-teacher-asked")


@pytest.mark.parametrize("screen", SCREENS)
def test_formulas_declines_and_browsing(browser: Any, library: Served, shots: Path, screen: str) -> None:
    with looking(browser, library, shots, screen) as looker:
        page = looker.page
        looker.go("/?page=en")
        page.select_option("#subject", "mathematics")
        looker.ask("What are the laws of exponents?")
        looker.wait_for_answer()
        assert page.locator("#sentences math").count() > 0
        looker.shot("10-formulas")
        looker.go("/")
        assert page.input_value("#subject") == "mathematics"  # remembered on the device
        page.select_option("#subject", "history")
        looker.ask("What is photosynthesis?")
        looker.wait_for_answer()
        looker.shot("11-decline")
        page.click("text=Ask in Biology, Form 2")
        looker.wait_for_answer()
        assert "hotosynthesis" in page.inner_text("#sentences")
        for name, path in (("12-books", "/books"), ("13-subject", "/books/biology"), ("14-search", "/search?q=heart"),
                           ("15-practice", "/practice?subject=biology&form=4"), ("16-glossary", "/glossary?q=cell"),
                           ("17-letter", "/glossary?letter=p"), ("18-door", "/teacher/sign-in")):  # fmt: skip
            looker.go(path)
            looker.shot(name)


def test_dark_screens_and_the_narrowest_phone(browser: Any, library: Served, shots: Path) -> None:
    with looking(browser, library, shots, "phone", color_scheme="dark") as looker:
        looker.page.set_viewport_size({"width": 320, "height": 568})
        looker.go("/?page=en")
        looker.ask("What is photosynthesis?")
        looker.wait_for_answer()
        looker.shot("20-answer-320")
        looker.go("/books/biology")
        looker.shot("21-subject-320")
    with looking(browser, library, shots, "lab", color_scheme="dark") as looker:
        looker.page.set_viewport_size({"width": 1920, "height": 1080})
        looker.go("/search?q=heart&page=en")
        looker.shot("22-projector")


@pytest.mark.parametrize("screen", SCREENS)
def test_everything_works_without_a_script(browser: Any, library: Served, shots: Path, screen: str) -> None:
    with looking(browser, library, shots, screen, java_script_enabled=False) as looker:
        page = looker.page
        looker.go("/?page=sw")
        page.fill("#q", "Usanisinuru ni nini?")
        page.click("button.main")
        page.wait_for_url(re.compile("/answer/"))
        for _ in range(20):
            if page.locator("#after .tools").count():
                break
            page.wait_for_timeout(500)
            page.reload()
        assert "mimea" in page.inner_text("#sentences").lower()
        looker.page.screenshot(path=shots / f"{screen}-30-no-script.png", full_page=True)
        page.click("#sentences .cite >> nth=0")
        assert page.locator("mark#quote").is_visible()
        page.click("text=Rudi kwenye jibu")
        page.click("text=Muulize mwalimu")
        assert "bila jina lako" in page.inner_text("#answer")
        page.click("nav >> text=Kamusi")
        page.fill("#q", "seli")
        page.click("button.main")
        assert "cell" in page.inner_text("main")


def test_the_keyboard_alone_is_enough(browser: Any, library: Served, shots: Path) -> None:
    with looking(browser, library, shots, "lab") as looker:
        looker.go("/?page=en")
        page = looker.page
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id") == "q":
                break
        page.keyboard.type("What is photosynthesis?")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/answer/"))
        looker.wait_for_answer()
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.className") == "cite":
                break
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/passage"))


AXE_RUN = "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']})"
AXE_PATHS = ("/", "/books", "/books/mathematics", "/search?q=heart", "/practice?subject=biology&form=4",
             "/glossary?q=cell", "/teacher/sign-in", "/nothing",
             "/read?id=mathematics/form-2-logarithms-quadratics-and-statistics.en&chapter=1")  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Any, library: Served, shots: Path, scheme: str) -> None:
    package = pytest.importorskip(
        "axe_playwright_python", reason="axe is not installed: pip install axe-playwright-python"
    )
    axe = (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    width, height = SCREENS["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    found: list[str] = []

    def examine(path: str) -> None:
        page.add_script_tag(content=axe)
        result = page.evaluate(AXE_RUN)
        for violation in result["violations"]:
            if violation["impact"] in ("serious", "critical"):
                found.append(f"{path}: {violation['id']}: {violation['nodes'][0]['html'][:120]}")

    for path in AXE_PATHS:
        page.goto(f"{library.address}{path}")
        examine(path)
    for question in ("What is photosynthesis?", "What is the capital of Mars?"):
        page.goto(f"{library.address}/?page=en")
        page.fill("#q", question)
        page.press("#q", "Enter")
        page.wait_for_selector("#after .tools", state="attached")
        page.wait_for_timeout(400)
        examine(question)
    context.close()
    assert found == []
