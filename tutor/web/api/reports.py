"""What the tutor knows, as the API gives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from tutor.answering.places_in_books import citation_place, named_book, pointer_place
from tutor.answering.wording import PAGE
from tutor.core.errors import TutorError
from tutor.core.events import Answered, Declined, EvidenceFound, SentenceReady, Understood
from tutor.core.types import (
    AnswerSentence,
    BookLanguage,
    Candidate,
    Citation,
    Decline,
    EvidenceSentence,
    Passage,
)
from tutor.curriculum.curriculum import Curriculum
from tutor.library.store import Document
from tutor.web.api.answer_model import (
    AnswerReport,
    DeclineReport,
    EvidenceCard,
    PlaceToLook,
    QueueReport,
    Quote,
    Sentence,
    SourceCitation,
    StateName,
    TeacherAnswer,
)
from tutor.web.api.common_model import Fault
from tutor.web.api.library_model import BookReport, FoundPassage, PassageReport
from tutor.web.links import passage_link
from tutor.web.service.terms import ServiceLimits, ServiceState
from tutor.web.service.work import Progress
from tutor.web.stores.pins import Pin
from tutor.web.texts.catalogue import words


def answer_report(
    progress: Progress, page: BookLanguage, curriculum: Curriculum, pin: Pin | None = None
) -> AnswerReport:
    """Everything known of a question. `page` is the language of places, `pin` what the teacher answers to it."""
    evidence: Sequence[EvidenceSentence] = ()
    sentences: list[AnswerSentence] = []
    citations: tuple[Citation, ...] = ()
    language, method, decline = None, None, None
    for event in progress.events:
        if isinstance(event, Understood):
            language = event.language
        elif isinstance(event, EvidenceFound):
            evidence = event.sentences
        elif isinstance(event, SentenceReady):
            sentences.append(event.sentence)
            citations = event.citations
        elif isinstance(event, Answered):
            sentences, citations = list(event.answer.sentences), event.answer.citations
            method = event.answer.method
        elif isinstance(event, Declined):
            decline = decline_report(event.decline, page, curriculum)
    return AnswerReport(
        ticket=progress.ticket,
        state=cast(StateName, str(progress.state)),
        place=progress.place,
        wait_seconds=progress.wait_seconds,
        language=language,
        evidence=evidence_cards(evidence, page, curriculum, progress.ticket),
        sentences=[Sentence(sentence.text, list(sentence.citations)) for sentence in sentences],
        citations=citation_reports(citations, evidence, page, curriculum, progress.ticket),
        method=method,
        decline=decline,
        fault=fault_report(progress.error) if progress.error else None,
        teacher_answer=teacher_answer(pin, page) if pin else None,
        withheld=progress.withheld,
    )


def teacher_answer(pin: Pin, page: BookLanguage) -> TeacherAnswer:
    """The teacher's own answer, labelled as such in the language of the page."""
    return TeacherAnswer(pin.answer, words("answer.of_teacher", page))


def evidence_cards(
    evidence: Sequence[EvidenceSentence], page: BookLanguage, curriculum: Curriculum, ticket: str | None = None
) -> list[EvidenceCard]:
    """One card for each passage, in reading order."""
    by_passage: dict[str, list[EvidenceSentence]] = {}
    for item in evidence:
        by_passage.setdefault(item.passage.id, []).append(item)
    cards = []
    for items in by_passage.values():
        passage = items[0].passage
        quotes = [Quote(i.sentence.text, i.sentence.start, i.sentence.end, i.sentence.page) for i in items]
        cards.append(
            EvidenceCard(
                passage_id=passage.id,
                document=passage.document_title,
                subject=passage.metadata.subject,
                form=passage.metadata.form,
                language=passage.metadata.language,
                heading_path=list(passage.heading_path),
                page=quotes[0].page,
                place=citation_place(items[0].citation(), page, curriculum),
                quotes=quotes,
                link=passage_link(passage.id, [(quote.start, quote.end) for quote in quotes], ticket),
            )
        )
    return cards


def citation_reports(
    citations: Sequence[Citation],
    evidence: Sequence[EvidenceSentence],
    page: BookLanguage,
    curriculum: Curriculum,
    ticket: str | None = None,
) -> list[SourceCitation]:
    """The citations, each with a link to its quote."""
    spans = {(item.passage.id, item.sentence.text): (item.sentence.start, item.sentence.end) for item in evidence}
    reports = []
    for citation in citations:
        span = spans.get((citation.passage_id, citation.quote))
        reports.append(
            SourceCitation(
                passage_id=citation.passage_id,
                document=citation.document,
                subject=citation.subject,
                form=citation.form,
                language=citation.language,
                heading_path=list(citation.heading_path),
                page=citation.page,
                place=citation_place(citation, page, curriculum),
                quote=citation.quote,
                link=passage_link(citation.passage_id, [span] if span else [], ticket),
            )
        )
    return reports


def decline_report(decline: Decline, page: BookLanguage, curriculum: Curriculum) -> DeclineReport:
    """Why there is no answer, with places to look at."""
    pointers = [
        PlaceToLook(
            passage_id=pointer.passage_id,
            document=pointer.document,
            subject=pointer.subject,
            form=pointer.form,
            heading_path=list(pointer.heading_path),
            where=named_book(pointer.subject, pointer.form, pointer.document, page, curriculum),
            place=pointer_place(pointer, page, curriculum),
            link=passage_link(pointer.passage_id),
        )
        for pointer in decline.pointers
    ]
    return DeclineReport(
        str(decline.reason), decline.language, decline.text, lead_of(decline, curriculum), pointers
    )  # fmt: skip


def lead_of(decline: Decline, curriculum: Curriculum) -> str:
    """The decline's words up to the sentence that names its places; all of them where none is named."""
    if not decline.pointers:
        return decline.text
    language: BookLanguage = "en" if decline.language == "en" else "sw"
    before, named, _ = decline.text.partition(pointer_place(decline.pointers[0], language, curriculum))
    end = max(before.rfind(mark) for mark in (". ", "! ", "? ", "\n"))
    return before[: end + 1].strip() if named and end > 0 else decline.text


def fault_report(error: TutorError) -> Fault:
    """What went wrong, in both languages."""
    return Fault(error.code, error.what("en"), error.hint("en"), error.what("sw"), error.hint("sw"))


def queue_report(state: ServiceState, limits: ServiceLimits) -> QueueReport:
    """The queue now."""
    return QueueReport(
        waiting=state.waiting,
        writing=state.writing,
        most=limits.waiting,
        seconds_each=round(state.seconds_each, 1),
        is_full=state.waiting >= limits.waiting,
    )


def found_passage(candidate: Candidate, page: BookLanguage, curriculum: Curriculum) -> FoundPassage:
    """A passage that a search found."""
    passage = candidate.passage
    return FoundPassage(
        passage_id=passage.id,
        document_id=passage.document_id,
        document=passage.document_title,
        subject=passage.metadata.subject,
        form=passage.metadata.form,
        language=passage.metadata.language,
        document_type=passage.metadata.document_type,
        heading_path=list(passage.heading_path),
        page=passage.page_start,
        place=passage_place(passage, page, curriculum),
        text=passage.text,
        score=round(candidate.score, 4),
        link=passage_link(passage.id),
    )


def passage_report(passage: Passage, page: BookLanguage, curriculum: Curriculum) -> PassageReport:
    """A passage whole."""
    return PassageReport(
        passage_id=passage.id,
        document_id=passage.document_id,
        document=passage.document_title,
        subject=passage.metadata.subject,
        form=passage.metadata.form,
        language=passage.metadata.language,
        document_type=passage.metadata.document_type,
        topic=passage.metadata.topic,
        heading_path=list(passage.heading_path),
        page=passage.page_start,
        place=passage_place(passage, page, curriculum),
        text=passage.text,
        previous_id=passage.previous_id,
        next_id=passage.next_id,
    )


def passage_place(passage: Passage, page: BookLanguage, curriculum: Curriculum) -> str:
    """Where a passage stands: "Biology, Form 2: Photosynthesis, page 20"."""
    metadata = passage.metadata
    where = named_book(metadata.subject, metadata.form, passage.document_title, page, curriculum)
    section = passage.heading_path[-1] if passage.heading_path else passage.document_title
    number = "" if passage.page_start is None else ", " + PAGE[page].format(page=passage.page_start)
    return f"{where}: {section}{number}"


def book_report(document: Document) -> BookReport:
    """A book."""
    metadata = document.metadata
    return BookReport(
        id=document.id,
        title=document.title,
        subject=metadata.subject,
        form=metadata.form,
        language=metadata.language,
        topic=metadata.topic,
        document_type=metadata.document_type,
        year=metadata.year,
        passages=document.passages,
    )
