"""Makes book files for the tests: small PDFs, office documents and e-books, good ones and nasty ones."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 595, 842
FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>"
FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Courier"}


@dataclass
class PdfPage:
    """A page: text as (x, y from above, size, font, words), ruled lines, and a picture over all of it."""

    texts: list[tuple[float, float, float, str, str]] = field(default_factory=list)
    rulings: list[tuple[float, float, float, float]] = field(default_factory=list)
    picture: Image.Image | None = None

    def write(self, x: float, y: float, words: str, size: float = 10, font: str = "F1") -> None:
        self.texts.append((x, y, size, font, words))

    def column(self, x: float, y: float, lines: Sequence[str], size: float = 10, step: float = 12) -> None:
        for number, line in enumerate(lines):
            self.write(x, y + number * step, line, size)


def make_pdf(path: Path, pages: Sequence[PdfPage], labels: str = "", title: str = "") -> Path:
    """Write the pages; `labels` is the body of a /PageLabels number tree."""
    objects: list[bytes] = []

    def add(body: bytes) -> int:
        objects.append(body)
        return len(objects)

    def stream(data: bytes, head: str = "") -> int:
        packed = zlib.compress(data)
        start = f"<< {head} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
        return add(start.encode() + packed + b"\nendstream")

    catalog = add(b"")
    tree = add(b"")
    fonts = "".join(f"/{name} {add(FONT.format(base=base).encode())} 0 R " for name, base in FONTS.items())
    kids = []
    for page in pages:
        drawn = b""
        images = ""
        if page.picture is not None:
            grey = page.picture.convert("L")
            head = f"/Type /XObject /Subtype /Image /Width {grey.width} /Height {grey.height} "
            image = stream(grey.tobytes(), head + "/ColorSpace /DeviceGray /BitsPerComponent 8")
            images = f"/XObject << /I1 {image} 0 R >>"
            drawn += f"q {WIDTH} 0 0 {HEIGHT} 0 0 cm /I1 Do Q\n".encode()
        for x0, y0, x1, y1 in page.rulings:
            drawn += f"1 w {x0} {HEIGHT - y0} m {x1} {HEIGHT - y1} l S\n".encode()
        for x, y, size, font, words in page.texts:
            escaped = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode("cp1252")
            drawn += f"BT /{font} {size} Tf {x} {HEIGHT - y} Td (".encode() + escaped + b") Tj ET\n"
        content = stream(drawn)
        kids.append(
            add(
                f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {content} 0 R "
                f"/Resources << /Font << {fonts} >> {images} >> >>".encode()
            )
        )
    objects[tree - 1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{k} 0 R' for k in kids)}] >>".encode()
    extra = f"/PageLabels << /Nums [{labels}] >>" if labels else ""
    objects[catalog - 1] = f"<< /Type /Catalog /Pages {tree} 0 R {extra} >>".encode()
    info = add(f"<< /Title ({title}) >>".encode())
    out = io.BytesIO()
    out.write(b"%PDF-1.5\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n".encode() + body + b"\nendobj\n")
    start = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    out.write(b"".join(f"{place:010d} 00000 n \n".encode() for place in places))
    out.write(f"trailer << /Size {len(objects) + 1} /Root {catalog} 0 R /Info {info} 0 R >>\n".encode())
    out.write(f"startxref\n{start}\n%%EOF\n".encode())
    path.write_bytes(out.getvalue())
    return path


def picture_of(lines: Sequence[str], size: tuple[int, int] = (1240, 1754), letters: int = 40) -> Image.Image:
    """A page as a scanner sees it: dark words on white."""
    picture = Image.new("L", size, 255)
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(letters)
    for number, line in enumerate(lines):
        pen.text((90, 120 + number * int(letters * 1.6)), line, fill=10, font=font)
    return picture


def make_archive(path: Path, parts: dict[str, str | bytes], first: tuple[str, str] | None = None) -> Path:
    """A ZIP file of the parts; `first` is stored unpacked before all others, as EPUB and ODT want it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        if first is not None:
            archive.writestr(zipfile.ZipInfo(first[0]), first[1])
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def make_epub(
    path: Path, chapters: dict[str, str], title: str = "Physics", more: dict[str, str | bytes] | None = None
) -> Path:
    """An e-book of the chapters (name -> the body of its page), in the order given."""
    items = "".join(
        f'<item id="c{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(chapters)
    )
    order = "".join(f'<itemref idref="c{n}"/>' for n, _ in enumerate(chapters))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{title}</dc:title><dc:language>sw</dc:language></metadata>"
        f"<manifest>{items}</manifest><spine>{order}</spine></package>"
    )
    parts: dict[str, str | bytes] = {"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": package}
    for name, body in chapters.items():
        parts[f"OEBPS/{name}"] = f"<html><body>{body}</body></html>"
    return make_archive(path, {**parts, **(more or {})}, ("mimetype", "application/epub+zip"))


OFFICE = "urn:oasis:names:tc:opendocument:xmlns"


def make_odt(path: Path, body: str, styles: str = "", more: dict[str, str | bytes] | None = None) -> Path:
    """A text document with that body."""
    content = (
        f'<office:document-content xmlns:office="{OFFICE}:office:1.0" xmlns:text="{OFFICE}:text:1.0" '
        f'xmlns:table="{OFFICE}:table:1.0" xmlns:style="{OFFICE}:style:1.0" xmlns:draw="{OFFICE}:drawing:1.0" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink"><office:automatic-styles>{styles}</office:automatic-styles>'
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    first = ("mimetype", "application/vnd.oasis.opendocument.text")
    return make_archive(path, {"content.xml": content, **(more or {})}, first)
