"""The command from outside: one JSON object, plain messages, nothing on the network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tutor.core.places import PACKAGE
from tutor.core.settings import OPTIONS

BOOK = """---
title: Rivers of Tanzania
subject: geography
form: 2
language: en
type: textbook
---
<!-- page: 9 -->
# Rivers

## What a river is

A river is a large natural stream of water that flows to the sea or to a lake. The Rufiji is the largest river of
Tanzania. A river begins at its source and ends at its mouth.
"""

# Runs the command with every socket beyond loopback refused, as on a computer without a network.
OFFLINE = """
import socket, sys
real = socket.socket.connect
def connect(self, address):
    if isinstance(address, tuple) and not str(address[0]).startswith("127.") and address[0] != "::1":
        raise SystemExit(f"reached for {address}")
    return real(self, address)
socket.socket.connect = connect
def lookup(host, *rest, **named):
    raise SystemExit(f"looked up {host}")
socket.getaddrinfo = lookup
from tutor.cli.main import run
sys.argv = ["tutor", *sys.argv[1:]]
run()
"""


class Command:
    """Runs `tutor` in a home of its own."""

    def __init__(self, home: Path, models: Path) -> None:
        self.home = home
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("TUTOR_")},
            "TUTOR_HOME": str(home),
            "TUTOR_MODELS_DIR": str(models),
            "TUTOR_PROFILE": "small",
            "TUTOR_GENERATOR": "off",
            "PYTHONPATH": str(PACKAGE.parent),
            "LANG": "C.UTF-8",
        }

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", OFFLINE, *arguments],
            env=self.environment, capture_output=True, text=True, encoding="utf-8", check=False, timeout=240,
        )  # fmt: skip

    def json(self, *arguments: str, code: int = 0) -> Any:
        done = self(*arguments, "--json")
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return json.loads(done.stdout)


@pytest.fixture(scope="module")
def tutor(tmp_path_factory: pytest.TempPathFactory, models_dir: Path, small_embedder_folder: Path) -> Command:
    command = Command(tmp_path_factory.mktemp("a home with é"), models_dir)
    book = command.home / "rivers.md"
    book.write_text(BOOK, encoding="utf-8")
    assert command.json("library", "add", str(book))["added"] == ["rivers"]
    return command


def test_ask_prints_one_object_with_all_its_keys(tutor: Command) -> None:
    answer = tutor.json("ask", "What is a river?", "--subject", "geography", "--form", "2")
    assert set(answer) == {
        "status", "reason", "language", "text", "sentences", "citations", "method", "timings_ms", "trace",
    }  # fmt: skip
    assert (answer["status"], answer["method"], answer["language"]) == ("answered", "extracted", "en")
    citation = answer["citations"][0]
    assert citation["page"] == 9 and citation["source"].endswith("rivers.md")
    assert citation["quote"] in (tutor.home / "rivers.md").read_text(encoding="utf-8")
    assert citation["passage_id"] == "rivers#what-a-river-is"
    assert citation["heading_path"] == ["Rivers", "What a river is"]


def test_ask_streams_for_people(tutor: Command) -> None:
    done = tutor("ask", "What is a river?")
    assert done.returncode == 0 and "[1]" in done.stdout and "page 9" in done.stdout
    assert "Sources:" in done.stdout


@pytest.mark.parametrize("text, code", [("", "question-empty"), ("?!", "question-unreadable"),
                                        ("zq " * 3334, "question-too-long")])  # fmt: skip
def test_bad_questions_get_a_plain_message(tutor: Command, text: str, code: str) -> None:
    assert tutor.json("ask", text, code=1)["error"] == code
    done = tutor("ask", text)
    assert done.returncode == 1 and "Traceback" not in done.stderr and len(done.stderr.splitlines()) <= 4


def test_names_that_do_not_exist_are_said(tutor: Command) -> None:
    assert tutor.json("ask", "What is a river?", "--subject", "magic", code=1)["error"] == "subject-unknown"
    assert tutor.json("ask", "What is a river?", "--form", "9", code=1)["error"] == "form-unknown"
    assert tutor.json("ask", "What is a river?", "--language", "xx", code=1)["error"] == "language-unknown"
    assert tutor.json("library", "show", "nothing", code=1)["error"] == "document-unknown"
    assert tutor.json("library", "add", "/no/such/place", code=1)["error"] == "path-missing"


def test_search_list_show_and_config(tutor: Command) -> None:
    assert tutor.json("search", "largest river")["passages"][0]["passage_id"] == "rivers#what-a-river-is"
    assert tutor.json("search", "river", "--language", "sw")["passages"] == []
    (document,) = tutor.json("library", "list")["documents"]
    assert document["id"] == "rivers" and document["passages"] == 1
    assert tutor.json("library", "show", "rivers")["contents"][0]["page"] == 9
    settings = {row["name"]: row for row in tutor.json("config", "list")["settings"]}
    assert set(settings) == {option.name for option in OPTIONS}
    assert settings["profile"]["value"] == "small" and settings["profile"]["origin"] == "environment"


def test_doctor_names_every_check_and_its_outcome(tutor: Command) -> None:
    report = tutor.json("doctor")
    assert report["healthy"]
    names = [check["name"] for check in report["checks"]]
    assert names == ["parts", "processor", "folders", "disk", "models", "embedder", "generator", "library", "index",
                     "port", "python", "memory", "clock", "program", "versions", "vectors", "rights", "databases",
                     "unfinished"]  # fmt: skip
    assert all(check["en"] and check["sw"] for check in report["checks"])


def test_messages_come_in_swahili_too(tutor: Command) -> None:
    tutor.environment["LANG"] = "sw_TZ.UTF-8"
    try:
        done = tutor("ask", "")
    finally:
        tutor.environment["LANG"] = "C.UTF-8"
    assert "Hakuna swali" in done.stderr


def test_a_damaged_index_is_rebuilt_and_said(tutor: Command) -> None:
    (generation,) = list((tutor.home / "index").glob("gen-*"))[-1:]
    victim = next(generation.rglob("raw.faiss"))
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 4
    victim.write_bytes(bytes(data))
    done = tutor("ask", "What is a river?")
    assert done.returncode == 0 and "set aside" in done.stderr and "[1]" in done.stdout
    assert tutor.json("doctor")["healthy"]


def test_removing_a_book_is_seen_at_once(tutor: Command) -> None:
    extra = tutor.home / "lakes.txt"
    extra.write_text("A lake is a large area of water surrounded by land. Lake Victoria is a lake.", encoding="utf-8")
    tutor.json("library", "add", str(extra))
    assert tutor.json("search", "lake")["passages"][0]["passage_id"].startswith("lakes")
    assert tutor.json("library", "remove", "lakes") == {"removed": "lakes"}
    assert all(not p["passage_id"].startswith("lakes") for p in tutor.json("search", "lake")["passages"])


def test_without_models_the_one_thing_to_do_is_said(tmp_path: Path) -> None:
    command = Command(tmp_path / "home", tmp_path / "no models")
    error = command.json("library", "add", "--sample", code=1)
    assert error["error"] == "model-missing" and "tutor models fetch" in error["hint"]
    assert command.json("ask", "What is a river?", code=1)["error"] == "library-empty"
