"""Translations: a fair one is accounted for word by word, a false one of the same words is not."""

from __future__ import annotations

import pytest

from tutor.answering.support.crossing import crossing_fault

MKWAWA = "Mkwawa was the chief who defeated the Germans at Lugalo in 1891."
NUCLEUS = "An atom consists of a small central nucleus surrounded by electrons."
UNION = "The Articles of Union were signed on 22 April 1964 by Julius Nyerere and Abeid Amani Karume."
TANU = "TANU was formed in 1954, and Nyerere became its president."
FREE = "Tanganyika became independent on 9 December 1961."
EROSION = "Mmomonyoko wa tabaka huondoa tabaka jembamba la udongo kwenye eneo pana."
VENA = "Vena ni mshipa unaorudisha damu kwenye moyo."
COURT = "Mahakama ni mhimili unaotoa haki kwa wananchi."
CELLS = "Red blood cells contain haemoglobin, which carries oxygen."
DEMOKRASIA = "Demokrasia ni mfumo wa utawala ambao madaraka hutoka kwa wananchi."

PHOTOSYNTHESIS = "Usanisinuru ni mchakato ambapo mimea hutumia mwanga kutengeneza glukosi kutokana na maji."
RUSHWA = "Rushwa ni matumizi mabaya ya madaraka ya umma kwa faida binafsi."


def passes(book: str, sentence: str, language: str) -> bool:
    return crossing_fault(sentence, language, book, "en" if language == "sw" else "sw") is None


@pytest.mark.parametrize(
    "book, sentence, language",
    [
        (MKWAWA, "Mkwawa alikuwa chifu aliyewashinda Wajerumani huko Lugalo mwaka 1891.", "sw"),
        (NUCLEUS, "Atomu ina kiini kidogo cha katikati kilichozungukwa na elektroni.", "sw"),
        (UNION, "Hati za Muungano zilitiwa saini tarehe 22 Aprili 1964 na Julius Nyerere na Abeid Amani Karume.", "sw"),
        (TANU, "TANU iliundwa mwaka 1954, na Nyerere akawa rais wake.", "sw"),
        (FREE, "Tanganyika ilipata uhuru tarehe 9 Desemba 1961.", "sw"),
        (CELLS, "Chembe nyekundu za damu zina himoglobini, ambayo hubeba oksijeni.", "sw"),
        (EROSION, "Sheet erosion removes a thin layer of soil from a wide area.", "en"),
        (VENA, "A vein is a vessel that returns blood to the heart.", "en"),
        (COURT, "The judiciary is the arm that gives justice to the people.", "en"),
        (DEMOKRASIA, "Democracy is a system of government in which power comes from the people.", "en"),
        (PHOTOSYNTHESIS, "Photosynthesis is the process in which plants use light to make glucose from water.", "en"),
        (RUSHWA, "Corruption is the misuse of public power for private gain.", "en"),
        ("The electrons move round the nucleus in shells.", "Elektroni huzunguka kiini katika mizingo.", "sw"),
    ],
)
def test_fair_translations_pass(book: str, sentence: str, language: str) -> None:
    assert passes(book, sentence, language)


@pytest.mark.parametrize(
    "book, sentence, language",
    [
        (MKWAWA, "Mkwawa alikuwa chifu aliyeshindwa na Wajerumani huko Lugalo mwaka 1891.", "sw"),
        (MKWAWA, "Mkwawa alikuwa chifu ambaye Wajerumani walimshinda huko Lugalo mwaka 1891.", "sw"),
        (MKWAWA, "Mkwawa alikuwa Mjerumani aliyewashinda machifu huko Lugalo mwaka 1891.", "sw"),
        (MKWAWA, "Mkwawa hakuwa chifu aliyewashinda Wajerumani huko Lugalo mwaka 1891.", "sw"),
        (MKWAWA, "Mkwawa alikuwa chifu asiyewashinda Wajerumani huko Lugalo mwaka 1891.", "sw"),
        (NUCLEUS, "Atomu ina kiini kidogo cha katikati kinachozunguka elektroni.", "sw"),
        (NUCLEUS, "Atomu ina elektroni ndogo za katikati zilizozungukwa na kiini.", "sw"),
        (UNION, "Hati za Muungano zilimtia saini Julius Nyerere na Abeid Amani Karume tarehe 22 Aprili 1964.", "sw"),
        (UNION, "Hati za Muungano zilitiwa saini tarehe 26 Aprili 1964 na Julius Nyerere na Abeid Amani Karume.", "sw"),
        (TANU, "TANU iliundwa mwaka 1954, na rais akawa Nyerere wake.", "sw"),
        (FREE, "Tanganyika ilipoteza uhuru tarehe 9 Desemba 1961.", "sw"),
        (CELLS, "Chembe nyeupe za damu zina himoglobini, ambayo hubeba oksijeni.", "sw"),
        (CELLS, "Chembe nyekundu za damu zina oksijeni, ambayo hubeba himoglobini.", "sw"),
        (EROSION, "Sheet erosion removes a wide area from a thin layer of soil.", "en"),
        (EROSION, "Sheet erosion does not remove a thin layer of soil from a wide area.", "en"),
        (VENA, "A vein is a vessel that returns blood from the heart.", "en"),
        (VENA, "A vein is a vessel that blood returns to the heart.", "en"),
        (COURT, "The judiciary is the arm that is given justice by the people.", "en"),
        (COURT, "The judiciary is the arm that gives the people to justice.", "en"),
        (DEMOKRASIA, "Democracy is a system of government in which the people come from power.", "en"),
        (DEMOKRASIA, "Democracy is a system of government in which power comes to the people.", "en"),
        ("Oxygen carries heat to the blood.", "Damu hubeba joto kwenda kwenye oksijeni.", "sw"),
        (PHOTOSYNTHESIS, "Photosynthesis is the process in which plants use glucose to make light from water.", "en"),
        (PHOTOSYNTHESIS, "Photosynthesis is the process in which plants use light to make water from glucose.", "en"),
        (RUSHWA, "Corruption is the misuse of private power for public gain.", "en"),
        ("The blood carries food to the cells of the body.", "Damu hubeba mwili kwenda kwenye seli za chakula.", "sw"),
        ("The electrons move round the nucleus in shells.", "Elektroni huzunguka mizingo katika kiini.", "sw"),
        (MKWAWA, "Mkwawa alikuwa chifu aliyeishinda Lugalo huko Ujerumani mwaka 1891.", "sw"),
        ("Trade grew because the Arabs brought guns.", "Waarabu walileta bunduki kwa sababu biashara ilikua.", "sw"),
    ],
)
def test_false_translations_do_not(book: str, sentence: str, language: str) -> None:
    assert not passes(book, sentence, language)
