"""DOCX, ODT, PPTX and EPUB: what they say, in order; bombs, locks and macros."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import docx
import pytest
from book_makers import make_archive, make_epub, make_odt
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml
from pptx import Presentation
from pptx.util import Inches

from tutor.core.errors import LibraryError
from tutor.library.readers import reader_for
from tutor.library.readers.blocks import ReadBook

MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
BOMB_BYTES = 24 << 20


def read(path: Path) -> ReadBook:
    reader = reader_for(path)
    assert reader is not None
    return reader(path)


def pairs(book: ReadBook) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in book.blocks]


def refusal(path: Path) -> str:
    with pytest.raises(LibraryError) as caught:
        read(path)
    assert path.name in caught.value.what("en") and path.name in caught.value.what("sw")
    return caught.value.code


def lesson(path: Path) -> Path:
    document = docx.Document()
    document.core_properties.title = "Biology notes"
    document.add_heading("Osmosis", 1)
    paragraph = document.add_paragraph("Water is H")
    paragraph.add_run("2").font.subscript = True
    paragraph.add_run("O.").font.hidden = False
    paragraph.add_run(" The answer key is here.").font.hidden = True
    document.add_paragraph("salt", style="List Bullet")
    document.add_paragraph("sugar", style="List Bullet")
    table = document.add_table(2, 2)
    for cell, text in zip(table._cells, ["Age", "Beats", "15", "80"], strict=True):
        cell.text = text
    document.add_heading("Force", 2)
    formula = document.add_paragraph()
    formula._p.append(
        parse_xml(
            f"<m:oMath {MATH}><m:r><m:t>a=</m:t></m:r><m:f><m:num><m:r><m:t>F</m:t></m:r></m:num><m:den><m:sSup>"
            "<m:e><m:r><m:t>m</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath>"
        )
    )
    document.add_paragraph("First page").add_run().add_break(WD_BREAK.PAGE)
    document.add_paragraph("Second page")
    document.save(str(path))
    return path


LESSON = [
    ("heading", "Osmosis"),
    ("paragraph", "Water is H₂O."),
    ("list", "- salt\n- sugar"),
    ("table", "| Age | Beats |\n| 15 | 80 |"),
    ("heading", "Force"),
    ("formula", "a=F/m²"),
    ("paragraph", "First page"),
    ("paragraph", "Second page"),
]


def test_word(tmp_path: Path) -> None:
    book = read(lesson(tmp_path / "somo la José.docx"))
    assert pairs(book) == LESSON
    assert book.front_matter == {"title": "Biology notes"} and not book.warnings
    assert [block.level for block in book.blocks if block.kind == "heading"] == [1, 2]
    assert all(block.page is None for block in book.blocks), "Word did not say where pages end"


def with_macros(path: Path) -> Path:
    """The lesson as Word saves a document with macros."""
    plain = lesson(path.with_name("plain.docx"))
    with zipfile.ZipFile(plain) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    kind = b"application/vnd.ms-word.document.macroEnabled.main+xml"
    main = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    parts["[Content_Types].xml"] = bytes(parts["[Content_Types].xml"]).replace(main, kind)
    return make_archive(path, {**parts, "word/vbaProject.bin": b"\xd0\xcf\x11\xe0 AutoOpen Shell"})


@pytest.mark.parametrize("name", ["x.docm", "x.docx"])
def test_macros_are_never_run_and_the_text_is_read(tmp_path: Path, name: str) -> None:
    book = read(with_macros(tmp_path / name))
    assert pairs(book) == LESSON and book.warnings == ("has-macros",)
    assert "macros" in book.warning_texts("en")[0] and "makro" in book.warning_texts("sw")[0]


def test_deleted_text_and_text_boxes(tmp_path: Path) -> None:
    document = docx.Document()
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    paragraph = document.add_paragraph("Kept.")._p
    paragraph.append(parse_xml(f"<w:del {space}><w:r><w:delText>Gone.</w:delText></w:r></w:del>"))
    paragraph.append(parse_xml(f"<w:ins {space}><w:r><w:t> Added.</w:t></w:r></w:ins>"))
    box = (
        f"<w:r {space}><w:pict><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>"
    )
    paragraph.append(parse_xml(box))
    document.save(str(tmp_path / "x.docx"))
    assert pairs(read(tmp_path / "x.docx")) == [("paragraph", "Kept. Added."), ("paragraph", "In a box.")]


def test_pages_of_word_as_it_last_laid_them_out(tmp_path: Path) -> None:
    document = docx.Document()
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    document.add_paragraph("One.")
    document.add_paragraph("")._p.append(parse_xml(f"<w:r {space}><w:lastRenderedPageBreak/><w:t>Two.</w:t></w:r>"))
    document.add_paragraph("Two still.")
    document.save(str(tmp_path / "x.docx"))
    book = read(tmp_path / "x.docx")
    assert [block.page for block in book.blocks][-1] == 2 and book.pages == 2


def test_slides(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = "Mmeng'enyo"
    slide.placeholders[1].text = "mdomo\ntumbo"
    slide.notes_slide.notes_text_frame.text = "Eleza kila kiungo kwa mfano."
    other = show.slides.add_slide(show.slide_layouts[5])
    other.shapes.title.text = "Jedwali"
    table = other.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for number, text in enumerate(["Kiungo", "Kazi", "tumbo", "kusaga"]):
        table.cell(number // 2, number % 2).text = text
    show.save(str(tmp_path / "x.pptx"))
    book = read(tmp_path / "x.pptx")
    assert pairs(book) == [
        ("heading", "Mmeng'enyo"),
        ("list", "- mdomo\n- tumbo"),
        ("paragraph", "Eleza kila kiungo kwa mfano."),
        ("heading", "Jedwali"),
        ("table", "| Kiungo | Kazi |\n| tumbo | kusaga |"),
    ]
    assert [block.page for block in book.blocks] == [1, 1, 1, 2, 2] and book.pages == 2


def test_slides_of_pictures_are_unread(tmp_path: Path) -> None:
    from book_makers import picture_of

    data = io.BytesIO()
    picture_of(["words"], (200, 100), 20).save(data, "png")
    show = Presentation()
    show.slides.add_slide(show.slide_layouts[6]).shapes.add_picture(data, 0, 0)
    show.save(str(tmp_path / "x.pptx"))
    assert [(page.page, page.why) for page in read(tmp_path / "x.pptx").unread] == [(1, "only-pictures")]


ODT_BODY = (
    '<text:h text:outline-level="2">Mito</text:h><text:p>Maji ni H'
    '<text:span text:style-name="T1">2</text:span>O.</text:p>'
    "<text:list><text:list-item><text:p>Rufiji</text:p></text:list-item><text:list-item><text:p>Ruvuma</text:p>"
    "</text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>Mto</text:p></table:table-cell>"
    "<table:table-cell><text:p>Urefu</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell>"
    "<text:p>Rufiji</text:p></table:table-cell><table:table-cell><text:p>600</text:p></table:table-cell></table:table-row>"
    "</table:table><text:p>Ukurasa<text:soft-page-break/> wa pili.</text:p><text:p>Fomula "
    '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>'
)
STYLE = '<style:style style:name="T1"><style:text-properties style:text-position="sub 58%"/></style:style>'
MATHML = '<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math>'


def test_open_document(tmp_path: Path) -> None:
    book = read(make_odt(tmp_path / "x.odt", ODT_BODY, STYLE, {"Object 1/content.xml": MATHML}))
    assert pairs(book) == [
        ("heading", "Mito"),
        ("paragraph", "Maji ni H₂O."),
        ("list", "- Rufiji\n- Ruvuma"),
        ("table", "| Mto | Urefu |\n| Rufiji | 600 |"),
        ("paragraph", "Ukurasa wa pili."),
        ("paragraph", "Fomula x²"),
    ]
    assert [block.page for block in book.blocks][-2:] == [1, 2]


def test_epub(tmp_path: Path) -> None:
    chapters = {"b.xhtml": "<h1>Moja</h1><p>Maneno ya kwanza.</p>", "a.xhtml": "<h1>Mbili</h1><p>Maneno ya pili.</p>"}
    book = read(make_epub(tmp_path / "kitabu 📗.epub", chapters, "Fizikia"))
    assert [text for _, text in pairs(book)] == ["Moja", "Maneno ya kwanza.", "Mbili", "Maneno ya pili."]
    assert book.front_matter == {"title": "Fizikia", "language": "sw"}


def test_an_epub_with_a_part_missing_is_read_and_says_so(tmp_path: Path) -> None:
    path = make_epub(tmp_path / "x.epub", {"a.xhtml": "<p>Maneno.</p>", "b.xhtml": "<p>Mengine.</p>"})
    with zipfile.ZipFile(path) as archive:
        parts: dict[str, str | bytes] = {
            name: archive.read(name) for name in archive.namelist() if "b.xhtml" not in name
        }
    book = read(make_archive(path, parts))
    assert pairs(book) == [("paragraph", "Maneno.")] and book.warnings == ("parts-missing",)


@pytest.mark.parametrize("locked, code", [("OEBPS/a.xhtml", "book-protected"), ("OEBPS/fonts/a.ttf", "")])
def test_locked_books(tmp_path: Path, locked: str, code: str) -> None:
    part = f'<EncryptedData><CipherData><CipherReference URI="{locked}"/></CipherData></EncryptedData>'
    lock = f"<encryption>{part}</encryption>"
    path = make_epub(tmp_path / "x.epub", {"a.xhtml": "<p>Maneno.</p>"}, more={"META-INF/encryption.xml": lock})
    assert (refusal(path) if code else "") == code


def test_zip_bombs_are_refused(tmp_path: Path) -> None:
    swollen = b"<p>" + bytes(BOMB_BYTES)
    for path in (
        make_epub(tmp_path / "x.epub", {"a.xhtml": "<p>a</p>"}, more={"OEBPS/big.xhtml": swollen}),
        make_odt(tmp_path / "x.odt", "<text:p>a</text:p>", more={"Pictures/big.svg": swollen}),
        make_archive(lesson(tmp_path / "y.docx").with_name("x.docx"),
                     {"[Content_Types].xml": "<Types/>", "word/document.xml": swollen}),
    ):  # fmt: skip
        assert path.stat().st_size < 1 << 20
        assert refusal(path) == "book-bomb"


def test_entities_that_multiply_or_reach_out_are_refused(tmp_path: Path) -> None:
    laughs = "<!DOCTYPE x [<!ENTITY a 'ha'>" + "".join(
        f"<!ENTITY {new} '{f'&{old};' * 50}'>" for old, new in zip("abcdefg", "bcdefgh", strict=True)
    )
    secret = tmp_path / "secret.txt"
    secret.write_text("the head teacher's password", encoding="utf-8")
    reach = f"<!DOCTYPE x [<!ENTITY h SYSTEM '{secret.as_uri()}'>"
    for number, head in enumerate((laughs, reach)):
        content = f"<?xml version='1.0'?>{head}]><office><text>&h;</text></office>"
        path = make_archive(tmp_path / f"{number}.odt", {"content.xml": content},
                            ("mimetype", "application/vnd.oasis.opendocument.text"))  # fmt: skip
        assert refusal(path) == "book-damaged"
        with zipfile.ZipFile(lesson(tmp_path / "plain.docx")) as archive:
            parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
        space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
        parts["word/document.xml"] = (
            f"<?xml version='1.0'?>{head}]><w:document {space}><w:body><w:p><w:r><w:t>Seen &h;</w:t></w:r></w:p>"
            "</w:body></w:document>"
        )
        made = make_archive(tmp_path / f"{number}.docx", parts)
        try:
            text = " ".join(block.text for block in read(made).blocks)
        except LibraryError:
            continue
        assert "password" not in text and len(text) < 100


@pytest.mark.parametrize("name", ["x.docx", "x.odt", "x.pptx", "x.epub"])
@pytest.mark.parametrize(
    "data, code",
    [(b"PK\x03\x04 cut off", "book-damaged"), (b"only words", "book-other-kind"), (b"", "book-empty"),
     (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "book-old-kind")],
)  # fmt: skip
def test_what_is_no_such_book_is_refused(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    (tmp_path / name).write_bytes(data)
    assert refusal(tmp_path / name) == code


@pytest.mark.parametrize(
    "name, wanted",
    [("Form II.DOC", "DOCX"), ("x.dot", "DOCX"), ("x.rtf", "DOCX"), ("x.ppt", "PPTX"), ("x.pps", "PPTX")],
)
def test_books_of_old_programs_are_told_how_to_be_saved(tmp_path: Path, name: str, wanted: str) -> None:
    old = b"{\\rtf1 Photosynthesis}" if name.endswith("rtf") else b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    (tmp_path / name).write_bytes(old)
    with pytest.raises(LibraryError) as caught:
        read(tmp_path / name)
    assert caught.value.code == "book-old-kind" and wanted in caught.value.hint()


def test_what_old_programs_wrote_that_is_no_book_stays_unsupported(tmp_path: Path) -> None:
    """Windows keeps small pictures in such a file, and spreadsheets are no books."""
    for name in ("Thumbs.db", "marks.xls"):
        (tmp_path / name).write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
        assert reader_for(tmp_path / name) is None


def test_a_book_cut_off_in_its_middle_is_refused(tmp_path: Path) -> None:
    data = lesson(tmp_path / "y.docx").read_bytes()
    (tmp_path / "x.docx").write_bytes(data[: len(data) // 2])
    assert refusal(tmp_path / "x.docx") == "book-damaged"


def test_what_it_is_counts_and_not_its_name(tmp_path: Path) -> None:
    lesson(tmp_path / "y.docx").rename(tmp_path / "x.pdf")
    book = read(tmp_path / "x.pdf")
    assert pairs(book) == LESSON and book.warnings == ("named-otherwise",)


def test_a_table_in_a_cell_keeps_its_rows_apart(tmp_path: Path) -> None:
    document = docx.Document()
    outer = document.add_table(2, 2)
    for cell, text in zip(outer._cells, ["Group", "Examples", "Vitamins", ""], strict=True):
        cell.text = text
    inner = outer.cell(1, 1).add_table(2, 2)
    for cell, text in zip(inner._cells, ["A", "Carrots", "C", "Oranges and lemons"], strict=True):
        cell.text = text
    document.save(str(tmp_path / "nested.docx"))
    (block,) = read(tmp_path / "nested.docx").blocks
    assert block.text == "| Group | Examples |\n| Vitamins | A, Carrots; C, Oranges and lemons |"
