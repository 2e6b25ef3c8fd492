"""What the licences of the models ask of whoever hands them on goes along with the stick, and is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from tutor.appliance.guide import guide_html, guide_pages, guide_pdf
from tutor.appliance.licences import OBLIGATIONS, models_without_terms, notices, write_licences
from tutor.cli.install import show_notices
from tutor.models.catalog import Model, load_catalog

GEMMA_SENTENCE = "Gemma is provided under and subject to the Gemma Terms of Use found at ai.google.dev/gemma/terms"


@pytest.fixture
def gemma() -> Model:
    return load_catalog().model("embeddinggemma-300m")


def test_gemma_goes_along_with_its_notice_its_card_its_changes_and_its_terms(gemma: Model, tmp_path: Path) -> None:
    card = tmp_path / "models" / gemma.name / "MODEL_CARD.md"
    card.parent.mkdir(parents=True)
    card.write_text("Terms of Use: https://ai.google.dev/gemma/terms", encoding="utf-8")
    text = tmp_path / "Gemma Terms (2026).txt"
    text.write_text("the whole agreement", encoding="utf-8")
    write_licences(tmp_path, [], [gemma], tmp_path, [text])
    folder = tmp_path / "licences"
    notice = (folder / "NOTICE.txt").read_text(encoding="utf-8")
    for part in (GEMMA_SENTENCE, gemma.changes, OBLIGATIONS, "prohibited_use_policy"):
        assert part and part in notice
    assert (folder / "model-embeddinggemma-300m.txt").read_text(encoding="utf-8").startswith("Terms of Use")
    assert (folder / "terms-gemma-terms-2026.txt").read_text(encoding="utf-8") == "the whole agreement"
    assert "terms-gemma-terms-2026.txt" in notice and "not on this stick" not in notice
    assert models_without_terms([gemma], [text]) == []


def test_a_stick_without_the_whole_terms_says_so_and_where_they_stand(gemma: Model, tmp_path: Path) -> None:
    write_licences(tmp_path, [], [gemma, load_catalog().model("multilingual-e5-small")], tmp_path)
    notice = (tmp_path / "licences" / "NOTICE.txt").read_text(encoding="utf-8")
    for words in ("not on this stick", "hayamo katika kifaa hiki"):
        assert notice.index(words) < notice.index(gemma.terms[0] + "\n")
    listed = (tmp_path / "licences" / "LICENCES.txt").read_text(encoding="utf-8")
    assert gemma.terms[0] in listed and "NOTICE.txt" in listed
    assert models_without_terms([gemma], []) == [gemma]


def test_models_under_plain_licences_need_no_notice(tmp_path: Path) -> None:
    write_licences(tmp_path, [], [load_catalog().model("multilingual-e5-small")], tmp_path)
    assert not (tmp_path / "licences" / "NOTICE.txt").exists()


def test_every_model_with_a_notice_says_where_its_terms_are(gemma: Model) -> None:
    assert gemma.notice == GEMMA_SENTENCE
    for model in load_catalog().models.values():
        assert bool(model.notice) == bool(model.terms) == bool(model.changes)
        if "Terms" in model.licence:
            assert model.notice


def test_the_guide_shows_the_notice_and_stays_one_sheet_a_language(gemma: Model) -> None:
    pages = guide_pages("1.0", "0123456789ABCDEF", 8010, notices([gemma, replace(gemma, notice="")]))
    assert guide_html(pages).count(GEMMA_SENTENCE) == 2
    assert len(pypdfium2.PdfDocument(guide_pdf(pages))) == 2


def test_the_installer_shows_the_notice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    show_notices(tmp_path / "NOTICE.txt")
    assert capsys.readouterr().out == ""
    (tmp_path / "NOTICE.txt").write_text(f"{GEMMA_SENTENCE}\n", encoding="utf-8")
    show_notices(tmp_path / "NOTICE.txt")
    assert GEMMA_SENTENCE in capsys.readouterr().out
