"""Another password: the old one is asked, everybody else is signed out, who changed it stays."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from test_desk_pages import send, text_of
from web_fakes import PASSWORD, form_token_of

NEW = "kiboko mdogo mwekundu"


def another_sign_in(client: FlaskClient, password: str) -> tuple[FlaskClient, int]:
    other = client.application.test_client()
    other.get("/")
    reply = other.post("/teacher/sign-in", data={"csrf": form_token_of(other), "password": password})
    return other, reply.status_code


def test_the_password_is_changed_and_others_are_signed_out(teacher: FlaskClient) -> None:
    other, status = another_sign_in(teacher, PASSWORD)
    assert status == 303 and other.get("/teacher/classes").status_code == 200
    status, page = send(teacher, "/teacher/password?page=en", old=PASSWORD, password=NEW, again=NEW)
    assert status == 200 and "The password was changed." in page
    assert teacher.get("/teacher/classes").status_code == 200
    assert other.get("/teacher/classes").status_code == 401
    assert another_sign_in(teacher, PASSWORD)[1] == 403 and another_sign_in(teacher, NEW)[1] == 303


@pytest.mark.parametrize(
    "fields, code",
    [
        ({"old": "not it", "password": NEW, "again": NEW}, 403),
        ({"old": PASSWORD, "password": "short", "again": "short"}, 400),
        ({"old": PASSWORD, "password": NEW, "again": NEW + "x"}, 400),
        ({}, 403),
    ],
)
def test_what_does_not_fit_changes_nothing(
    teacher: FlaskClient, fields: dict[str, str], code: int
) -> None:  # fmt: skip
    other, _ = another_sign_in(teacher, PASSWORD)
    status, page = send(teacher, "/teacher/password", **fields)
    assert status == code and 'role="alert"' in page
    assert other.get("/teacher/classes").status_code == 200 and another_sign_in(teacher, PASSWORD)[1] == 303


def test_guessing_the_old_password_is_limited(teacher: FlaskClient) -> None:
    for _ in range(8):
        send(teacher, "/teacher/password", old="guess", password=NEW, again=NEW)
    assert send(teacher, "/teacher/password", old=PASSWORD, password=NEW, again=NEW)[0] == 429


def test_the_way_there_is_on_the_teachers_door(teacher: FlaskClient) -> None:
    assert "/teacher/password" in text_of(teacher, "/teacher/sign-in")
    assert "The password until now" in text_of(teacher, "/teacher/password?page=en")
