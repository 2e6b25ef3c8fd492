"""Lessons on the pages: an outline at once, lessons that fill in, the class's gate, the teacher's review."""

from __future__ import annotations

import re
import time

import pytest
from flask.testing import FlaskClient
from web_fakes import form_token_of

from tutor.core.types import Scope
from tutor.lessons.lesson import ENDED, State
from tutor.lessons.service import PathStatus
from tutor.web.app import create_app
from tutor.web.service import lesson_room
from tutor.web.service.limits import Limit, RateLimiter
from tutor.web.site import Site

PASSWORD = "tembo mkubwa mweupe"
REQUEST = "Form 2 biology"


def text_of(client: FlaskClient, path: str, **more: object) -> str:
    return client.get(path, **more).get_data(as_text=True)  # type: ignore[arg-type]


def planned(client: FlaskClient, request: str = REQUEST, address: str = "/lessons", **fields: str) -> str:
    """The address of a new path's page."""
    reply = client.post(address, data={"csrf": form_token_of(client), "request": request, **fields})
    assert reply.status_code == 303, reply.get_data(as_text=True)
    return reply.headers["Location"]


def written(site: Site, where: str) -> PathStatus:
    """The path of that address when nothing of it is left to write."""
    name = where.rsplit("/", 1)[1]
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        status = site.lesson_room.lessons.path_status(name)
        if status.is_done:
            return status
        time.sleep(0.05)
    raise AssertionError([node.state for node in status.nodes])


def topic_in(status: PathStatus, state: State) -> str:
    return next(node.node.topic for node in status.nodes if node.state is state)


@pytest.fixture
def teacher(library_site: Site) -> FlaskClient:
    """A browser at which a teacher signed in, who reads English."""
    browser = create_app(library_site).test_client()
    browser.get("/?page=en")
    code = library_site.accounts.setup_code
    form = {"csrf": form_token_of(browser), "code": code, "password": PASSWORD, "again": PASSWORD}
    assert browser.post("/teacher/first-password", data=form).status_code == 303
    return browser


def test_the_outline_is_there_before_any_lesson_and_needs_no_script(
    library_client: FlaskClient, library_site: Site
) -> None:
    where = planned(library_client)
    first = text_of(library_client, f"{where}?page=en")
    assert first.count('class="node ') == 5 and "Nutrition" in first
    status = written(library_site, where)
    assert {node.state for node in status.nodes} <= ENDED
    after = text_of(library_client, where)
    assert "http-equiv" not in after and "data-poll" not in after
    assert after.count('class="node ready"') == sum(node.state is State.READY for node in status.nodes) > 0
    assert where in text_of(library_client, "/lessons")


def test_while_lessons_are_written_the_page_follows(library_client: FlaskClient, library_site: Site) -> None:
    library_site.lesson_room._worker.close()  # type: ignore[union-attr]  # nothing is written meanwhile
    text = text_of(library_client, planned(library_client))
    assert '<noscript><meta http-equiv="refresh"' in text and 'data-poll="2000"' in text
    assert text.count('class="node planned"') == 5


def test_a_ready_lesson_has_all_its_parts_and_opens_its_quotes(library_client: FlaskClient, library_site: Site) -> None:
    status = written(library_site, planned(library_client))
    topic = topic_in(status, State.READY)
    text = text_of(library_client, f"/lessons/{status.path.id}/{topic}?page=en")
    for word in ("Aim", "Know this first", "Explanation", "Questions", "Key terms"):
        assert word in text
    links = re.findall(r'<a class="cite" href="([^"]+)"', text)
    assert links
    for link in links:
        opened = text_of(library_client, link.replace("&amp;", "&"))
        assert '<mark id="quote">' in opened, link
    assert 'lang="en"' in text and text.count('class="card question"') >= 3
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_answers_are_marked_without_a_script_and_nothing_is_kept(
    library_client: FlaskClient, library_site: Site
) -> None:
    status = written(library_site, planned(library_client))
    lessons = library_site.lesson_room.lessons
    node = next(node for node in status.nodes if node.state is State.READY)
    address = f"/lessons/{status.path.id}/{node.node.topic}"
    own = lessons.lesson(status.path.id, node.node.topic)
    for number, item in enumerate(own.questions):
        answers = [pair.right for pair in item.pairs] or [item.answer]
        data = {"csrf": form_token_of(library_client), "question": str(number), "answer": answers}
        page = library_client.post(f"{address}/answer", data=data).get_data(as_text=True)
        assert page.count("data-outcome=") == 1 and 'data-outcome="right"' in page, item
    data = {"csrf": form_token_of(library_client), "question": "0", "answer": "nothing of the kind"}
    assert 'data-outcome="wrong"' in library_client.post(f"{address}/answer", data=data).get_data(as_text=True)
    for bad in ("77", "-1", "x"):
        data = {"csrf": form_token_of(library_client), "question": bad, "answer": "a"}
        assert library_client.post(f"{address}/answer", data=data).status_code == 404
    assert library_client.post(f"{address}/answer", data={"question": "0", "answer": "a"}).status_code == 403


def test_what_waits_for_a_teacher_is_not_shown_to_pupils_and_what_is_missing_is_named(
    library_client: FlaskClient, library_site: Site
) -> None:
    status = written(library_site, planned(library_client, "Form 2 biology kwa Kiingereza"))
    waits = topic_in(status, State.REVIEW)
    page = text_of(library_client, f"/lessons/{status.path.id}?page=en")
    assert "your teacher is checking this lesson" in page and f'/{waits}"' not in page
    reason = next(node.said for node in status.nodes if node.state is State.REVIEW)
    assert reason and reason not in page
    refused = library_client.get(f"/lessons/{status.path.id}/{waits}")
    assert refused.status_code == 404 and "your teacher is checking" in refused.get_data(as_text=True)
    history = written(library_site, planned(library_client, "Form 1 history in English"))
    assert {node.state for node in history.nodes} == {State.UNCOVERED}
    assert "A History textbook for Form 1 with a chapter on it would cover it" in text_of(
        library_client, f"/lessons/{history.path.id}"
    )


def test_what_cannot_be_planned_is_said_and_kept_in_the_box(library_client: FlaskClient) -> None:
    data = {"csrf": form_token_of(library_client), "request": "Form 2 biology, black <holes>"}
    reply = library_client.post("/lessons?page=en", data=data)
    text = reply.get_data(as_text=True)
    assert reply.status_code == 400 and "has no topic" in text and "black &lt;holes&gt;" in text
    assert library_client.get("/lessons/nothing1").status_code == 404
    assert library_client.get("/lessons/12345678/x").status_code == 404
    assert library_client.get("/l/nowhere").status_code == 404


def test_a_path_is_chosen_from_lists(library_client: FlaskClient, library_site: Site) -> None:
    text = text_of(library_client, "/lessons?subject=biology&form=2&page=en")
    topics = re.findall(r'name="topic" value="([^"]+)"', text)
    assert "nutrition" in topics
    where = planned(library_client, "", subject="biology", form="2", topic="nutrition", weeks="1", language="sw")
    plan = library_site.lesson_room.lessons.path_status(where.rsplit("/", 1)[1]).path.plan
    assert plan.language == "sw" and [node.topic for node in plan.nodes if node.is_asked] == ["nutrition"]


def test_a_device_cannot_plan_or_answer_without_end(library_client: FlaskClient, library_site: Site) -> None:
    room = library_site.lesson_room
    room.plans = RateLimiter(Limit(2, 600.0), time.monotonic)
    for number in (1, 2):
        planned(library_client, f"Form 2 biology, {number} weeks")
    data = {"csrf": form_token_of(library_client), "request": "Form 2 biology, 3 weeks"}
    assert library_client.post("/lessons", data=data).status_code == 429
    other = library_client.application.test_client()
    other.get("/")
    planned(other)


def test_old_paths_of_a_device_are_forgotten(
    library_client: FlaskClient, library_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.web.service.lesson_access.PATHS_OF_PUPIL", 2)
    made = [planned(library_client, f"Form 2 biology, {number} weeks") for number in (4, 5, 6)]
    kept = {path.id for path in library_site.lesson_room.lessons.store.paths()}
    assert kept == {where.rsplit("/", 1)[1] for where in made[1:]}
    assert lesson_room.PATHS_OF_PUPIL >= 10


def test_a_class_sees_its_path_and_only_books_it_may_see(library_site: Site, teacher: FlaskClient) -> None:
    room = library_site.classrooms.add_class("2B", allowed=Scope(subjects=("biology",)))
    other = library_site.classrooms.add_class("3A", allowed=Scope(subjects=("history",)))
    where = planned(teacher, address="/teacher/lessons")
    name = where.rsplit("/", 1)[1]
    status = written(library_site, where)
    for one in (room, other):
        data = {"csrf": form_token_of(teacher), "class": one.token}
        assert teacher.post(f"{where}/give", data=data).status_code == 303
    links = {one.classroom: one.link for one in library_site.lesson_room.lessons.store.assignments.of_path(name)}
    topic = topic_in(status, State.READY)

    pupil = teacher.application.test_client()
    reply = pupil.get(f"/l/{links[room.token]}")
    assert reply.status_code == 302 and f"/lessons/{name}" in reply.headers["Location"]
    assert f'href="/lessons/{name}/{topic}"' in text_of(pupil, f"/lessons/{name}")
    assert "Kutoka kwa mwalimu wako" in text_of(pupil, "/lessons")
    data = {"csrf": form_token_of(pupil), "request": "Form 3 history"}
    assert pupil.post("/lessons", data=data).status_code == 403

    outsider = teacher.application.test_client()
    outsider.get(f"/l/{links[other.token]}?page=en")
    page = text_of(outsider, f"/lessons/{name}?page=en")
    assert "from books that your class does not use" in page and 'class="node ready"' not in page
    assert outsider.get(f"/lessons/{name}/{topic}").status_code == 403

    library_site.classrooms.remove_class(room.token)
    assert pupil.get(f"/l/{links[room.token]}").status_code == 404


def test_a_teacher_sees_counts_without_names(library_site: Site, teacher: FlaskClient) -> None:
    room = library_site.classrooms.add_class("2B")
    where = planned(teacher, address="/teacher/lessons")
    name = where.rsplit("/", 1)[1]
    status = written(library_site, where)
    topic = topic_in(status, State.READY)
    teacher.post(f"{where}/give", data={"csrf": form_token_of(teacher), "class": room.token})
    link = library_site.lesson_room.lessons.store.assignments.of_path(name)[0].link
    for is_right in (True, False, True):
        pupil = teacher.application.test_client()
        pupil.get(f"/l/{link}")
        reply = pupil.post(f"/api/v1/paths/{name}/lessons/{topic}/count", json={"question": 0, "right": is_right})
        assert reply.json == {"counted": True}
    outside = teacher.application.test_client()
    outside.get("/")
    reply = outside.post(f"/api/v1/paths/{name}/lessons/{topic}/count", json={"question": 0, "right": True})
    assert reply.json == {"counted": False}
    page = text_of(teacher, where)
    assert re.search(r"<td>3</td><td>2</td>", page) and "Results of 2B" in page
    teacher.post(f"{where}/withdraw", data={"csrf": form_token_of(teacher), "class": room.token})
    assert "Results of 2B" not in text_of(teacher, where)


def test_a_teacher_reviews_edits_and_approves(library_site: Site, teacher: FlaskClient) -> None:
    where = planned(teacher, address="/teacher/lessons")
    status = written(library_site, where)
    waits = next(node for node in status.nodes if node.state is State.REVIEW)
    before = library_site.lesson_room.lessons.lesson_of_key(waits.key, for_teacher=True)
    listed = text_of(teacher, "/teacher/lessons/review")
    address = f"/teacher/lessons/lesson/{waits.key}"
    page = text_of(teacher, address)
    assert before.reasons and all(reason in listed and reason in page for reason in before.reasons)
    assert "Approve for pupils" in page and "Readability index of the explanation" in page
    assert "waits for you" in text_of(teacher, where) and "your teacher is checking" not in text_of(teacher, where)
    quote = before.lines[0].text
    data = {
        "csrf": form_token_of(teacher), "parts": "1", "heading_0": before.parts[0].heading,
        "text_0": f"{quote}\r\n{quote[:-1]} in secret.", "text_new": "The moon is made of cheese.",
        "heading_new": "Mine", "question": "0",
    }  # fmt: skip
    assert teacher.post(f"{address}/edit", data=data).headers["Location"].endswith("?done=edited")
    edited = library_site.lesson_room.lessons.lesson_of_key(waits.key, for_teacher=True)
    first, second, third = edited.lines
    assert first == before.lines[0] and first.origin == "book"
    assert second.origin == third.origin == "teacher" and not third.citations
    assert edited.edited and edited.state is State.REVIEW and len(edited.questions) <= 1
    page = text_of(teacher, address)
    assert "no support in the books" in page and "Edited by a teacher" in page
    refused = teacher.post(f"{address}/approve", data={"csrf": form_token_of(teacher)})
    assert refused.status_code == 400 and "cheese" in refused.get_data(as_text=True)
    done = teacher.post(f"{address}/approve", data={"csrf": form_token_of(teacher), "own_words": "yes"})
    assert done.status_code == 303
    shown = text_of(teacher, f"/lessons/{status.path.id}/{waits.node.topic}?page=en")
    assert "the teacher&#39;s own words" in shown and "A teacher has read and approved this lesson" in shown
    empty = {"csrf": form_token_of(teacher), "parts": "0"}
    assert teacher.post(f"{address}/edit", data=empty).status_code == 400


def test_the_teachers_pages_are_closed_to_others(library_client: FlaskClient, teacher: FlaskClient) -> None:
    for page in ("", "/review", "/lesson/x", "/path/12345678", "/path/12345678/file.html"):
        assert library_client.get(f"/teacher/lessons{page}").status_code == 401
    where = planned(teacher, address="/teacher/lessons")
    for change in ("give", "withdraw", "remove", "again"):
        assert teacher.post(f"{where}/{change}", data={}).status_code == 403
    assert teacher.get("/teacher/lessons/lesson/nothing").status_code == 404


def test_without_a_generator_the_plan_stands_and_it_is_said(library_site: Site, teacher: FlaskClient) -> None:
    where = planned(teacher, address="/teacher/lessons")
    before = library_site.lesson_room.lessons.path_status(where.rsplit("/", 1)[1]).path.plan
    reply = teacher.post(f"{where}/arrange", data={"csrf": form_token_of(teacher)})
    assert "There is no generator here" in text_of(teacher, reply.headers["Location"])
    assert library_site.lesson_room.lessons.path_status(where.rsplit("/", 1)[1]).path.plan == before


@pytest.mark.parametrize("kind", ["html", "epub", "md"])
def test_a_path_is_taken_away_as_a_file(library_site: Site, teacher: FlaskClient, kind: str) -> None:
    where = planned(teacher, address="/teacher/lessons")
    written(library_site, where)
    reply = teacher.get(f"{where}/file.{kind}")
    assert reply.status_code == 200 and "attachment" in reply.headers["Content-Disposition"]
    assert reply.data[:2] == b"PK" if kind == "epub" else b"Nutrition" in reply.data
    assert teacher.get(f"{where}/file.exe").status_code == 404


def test_a_damaged_file_of_lessons_leaves_questions_alone(library_site: Site, library_client: FlaskClient) -> None:
    from tutor.web.site import open_site

    home = library_site.home.parent / "damaged"
    home.mkdir()
    (home / "lessons.db").write_bytes(b"no database at all, but long enough to be read as one" * 40)
    damaged = open_site(library_site.source, home, settings=library_site.settings)
    try:
        browser = create_app(damaged).test_client()
        assert browser.get("/").status_code == 200
        reply = browser.get("/lessons?page=en")
        assert reply.status_code == 503 and "is damaged" in reply.get_data(as_text=True)
    finally:
        damaged.close()
