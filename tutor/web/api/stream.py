"""The event stream of a ticket: what changed since the reader last heard, as server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace

from tutor.core.events import Answered, Declined, Event, EvidenceFound, SentenceReady, Understood
from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Curriculum
from tutor.web import fragments
from tutor.web.api.answer_model import Sentence
from tutor.web.api.common_model import StreamEvent
from tutor.web.api.reports import answer_report, citation_reports, decline_report, evidence_cards, teacher_answer
from tutor.web.service.work import Asked, Progress, State
from tutor.web.stores.pins import Pin

HEARTBEAT = ": still here\n\n"


class TicketStream:
    """Turns a ticket's progress into events. `last_id` is that of the last event the reader has.

    With `html` every event also carries its piece of the page, with words of that language.
    """

    def __init__(
        self,
        asked: Asked,
        page: BookLanguage,
        curriculum: Curriculum,
        html: bool = False,
        last_id: str = "",
        pin: Pin | None = None,
    ) -> None:
        self._asked = asked
        self._page = page
        self._curriculum = curriculum
        self._html = html
        self._pinned = pin
        self._is_pin_told = False
        self._run, _, count = last_id.partition(".")
        self._sent = int(count) if count.isdecimal() and len(count) < 6 else 0
        self._state: tuple[State, int, float] | None = None

    def text_of(self, progress: Progress) -> str:
        """The bytes of the stream for this progress; a comment when nothing changed."""
        return "".join(self._encoded(event) for event in self.events(progress)) or HEARTBEAT

    def events(self, progress: Progress) -> Iterator[StreamEvent]:
        """The events that the reader does not have yet."""
        if self._run and self._run != progress.run:
            self._sent, self._is_pin_told = 0, False
            yield StreamEvent("reset")
        self._run = progress.run
        if self._pinned and not self._sent and not self._is_pin_told:
            self._is_pin_told = True
            yield self._teacher_event(self._pinned)
        evidence = next((event.sentences for event in progress.events if isinstance(event, EvidenceFound)), ())
        spoken = next((event.language for event in progress.events if isinstance(event, Understood)), self._page)
        told = [event for event in progress.events if _is_told(event)]
        for event in told[self._sent :]:
            self._sent += 1
            if isinstance(event, Understood):
                yield StreamEvent(
                    "understood", {"language": event.language, "subjects": list(event.suggested_subjects)}
                )
            elif isinstance(event, EvidenceFound):
                cards = evidence_cards(event.sentences, self._page, self._curriculum, progress.ticket)
                html = {"html": fragments.evidence_html(cards, self._page)} if self._html else {}
                yield StreamEvent("evidence", {"cards": [asdict(card) for card in cards], **html})
            elif isinstance(event, SentenceReady):
                sentence = Sentence(event.sentence.text, list(event.sentence.citations))
                sources = citation_reports(event.citations, evidence, self._page, self._curriculum, progress.ticket)
                data = {"text": sentence.text, "citations": sentence.citations, "sources": [asdict(s) for s in sources]}
                html = {"html": fragments.sentence_html(sentence, sources, self._page, spoken)} if self._html else {}
                yield StreamEvent("sentence", {**data, **html})
            elif isinstance(event, Answered):
                yield StreamEvent("answer", {"language": event.answer.language, "method": event.answer.method})
            elif isinstance(event, Declined):
                yield StreamEvent("declined", asdict(decline_report(event.decline, self._page, self._curriculum)))
        yield from self._state_events(progress)

    def _teacher_event(self, pin: Pin) -> StreamEvent:
        answer = teacher_answer(pin, self._page)
        html = {"html": fragments.teacher_html(answer, self._page)} if self._html else {}
        return StreamEvent("teacher", {**asdict(answer), **html})

    def _state_events(self, progress: Progress) -> Iterator[StreamEvent]:
        now = (progress.state, progress.place, progress.wait_seconds)
        if now == self._state:
            return
        self._state = now
        # Forty pages hear of every move of the queue: what is not said now is not made.
        moment = answer_report(replace(progress, events=()), self._page, self._curriculum)
        data: dict[str, object] = {
            "state": moment.state, "place": moment.place, "wait_seconds": moment.wait_seconds,
            "fault": asdict(moment.fault) if moment.fault else None,
        }  # fmt: skip
        if self._html:
            data["html"] = fragments.state_html(moment, self._page)
        yield StreamEvent("state", data)
        if progress.ended:
            report = answer_report(progress, self._page, self._curriculum, self._pinned)
            html = {"html": fragments.after_html(report, self._asked, self._page)} if self._html else {}
            yield StreamEvent("end", {"state": report.state, **html})

    def _encoded(self, event: StreamEvent) -> str:
        data = json.dumps(event.data, ensure_ascii=False)
        return f"id: {self._run}.{self._sent}\nevent: {event.name}\ndata: {data}\n\n"


def _is_told(event: Event) -> bool:
    return isinstance(event, Understood | EvidenceFound | SentenceReady | Answered | Declined)
