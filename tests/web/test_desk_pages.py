"""The teacher's and technician's pages as a browser sends and gets them."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile

import pytest
from flask.testing import FlaskClient
from web_fakes import PASSWORD, asked, form_token_of, sign_in

from tutor.core.types import Scope
from tutor.lessons.outline import Plan
from tutor.web.pages.computer import LEVELS
from tutor.web.site import Site

PAGES = (
    "/teacher/classes", "/teacher/library", "/teacher/questions", "/teacher/questions?view=gaps", "/teacher/sheet",
    "/teacher/questions/candidates.jsonl", "/teacher/sheet/print?q=x", "/status", "/start/books",
    "/teacher/password",
)  # fmt: skip
CHANGES = (
    "/teacher/classes", "/teacher/classes/rules", "/teacher/classes/x", "/teacher/classes/x/link",
    "/teacher/classes/x/remove", "/teacher/library/add", "/teacher/library/sample", "/teacher/library/left-over",
    "/teacher/library/change", "/teacher/questions/1/mark", "/teacher/questions/1/done", "/teacher/questions/1/pin",
    "/teacher/questions/unpin", "/teacher/questions/release", "/status/log", "/status/backup", "/teacher/password",
    "/teacher/classes/x/preview", "/teacher/classes/preview/end",
)  # fmt: skip


def text_of(client: FlaskClient, path: str) -> str:
    reply = client.get(path, follow_redirects=True)
    assert reply.status_code == 200, path
    return reply.get_data(as_text=True)


def send(client: FlaskClient, path: str, **fields: object) -> tuple[int, str]:
    data = {"csrf": form_token_of(client), **{name.rstrip("_"): value for name, value in fields.items()}}
    reply = client.post(path, data=data, follow_redirects=True)
    return reply.status_code, reply.get_data(as_text=True)


def asked_once(site: Site, question: str) -> None:
    ticket = site.service.ask(asked(question))
    site.service.wait(ticket, 20)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_for_who_signed_in(client: FlaskClient, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 401 and "/teacher/sign-in" in reply.get_data(as_text=True)


@pytest.mark.parametrize("path", CHANGES)
def test_every_change_needs_a_session_and_the_forms_token(client: FlaskClient, site: Site, path: str) -> None:
    assert client.post(path, data={"csrf": form_token_of(client)}).status_code == 401
    sign_in(client, site)
    assert client.post(path, data={"csrf": "x"}).status_code == 403
    assert client.post(path).status_code == 403


@pytest.mark.parametrize("path", ["/start", "/start/password"])
def test_the_first_start_is_open_until_a_password_is_set(client: FlaskClient, site: Site, path: str) -> None:
    assert "3" in text_of(client, path)
    site.accounts.set_first_password(site.accounts.setup_code, PASSWORD, PASSWORD, "x")
    assert "/teacher/sign-in" in client.get(path, follow_redirects=True).request.path


def test_the_first_start_in_three_steps(client: FlaskClient, site: Site) -> None:
    assert "/start/password?page=en" in text_of(client, "/start")
    assert "Setup code" in text_of(client, "/start/password?page=en")
    data = {"csrf": form_token_of(client), "code": site.accounts.setup_code, "password": PASSWORD, "again": PASSWORD}
    reply = client.post("/teacher/first-password", data=data, follow_redirects=True)
    assert reply.request.path == "/start/books" and "Add the sample library" in reply.get_data(as_text=True)


def test_a_class_is_made_narrowed_and_its_gate_holds(library_teacher: FlaskClient, library_site: Site) -> None:
    status, page = send(library_teacher, "/teacher/classes", name="Form 2 <B>", subject="biology", form="2",
                        language="en")  # fmt: skip
    (made,) = library_site.classrooms.classes()
    assert status == 200 and "Form 2 &lt;B&gt;" in page and f"/c/{made.token}" in page and "data:image/svg" in page
    assert made.allowed == Scope(subjects=("biology",))
    status, _ = send(
        library_teacher, f"/teacher/classes/{made.token}", name="2 B", subject="biology", form="2", language="",
        may_subject=["biology", "history"], may_form=["2"], may_book=["no such book"],
    )  # fmt: skip
    (changed,) = library_site.classrooms.classes()
    assert changed.allowed == Scope(subjects=("biology", "history"), forms=(2,)) and changed.language is None
    pupil = library_teacher.application.test_client()
    pupil.get(f"/c/{made.token}")
    books = pupil.get("/api/v1/library").get_json()["books"]
    assert books and {(book["subject"], book["form"]) for book in books} == {("biology", 2)}


def test_what_the_page_has_no_box_for_stays_in_the_gate(teacher: FlaskClient, site: Site) -> None:
    made = site.classrooms.add_class("2B", allowed=Scope(languages=("sw",), without_types=("past-paper",)))
    send(teacher, f"/teacher/classes/{made.token}", name="2B", may_form="2")
    kept = site.classrooms.classroom(made.token)
    assert kept is not None
    assert kept.allowed == Scope(forms=(2,), languages=("sw",), without_types=("past-paper",))


def test_links_are_renewed_and_classes_removed_only_when_sure(teacher: FlaskClient, site: Site) -> None:
    made = site.classrooms.add_class("2B")
    assert send(teacher, f"/teacher/classes/{made.token}/link")[0] == 200
    (renewed,) = site.classrooms.classes()
    assert renewed.token != made.token and teacher.get(f"/teacher/classes/{made.token}").status_code == 404
    assert send(teacher, f"/teacher/classes/{renewed.token}/remove")[0] == 400 and site.classrooms.classes()
    assert send(teacher, f"/teacher/classes/{renewed.token}/remove", sure="yes")[0] == 200
    assert site.classrooms.classes() == []


def test_the_door_leads_to_every_part_of_the_desk(teacher: FlaskClient) -> None:
    bar = re.search(r'<nav class="deskbar".*?</nav>', text_of(teacher, "/teacher/classes"), re.DOTALL)
    assert bar is not None
    door = text_of(teacher, "/teacher/sign-in")
    places = re.findall(r'<a href="([^"]+)"', bar.group(0))
    assert len(places) >= 6 and [place for place in places if f'<a href="{place}"><strong>' not in door] == []


PLAN = Plan("the heart", "The heart", "en", "tanzania", "biology", (), 0)


def test_a_new_link_loses_neither_the_classs_questions_nor_its_lessons(teacher: FlaskClient, site: Site) -> None:
    made = site.classrooms.add_class("2B")
    other = site.classrooms.add_class("2C")
    pupil = teacher.application.test_client()
    pupil.get(f"/c/{made.token}")
    assert pupil.post("/api/v1/ask", json={"question": "What is the heart?"}).status_code == 200
    store = site.lesson_room.lessons.store
    path = store.add_path(PLAN, "teacher")
    links = {room.token: store.assignments.assign(path.id, room.token) for room in (made, other)}
    store.assignments.count_answer(made.token, "some lesson", 1, True)
    assert send(teacher, f"/teacher/classes/{made.token}/link")[0] == 200
    (renewed,) = (room for room in site.classrooms.classes() if room.name == "2B")
    assert [one.text for one in site.questions.records(classroom=renewed.token)] == ["What is the heart?"]
    (given,) = store.assignments.of_class(renewed.token)
    assert given.path_id == path.id and store.assignments.counts(renewed.token, "some lesson") == {1: (1, 1)}
    late = teacher.application.test_client()
    assert late.get(f"/l/{links[made.token]}").status_code == 404  # who had the old links is out
    assert late.get(f"/l/{given.link}").status_code == 302
    assert store.assignments.of_link(links[other.token]).classroom == other.token


@pytest.mark.parametrize("path", ["/c/{}", "/l/{}"])
def test_a_link_typed_by_hand_may_begin_with_a_large_letter(teacher: FlaskClient, site: Site, path: str) -> None:
    made = site.classrooms.add_class("2B")
    store = site.lesson_room.lessons.store
    given = store.add_path(PLAN, "teacher")
    name = made.token if path == "/c/{}" else store.assignments.assign(given.id, made.token)
    for typed in (name, name.upper(), name.capitalize()):
        pupil = teacher.application.test_client()
        assert pupil.get(path.format(typed)).status_code == 302
        cookie = pupil.get_cookie("tutor_class")
        assert cookie is not None and cookie.value == made.token


@pytest.mark.parametrize("fields", [{"name": " "}, {"name": "x" * 61}, {"name": "2B", "subject": "magic"},
                                    {"name": "2B", "form": "77"}])  # fmt: skip
def test_an_impossible_class_is_said(teacher: FlaskClient, site: Site, fields: dict[str, str]) -> None:
    status, page = send(teacher, "/teacher/classes", **fields)
    assert status == 400 and 'role="alert"' in page and site.classrooms.classes() == []


def test_rules_for_everybody(teacher: FlaskClient, site: Site) -> None:
    for days in ("0", "731", "x", "", "9" * 400):
        assert send(teacher, "/teacher/classes/rules", keep_days=days)[0] == 400
    assert send(teacher, "/teacher/classes/rules", keep_days="30")[0] == 200
    assert site.classrooms.keep_days == 30 and not site.classrooms.open_to_all
    assert "class" in teacher.application.test_client().get("/?page=en").get_data(as_text=True)


def test_questions_gaps_marks_and_the_export(teacher: FlaskClient, site: Site) -> None:
    asked_once(site, "What is a <heart>?")
    for _ in range(2):
        asked_once(site, "Usanisinuru ni nini?")
    asked_once(site, "I want to kill")
    page = text_of(teacher, "/teacher/questions?page=en")
    assert "What is a &lt;heart&gt;?" in page and "<heart>" not in page and "Biology, Form 2" in page
    assert "1 pupil wrote something that needs an adult" in page and "kill" not in page
    gaps = text_of(teacher, "/teacher/questions?view=gaps")
    assert "asked 2 times, not in the books" in gaps and "heart" not in gaps
    numbers = {record.text: record.number for record in site.questions.records()}
    assert (
        send(teacher, f"/teacher/questions/{numbers['What is a <heart>?']}/mark", mark="good", view="asked")[0] == 200
    )
    assert send(teacher, "/teacher/questions/9999/mark", mark="good")[0] == 404
    assert send(teacher, f"/teacher/questions/{numbers['Usanisinuru ni nini?']}/mark", mark="nice")[0] == 404
    assert "heart" in text_of(teacher, "/teacher/questions?view=review")
    reply = teacher.get("/teacher/questions/candidates.jsonl")
    (row,) = [json.loads(line) for line in reply.get_data(as_text=True).splitlines()]
    assert row["question"] == "What is a <heart>?" and row["passages"] == {"book#heart": 2}
    assert "attachment" in reply.headers["Content-Disposition"]


def test_the_teachers_own_answer_is_shown_to_pupils_as_such(teacher: FlaskClient, site: Site) -> None:
    asked_once(site, "Usanisinuru ni nini?")
    (record,) = site.questions.records()
    site.questions.database.change("UPDATE questions SET for_teacher = 1")
    assert "Usanisinuru" in text_of(teacher, "/teacher/questions?view=mine&page=en")
    assert send(teacher, f"/teacher/questions/{record.number}/pin", answer=" ")[0] == 400
    status, page = send(teacher, f"/teacher/questions/{record.number}/pin", answer="Mimea <hujitengenezea> chakula.")
    assert status == 200 and "Mimea &lt;hujitengenezea&gt; chakula." in page
    assert site.questions.records(for_teacher=True) == []
    pupil = teacher.application.test_client()
    pupil.get("/?page=en")
    reply = pupil.post("/ask", data={"csrf": form_token_of(pupil), "q": "USANISINURU ni nini"}, follow_redirects=True)
    text = reply.get_data(as_text=True)
    assert "Your teacher&#39;s own answer" in text and "Mimea &lt;hujitengenezea&gt; chakula." in text
    assert "not taken from a book" in text
    key = site.pins.pins()[0].key
    assert send(teacher, "/teacher/questions/unpin", key=key)[0] == 200 and site.pins.pins() == []


def test_a_sheet_with_and_without_its_marking_guide(library_teacher: FlaskClient) -> None:
    page = text_of(library_teacher, "/teacher/sheet?subject=biology&form=4&page=en")
    names = [html.unescape(name) for name in re.findall(r'name="q" value="([^"]+)"', page)]
    assert len(names) == 2
    plain = library_teacher.get("/teacher/sheet/print", query_string={"q": names, "title": "Test <1>"})
    text = plain.get_data(as_text=True)
    assert "Test &lt;1&gt;" in text and "What is a gene?" in text and "Marking guide" not in text
    text = library_teacher.get("/teacher/sheet/print", query_string={"q": names, "guide": "yes"}).get_data(as_text=True)
    assert "Marking guide" in text and "no marking guide for this question" in text
    assert library_teacher.get("/teacher/sheet/print").status_code == 400
    assert library_teacher.get("/teacher/sheet/print?q=nothing").status_code == 404


def test_the_technician_sees_checks_queue_and_models(library_teacher: FlaskClient, library_site: Site) -> None:
    page = text_of(library_teacher, "/status?page=en")
    for words in ("Checks", "Waiting in the queue", "Memory in use (MB)", "embedder", "None since the start"):
        assert words in page
    assert library_site.classrooms.secret not in page and library_site.accounts.setup_code not in page


def test_the_log_level_is_one_of_a_few(teacher: FlaskClient) -> None:
    assert send(teacher, "/status/log", level="loud")[0] == 400
    assert send(teacher, "/status/log", level=LEVELS[2])[0] == 200


@pytest.mark.parametrize("size", [10_000, 20_000, 400_000])
def test_books_of_every_size_are_taken(
    teacher: FlaskClient, site: Site, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:  # fmt: skip
    taken: list[int] = []
    monkeypatch.setattr(site.bookshelf, "add", lambda keep, said: taken.extend(file.stat().st_size for file in keep()))
    book = (io.BytesIO(b"x" * size), "our book.md")
    data = {"csrf": form_token_of(teacher), "files": book, "form": "2"}
    assert teacher.post("/teacher/library/add", data=data, content_type="multipart/form-data").status_code == 303
    assert taken == [size]


def test_a_backup_is_a_file_that_leaves_nothing_behind(teacher: FlaskClient, site: Site) -> None:
    site.classrooms.add_class("2B")
    reply = teacher.post("/status/backup", data={"csrf": form_token_of(teacher)})
    with zipfile.ZipFile(io.BytesIO(reply.get_data())) as archive:
        assert any("classroom.db" in name for name in archive.namelist())
    reply.close()
    assert list(site.home.glob(".backup-*")) == []


@pytest.mark.parametrize("page", ["en", "sw"])
def test_every_page_can_be_made_in_both_languages(teacher: FlaskClient, site: Site, page: str) -> None:
    made = site.classrooms.add_class("2B", "biology", 2)
    asked_once(site, "Usanisinuru ni nini?")
    views = [f"/teacher/questions?view={view}" for view in ("asked", "gaps", "mine", "review", "pinned")]
    for path in ("/teacher/classes", f"/teacher/classes/{made.token}", "/teacher/library", "/status", *views):
        text = text_of(teacher, f"{path}{'&' if '?' in path else '?'}page={page}")
        assert f'<html lang="{page}">' in text and len(text.encode()) < 100_000
