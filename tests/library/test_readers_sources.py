"""LaTeX, CSV, ZIM, and plain text that is hard to take."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tutor.core.errors import LibraryError
from tutor.library.metadata import book_title
from tutor.library.readers import READERS, reader_for
from tutor.library.readers.blocks import ReadBook


def read(path: Path) -> ReadBook:
    reader = reader_for(path)
    assert reader is not None
    return reader(path)


def pairs(book: ReadBook) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in book.blocks]


LATEX = r"""\documentclass{article}
\title{Motion \& Force}
\newcommand{\secret}{no}
\begin{document}
\maketitle
\section{Force} % a comment
A force \emph{changes} motion: $F = ma$.
It is a vector.

A new paragraph~here with caf\'e.
\begin{equation} v = v_0 + at \end{equation}
\[ s = \frac{d}{t} \]
\begin{itemize} \item mass \item speed $v$ \end{itemize}
\begin{enumerate} \item one \item two \end{enumerate}
\begin{table}\caption{Falls}\begin{tabular}{ll} Time & Way \\ \hline 1 s & 4.9 m \\ \end{tabular}\end{table}
\subsection*{Work}
Work is done. \input{/etc/passwd}
\end{document}
"""


def test_latex(tmp_path: Path) -> None:
    path = tmp_path / "x.tex"
    path.write_text(LATEX, encoding="utf-8")
    book = read(path)
    assert pairs(book) == [
        ("heading", "Force"),
        ("paragraph", "A force changes motion: $F = ma$. It is a vector."),
        ("paragraph", "A new paragraph here with café."),
        ("formula", "$$v = v_0 + at$$"),
        ("formula", r"\[ s = \frac{d}{t} \]"),
        ("list", "- mass\n- speed $v$"),
        ("list", "1. one\n2. two"),
        ("caption", "Falls"),
        ("table", "| Time | Way |\n| 1 s | 4.9 m |"),
        ("heading", "Work"),
        ("paragraph", "Work is done."),
    ]
    assert book.front_matter == {"title": "Motion & Force"} and book.warnings == ("inputs-left-out",)


@pytest.mark.parametrize(
    "body", ["\\section{Cut off", "{" * 50 + "deep", "\\begin{itemize}\\item a", "$x", "\\end{document}"]
)
def test_broken_latex_is_read_as_far_as_it_goes(tmp_path: Path, body: str) -> None:
    path = tmp_path / "x.tex"
    path.write_text(f"Words before.\n\n{body}", encoding="utf-8")
    assert "Words before." in " ".join(text for _, text in pairs(read(path)))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("id,Question,Answer\n1,What is soil?,\"Loose rock, air and water.\"\n2,Empty?,\n",
         [("heading", "What is soil?"), ("paragraph", "Loose rock, air and water.")]),
        ("Swali;Jibu;Maelezo\nUdongo ni nini?;Mchanga na maji;Tazama ukurasa 3\n",
         [("heading", "Udongo ni nini?"), ("paragraph", "Mchanga na maji"),
          ("paragraph", "Maelezo: Tazama ukurasa 3")]),
        ("What is soil?,Loose rock\nWhy does it rain?,Clouds cool down\n",
         [("heading", "What is soil?"), ("paragraph", "Loose rock"), ("heading", "Why does it rain?"),
          ("paragraph", "Clouds cool down")]),
        ("question;answer\nHow much is 1,5 + 1,5?;3,0\nWhere, when?;A place; and a time\n",
         [("heading", "How much is 1,5 + 1,5?"), ("paragraph", "3,0"), ("heading", "Where, when?"),
          ("paragraph", "A place")]),
        ("sep=;\nquestion;answer\nWhat is rust?;Iron oxide, hydrated\n",
         [("heading", "What is rust?"), ("paragraph", "Iron oxide, hydrated")]),
        ('question, answer\n"What is rain, then?", "Water, that falls"\n',
         [("heading", "What is rain, then?"), ("paragraph", "Water, that falls")]),
        ("Town\tRain\nMbeya\t199\n", [("table", "| Town | Rain |\n| Mbeya | 199 |")]),
    ],
)  # fmt: skip
def test_csv(tmp_path: Path, text: str, expected: list[tuple[str, str]]) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text, encoding="utf-8-sig")
    assert pairs(read(path)) == expected


@pytest.mark.parametrize(
    "text, title",
    [("swali,jibu\nMalkia wa nyuki hufanya nini?,Hutaga mayai\n", "maswali ya nyuki"),
     ("Town\tRain\nMbeya\t199\n", "maswali ya nyuki")],
)  # fmt: skip
def test_a_list_of_questions_is_called_as_its_file_and_not_as_its_first_question(
    tmp_path: Path, text: str, title: str
) -> None:
    path = tmp_path / "maswali-ya_nyuki.csv"
    path.write_text(text, encoding="utf-8")
    assert book_title(read(path), path) == title


@pytest.mark.parametrize(
    "rows, taken",
    [("What is osmosis?,Movement of water\nWhat is soil?,\n,Loose rock\n", 1),
     # A mark that is never closed takes all rows after it into one cell.
     ('What is osmosis?,Movement of water\n"What is soil?,Loose rock\nWhat is rain?,Water\n', 1)],
)  # fmt: skip
def test_questions_without_an_answer_are_not_left_out_silently(tmp_path: Path, rows: str, taken: int) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f"question,answer\n{rows}", encoding="utf-8")
    book = read(path)
    assert len(pairs(book)) == 2 * taken and book.warnings == ("rows-left-out",)
    path.write_text("question,answer\nWhat is osmosis?,Movement of water\n\n,\n", encoding="utf-8")
    assert read(path).warnings == ()


def test_a_long_table_is_cut_with_its_header_repeated(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("Name,Age\n" + "".join(f"pupil {n},{n}\n" for n in range(500)), encoding="utf-8")
    blocks = read(path).blocks
    assert len(blocks) > 5 and all(block.text.startswith("| Name | Age |\n") for block in blocks)
    assert sum(len(block.items) - 1 for block in blocks) == 500


def test_zim_without_libzim_is_refused_clearly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tutor.library.readers.limits import Limits
    from tutor.library.readers.zim import read_zim

    monkeypatch.setitem(sys.modules, "libzim.reader", None)
    with pytest.raises(LibraryError) as caught:
        read_zim(tmp_path / "x.zim", Limits())
    assert caught.value.code == "reader-missing" and "libzim" in caught.value.hint("sw")


def zim(path: Path, pages: dict[str, str]) -> Path:
    writer = pytest.importorskip("libzim.writer", reason="libzim is not installed")

    class Page(writer.Item):  # type: ignore[name-defined,misc]
        def __init__(self, name: str, html: str) -> None:
            super().__init__()
            self.name, self.html = name, html

        def get_path(self) -> str:
            return self.name

        def get_title(self) -> str:
            return self.name

        def get_mimetype(self) -> str:
            return "text/html"

        def get_contentprovider(self) -> Any:
            return writer.StringProvider(self.html)

        def get_hints(self) -> dict[Any, Any]:
            return {writer.Hint.FRONT_ARTICLE: True}

    with writer.Creator(path) as creator:
        creator.add_metadata("Title", "Encyclopedia")
        creator.add_metadata("Language", "swa")
        for name, html in pages.items():
            creator.add_item(Page(name, html))
    return path


def test_zim(tmp_path: Path) -> None:
    book = read(zim(tmp_path / "x.zim", {"Maji": "<p>Maji ni uhai.</p>", "Moto": "<h1>Moto</h1><p>Moto huunguza.</p>"}))
    assert pairs(book) == [
        ("heading", "Maji"), ("paragraph", "Maji ni uhai."), ("heading", "Moto"), ("paragraph", "Moto huunguza."),
    ]  # fmt: skip
    assert book.front_matter == {"title": "Encyclopedia", "language": "sw"}


def test_a_damaged_zim_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("libzim.reader", reason="libzim is not installed")
    (tmp_path / "x.zim").write_bytes(b"ZIM\x04" + bytes(200))
    with pytest.raises(LibraryError) as caught:
        read(tmp_path / "x.zim")
    assert caught.value.code == "book-damaged"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-32"])
def test_wide_encodings(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "x.txt").write_bytes(("\ufeff" if encoding == "utf-16-le" else "").encode(encoding) + (
        "Maji yanachemka kwa nyuzi mia moja. Café ya José iko karibu na shule yetu.".encode(encoding)))  # fmt: skip
    assert pairs(read(tmp_path / "x.txt"))[0][1].startswith("Maji yanachemka kwa nyuzi mia moja. Café")


def test_text_from_right_to_left_keeps_its_order(tmp_path: Path) -> None:
    text = "الماء هو الحياة. يغلي الماء عند مئة درجة."
    (tmp_path / "x.txt").write_text(text, encoding="utf-8")
    assert pairs(read(tmp_path / "x.txt")) == [("paragraph", text)]


def test_zero_width_spaces_part_words(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("Ng\u2019ombe\u200bhula\u200bnyasi\u200bza\u200bmalisho mengi.", encoding="utf-8")
    assert pairs(read(tmp_path / "x.txt")) == [("paragraph", "Ng'ombe hula nyasi za malisho mengi.")]


def test_wrongly_decoded_text_is_mended(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("CafÃ© ya JosÃ© iko mjini, naye hupika chakula kizuri.", encoding="utf-8")
    assert pairs(read(tmp_path / "x.txt"))[0][1].startswith("Café ya José")


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["txt", "md", "html", "csv", "tex"])
def test_one_line_of_thirty_megabytes(tmp_path: Path, ending: str) -> None:
    (tmp_path / f"x.{ending}").write_text("neno moja la kitabu kirefu sana " * 1_000_000, encoding="utf-8")
    if ending == "tex":
        with pytest.raises(LibraryError) as caught:
            read(tmp_path / "x.tex")
        assert caught.value.code == "book-too-large"
        return
    book = read(tmp_path / f"x.{ending}")
    assert sum(len(block.text) for block in book.blocks) > 30_000_000


def test_every_ending_has_a_reader_and_others_have_none(tmp_path: Path) -> None:
    for ending in READERS:
        assert reader_for(tmp_path / f"missing{ending.upper()}") is not None
    for name in ("x.exe", "x.doc", "x.js", "x", "x.mp3"):
        (tmp_path / name).write_bytes(b"something else")
        assert reader_for(tmp_path / name) is None
