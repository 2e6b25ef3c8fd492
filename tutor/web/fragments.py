"""Pieces of the answer's page as HTML: the page is made of them, and the stream sends them one by one."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from flask import get_template_attribute
from markupsafe import Markup

from tutor.core.types import BookLanguage, Language, Question
from tutor.web.api.answer_model import AnswerReport, EvidenceCard, Sentence, SourceCitation, TeacherAnswer
from tutor.web.protection import form_token
from tutor.web.service.work import Asked

TEMPLATE = "_answer.html"
WISHES = ("simpler", "more")


def supported_wishes() -> frozenset[str]:
    """The wishes, such as a simpler wording, that the tutor's questions can carry."""
    return frozenset(WISHES) & {field.name for field in fields(Question)}


def _rendered(macro: str, *arguments: Any, **named: Any) -> str:
    return str(get_template_attribute(TEMPLATE, macro)(*arguments, **named))


def evidence_html(cards: list[EvidenceCard], page: BookLanguage) -> str:
    """The evidence cards, open."""
    return _rendered("evidence", cards, page, is_open=True)


def teacher_html(answer: TeacherAnswer, page: BookLanguage) -> str:
    """The teacher's own answer, labelled."""
    return _rendered("teacher", answer, page)


def sentence_html(sentence: Sentence, citations: list[SourceCitation], page: BookLanguage, spoken: Language) -> str:
    """One sentence with its citation marks. `spoken`: the language of the answer, and so of what is no quote."""
    return _rendered("sentence", sentence, citations, page, spoken)


def state_html(report: AnswerReport, page: BookLanguage) -> str:
    """What is being waited for, in words."""
    return _rendered("state", report, page)


def after_html(report: AnswerReport, asked: Asked, page: BookLanguage) -> str:
    """What follows the sentences: the note, a decline or a fault, and what can be done next."""
    return _rendered(
        "after", report, asked, page, csrf=form_token(), wishes=supported_wishes(), other=other_language(report, page)
    )


def block_html(report: AnswerReport, asked: Asked, page: BookLanguage) -> Markup:
    """All pieces together."""
    return Markup(
        _rendered(
            "block", report, asked, page, csrf=form_token(), wishes=supported_wishes(),
            other=other_language(report, page),
        )
    )  # fmt: skip


def other_language(report: AnswerReport, page: BookLanguage) -> BookLanguage:
    """The language that the answer could also be given in."""
    language = report.language or page
    return "sw" if language == "en" else "en"
