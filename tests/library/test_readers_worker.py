"""The process that reads risky files: it can be stopped, reaches nothing, and ends with its parent."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from book_makers import PdfPage, make_epub, make_pdf

from tutor.core.errors import LibraryError
from tutor.core.places import PACKAGE
from tutor.library.readers import reader_for
from tutor.library.readers.errors import TEXTS
from tutor.library.readers.isolation import WorkerLostError, worker_replies
from tutor.library.readers.kinds import SUFFIXES
from tutor.library.readers.limits import Limits
from tutor.library.readers.notes import UNREAD, WARNINGS, note_text


def request(path: Path, task: str = "pdf") -> dict[str, object]:
    return {"task": task, "path": str(path), "limits": Limits().as_dict()}


def test_replies_come_page_by_page(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "x.pdf", [PdfPage([(60, 90, 10, "F1", f"Page {n}")]) for n in range(3)])
    replies = list(worker_replies(request(path), 30, 30))
    assert replies[0]["pages"] == 3 and [reply["number"] for reply in replies[1:]] == [1, 2, 3]


def test_a_worker_that_gives_no_sign_is_stopped(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "x.pdf", [PdfPage()])
    with pytest.raises(WorkerLostError) as caught:
        list(worker_replies(request(path), 30, 0.001))
    assert caught.value.is_slow


def test_a_worker_that_breaks_down_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(WorkerLostError) as caught:
        list(worker_replies({"task": "no such task", "path": "x", "limits": {}}, 30, 30))
    assert not caught.value.is_slow


def test_leaving_early_leaves_no_process_behind(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "x.pdf", [PdfPage()] * 2000)
    replies = worker_replies(request(path), 30, 30)
    assert next(replies)["pages"] == 2000
    replies.close()  # type: ignore[attr-defined]  # a generator


GUARDED = """
import sys
from tutor.library.readers.worker import _refuse
sys.addaudithook(_refuse)
import socket, subprocess, os, urllib.request
tries = [lambda: socket.create_connection(("127.0.0.1", 9)), lambda: socket.getaddrinfo("example.org", 80),
         lambda: subprocess.run(["true"]), lambda: os.system("true"),
         lambda: urllib.request.urlopen("http://example.org/")]
for attempt in tries:
    try:
        attempt()
    except PermissionError:
        print("refused")
"""


def test_the_worker_reaches_no_network_and_starts_no_program() -> None:
    done = subprocess.run([sys.executable, "-c", GUARDED], capture_output=True, cwd=PACKAGE.parent, text=True)
    assert done.stdout.split() == ["refused"] * 5, done.stderr


def test_the_worker_loads_no_heavy_library(tmp_path: Path) -> None:
    code = "import sys, tutor.library.readers.worker, tutor.library.readers.pdf_tasks as _; print(list(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=PACKAGE.parent, text=True)
    loaded = {name.partition(".")[0] for name in ast.literal_eval(done.stdout)}
    assert not loaded & {"onnxruntime", "tantivy", "faiss", "tokenizers", "torch", "numpy", "docx", "pptx", "lxml"}


def test_a_page_with_addresses_of_pictures_and_styles_asks_for_nothing(tmp_path: Path) -> None:
    # The guard of all tests fails this one when anything beyond loopback is looked up in this process.
    body = "<link rel=stylesheet href='http://example.org/x.css'><img src='http://example.org/x.png'><p>Words.</p>"
    (tmp_path / "x.html").write_text(body, encoding="utf-8")
    for path in (tmp_path / "x.html", make_epub(tmp_path / "x.epub", {"a.xhtml": body})):
        reader = reader_for(path)
        assert reader is not None and [block.text for block in reader(path).blocks] == ["Words."]


def test_files_beyond_the_limit_are_refused_unopened(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    with path.open("wb") as file:
        file.write(b"%PDF-1.7")
        file.truncate(Limits().file_bytes + 1)
    reader = reader_for(path)
    assert reader is not None
    with pytest.raises(LibraryError) as caught:
        reader(path)
    assert caught.value.code == "book-too-large"


def test_every_code_has_words_in_both_languages() -> None:
    for code in (*UNREAD, *WARNINGS):
        assert note_text(code, "en") != note_text(code, "sw")
    for texts in TEXTS.values():
        assert set(texts) == {"en", "sw"}
        facts = [set(re.findall(r"{(\w+)", " ".join(texts[language]))) for language in ("en", "sw")]
        assert facts[0] == facts[1] and "file" in facts[0]


def test_codes_that_are_used_are_known() -> None:
    used = set()
    for path in (PACKAGE / "library" / "readers").rglob("*.py"):
        if path.name not in {"errors.py", "notes.py"}:
            used |= set(re.findall(r'ReadingError\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8")))
    assert used <= TEXTS.keys()


def test_every_kind_of_file_has_a_reader(tmp_path: Path) -> None:
    for ending in SUFFIXES:
        assert reader_for(tmp_path / f"x{ending}") is not None
