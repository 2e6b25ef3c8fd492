"""Step 6: the sentences of the best passages that answer the question, each a verbatim quote."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from tutor.answering.evidence.asked_headings import passages_to_read
from tutor.answering.evidence.compared_tables import compared_table
from tutor.answering.evidence.definitions import defines
from tutor.answering.evidence.lists import REASON, announced_list, whole_list, without_differences
from tutor.answering.evidence.parallels import parallel_evidence
from tutor.answering.evidence.scored import Scored
from tutor.answering.question.expected import Expected, expected_kinds, held_kinds, new_people, same_ordinal
from tutor.answering.question.terms import asked_share, covered_share
from tutor.answering.question.understanding import Understanding
from tutor.answering.reading_level import hardness
from tutor.core.types import Candidate, EvidenceSentence
from tutor.curriculum.questions import QuestionType
from tutor.index.vectors import VectorCache
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words
from tutor.library.store import LibraryStore

PASSAGES = 8
MOST = 4
MOST_IF_SIMPLER, MOST_IF_MORE = 2, 8
EASY_WORDS = 12
HARDER = 0.01
"""What every word beyond that costs a sentence where a simpler answer is asked for."""
OTHER_PASSAGE_IF_MORE = 0.1
OWN_LANGUAGE = 0.05
"""What a sentence gains by being in the answer's language: of two books that say the same, the pupil's own wins."""
OTHER_LANGUAGE = 0.15
"""What a sentence gains by being in the language the answer was asked in, where that is not the question's own."""
PASSAGE_WEIGHT = 0.2
COVERAGE_WEIGHT = 0.12
HEADING_WEIGHT = 0.06
CUE_WEIGHT = 0.06
DEFINITION_WEIGHT = 0.12
ANNOUNCING_WEIGHT = 0.2
"""A sentence that only announces a list or a formula says nothing alone; a list question takes it with its list."""
EXPECTED_WEIGHTS: dict[Expected, float] = {"date": 0.15, "number": 0.08, "place": 0.08, "name": 0.0}
PEOPLE_WEIGHT = 0.15
ORDINAL_WEIGHT = 0.06
LEAD_WEIGHT = 0.08
"""A passage's first sentence says what the passage is about."""
LONG_WEIGHT = 0.08
"""What a sentence of forty words or more costs: between many things the one that was asked for is hard to find."""
LONG = 40
"""These count only where a date, number, name or place is waited for: an explanation lost facts by them. Fitted on the
rows of `tutor eval run evidence`, checked on rows left out (five folds) and on the golden set's dev facts."""
BEHIND_BEST = {QuestionType.DEFINE: 0.05, QuestionType.WHEN: 0.08, QuestionType.WHO: 0.1}
BEHIND_BEST_USUALLY = 0.25
OTHER_PASSAGE = {QuestionType.COMPARE: 0.04}
"""By how much a sentence of another passage than the best one's is held to be worse. Kinds that are not named keep to
one passage: a reason for something else reads like a reason for what was asked. A comparison needs both sides."""
OVERLAP = 0.6
AS_GOOD = 0.03
"""So little behind, one of two sentences that say the same answers as well as the other."""
EASIER = 2.0
"""By so many grades it must be easier to be worth the exchange."""
TOO_SHORT = 3

CUES: dict[QuestionType, re.Pattern[str]] = {
    QuestionType.WHY: REASON,
    QuestionType.WHEN: re.compile(r"\b(1[0-9]{3}|20[0-9]{2})\b|\b(century|years? ago|karne|miaka)\b", re.IGNORECASE),
    QuestionType.COMPARE: re.compile(
        r"\b(while|whereas|but|unlike|differ\w*|than|both|wakati|ambapo|lakini|tofauti|kuliko|bali)\b",
        re.IGNORECASE,
    ),
    QuestionType.WHERE: re.compile(r"\b(in|at|near|between|katika|huko|kati ya|karibu na|\w+ni)\b", re.IGNORECASE),
}
HEADING_CUES: dict[QuestionType, frozenset[str]] = {
    QuestionType.WHY: frozenset("why cause causes reason reasons sababu chanzo visababishi".split()),
    QuestionType.DEFINE: frozenset("meaning definition concept maana dhana".split()),
    QuestionType.COMPARE: frozenset("difference differences comparison tofauti ulinganisho".split()),
    QuestionType.LIST: frozenset("types kinds examples aina mifano".split()),
    QuestionType.HOW: frozenset("how process stages jinsi mchakato hatua".split()),
}
LEANS_BACK = re.compile(
    r"^(this|these|that|those|it|they|he|she|such|hii|hiyo|huo|hivyo|hizi|haya|hayo|hao|yeye|wao|pia|huyu|hilo|"
    r"[a-z]+ (?:hicho|hiyo|huo|hilo|hao|hizo|huyo|hayo))\b",
    re.IGNORECASE,
)


class EvidenceSelector:
    """Chooses sentences from ranked passages."""

    def __init__(self, store: LibraryStore, vectors: VectorCache) -> None:
        self._store = store
        self._vectors = vectors

    def select(
        self,
        question: Understanding,
        vectors: Mapping[str, NDArray[np.float32]],
        candidates: Sequence[Candidate],
        without: frozenset[tuple[str, int]] = frozenset(),
    ) -> tuple[EvidenceSentence, ...]:
        """At most four sentences with little overlap, in reading order; a list question gets the whole list.

        A simpler answer has at most two and prefers short ones; one that says more has eight, of other passages too.
        `vectors` [d] are the question's, by the language of the sentences that it is compared with. Sentences
        `without`, by passage and start, are left out.
        """
        every = self._scored(question, vectors, passages_to_read(question, candidates, PASSAGES))
        scored = [item for item in every if (item.passage.id, item.sentence.start) not in without]
        if question.kind == QuestionType.LIST:
            scored = without_differences(scored) or scored
        if not scored:
            return ()
        ranked = sorted(scored, key=lambda s: (-s.score, s.passage_rank, s.position))
        best = ranked[0]
        if question.kind == QuestionType.LIST:
            whole = whole_list(best, scored, question)
            if whole:
                return _evidence(whole)
        if question.kind == QuestionType.EXPLAIN:
            announced = announced_list(best, scored, question)
            if announced:
                return _evidence(announced)
        if question.kind == QuestionType.COMPARE:
            table = compared_table(best, scored, question)
            if table:
                return _evidence(table)
        most = MOST_IF_SIMPLER if question.simpler else MOST_IF_MORE if question.more else MOST
        elsewhere = OTHER_PASSAGE_IF_MORE if question.more else float("inf")
        allowed = BEHIND_BEST_USUALLY if question.more else BEHIND_BEST.get(question.kind, BEHIND_BEST_USUALLY)
        chosen: list[Scored] = []
        for item in ranked:
            behind = best.score - item.score
            if item.passage.id != best.passage.id:
                behind += OTHER_PASSAGE.get(question.kind, elsewhere)
            near_enough = behind <= allowed
            same_language = item.passage.metadata.language == best.passage.metadata.language
            if near_enough and same_language:
                _take_in(chosen, item, levelled=bool(question.reading.levels))
            if len(chosen) == most:
                break
        return _evidence(_with_antecedents(chosen, scored))

    def parallel(
        self, evidence: Sequence[EvidenceSentence], candidates: Sequence[Candidate], language: str
    ) -> tuple[EvidenceSentence, ...]:
        """The same sentences in books of `language`, where every one has its counterpart; else nothing."""
        return parallel_evidence(evidence, candidates, language, self._store, self._vectors)

    def ranked(
        self, question: Understanding, vectors: Mapping[str, NDArray[np.float32]], candidates: Sequence[Candidate]
    ) -> tuple[EvidenceSentence, ...]:
        """Every sentence of the best passages, best first, before any is left out: what evaluation looks at."""
        ordered = sorted(
            self._scored(question, vectors, candidates[:PASSAGES]),
            key=lambda s: (-s.score, s.passage_rank, s.position),
        )
        return tuple(EvidenceSentence(s.sentence, s.passage, s.score, s.similarity, s.coverage) for s in ordered)

    def nearness(
        self, texts: Sequence[str], evidence: Sequence[EvidenceSentence], known: Mapping[str, NDArray[np.float32]]
    ) -> NDArray[np.float32]:
        """How near texts, read as questions, are to chosen sentences and, last, to the first text: cosines
        [texts, sentences + 1]. `known` are the vectors of texts that are embedded already."""
        rows = self._vectors.sentence_vectors([(item.passage, item.sentence) for item in evidence])
        new = [text for text in texts if text not in known]
        own = {**known, **dict(zip(new, self._vectors.question_vectors(new), strict=True))}
        asked = np.stack([own[text] for text in texts])
        found: NDArray[np.float32] = asked @ np.vstack([rows, asked[:1]]).T
        return found

    def asked_in_papers(
        self, query_vector: NDArray[np.float32], candidates: Sequence[Candidate]
    ) -> tuple[EvidenceSentence, ...]:
        """Of each candidate that is a numbered question of a paper, the sentence nearest to what was asked."""
        passages = [candidate.passage for candidate in candidates if candidate.passage.metadata.question]
        own = {item.passage.id: item.sentences for item in self._store.passages_by_id([p.id for p in passages])}
        found = []
        for passage in passages:
            sentences = [s for s in own.get(passage.id, ()) if len(words(s.text)) > TOO_SHORT]
            if sentences:
                similarities = self._vectors.sentence_vectors([(passage, s) for s in sentences]) @ query_vector
                best = int(np.argmax(similarities))
                similarity = float(similarities[best])
                found.append(EvidenceSentence(sentences[best], passage, similarity, similarity, 0.0))
        return tuple(found[:MOST])

    def _scored(
        self, question: Understanding, vectors: Mapping[str, NDArray[np.float32]], candidates: Sequence[Candidate]
    ) -> list[Scored]:
        own = {
            item.passage.id: item.sentences
            for item in self._store.passages_by_id([candidate.passage.id for candidate in candidates])
        }
        pairs = [
            (rank, candidate, position, sentence)
            for rank, candidate in enumerate(candidates)
            for position, sentence in enumerate(own.get(candidate.passage.id, ()))
        ]
        rows = self._vectors.sentence_vectors([(c.passage, sentence) for _, c, _, sentence in pairs])
        top = max((candidate.score for candidate in candidates), default=0.0)
        cue = CUES.get(question.kind)
        kinds = expected_kinds(question.text)
        scored = []
        for (rank, candidate, position, sentence), row in zip(pairs, rows, strict=True):
            language = candidate.passage.metadata.language
            similarity = float(row @ vectors[language])
            heading = candidate.passage.heading_path[-1] if candidate.passage.heading_path else ""
            coverage = covered_share(question.terms, f"{heading} {sentence.text}", language)
            score = similarity + COVERAGE_WEIGHT * coverage + PASSAGE_WEIGHT * (candidate.score - top)
            score += HEADING_WEIGHT * asked_share(heading, question.terms, language, HEADING_CUES.get(question.kind))
            if question.language == language:
                score += OTHER_LANGUAGE if question.asks_for_other_language else OWN_LANGUAGE
            if cue and cue.search(sentence.text):
                score += CUE_WEIGHT
            if kinds:
                score += _expected_score(question.text, kinds, heading, sentence.text, language)
                score += LEAD_WEIGHT * (position == 0)
            if question.kind == QuestionType.DEFINE:
                score += DEFINITION_WEIGHT * defines(sentence.text, question.terms, language)
            if len(words(sentence.text)) <= TOO_SHORT or sentence.text.rstrip().endswith("?"):
                score -= CUE_WEIGHT
            if sentence.text.rstrip().endswith(":"):
                score -= ANNOUNCING_WEIGHT
            if question.simpler:
                score -= HARDER * max(0, len(words(sentence.text)) - EASY_WORDS)
            scored.append(Scored(rank, position, candidate.passage, sentence, similarity, coverage, score))
        return scored


def _expected_score(question: str, kinds: frozenset[Expected], heading: str, sentence: str, language: str) -> float:
    """What a sentence gains by holding what the question waits for."""
    score = sum(EXPECTED_WEIGHTS[kind] for kind in held_kinds(question, sentence, kinds))
    if "name" in kinds:
        score += PEOPLE_WEIGHT * new_people(question, heading, sentence, language)
    score += ORDINAL_WEIGHT * same_ordinal(question, sentence)
    return score - LONG_WEIGHT * min(len(words(sentence)), LONG) / LONG


def _overlap(one: Scored, other: Scored) -> float:
    """Shared stems over the shorter sentence's stems, 0 to 1; as content words in one order where that is less: "the
    Moon between the Earth and the Sun" is another eclipse than "the Earth between the Sun and the Moon"."""
    language = one.passage.metadata.language
    a, b = ([stem(word, language) for word in words(item.sentence.text)] for item in (one, other))
    shared = len(set(a) & set(b)) / max(1, min(len(set(a)), len(set(b))))
    if shared <= OVERLAP:
        return shared
    a, b = ([stem(word, language) for word in content_words(i.sentence.text, language)] for i in (one, other))
    in_order = sum(block.size for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks())
    return min(shared, in_order / max(1, min(len(a), len(b))))


def _take_in(chosen: list[Scored], item: Scored, levelled: bool) -> None:
    """Add the sentence; where one that says the same is there already, put it in that one's place if it answers
    almost as well and is easier to read."""
    same = [number for number, other in enumerate(chosen) if _overlap(item, other) > OVERLAP]
    if not same:
        chosen.append(item)
        return
    other = chosen[same[0]]
    as_good = levelled and len(same) == 1 and other.score - item.score <= AS_GOOD and item.coverage >= other.coverage
    if as_good and hardness(item.sentence.text) < hardness(other.sentence.text) - EASIER:
        chosen[same[0]] = item


def _with_antecedents(chosen: Sequence[Scored], scored: Sequence[Scored]) -> list[Scored]:
    """A sentence that begins with "this" or "it" is shown with the sentence before it."""
    by_place = {(s.passage.id, s.position): s for s in scored}
    whole = {(s.passage.id, s.position): s for s in chosen}
    for item in chosen:
        before = by_place.get((item.passage.id, item.position - 1))
        if before and LEANS_BACK.match(item.sentence.text):
            whole.setdefault((before.passage.id, before.position), before)
    return list(whole.values())


def _evidence(chosen: Sequence[Scored]) -> tuple[EvidenceSentence, ...]:
    """In reading order within a passage; the passage with the best sentence comes first."""
    best: dict[str, float] = {}
    for item in chosen:
        best[item.passage.id] = max(item.score, best.get(item.passage.id, item.score))
    ordered = sorted(chosen, key=lambda s: (-best[s.passage.id], s.passage_rank, s.position))
    return tuple(EvidenceSentence(s.sentence, s.passage, s.score, s.similarity, s.coverage) for s in ordered)
