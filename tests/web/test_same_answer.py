"""Same question, same books, same answer: under a class's load, and while the index is switched beneath it.

Every question is truly answered anew: the cache of answers, which would make this easy, is put out of work.
"""

from __future__ import annotations

import http.client
import json
import random
import secrets
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser_server import Served, served
from test_desk_library import Ticking

from tutor.answering.opening import open_vectors
from tutor.core.settings import Settings, load_settings
from tutor.index.builder import build_index
from tutor.library.store import LibraryStore
from tutor.models.progress import no_progress
from tutor.web.service.limits import Limit
from tutor.web.service.source import LibrarySource
from tutor.web.service.terms import ServiceLimits
from tutor.web.service.work import ENDED

pytestmark = pytest.mark.slow
FREE = Limit(1_000_000, 60.0)
NO_LIMITS = ServiceLimits(
    of_pupil=FREE, of_address=FREE, open_tickets=2000, waiting=500, waiting_of_address=500, kept_seconds=30.0
)
ASKED = "What is photosynthesis?"
OTHERS = (
    "Moyo ni nini?", "What is blood?", "Eleza upumuaji.", "What is a gene?", "Usanisinuru ni nini?",
    "Who was Kinjekitile?", "Why did the Maji Maji war break out?", "What are the laws of exponents?",
    "Nini maana ya logarithm?", "What is the capital of Mars?", "Compare arteries and veins.", "asdf qwer",
    "What is osmosis na kazi yake?",
)  # fmt: skip
BOOK = """---
title: The kites of our school
subject: geography
form: 3
language: en
---
# The kites of our school

## How a kite is made

A kite is made of two thin sticks of bamboo and a sheet of paper. The longest kite of the school is named Mwewe.
"""


@pytest.fixture
def school(library_settings: Settings, models_dir: Path, tmp_path: Path) -> Iterator[Served]:
    """A school with a copy of the books, that notices a new generation of the index at once."""
    home = tmp_path / "school"
    shutil.copytree(library_settings.places.home, home)
    settings = load_settings(home, profile="small", models_dir=str(models_dir), generator="off")
    with served(LibrarySource(settings, clock=Ticking()), home, settings, NO_LIMITS) as running:
        running.site.service.cache.events = lambda key: None  # type: ignore[method-assign]
        yield running


def answer(school: Served, question: str) -> tuple[int, str]:
    """Status and reply of a question by a device of its own, without what is the ticket's."""
    headers = {"Content-Type": "application/json", "Cookie": f"tutor_device={secrets.token_urlsafe(12)}"}
    status, text = sent(school, "POST", "/api/v1/ask", headers, json.dumps({"question": question}))
    ticket = json.loads(text).get("ticket") or "-"
    while status == 202 or (status == 200 and json.loads(text)["state"] not in ENDED):
        threading.Event().wait(0.05)
        status, text = sent(school, "GET", f"/api/v1/queue/{ticket}", headers)
    return status, text.replace(ticket, "TICKET")


def sent(school: Served, method: str, path: str, headers: dict[str, str], body: str | None = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection(school.address.removeprefix("http://"), timeout=120)
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    text = reply.read().decode("utf-8")
    connection.close()
    return reply.status, text


class Class:
    """Pupils who ask one after the other, each what `question` says for its number and turn, until it is over.

    Each reads for `pause` seconds on average before it asks again.
    """

    def __init__(self, school: Served, pupils: int, question: Callable[[int, int], str], pause: float = 0.0) -> None:
        self._school, self._question, self._pause = school, question, pause
        self._over = threading.Event()
        self.replies: list[tuple[str, int, str]] = []
        self.errors: list[Exception] = []
        self._threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(pupils)]

    def _ask(self, number: int) -> None:
        turn, chance = 0, random.Random(number)
        try:
            while not self._over.is_set():
                question = self._question(number, turn)
                self.replies.append((question, *answer(self._school, question)))
                turn += 1
                self._over.wait(chance.uniform(0, 2 * self._pause))
        except (OSError, ValueError, http.client.HTTPException) as error:
            self.errors.append(error)

    @contextmanager
    def asking(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in self._threads:
                thread.join(120)

    def asked_since(self, count: int) -> None:
        """Wait until every pupil may have asked once more."""
        for _ in range(6000):
            if self.errors or len(self.replies) >= count + len(self._threads):
                return
            threading.Event().wait(0.02)
        raise AssertionError("the class does not go on")


def test_a_hundred_times_the_same_under_a_classs_load(school: Served) -> None:
    alone = answer(school, ASKED)
    assert alone[0] == 200 and json.loads(alone[1])["state"] == "done" and json.loads(alone[1])["sentences"]
    pupils = Class(school, 40, lambda number, turn: OTHERS[(number + 7 * turn) % len(OTHERS)], pause=2)
    with pupils.asking():
        pupils.asked_since(0)
        found = {answer(school, ASKED) for _ in range(100)}
    assert found == {alone}
    assert pupils.errors == [] and len(pupils.replies) >= 40
    for question in OTHERS:
        assert len({(status, text) for asked, status, text in pupils.replies if asked == question}) == 1, question
    assert school.site.service.state().failed == 0


def rebuilt(school: Served) -> None:
    """Build a new generation of the same books and switch to it."""
    settings = school.site.settings
    with LibraryStore(settings.places.library_db) as store:
        vectors, _, model = open_vectors(settings, store)
        build_index(store, vectors, settings.places.index, model.name, no_progress)


def test_a_switch_of_generations_changes_no_answer(school: Served) -> None:
    alone = answer(school, ASKED)
    names = {school.site.source.current().tutor.parts.retriever}
    pupils = Class(school, 8, lambda number, turn: ASKED)
    with pupils.asking():
        for _ in range(3):
            pupils.asked_since(len(pupils.replies))
            rebuilt(school)
            names.add(school.site.source.current().tutor.parts.retriever)
        pupils.asked_since(len(pupils.replies))
    assert len(names) == 4  # it was switched each time
    assert pupils.errors == []
    assert {(status, text) for _, status, text in pupils.replies} == {alone}
    assert school.site.service.state().failed == 0


def test_a_book_that_comes_and_goes_changes_no_answer_about_another(school: Served, tmp_path: Path) -> None:
    alone = answer(school, ASKED)
    shelf = school.site.bookshelf
    file = shelf.folder / "kites.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(BOOK, encoding="utf-8")
    pupils = Class(school, 8, lambda number, turn: ASKED)
    with pupils.asking():
        pupils.asked_since(0)
        shelf.add(lambda: [file], {})
        shelf.wait(120)
        assert shelf.job is not None and shelf.job.error is None
        pupils.asked_since(len(pupils.replies))
        status, text = answer(school, "What is a kite made of?")
        assert status == 200 and json.loads(text)["evidence"][0]["document"] == "The kites of our school"
        (kites,) = (one.id for one in shelf.documents() if one.title == "The kites of our school")
        shelf.remove([kites])
        shelf.wait(120)
        pupils.asked_since(len(pupils.replies))
    assert pupils.errors == []
    assert {(status, text) for _, status, text in pupils.replies} == {alone}
    assert school.site.service.state().failed == 0
