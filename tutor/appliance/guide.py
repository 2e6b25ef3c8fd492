"""The printed page that lies beside the stick: one side English, one side Swahili, as HTML and as PDF."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

HTML_NAME, PDF_NAME = "START-HERE.html", "START-HERE.pdf"


@dataclass(frozen=True)
class Page:
    """One language's page: a title, then headings with their lines. A line that begins with $ is a command."""

    language: str
    title: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]


def guide_pages(version: str, key: str, port: int, notices: Sequence[str] = ()) -> tuple[Page, Page]:
    """The page in English and in Swahili. `key`: the name of the key that signed the bundle; `notices`: sentences that
    the terms of the models want to be shown."""
    english = Page(
        "en",
        f"tutor {version}: from this stick to a working classroom",
        (
            (
                "Install on Linux",
                (
                    "Needs Python 3.11 or newer (Debian 12, Ubuntu 24.04), 2 GB of memory, 4 GB of free disk.",
                    "Open the folder of this page, right-click, Open in Terminal.",
                    "For the whole lab, started with the computer:",
                    "$ sudo sh install.sh",
                    "For one laptop, without administrator rights:",
                    "$ sh install.sh --user",
                ),
            ),
            (
                "Install on Windows",
                ("Windows 10 or newer. Open the folder of this page and double-click install.bat.",),
            ),
            (
                "Open it",
                (
                    "The installer prints the address and a square code to photograph with a phone.",
                    f"On the same computer: http://127.0.0.1:{port}",
                    "On other devices of the school network: the printed address. No internet is needed.",
                    "Teachers first: the page /start asks for the set-up code that the installer shows.",
                ),
            ),
            (
                "Keep it alive",
                (
                    "Something is wrong? This says what, and mends what can be mended safely:",
                    "$ sudo tutor doctor --fix",
                    "Every Friday, onto another stick (classes, questions, corrections, books):",
                    "$ sudo tutor backup /media/STICK",
                    "That backup in the place of what is there (the name is the newest one's):",
                    "$ sudo tutor restore /media/STICK/tutor-backup-2027-01-29-140000.zip",
                    "A new stick with a new program or new books:",
                    "$ sudo tutor update --from /media/STICK/tutor",
                    "The new program is not good? Back to the one before; nothing is lost:",
                    "$ sudo tutor rollback",
                    "Where files are is shown by the file manager: often /media/NAME/STICK.",
                    "After sh install.sh --user: without sudo, and tutor is in the menu and, once you have signed in "
                    "again, a command.",
                ),
            ),
            (
                "No network in the school? This laptop's Wi-Fi can be one",
                (
                    "$ sudo sh hotspot/hotspot.sh on --interface wlan0 --ssid Shule",
                    "Needs hostapd and dnsmasq. Off again: hotspot.sh off. Nothing of it leads to the internet.",
                ),
            ),
            (
                "Is the stick whole?",
                ("$ tutor bundle verify /media/STICK/tutor", f"The key of its builder must be: {key}"),
            ),
            (
                "Licences",
                ("All that is on this stick is handed on under the terms in its folder licences.", *notices),
            ),
        ),
    )
    swahili = Page(
        "sw",
        f"tutor {version}: kutoka kifaa hiki hadi darasa linalofanya kazi",
        (
            (
                "Kusakinisha kwenye Linux",
                (
                    "Inahitaji Python 3.11 au mpya zaidi (Debian 12, Ubuntu 24.04), kumbukumbu GB 2, diski GB\u00a04.",
                    "Fungua folda ya ukurasa huu, bofya kulia, chagua Open in Terminal.",
                    "Kwa maabara nzima, ikiwaka pamoja na kompyuta:",
                    "$ sudo sh install.sh",
                    "Kwa laptopu moja, bila haki za msimamizi:",
                    "$ sh install.sh --user",
                ),
            ),
            (
                "Kusakinisha kwenye Windows",
                ("Windows 10 au mpya. Fungua folda ya ukurasa huu, bofya mara mbili install.bat.",),
            ),
            (
                "Kuifungua",
                (
                    "Kisakinishi kinaonyesha anwani na msimbo wa mraba wa kupiga picha kwa simu.",
                    f"Kwenye kompyuta hiyohiyo: http://127.0.0.1:{port}",
                    "Kwenye vifaa vingine vya mtandao wa shule: anwani iliyoonyeshwa. Intaneti haihitajiki.",
                    "Mwalimu kwanza: ukurasa /start unaomba msimbo wa kuanzisha ambao kisakinishi kinaonyesha.",
                ),
            ),
            (
                "Kuitunza",
                (
                    "Kuna tatizo? Amri hii inaeleza, na kurekebisha kinachoweza kurekebishwa kwa usalama:",
                    "$ sudo tutor doctor --fix",
                    "Kila Ijumaa, kwenye kifaa kingine (madarasa, maswali, masahihisho, vitabu):",
                    "$ sudo tutor backup /media/KIFAA",
                    "Kurudisha nakala hiyo mahali pa kilichopo (jina ni la nakala mpya zaidi):",
                    "$ sudo tutor restore /media/KIFAA/tutor-backup-2027-01-29-140000.zip",
                    "Kifaa kipya chenye programu mpya au vitabu vipya:",
                    "$ sudo tutor update --from /media/KIFAA/tutor",
                    "Programu mpya si nzuri? Rudi kwenye ya awali; hakuna kinachopotea:",
                    "$ sudo tutor rollback",
                    "Mahali pa faili huonyeshwa na programu ya faili: mara nyingi /media/JINA/KIFAA.",
                    "Baada ya sh install.sh --user: bila neno sudo; tutor imo kwenye menyu na, ukiingia tena, ni amri.",
                ),
            ),
            (
                "Shule haina mtandao? Wi-Fi ya laptopu hii inaweza kuwa mtandao",
                (
                    "$ sudo sh hotspot/hotspot.sh on --interface wlan0 --ssid Shule",
                    "Inahitaji hostapd na dnsmasq. Kuzima: hotspot.sh off. Hakuna njia ya intaneti kupitia hapo.",
                ),
            ),
            (
                "Je, kifaa ni kamili?",
                ("$ tutor bundle verify /media/KIFAA/tutor", f"Ufunguo wa aliyekitengeneza uwe: {key}"),
            ),
            ("Leseni", ("Vilivyomo katika kifaa hiki vinagawiwa kwa masharti yaliyo kwenye folda licences.", *notices)),
        ),
    )
    return english, swahili


STYLE = """
body { font-family: sans-serif; max-width: 46rem; margin: 1rem auto; padding: 0 1rem; line-height: 1.35; }
h1 { font-size: 1.25rem; } h2 { font-size: 1rem; margin: .8rem 0 .2rem; } p { margin: .15rem 0; }
code { background: #eee; padding: .1rem .3rem; } section + section { page-break-before: always; margin-top: 2rem; }
"""


def guide_html(pages: tuple[Page, ...]) -> str:
    """The pages as one HTML file that needs nothing else."""
    sections = []
    for page in pages:
        lines = [f'<section lang="{page.language}">', f"<h1>{html.escape(page.title)}</h1>"]
        for heading, texts in page.parts:
            lines.append(f"<h2>{html.escape(heading)}</h2>")
            for text in texts:
                shown = html.escape(text.removeprefix("$ "))
                lines.append(f"<p><code>{shown}</code></p>" if text.startswith("$ ") else f"<p>{shown}</p>")
        sections.append("\n".join([*lines, "</section>"]))
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>tutor</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n' + (
        "\n".join(sections) + "\n</body></html>\n"
    )


def guide_pdf(pages: tuple[Page, ...]) -> bytes:
    """The pages as a PDF of A4 sheets, one for each language; the same bytes for the same pages."""
    from reportlab.lib.colors import HexColor
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate

    plain = ParagraphStyle("plain", fontName="Helvetica", fontSize=10.5, leading=14)
    command = ParagraphStyle("command", plain, fontName="Courier", leftIndent=14, backColor=HexColor(0xEEEEEE))
    heading = ParagraphStyle("heading", plain, fontName="Helvetica-Bold", fontSize=12, spaceBefore=10, spaceAfter=3)
    title = ParagraphStyle("title", plain, fontName="Helvetica-Bold", fontSize=15, leading=19, spaceAfter=4)
    story: list[Flowable] = []
    for number, page in enumerate(pages):
        story += [PageBreak()] if number else []
        story.append(Paragraph(html.escape(page.title), title))
        for name, texts in page.parts:
            story.append(Paragraph(html.escape(name), heading))
            for text in texts:
                style = command if text.startswith("$ ") else plain
                story.append(Paragraph(html.escape(text.removeprefix("$ ")), style))
    stream = BytesIO()
    # `invariant` leaves out the time of making: the same guide is the same file.
    document = SimpleDocTemplate(stream, pagesize=A4, title="tutor", invariant=1, topMargin=42, bottomMargin=42)
    document.build(story)
    return stream.getvalue()


def write_guide(folder: Path, pages: tuple[Page, ...]) -> None:
    """Write both files into the folder. Raises OSError."""
    (folder / HTML_NAME).write_text(guide_html(pages), encoding="utf-8", newline="\n")
    (folder / PDF_NAME).write_bytes(guide_pdf(pages))
