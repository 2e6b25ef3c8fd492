"""A class's link, from the code on the teacher's screen to the pupil's page, with screenshots."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tutor.core.settings import Settings
from tutor.web.service.source import LibrarySource

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
zxingcpp = pytest.importorskip("zxingcpp", reason="nothing reads square codes: pip install zxing-cpp")

from browser_server import Served, served  # noqa: E402
from PIL import Image  # noqa: E402
from test_desk_in_browser import first_start, opened  # noqa: E402
from test_in_browser import CHROMIUM, SCREENS, browser, looking, shots  # noqa: E402, F401

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium"),
]


@pytest.fixture
def school(library_source: LibrarySource, library_settings: Settings, tmp_path: Path) -> Iterator[Served]:
    with served(library_source, tmp_path / "school", library_settings) as running:
        yield running


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_the_code_on_the_screen_leads_the_pupil_into_the_class(
    browser: Any, school: Served, shots: Path, screen: str, scheme: str  # noqa: F811
) -> None:  # fmt: skip
    teacher = opened(browser, school, shots, screen, color_scheme=scheme)
    first_start(teacher, school)
    teacher.go("/teacher/classes")
    teacher.page.fill("#name", "Kidato cha 2 B")
    teacher.page.select_option("#subject", "biology")
    teacher.page.select_option("#form", "2")
    teacher.page.select_option("#language", "sw")
    teacher.page.click("text=Make the class")
    teacher.page.wait_for_selector(".code img")
    teacher.shot(f"60-class-code-{scheme}")
    # What a phone's camera would see of this screen, also of a dark one.
    (code,) = zxingcpp.read_barcodes(Image.open(BytesIO(teacher.page.locator(".code").screenshot())))
    assert code.text == teacher.page.inner_text(".address")
    assert code.text.startswith(school.address + "/c/")

    with looking(browser, school, shots, screen, color_scheme=scheme) as pupil:
        pupil.go(code.text.removeprefix(school.address))
        assert pupil.page.locator("html[lang=sw]").count() == 1
        assert pupil.page.input_value("#subject") == "biology" and pupil.page.input_value("#form") == "2"
        assert "Kidato cha 2 B" in pupil.page.inner_text(".classroom")
        pupil.shot(f"61-class-{scheme}")
        pupil.ask("Usanisinuru ni nini?")
        pupil.wait_for_answer()
        pupil.go("/")
        assert pupil.page.input_value("#form") == "2"  # remembered on the device
        pupil.page.click("text=Toka darasani")
        assert pupil.page.locator(".classroom").count() == 0
    teacher.page.click("text=Make a new link")
    teacher.page.wait_for_selector(".code img")
    assert teacher.page.inner_text(".address") != code.text
    with looking(browser, school, shots, screen) as late:
        late.go(code.text.removeprefix(school.address))
        assert late.page.locator("[role=alert]").count() == 1  # the old link is told to be gone, not just dead
        late.shot(f"62-old-link-{scheme}")
        late.faults[:] = [fault for fault in late.faults if "404" not in fault]
    assert teacher.faults == []
    teacher.page.context.close()
