"""The teacher's and technician's paths in headless Chromium, on a phone and on a laptop, with screenshots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_fakes import FakeTutor, writing_source

from tutor.core.settings import Settings
from tutor.core.types import Scope
from tutor.web.service.source import LibrarySource

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from browser_server import Served, served  # noqa: E402
from test_in_browser import AXE_RUN, CHROMIUM, Looker, browser, shots  # noqa: E402, F401

SCREENS = {"phone": (360, 640), "lab": (1366, 768)}
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


BOOK = """---
title: Notes on the baobab of our school
subject: biology
form: 1
language: en
---
# The baobab of our school

The baobab beside the football field of our school is two hundred years old and holds water in its thick trunk.
"""


def end_of_change(page: Any) -> None:
    page.wait_for_selector("text=What was done", timeout=120_000)


@pytest.mark.parametrize("screen", SCREENS)
def test_books_come_are_corrected_and_go(
    browser: Any, school: Served, shots: Path, tmp_path: Path, screen: str  # noqa: F811
) -> None:  # fmt: skip
    looker = opened(browser, school, shots, screen)
    page = looker.page
    first_start(looker, school)
    file = tmp_path / "our baobab.md"
    file.write_text(BOOK, encoding="utf-8")
    looker.go("/teacher/library")
    page.set_input_files("#files", str(file))
    page.click("text=Add them")
    end_of_change(page)
    assert page.locator("text=1 book added").count() == 1
    looker.shot("14-added")
    page.check("input[name=book][aria-label*='baobab of our school']")
    page.select_option("#new_form", "2")
    page.click("text=Correct them")
    end_of_change(page)
    assert page.locator("text=1 book corrected").count() == 1
    looker.shot("15-corrected")
    page.check("input[name=book][aria-label*='baobab of our school']")
    page.click("text=Remove them")
    page.wait_for_selector("[role=alert]")  # not without being sure
    looker.shot("16-not-sure")
    page.check("input[name=book][aria-label*='baobab of our school']")
    page.check("main [name=sure]")
    page.click("text=Remove them")
    end_of_change(page)
    assert page.locator("text=1 book removed").count() == 1
    looker.faults[:] = [fault for fault in looker.faults if "400" not in fault]
    assert looker.faults == []
    page.context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_wrong_answer_a_look_as_a_class_and_another_password(
    browser: Any, school: Served, shots: Path, screen: str  # noqa: F811
) -> None:  # fmt: skip
    looker = opened(browser, school, shots, screen)
    page = looker.page
    first_start(looker, school)
    ask(looker, "What is photosynthesis?")
    looker.go("/teacher/questions")
    page.click("button:has-text('Wrong answer')")
    page.wait_for_selector(".tag.wrong")
    looker.shot("20-marked-wrong")
    ask(looker, "What is photosynthesis?")
    assert page.locator("#evidence mark").first.is_visible() and page.locator("#sentences p").count() == 0
    assert "A teacher found that the earlier answer" in page.inner_text("#after")
    looker.shot("21-held-back")
    looker.go("/teacher/questions?view=review")
    looker.shot("22-review")

    made = school.site.classrooms.add_class("Form 2 B", "biology", 2, "sw", Scope(subjects=("biology",), forms=(2,)))
    looker.go(f"/teacher/classes/{made.token}")
    page.click("text=See what this class sees")
    page.wait_for_selector(".preview")
    assert page.input_value("#subject") == "biology" and page.input_value("#form") == "2"
    looker.shot("23-preview")
    looker.ask("Usanisinuru ni nini?")
    looker.wait_for_answer()
    looker.shot("24-preview-answer")
    page.click(".preview button")
    page.wait_for_url(f"**/teacher/classes/{made.token}*")
    assert page.locator(".preview").count() == 0 and page.locator("text=See what this class sees").count() == 1

    looker.go("/teacher/password")
    looker.shot("25-password")
    page.fill("#old", PASSWORD)
    page.fill("#password", PASSWORD + " mzee")
    page.fill("#again", PASSWORD + " mzee")
    page.click("main button.main")
    page.wait_for_selector("text=The password was changed.")
    looker.shot("26-changed")
    assert looker.faults == []
    page.context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_backup_is_saved_and_put_back(
    browser: Any, tmp_path: Path, shots: Path, screen: str  # noqa: F811
) -> None:  # fmt: skip
    with served(writing_source(FakeTutor()), tmp_path / "school") as school:
        looker = opened(browser, school, shots, screen)
        page = looker.page
        first_start(looker, school)
        school.site.classrooms.add_class("Form 1 A")
        looker.go("/status")
        with page.expect_download() as saved:
            page.click("text=Save a backup")
        file = tmp_path / saved.value.suggested_filename
        saved.value.save_as(file)
        school.site.classrooms.add_class("Form 4 C")
        page.click("text=Put a backup back")
        page.set_input_files("#backup", str(file))
        page.click("text=Check the backup")
        page.wait_for_selector("text=What this backup holds")
        assert "Form 1 A" in page.inner_text("main") and "Form 4 C" not in page.inner_text("main")
        looker.shot("30-backup-holds")
        page.fill("main input[type=password]", PASSWORD)
        page.check("main [name=sure]")
        page.click("text=Put it back now")
        page.wait_for_selector("text=The pages pause")
        looker.shot("31-pause")
        page.wait_for_selector("text=The backup is in its place.", timeout=60_000)  # nobody touched anything
        looker.shot("32-restored")
        assert [one.name for one in school.site.classrooms.classes()] == ["Form 1 A"]
        page.click("main a.strong")
        page.fill("#password", PASSWORD)
        page.click("main button.main")
        page.wait_for_selector("text=You are signed in")
        looker.go("/status/restore")
        looker.shot("33-go-back")
        assert page.locator("button:has-text('Go back to what was before')").count() == 1
        assert looker.faults == []
        page.context.close()


@pytest.mark.parametrize("page", ["en", "sw"])
@pytest.mark.parametrize("size", [(1024, 768), (360, 640)])
def test_no_choice_is_cut_off_on_an_old_screen(
    browser: Any, school: Served, shots: Path, size: tuple[int, int], page: str  # noqa: F811
) -> None:  # fmt: skip
    accounts = school.site.accounts
    accounts.set_first_password(accounts.setup_code, PASSWORD, PASSWORD, "127.0.0.1")
    made = school.site.classrooms.add_class("Form 2 B", "biology", 2, None)
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    looker = Looker(context.new_page(), school.address, shots, f"desk-{size[0]}-{page}")
    looker.go(f"/teacher/sign-in?page={page}")
    looker.page.fill("#password", PASSWORD)
    looker.page.click("main button.main")
    looker.page.wait_for_load_state()
    for name in ("classes", f"classes/{made.token}", "library", "lessons", "questions", "sheet?subject=biology&form=2"):
        looker.go(f"/teacher/{name}")
        looker.page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
        looker.shot(f"90-{name.partition('?')[0].replace('/', '-')}")
    context.close()
    assert looker.faults == []


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


@pytest.mark.parametrize("screen", SCREENS)
def test_the_teachers_pages_without_a_script(
    browser: Any, school: Served, shots: Path, screen: str  # noqa: F811
) -> None:  # fmt: skip
    looker = opened(browser, school, shots, screen, java_script_enabled=False)
    page = looker.page
    first_start(looker, school)
    looker.go("/teacher/classes")
    page.fill("#name", "Form 2")
    page.click("text=Make the class")
    assert page.locator(".code img").count() == 1
    page.click("text=See what this class sees")
    assert page.locator(".preview").is_visible()
    looker.shot("17-no-script-preview")
    page.click(".preview button")
    assert page.locator(".preview").count() == 0
    looker.go("/status/restore")
    assert page.locator("#backup").is_visible()
    looker.go("/teacher/password")
    page.fill("#old", PASSWORD)
    page.fill("#password", PASSWORD + " mzee")
    page.fill("#again", PASSWORD + " mzee")
    page.click("main button.main")
    assert page.locator("text=The password was changed.").count() == 1
    looker.go("/teacher/library")
    assert page.locator("input[name=book]").count() > 0 and not page.locator("[data-tick-all]").is_visible()
    page.context.close()


DESK_PATHS = ("/teacher/classes", "/teacher/library", "/teacher/questions", "/teacher/questions?view=gaps",
              "/teacher/sheet?subject=biology&form=4", "/status", "/teacher/sign-in", "/start/books",
              "/teacher/password", "/status/restore", "/status/restore/done",
              "/teacher/questions?view=review")  # fmt: skip


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

    def examine(name: str) -> None:
        looker.page.add_script_tag(content=axe)
        for violation in looker.page.evaluate(AXE_RUN)["violations"]:
            if violation["impact"] in ("serious", "critical"):
                found.append(f"{name}: {violation['id']}: {violation['nodes'][0]['html'][:120]}")

    for path in (*DESK_PATHS, f"/teacher/classes/{made.token}"):
        looker.go(path)
        examine(path)
    ask(looker, "What is photosynthesis?")
    (record,) = (one for one in school.site.questions.records() if one.text == "What is photosynthesis?")
    school.site.held_back.hold_back("What is photosynthesis?", record.passages)
    school.site.pins.pin("What is photosynthesis?", "How plants make food.")
    ask(looker, "What is photosynthesis?")
    looker.page.wait_for_selector(".of-teacher")
    examine("held back, with the teacher's answer")
    looker.go(f"/teacher/classes/{made.token}")
    looker.page.click("text=See what this class sees")
    looker.page.wait_for_selector(".preview")
    examine("as a class")
    looker.page.context.close()
    assert found == []
