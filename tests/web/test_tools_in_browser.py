"""The buttons below an answer, one by one: copy, print, read aloud, simpler, more, the other language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tutor.web.service.source import LibrarySource

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from browser_server import Served, served  # noqa: E402
from test_in_browser import CHROMIUM, SCREENS, Looker, browser, looking, shots  # noqa: E402, F401

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium"),
]
QUESTION = "What is photosynthesis?"
NO_SAFE_PLACE = "Object.defineProperty(window, 'isSecureContext', {value: false});"
NOTES_PRINTS = "window.prints = 0; window.print = () => { window.prints += 1; };"
SPEAKS = """
window.said = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
const voices = %s;
Object.defineProperty(window, 'speechSynthesis', {value: {
  speaking: false,
  getVoices: () => voices,
  speak(one) { this.speaking = true; window.said.push(one); },
  cancel() { this.speaking = false; },
}});
"""
BOTH_VOICES = "[{lang: 'en-GB', name: 'Aisha'}, {lang: 'sw-TZ', name: 'Zuhura'}]"


@pytest.fixture(scope="module")
def library(library_source: LibrarySource, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(library_source, tmp_path_factory.mktemp("tools site")) as running:
        yield running


def answered(looker: Looker, question: str = QUESTION, page: str = "en") -> Any:
    looker.go(f"/?page={page}")
    looker.ask(question)
    looker.wait_for_answer()
    return looker.page


@pytest.mark.parametrize("script", ["", NO_SAFE_PLACE], ids=["clipboard", "old-browser"])
@pytest.mark.parametrize("screen", SCREENS)
def test_copy(browser: Any, library: Served, shots: Path, screen: str, script: str) -> None:  # noqa: F811
    permissions = ["clipboard-read", "clipboard-write"]
    with looking(browser, library, shots, screen, permissions=permissions) as looker:
        looker.page.add_init_script(script)
        page = answered(looker)
        page.click("[data-do=copy]")
        page.wait_for_selector("text=Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        question, sentences, places = copied.replace("\r\n", "\n").split("\n\n")
        assert question == QUESTION and "hotosynthesis" in sentences and "Form 2" in places
        assert not re.search(r"\.\s*\d+$", sentences, re.MULTILINE)  # without the marks of the sources
        looker.shot("60-copied")


@pytest.mark.parametrize("screen", SCREENS)
def test_print(browser: Any, library: Served, shots: Path, screen: str) -> None:  # noqa: F811
    with looking(browser, library, shots, screen) as looker:
        looker.page.add_init_script(NOTES_PRINTS)
        page = answered(looker)
        page.click("[data-do=print]")
        assert page.evaluate("window.prints") == 1
        assert not page.locator("#evidence .place").first.is_visible()
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.locator("#evidence .place").first.is_visible()  # nothing can be unfolded on paper
        assert page.locator("#sentences p").first.is_visible()
        for hidden in ("header", "#ask", ".tools", "footer"):
            assert not page.locator(hidden).first.is_visible()
        looker.shot("61-print")
        page.emulate_media(media="screen")
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert not page.locator("#evidence .place").first.is_visible()


@pytest.mark.parametrize("question, page, voice", [(QUESTION, "en", "en-GB"), ("Usanisinuru ni nini?", "sw", "sw-TZ")])
@pytest.mark.parametrize("screen", SCREENS)
def test_read_aloud(
    browser: Any, library: Served, shots: Path, screen: str, question: str, page: str, voice: str  # noqa: F811
) -> None:  # fmt: skip
    with looking(browser, library, shots, screen) as looker:
        looker.page.add_init_script(SPEAKS % BOTH_VOICES)
        tab = answered(looker, question, page)
        button = tab.locator("[data-do=aloud]")
        before = button.inner_text()
        button.click()
        said = tab.evaluate("window.said.map(one => [one.text, one.lang])")
        assert len(said) == 1 and said[0][1] == voice and len(said[0][0]) > 40
        assert not re.search(r"[.!?] ?\d+ ", said[0][0])
        assert button.inner_text() != before
        looker.shot(f"62-aloud-{page}")
        button.click()
        assert button.inner_text() == before and not tab.evaluate("window.speechSynthesis.speaking")
        button.click()
        tab.evaluate("window.said[1].onend()")
        assert button.inner_text() == before


def test_without_a_voice_of_the_language_there_is_no_button(
    browser: Any, library: Served, shots: Path  # noqa: F811
) -> None:  # fmt: skip
    with looking(browser, library, shots, "phone") as looker:
        looker.page.add_init_script(SPEAKS % "[{lang: 'fr-FR', name: 'Amélie'}]")
        page = answered(looker)
        assert page.locator("[data-do=aloud]").count() == 1 and not page.locator("[data-do=aloud]").is_visible()
        assert page.locator("[data-do=copy]").is_visible()


def sentence_words(page: Any) -> list[int]:
    """How many words each sentence of the answer on the page has."""
    return [len(text.split()) for text in page.locator("#sentences p").all_inner_texts()]


@pytest.mark.parametrize("wish, label", [("simpler", "Simpler"), ("more", "More")])
@pytest.mark.parametrize("screen", SCREENS)
def test_simpler_and_more(
    browser: Any, library: Served, shots: Path, screen: str, wish: str, label: str  # noqa: F811
) -> None:  # fmt: skip
    with looking(browser, library, shots, screen) as looker:
        page = answered(looker)
        before = sentence_words(page)
        first = page.url
        page.click(f"#after button:text-is('{label}')")
        page.wait_for_url(lambda url: "/answer/" in url and url != first)
        looker.wait_for_answer()
        question = library.site.service.asked(page.url.rsplit("/", 1)[1]).question
        assert getattr(question, wish) and question.text == QUESTION
        shown = sentence_words(page)
        if wish == "more":
            assert len(shown) >= len(before)
        else:  # a long sentence may be shown as two: what counts is how long one is
            assert shown and max(shown) <= max(before) and sum(shown) / len(shown) <= sum(before) / len(before)
        assert page.input_value("#subject") == ""  # a wish changes no choice of the device
        looker.shot(f"63-{wish}")


@pytest.mark.parametrize("wish, label", [("simpler", "Simpler"), ("more", "More")])
def test_the_wishes_need_no_script(
    browser: Any, library: Served, shots: Path, wish: str, label: str  # noqa: F811
) -> None:  # fmt: skip
    with looking(browser, library, shots, "phone", java_script_enabled=False) as looker:
        page = looker.page
        looker.go("/?page=en")
        page.fill("#q", QUESTION)
        page.click("button.main")
        for _ in range(20):
            if page.locator("#after .tools").count():
                break
            page.wait_for_timeout(500)
            page.reload()
        for name in ("copy", "print", "aloud"):
            assert not page.locator(f"[data-do={name}]").is_visible()
        page.click(f"#after button:text-is('{label}')")
        ticket = page.url.rsplit("/", 1)[1]
        assert getattr(library.site.service.asked(ticket).question, wish)
