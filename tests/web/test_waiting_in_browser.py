"""What a pupil sees while a class waits, on a phone and on a lab computer, in both languages, with screenshots.

The place in the queue is shown, moves and survives a reload; a second tab does not jump it; who stops or leaves is not
written for; a lost connection is told and the page goes on by itself.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from web_fakes import FakeTutor, writing_source

from tutor.web.texts.catalogue import words

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from browser_server import Served, served  # noqa: E402
from test_in_browser import CHROMIUM, SCREENS, Looker, browser, looking, shots  # noqa: E402, F401

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium"),
    pytest.mark.parametrize("screen", SCREENS),
]
both_languages = pytest.mark.parametrize("language", ["en", "sw"])


@pytest.fixture
def tutor() -> FakeTutor:
    """Writes nothing before `hold` is set."""
    held = FakeTutor()
    held.hold = threading.Event()
    return held


@pytest.fixture
def server(tutor: FakeTutor, tmp_path: Path) -> Iterator[Served]:
    with served(writing_source(tutor), tmp_path) as running:
        yield running


Opened = Callable[[str], Looker]


@pytest.fixture
def pupil(browser: Any, server: Served, shots: Path, screen: str) -> Iterator[Opened]:  # noqa: F811
    """Opens the question page in that language as one more pupil, each with a device of its own."""
    with ExitStack() as stack:

        def opened(language: str) -> Looker:
            looker = stack.enter_context(looking(browser, server, shots, screen))
            looker.go(f"/?page={language}")
            return looker

        yield opened


def ask_and_see_evidence(looker: Looker, question: str) -> None:
    looker.ask(question)
    looker.page.wait_for_selector("#evidence mark")


def place_of(looker: Looker, place: int, language: str) -> None:
    """Wait until the page says that place."""
    said = words("state.waiting", language, place=place, time="").split(str(place))[0] + str(place)
    looker.page.wait_for_function("said => document.getElementById('state').textContent.includes(said)", arg=said)


def wait_until_idle(server: Served) -> None:
    for _ in range(200):
        state = server.site.service.state()
        if state.writing == state.waiting == 0:
            return
        threading.Event().wait(0.1)
    raise AssertionError(f"somebody still waits: {state}")


@both_languages
def test_the_place_is_shown_moves_and_survives_a_reload(pupil: Opened, tutor: FakeTutor, language: str) -> None:
    first, second, third = pupil(language), pupil(language), pupil(language)
    ask_and_see_evidence(first, "What is the heart?")
    ask_and_see_evidence(second, "What is blood?")
    ask_and_see_evidence(third, "What is a vein?")
    place_of(third, 3, language)
    assert third.page.locator("#evidence mark").is_visible() and third.page.locator("#sentences p").count() == 0
    third.shot(f"40-waiting-third-{language}")
    third.page.reload()
    place_of(third, 3, language)
    first.page.click(f"text={words('tool.stop', language)}")
    place_of(third, 2, language)
    second.page.wait_for_selector(f"text={words('state.writing', language)}")
    second.shot(f"41-being-written-{language}")
    assert tutor.hold is not None
    tutor.hold.set()
    for looker in (second, third):
        looker.page.wait_for_selector("#after .tools")
        assert looker.page.locator("#sentences .cite").count() == 1
        assert not looker.page.locator("#evidence mark").is_visible()  # folded up when the answer is there
    third.shot(f"42-written-{language}")


def test_a_second_tab_does_not_jump_the_queue(pupil: Opened, tutor: FakeTutor, server: Served) -> None:
    first, many, other = pupil("en"), pupil("en"), pupil("en")
    ask_and_see_evidence(first, "What is the heart?")
    ask_and_see_evidence(many, "What is blood?")
    tab = Looker(many.page.context.new_page(), server.address, many._shots, many._name)
    tab.go("/")
    ask_and_see_evidence(tab, "What is a vein?")
    place_of(tab, 3, "en")
    ask_and_see_evidence(other, "What is a lung?")
    place_of(other, 3, "en")  # before the second tab, which came earlier
    place_of(tab, 4, "en")
    assert tutor.hold is not None
    tutor.hold.set()
    for looker in (first, many, tab, other):
        looker.page.wait_for_selector("#after .tools")
    assert tutor.written == ["What is the heart?", "What is blood?", "What is a lung?", "What is a vein?"]
    assert tab.faults == []


@both_languages
def test_stopping_keeps_the_evidence_and_asking_again_works(
    pupil: Opened, tutor: FakeTutor, server: Served, language: str
) -> None:
    looker = pupil(language)
    ask_and_see_evidence(looker, "What is the heart?")
    looker.page.click(f"text={words('tool.stop', language)}")
    looker.page.wait_for_selector(f"text={words('state.cancelled', language)}")
    assert looker.page.locator("#evidence mark").is_visible()
    looker.shot(f"43-stopped-{language}")
    wait_until_idle(server)
    assert tutor.hold is not None
    tutor.hold.set()
    looker.page.click(f"#after button:text-is('{words('tool.again', language)}')")
    looker.page.wait_for_selector("#sentences .cite")


def test_leaving_the_page_cancels(pupil: Opened, tutor: FakeTutor, server: Served) -> None:
    looker = pupil("en")
    ask_and_see_evidence(looker, "What is the heart?")
    looker.page.close()
    wait_until_idle(server)
    assert tutor.written == []


@both_languages
def test_a_page_recovers_by_itself_when_the_server_comes_back(
    pupil: Opened, tutor: FakeTutor, server: Served, language: str
) -> None:
    writing, waiting = pupil(language), pupil(language)
    ask_and_see_evidence(writing, "What is the heart?")
    ask_and_see_evidence(waiting, "What is blood?")
    server.stop()
    for looker in (writing, waiting):
        looker.page.wait_for_selector(f"text={words('state.lost', language)}", timeout=20_000)
        assert looker.page.locator("#evidence mark").is_visible()
        assert not looker.page.locator("#waiting button").is_visible()  # nobody is there to be told
    waiting.shot(f"50-lost-{language}")
    assert tutor.hold is not None
    tutor.hold.set()
    server.start()
    for looker in (writing, waiting):
        looker.page.wait_for_selector("#after .tools", timeout=30_000)  # nobody touched anything
        assert "The heart <pumps> blood." in looker.page.inner_text("#sentences")
        assert words("state.lost", language) not in looker.page.inner_text("#answer")
        looker.faults[:] = [fault for fault in looker.faults if "ERR_" not in fault]
    waiting.shot(f"51-back-{language}")


def test_a_script_free_page_reloads_itself_while_it_waits(
    browser: Any, server: Served, tutor: FakeTutor, shots: Path, screen: str  # noqa: F811
) -> None:  # fmt: skip
    with (
        looking(browser, server, shots, screen, java_script_enabled=False) as first,
        looking(browser, server, shots, screen, java_script_enabled=False) as second,
    ):
        for looker, question in ((first, "What is the heart?"), (second, "What is blood?")):
            looker.go("/?page=sw")
            looker.page.fill("#q", question)
            looker.page.click("button.main")
            assert "The heart <pumps> blood." in looker.page.inner_text("#evidence")
        assert re.search(r"wewe ni wa 2 kwenye foleni", second.page.inner_text("#state"))
        second.page.screenshot(path=shots / f"{screen}-44-no-script-waiting.png", full_page=True)
        assert tutor.hold is not None
        tutor.hold.set()
        for looker in (first, second):
            looker.page.wait_for_selector("#sentences p", timeout=20_000)  # nobody touched anything
