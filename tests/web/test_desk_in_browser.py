"""The teacher's and technician's paths in headless Chromium, on a phone and on a laptop, with screenshots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tutor.core.settings import Settings
from tutor.web.service.source import LibrarySource

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from browser_server import Served, served  # noqa: E402
from test_in_browser import AXE_RUN, CHROMIUM, Looker, browser, shots  # noqa: E402, F401

SCREENS = {"phone": (360, 640), "laptop": (1024, 768)}
PASSWORD = "tembo mkubwa mweupe"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium"),
]


@pytest.fixture
def school(library_source: LibrarySource, library_settings: Settings, tmp_path: Path) -> Iterator[Served]:
    """A school with books of its own copy, before its first start."""
    with served(library_source, tmp_path / "school", library_settings) as running:
        yield running


def opened(browser: Any, school: Served, shots: Path, screen: str, **more: Any) -> Looker:  # noqa: F811
    width, height = SCREENS[screen]
    context = browser.new_context(viewport={"width": width, "height": height}, **more)
    return Looker(context.new_page(), school.address, shots, f"desk-{screen}")


def first_start(looker: Looker, school: Served) -> None:
    page = looker.page
    looker.go("/start")
    looker.shot("01-language")
    page.click("main a[lang=en]")
    looker.shot("02-password")
    page.fill("#code", school.site.accounts.setup_code)
    page.fill("#password", PASSWORD)
    page.fill("#again", PASSWORD)
    page.click("main button.main")
    page.wait_for_url("**/start/books")
    looker.shot("03-books")


def ask(looker: Looker, question: str) -> None:
    looker.go("/")
    looker.ask(question)
    looker.wait_for_answer()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_teachers_day(browser: Any, school: Served, shots: Path, screen: str) -> None:  # noqa: F811
    looker = opened(browser, school, shots, screen)
    page = looker.page
    first_start(looker, school)
    looker.go("/teacher/classes")
    page.fill("#name", "Form 4 B")
    page.select_option("#subject", "biology")
    page.click("text=Make the class")
    page.wait_for_selector(".code img")
    looker.shot("04-class")
    page.check("input[name=may_form][value='4']")
    page.click("main button.main")
    page.wait_for_selector("text=Saved.")
    assert school.site.classrooms.classes()[0].allowed.forms == (4,)

    for question in ("What is photosynthesis?", "What is the capital of Mars?"):
        ask(looker, question)
    page.click("button:has-text('Ask your teacher')")
    page.wait_for_selector("text=It is on your teacher's list")
    looker.go("/teacher/questions")
    looker.shot("05-questions")
    page.click("text=Good answer >> nth=-1")
    page.click(".tabs a:has-text('Marked')")
    page.wait_for_selector(".tag.good")
    looker.shot("06-marked")
    page.click(".tabs a:has-text('Not in the books')")
    page.wait_for_selector("text=asked 1 time, not in the books")
    looker.shot("07-gaps")
    page.click(".tabs a:has-text('For the teacher')")
    page.click("summary >> nth=-1")
    page.fill("textarea", "Mars has no capital:\nnobody lives there.")
    looker.shot("08-answering")
    page.click("button.strong >> nth=0")
    page.wait_for_selector(".own")
    ask(looker, "what is the capital of mars")
    assert "nobody lives there" in page.inner_text(".of-teacher")
    looker.shot("09-own-answer")

    looker.go("/teacher/sheet?subject=biology&form=4")
    page.check("#q1")
    page.check("[name=guide]")
    looker.shot("10-sheet")
    page.click("text=Make the sheet")
    page.wait_for_selector(".sheet")
    looker.shot("11-print")
    looker.go("/teacher/library")
    looker.shot("12-library")
    looker.go("/status")
    looker.shot("13-status")
    page.click("text=Sign out")
    looker.go("/teacher/classes")
    assert page.locator("text=This page is for teachers").count() == 1
    looker.faults[:] = [fault for fault in looker.faults if "401" not in fault]
    assert looker.faults == []
    page.context.close()


def test_the_teachers_pages_without_a_script(browser: Any, school: Served, shots: Path) -> None:  # noqa: F811
    looker = opened(browser, school, shots, "phone", java_script_enabled=False)
    page = looker.page
    first_start(looker, school)
    looker.go("/teacher/classes")
    page.fill("#name", "Form 2")
    page.click("text=Make the class")
    assert page.locator(".code img").count() == 1
    looker.go("/teacher/library")
    assert page.locator("input[name=book]").count() > 0 and not page.locator("[data-tick-all]").is_visible()
    page.context.close()


DESK_PATHS = ("/teacher/classes", "/teacher/library", "/teacher/questions", "/teacher/questions?view=gaps",
              "/teacher/sheet?subject=biology&form=4", "/status", "/teacher/sign-in", "/start/books")  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_desk(
    browser: Any, school: Served, shots: Path, scheme: str  # noqa: F811
) -> None:  # fmt: skip
    package = pytest.importorskip(
        "axe_playwright_python", reason="axe is not installed: pip install axe-playwright-python"
    )
    axe = (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    looker = opened(browser, school, shots, "phone", color_scheme=scheme, bypass_csp=True)
    made = school.site.classrooms.add_class("2B", "biology", 2)
    first_start(looker, school)
    ask(looker, "What is the capital of Mars?")
    found: list[str] = []
    for path in (*DESK_PATHS, f"/teacher/classes/{made.token}"):
        looker.go(path)
        looker.page.add_script_tag(content=axe)
        for violation in looker.page.evaluate(AXE_RUN)["violations"]:
            if violation["impact"] in ("serious", "critical"):
                found.append(f"{path}: {violation['id']}: {violation['nodes'][0]['html'][:120]}")
    looker.page.context.close()
    assert found == []
