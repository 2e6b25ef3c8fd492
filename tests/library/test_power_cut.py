"""Whenever the power goes, the books and the index of before or of after serve, and the import goes on.

The same for a full disk: a message, and nothing has changed.
"""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tutor.core.errors import LibraryError
from tutor.core.places import PACKAGE
from tutor.curriculum.curriculum import Curriculum
from tutor.index import builder, dense
from tutor.index.generations import damage_of
from tutor.index.updates import IndexUpdate, index_findings, is_in_step
from tutor.index.vectors import VectorCache
from tutor.library.changes import STEPS
from tutor.library.corrections import read_corrections
from tutor.library.importer import Importer
from tutor.library.library_check import store_findings
from tutor.library.prepared import Staging
from tutor.library.store import LibraryStore

CHILD = Path(__file__).with_name("power_cut_child.py")
SEED = 20261130
POINTS = 50
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork a process")


def load_child() -> Any:
    spec = importlib.util.spec_from_file_location("power_cut_child", CHILD)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


child = load_child()


def book(title: str, word: str, sentences: int = 14) -> str:
    prose = " ".join(f"The {word} of place number {n} is told of here at some length." for n in range(sentences))
    return f"---\ntitle: {title}\nlanguage: en\n---\n# {title}\n\n{prose}\n\n# More\n\n- one {word}\n- two\n"


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """A home with two books in library and index."""
    books, home = tmp_path / "books", tmp_path / "template"
    books.mkdir()
    (books / "rivers.md").write_text(book("Rivers", "river"), encoding="utf-8")
    (books / "hills.md").write_text(book("Hills", "hill"), encoding="utf-8")
    child.run_import(home, books)
    return home


@pytest.fixture
def books(template: Path) -> Path:
    """The folder with one of them in a new edition and one that is new."""
    folder = template.parent / "books"
    (folder / "hills.md").write_text(book("Hills", "mountain", 30), encoding="utf-8")
    (folder / "lakes.md").write_text(book("Lakes", "lake", 25), encoding="utf-8")
    return folder


def killed(template: Path, books: Path, moments: Any) -> list[dict[str, Any]]:
    work = template.parent / "work"
    work.mkdir(exist_ok=True)
    request = {"template": str(template), "books": str(books), "work": str(work), "moments": moments}
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run(
        [sys.executable, str(CHILD)], input=json.dumps(request), env=environment, capture_output=True, text=True,
        check=False, timeout=1500,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    answer: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return answer


def judge(results: list[dict[str, Any]], before: dict[str, Any], after: dict[str, Any]) -> Counter[str]:
    """Every end left the old or the new library serving, and the next import made the new one."""
    seen: Counter[str] = Counter()
    for result in results:
        assert result["broken"] == 0 and result["after"] is not None, result["moment"]
        served = {name: result["after"][name] for name in ("documents", "texts")}
        known = {"before": before, "after": after}
        is_known = [name for name, state in known.items() if served == {n: state[n] for n in served}]
        assert is_known, result["moment"]
        seen[is_known[0]] += 1
        seen["died"] += result["died"] == child.DEAD
        assert result["final"] is not None, result["moment"]
        assert {n: result["final"][n] for n in served} == {n: after[n] for n in served}, result["moment"]
        # What was embedded before the end is not embedded again.
        assert result["embedded"] == result["final"]["vectors"] - result["after"]["vectors"], result["moment"]
    return seen


def expected(template: Path, books: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    before = child.state_of(template)
    (done,) = killed(template, books, [["event", 10**9, False]])
    assert done["died"] == 0
    after = done["after"]
    assert set(after["documents"]) == {"hills", "lakes", "rivers"} and after["texts"] != before["texts"]
    return before, after


@needs_fork
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_dying_at_fifty_random_moments(template: Path, books: Path) -> None:
    before, after = expected(template, books)
    (counted,) = killed(template, books, "count")
    calls, writes = counted["counts"]
    assert writes >= 100
    chosen = random.Random(SEED)
    moments = [["event", chosen.randint(1, calls), False] for _ in range(POINTS // 2)]
    moments += [["event", chosen.randint(1, writes), True] for _ in range(POINTS // 2)]
    seen = judge(killed(template, books, moments), before, after)
    assert seen["died"] >= POINTS - 4, "the moments lie within the import"
    assert seen["before"] >= 10 and seen["before"] + seen["after"] == POINTS


@needs_fork
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_dying_at_every_step_of_the_journal(template: Path, books: Path) -> None:
    before, after = expected(template, books)
    moments = [["step", step, is_after] for step in STEPS for is_after in (False, True)]
    results = killed(template, books, moments)
    seen = judge(results, before, after)
    assert seen["died"] == len(moments)
    # Once the books are on the disk the new index is, too: it only waits for its name.
    assert seen == Counter({"died": len(moments), "before": 2 * STEPS.index("switching"), "after": 4})


# -- index and library together ------------------------------------------------------------------


@pytest.fixture
def home(template: Path) -> Path:
    return template


def opened(home: Path) -> tuple[LibraryStore, Importer]:
    store = LibraryStore(home / "library" / "library.db")
    vectors = VectorCache(store, child.HashEmbedder(), "hash")
    return store, Importer(store, Curriculum.load(), IndexUpdate(store, lambda: (vectors, "hash"), home / "index"))


def test_every_change_takes_the_index_along(home: Path, books: Path) -> None:
    store, importer = opened(home)
    with store:
        for change in (
            lambda: importer.add(books),
            lambda: importer.edit(["*"], read_corrections({"form": "2"}, Curriculum.load())),
            lambda: importer.remove("lakes"),
        ):
            revision = store.identity()[1]
            change()
            assert store.identity()[1] == revision + 1 and is_in_step(store, home / "index")
            assert list(index_findings(store, home / "index")) == []


def test_where_nothing_changes_no_model_is_loaded(home: Path) -> None:
    def refuses() -> tuple[VectorCache, str]:
        raise AssertionError("a model was loaded")

    with LibraryStore(home / "library" / "library.db") as store:
        importer = Importer(store, Curriculum.load(), IndexUpdate(store, refuses, home / "index"))
        assert importer.add(home.parent / "books").unchanged == ["hills", "rivers"]


def test_an_index_that_is_behind_is_built_by_the_next_import(home: Path) -> None:
    store, importer = opened(home)
    with store:
        with store.changing():
            store.remove_document("hills")
        assert [finding.code for finding in index_findings(store, home / "index")] == ["index-behind"]
        importer.add(home.parent / "books" / "rivers.md")
        assert is_in_step(store, home / "index")


def test_what_was_left_unfinished_is_finished_by_the_next_import(
    home: Path, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stops(index: IndexUpdate) -> None:
        raise KeyboardInterrupt

    store, importer = opened(home)
    with store, monkeypatch.context() as patched:
        patched.setattr(IndexUpdate, "finish", stops)
        with pytest.raises(KeyboardInterrupt):
            importer.add(books)
        # The books serve, and the check says what is left.
        assert store.passage_count() and is_in_step(store, home / "index")
        assert "sentences-unfinished" in [finding.code for finding in store_findings(store)]
    before = child.state_of(home)["vectors"]
    store, importer = opened(home)
    with store:
        assert not importer.add(books).changed
        assert "sentences-unfinished" not in [finding.code for finding in store_findings(store)]
    assert child.state_of(home)["vectors"] > before


def full() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "error",
    [
        full(),
        ValueError("IO Error: No space left on device (os error 28)"),
        RuntimeError("write error: File too large"),
    ],
    ids=["the system", "Tantivy", "FAISS"],
)
@pytest.mark.parametrize("place", ["write_lexical", "write_dense", "seal_generation"])
def test_a_disk_that_fills_while_the_index_is_built_changes_nothing(
    home: Path, books: Path, error: Exception, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object) -> None:
        raise error

    before = child.state_of(home)
    store, importer = opened(home)
    with store:
        monkeypatch.setattr(builder, place, fails)
        with pytest.raises(LibraryError) as caught:
            importer.add(books)
        assert caught.value.code == "import-no-room" and caught.value.hint("sw")
        assert store.documents()[0].id == "hills" and Staging(store).count() == 2
    after = child.state_of(home)
    assert (after["documents"], after["texts"]) == (before["documents"], before["texts"])
    monkeypatch.undo()
    store, importer = opened(home)
    with store:
        assert importer.add(books).resumed == 2
    assert set(child.state_of(home)["documents"]) == {"hills", "lakes", "rivers"}


LIMITED = """
import json, resource, sys
sys.path.insert(0, sys.argv[1])
import power_cut_child as child
from pathlib import Path
from tutor.core.errors import LibraryError
home, books, size = Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    child.run_import(home, books)
    print("done")
except LibraryError as error:
    print(error.code)
"""


@pytest.mark.skipif(os.name == "nt", reason="this system has no limit for the size of files")
def test_files_that_may_not_grow_end_with_a_message(home: Path, books: Path, tmp_path: Path) -> None:
    before = child.state_of(home)
    ends = []
    for size in (40_000, 90_000, 150_000):
        done = subprocess.run(
            [sys.executable, "-c", LIMITED, str(CHILD.parent), str(home), str(books), str(size)],
            env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)}, capture_output=True, text=True, check=False,
            timeout=120,
        )  # fmt: skip
        ends.append(done.stdout.strip())
        assert done.returncode == 0, done.stderr[-2000:]
        assert ends[-1] in {"import-no-room", "finish-no-room", "done"}, done.stderr[-2000:]
        if ends[-1] == "import-no-room":
            after = child.state_of(home)
            assert (after["documents"], after["texts"]) == (before["documents"], before["texts"])
    assert ends[0] == "import-no-room"


def test_a_disk_that_fills_when_the_books_are_in_does_not_say_that_nothing_changed(
    home: Path, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(VectorCache, "prepare_sentences", fails)
    store, importer = opened(home)
    with store, pytest.raises(LibraryError) as caught:
        importer.add(books)
    assert caught.value.code == "finish-no-room" and caught.value.hint("sw")
    assert set(child.state_of(home)["documents"]) == {"hills", "lakes", "rivers"}
    monkeypatch.undo()
    store, importer = opened(home)
    with store:
        assert [finding.code for finding in store_findings(store)][:1] == ["sentences-unfinished"]
        importer.add(books)
        assert not [finding for finding in store_findings(store) if finding.code == "sentences-unfinished"]


def test_a_generation_that_is_not_what_was_written_is_not_switched_to(
    home: Path, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = dense.write_dense

    def flips(folder: Path, *arguments: Any) -> None:
        real(folder, *arguments)
        (folder / "numbers.npy").write_bytes(b"")

    monkeypatch.setattr(builder, "write_dense", flips)
    before = child.state_of(home)
    store, importer = opened(home)
    with store, pytest.raises(Exception, match="index"):
        importer.add(books)
    after = child.state_of(home)
    assert (after["documents"], after["texts"]) == (before["documents"], before["texts"])
    current = home / "index" / (home / "index" / "CURRENT").read_text(encoding="ascii")
    assert damage_of(current) is None
