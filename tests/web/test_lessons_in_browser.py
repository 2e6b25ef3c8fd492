"""Lessons in headless Chromium, on a phone and on a lab computer, in both languages, with screenshots to look at."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from browser_server import Served  # noqa: E402
from test_in_browser import AXE_RUN, CHROMIUM, SCREENS, Looker, browser, library, looking, shots  # noqa: E402, F401

PASSWORD = "tembo mkubwa mweupe"
REQUESTS = {"en": "Form 2 biology in English", "sw": "Biolojia kidato cha pili"}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium"),
]


def make_path(looker: Looker, request: str, address: str = "/lessons") -> None:
    """Ask for a path and wait until its page says that nothing is left to write."""
    looker.go(address)
    looker.page.fill("#request", request)
    looker.page.click("form:has(#request) button.main")
    looker.page.wait_for_selector("#outline .node")


def wait_until_written(looker: Looker) -> None:
    looker.page.wait_for_selector("#outline:not([data-poll])", timeout=120_000)


def answer(form: Any) -> None:
    """Some answer to a question of any kind."""
    if form.locator("input[type=radio]").count():
        form.locator("input[type=radio]").first.check()
    for select in form.locator("select").all():
        select.select_option(index=1)
    for area in form.locator("textarea").all():
        area.fill("photosynthesis makes food")
    form.locator("button").click()


@pytest.mark.parametrize("language", ["en", "sw"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_pupil_follows_a_path(browser: Any, library: Served, shots: Path, screen: str, language: str) -> None:  # noqa: F811
    with looking(browser, library, shots, screen) as looker:
        page = looker.page
        looker.go(f"/lessons?page={language}")
        looker.shot(f"lessons-1-home-{language}")
        make_path(looker, REQUESTS[language])
        assert page.locator("#outline .node").count() >= 5
        wait_until_written(looker)
        looker.shot(f"lessons-2-path-{language}")
        page.click(".node.ready a >> nth=0")
        page.wait_for_selector("#lesson")
        looker.shot(f"lessons-3-lesson-{language}")
        forms = page.locator("form.question")
        for number in range(forms.count()):
            answer(forms.nth(number))
            forms.nth(number).locator("[data-outcome]").wait_for()
        assert "answer" not in page.url, "answers are marked in place"
        looker.shot(f"lessons-4-answered-{language}")
        page.click("#mark_read")
        kept = json.loads(page.evaluate("localStorage.getItem('tutor.lessons')"))
        (own,) = kept.values()
        assert own["read"] and own["questions"] == forms.count() and own["answers"]
        page.reload()
        assert page.locator("#mark_read").is_disabled()
        page.click(".trail a >> nth=1")
        page.wait_for_selector("#progress:not([hidden])")
        assert page.locator(".node .tag.here:not([hidden])").count() == 1
        looker.shot(f"lessons-5-progress-{language}")
        page.click(".node.ready a >> nth=0")
        page.click("#lesson .cite >> nth=0")
        assert page.locator("mark#quote").is_visible()


def test_without_a_script_lessons_are_read_and_answers_marked(
    browser: Any,  # noqa: F811
    library: Served,  # noqa: F811
    shots: Path,  # noqa: F811
) -> None:
    with looking(browser, library, shots, "phone", java_script_enabled=False) as looker:
        page = looker.page
        looker.go("/lessons?page=en")
        make_path(looker, "Form 4 biology in English")
        page.wait_for_selector(".node.ready a", timeout=60_000)
        for _ in range(60):
            if page.locator("noscript meta").count() == 0 and page.locator(".node.planned").count() == 0:
                break
            page.wait_for_timeout(1000)
            page.reload()
        page.click(".node.ready a >> nth=0")
        form = page.locator("form.question").first
        answer(form)
        page.wait_for_url(re.compile("/answer"))
        assert page.locator("[data-outcome]").count() == 1
        assert page.locator("#mark_read").is_hidden() and page.locator("#progress").count() == 0
        looker.shot("lessons-6-no-script")


def sign_in(looker: Looker, library: Served) -> None:  # noqa: F811
    page = looker.page
    looker.go("/teacher/sign-in?page=en")
    if library.site.accounts.is_set:
        page.fill("#password", PASSWORD)
    else:
        page.fill("#code", library.site.accounts.setup_code)
        page.fill("#password", PASSWORD)
        page.fill("#again", PASSWORD)
    page.click("main button.main")
    page.wait_for_load_state()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_teacher_reviews_gives_and_sees_results(browser: Any, library: Served, shots: Path, screen: str) -> None:  # noqa: F811
    with looking(browser, library, shots, screen) as looker:
        page = looker.page
        sign_in(looker, library)
        make_path(looker, f"Form 2 biology in English, {len(screen)} months", "/teacher/lessons")
        wait_until_written(looker)
        room = library.site.classrooms.add_class(f"Form 2 {screen}")
        page.reload()
        page.select_option("#class", room.token)
        page.click("#classes button.main")
        page.wait_for_selector(".address")
        link = page.locator(".address").first.inner_text()
        pupil = browser.new_context().new_page()
        pupil.goto(library.address + "/l/" + link.rsplit("/", 1)[1])
        pupil.click(".node.ready a >> nth=0")
        for number in range(2):
            form = pupil.locator("form.question").nth(number)
            with pupil.expect_response(re.compile("/count$")) as told:
                answer(form)
            assert told.value.status == 200
        answer(pupil.locator("form.question").first)  # a second try is not counted
        pupil.wait_for_timeout(300)
        pupil.context.close()
        page.reload()
        assert page.locator("table.counts tbody tr td:nth-child(2)").all_inner_texts() == ["1", "1"]
        looker.shot("teach-1-path")
        looker.go("/teacher/lessons")
        looker.shot("teach-2-home")
        looker.go("/teacher/lessons?subject=biology&form=2")
        looker.shot("teach-3-choose")
        looker.go("/teacher/lessons/review")
        looker.shot("teach-4-review")
        page.click("ul.rows a >> nth=0")
        page.click("summary")
        page.fill("#text_new", "Mkulima huchunga ng'ombe.")
        looker.shot("teach-5-edit")
        page.click("details button.main")
        page.wait_for_selector("text=Kept.")
        looker.shot("teach-6-edited")
        page.check("[name=own_words]")
        page.click("button.main >> nth=0")
        page.wait_for_selector("text=Approved")
        looker.shot("teach-7-approved")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_lesson_pages(browser: Any, library: Served, shots: Path, scheme: str) -> None:  # noqa: F811
    package = pytest.importorskip(
        "axe_playwright_python", reason="axe is not installed: pip install axe-playwright-python"
    )
    axe = (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    width, height = SCREENS["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=True)
    looker = Looker(context.new_page(), library.address, shots, f"axe-{scheme}")
    page = looker.page
    found: list[str] = []

    def examine(name: str) -> None:
        page.add_script_tag(content=axe)
        for violation in page.evaluate(AXE_RUN)["violations"]:
            if violation["impact"] in ("serious", "critical"):
                found.append(f"{name}: {violation['id']}: {violation['nodes'][0]['html'][:160]}")

    make_path(looker, REQUESTS["en"])
    wait_until_written(looker)
    examine("path")
    page.click(".node.ready a >> nth=0")
    examine("lesson")
    answer(page.locator("form.question").first)
    page.locator("[data-outcome]").first.wait_for()
    examine("answered")
    looker.go("/lessons?subject=biology&form=2")
    examine("choose")
    sign_in(looker, library)
    make_path(looker, f"Form 2 biology in English, {len(scheme)} weeks", "/teacher/lessons")
    wait_until_written(looker)
    examine("teacher's path")
    for address in ("/teacher/lessons", "/teacher/lessons/review"):
        looker.go(address)
        examine(address)
    if page.locator("ul.rows a").count():
        page.click("ul.rows a >> nth=0")
        page.click("summary")
        examine("teacher's lesson")
    context.close()
    assert found == []
