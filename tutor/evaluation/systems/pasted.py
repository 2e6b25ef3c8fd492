"""Published answering: the best passages are pasted into the prompt and the generator's text is taken as it is.

Nothing verifies it and nothing cites. All systems share one generator with its greedy decoding; only what is pasted and
how it is asked differs. The generator is also asked in languages that the product does not let it write, as published.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tutor.core.trace import Trace
from tutor.core.types import BookLanguage, Language, Reason
from tutor.evaluation.outcomes import Outcome, Query, Reply, Said
from tutor.evaluation.systems.apparatus import Apparatus, System
from tutor.language.detection import detect_language
from tutor.language.normalise import match_form
from tutor.language.sentences import sentence_spans
from tutor.models.generator import Generator
from tutor.models.prompt_budget import Prompt

PASTED = 5
"""k: the paper runs 5 to 10; five passages leave room for an answer in the product's context."""

Wording = Mapping[BookLanguage, str]


@dataclass(frozen=True)
class Style:
    """How the generator is asked. `refuses`: whether it is told to say so when the passages do not hold the answer."""

    system: Wording
    instruction: Wording
    refuses: bool = False


ALONE = Style(
    system={
        "en": "You are a helpful tutor for pupils of a secondary school.",
        "sw": "Wewe ni mwalimu msaidizi wa wanafunzi wa sekondari.",
    },
    instruction={
        "en": "Answer the question in one to three short English sentences.",
        "sw": "Jibu swali kwa sentensi moja hadi tatu fupi za Kiswahili.",
    },
)
PLAIN = Style(
    system=ALONE.system,
    instruction={
        "en": "Answer the question in one to three short English sentences, using the passages.",
        "sw": "Jibu swali kwa sentensi moja hadi tatu fupi za Kiswahili, ukitumia vifungu.",
    },
)
REFUSAL: Wording = {
    "en": "The study materials do not hold enough to answer this question.",
    "sw": "Vitabu vya kujifunzia havina maelezo ya kutosha kujibu swali hili.",
}
REFUSED = ("do not hold enough", "does not hold enough", "not enough information", "havina maelezo ya kutosha")
"""What a refusal in the generator's words holds."""
ECHOED = ("say:", "sema:")
"""What stands before the refusal where the generator only repeats what it was told."""
GROUNDED = Style(
    system={
        "en": "You are a tutor for pupils of a Tanzanian secondary school. You answer only from the numbered passages "
        "of the syllabus, in plain language and in the tone of an examination answer.",
        "sw": "Wewe ni mwalimu wa wanafunzi wa sekondari Tanzania. Unajibu kutoka vifungu vyenye namba vya mtaala tu, "
        "kwa lugha rahisi na kwa mtindo wa jibu la mtihani.",
    },
    instruction={
        "en": f"Answer in one to three short English sentences. If the passages do not answer it, say: {REFUSAL['en']}",
        "sw": "Jibu kwa sentensi moja hadi tatu fupi za Kiswahili. Kama vifungu havina jibu, sema: " + REFUSAL["sw"],
    },
    refuses=True,
)


class PastedAnswers:
    """A ranking system that also answers: from its first passages where it ranks any, else from nothing."""

    def __init__(self, apparatus: Apparatus, generator: Generator, ranking: System, style: Style) -> None:
        self._apparatus = apparatus
        self._generator = generator
        self._ranking = ranking
        self._style = style

    def outcome(self, query: Query) -> Outcome:
        ranking = self._ranking.outcome(query)
        language = detect_language(query.text).language
        if not ranking.ranked and self._style.refuses:
            return replace(ranking, reply=_refusal(language, ranking.timings_ms, Reason.NOTHING_IN_SCOPE))
        return replace(ranking, reply=self._reply(query, ranking, language))

    def _reply(self, query: Query, ranking: Outcome, language: Language) -> Reply:
        prompt = _prompt(query.text, self._style, _frame(language), [
            self._apparatus.passages[name].text for name in ranking.ranked[:PASTED]
        ])  # fmt: skip
        text, timings = _generated(self._generator, prompt, ranking.timings_ms)
        if self._style.refuses and is_refusal(text):
            return _refusal(language, timings, Reason.WEAK_EVIDENCE, text)
        kept = len(self._generator.fit_prompt(prompt).passages)
        return _written(text, language, ranking.ranked[:kept], timings)


class NoRetrieval:
    """The generator alone. What it says is held against the passages that a dense search finds nearest to the question:
    what it knows by itself is faithful as far as the books say so too."""

    def __init__(self, apparatus: Apparatus, generator: Generator | None, nearest: System) -> None:
        self._apparatus = apparatus
        self._generator = generator
        self._nearest = nearest

    def outcome(self, query: Query) -> Outcome:
        if self._generator is None:
            return Outcome(retrieves=False)
        language = detect_language(query.text).language
        text, timings = _generated(self._generator, _prompt(query.text, ALONE, _frame(language), []), {})
        evidence = self._nearest.outcome(query).ranked[:PASTED]
        return Outcome(retrieves=False, reply=_written(text, language, evidence, timings))


def is_refusal(text: str) -> bool:
    """True when the generator says that the passages do not hold the answer."""
    sentences = [match_form(text[start:end]) for start, end in sentence_spans(text)]
    return any(
        any(said in sentence for said in REFUSED) and not any(echo in sentence for echo in ECHOED)
        for sentence in sentences
    )


def _frame(language: Language) -> BookLanguage:
    return "en" if language == "en" else "sw"


def _prompt(question: str, style: Style, language: BookLanguage, passages: list[str]) -> Prompt:
    return Prompt(style.system[language], tuple(passages), question, style.instruction[language])


def _generated(generator: Generator, prompt: Prompt, before: Mapping[str, float]) -> tuple[str, dict[str, float]]:
    """The text and the times, counted on from those of the retrieval before it."""
    trace = Trace()
    text = ""
    for piece in generator.generate(prompt):
        text += piece
        if "first_sentence" not in trace.timings_ms and len(sentence_spans(text)) > 1:
            trace.mark("first_sentence")
    trace.mark("first_sentence")
    trace.mark("whole")
    began = before.get("retrieval", 0.0)
    timings = dict(before) | {"generate": trace.timings_ms["whole"]}
    if prompt.passages:
        timings["first_evidence"] = began
    return text.strip(), timings | {name: began + trace.timings_ms[name] for name in ("first_sentence", "whole")}


def _written(text: str, language: Language, evidence: tuple[str, ...], timings: Mapping[str, float]) -> Reply:
    """The text as a reply; a blank one is no answer."""
    if not text:
        return Reply(False, language, "", reason=str(Reason.UNSUPPORTED), timings_ms=timings, cites=False)
    sentences = tuple(Said(text[start:end]) for start, end in sentence_spans(text))
    return Reply(
        True, language, text, method="generated", sentences=sentences, timings_ms=timings, cites=False,
        evidence=evidence,
    )  # fmt: skip


def _refusal(language: Language, timings: Mapping[str, float], reason: Reason, text: str = "") -> Reply:
    known = dict(timings)
    known.setdefault("whole", known.get("retrieval", 0.0))
    return Reply(
        False, language, text or REFUSAL[_frame(language)], reason=str(reason),
        empty_retrieval=reason == Reason.NOTHING_IN_SCOPE, timings_ms=known, cites=False,
    )  # fmt: skip
