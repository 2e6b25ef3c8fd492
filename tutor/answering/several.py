"""Questions that ask several things, and comparisons: each part, each side is looked up and decided by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor.answering import wording
from tutor.answering.composing.listed_parts import is_told_by_list, leaned_on
from tutor.answering.declining import outside_places
from tutor.answering.evidence.compared import compared_sides, definitions, is_defined, is_told, own_terms
from tutor.answering.evidence.examples import example_passages, examples_in
from tutor.answering.evidence.list_heads import asked_heads
from tutor.answering.evidence.shown_evidence import shown_evidence
from tutor.answering.finding import POINTS, Elsewhere, Finder, Found
from tutor.answering.problems.finding import ProblemFinder
from tutor.answering.question.question_parts import QuestionPart, question_parts
from tutor.answering.question.terms import covered_share, question_terms
from tutor.answering.question.understanding import Understanding, understood_part
from tutor.answering.sections import Plan, Section, distinct
from tutor.core.trace import Trace
from tutor.core.types import EvidenceSentence, Question, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType
from tutor.index.questions import question_vectors
from tutor.language.glossary import Glossary
from tutor.library.store import LibraryStore
from tutor.models.embedder import Embedder, Vectors

SIDE_SENTENCES = 2
"""What is said of each side where the books do not compare them."""
MOSTLY = 0.5
"""Two parts that share this much of their evidence are answered together."""
AS_SURE = 0.05
"""Within this, a part's own search, which the whole question's language and topics do not sway, is as sure."""
WHAT_IS = {"en": "What is {side}?", "sw": "{side} ni nini?"}


class SeveralFinder:
    """Looks up the parts of a question, and the sides of a comparison. Holds no question's state."""

    def __init__(
        self, finder: Finder, problems: ProblemFinder, embedder: Embedder, curriculum: Curriculum, glossary: Glossary,
        store: LibraryStore,
    ) -> None:  # fmt: skip
        self._finder = finder
        self._problems = problems
        self._embedder = embedder
        self._curriculum = curriculum
        self._glossary = glossary
        self._store = store

    def parts_plan(
        self, asked: Understanding, question: Question, scope: Scope, whole: Found | None, trace: Trace
    ) -> Plan | None:
        """Each part with its own evidence, or said to be missing, or where it is; None where one thing is asked.

        Without evidence where no part stands.
        """
        parts = question_parts(asked.text)
        if len(parts) < 2:
            return None
        trace.note("parts", parts=[part.whole for part in parts])
        vectors = self._vectors([part.whole for part in parts], trace)
        sections: list[Section] = []
        for part, vector in zip(parts, vectors, strict=True):
            leans = part.whole != part.written
            last = sections[-1].evidence if sections else ()
            as_written = understood_part(asked, part.written, part.written, self._glossary)
            examples = self._examples(asked, part, last) if leans else ()
            if leans and not any(section.evidence for section in sections):
                # What "it" is, the books do not hold: what is said of it is said of something else.
                sections.append(self._left_open(asked, part))
            elif leans and is_told_by_list(as_written, self._read(asked, part), last):
                sections.append(Section(as_written, last, (part.written,)))
            elif examples:
                sections.append(Section(as_written, examples, (part.written,)))
            else:
                told = [section.evidence for section in sections]
                sections.append(self._section(asked, part, vector, question, scope, whole, told, trace))
        return Plan(asked, shared_out(joined(sections)))

    def compared_plan(
        self, asked: Understanding, question: Question, scope: Scope, whole: Found | None, trace: Trace
    ) -> Plan | None:
        """What the books say of each side where no passage compares them, with the side that is missing named.

        None for what is no comparison, and where one passage tells both sides, or no side is found.
        """
        sides = compared_sides(asked.text) if asked.kind is QuestionType.COMPARE else ()
        if not sides:
            return None
        terms = own_terms(sides, asked.asked_in, self._glossary)
        told = whole.evidence if whole and whole.enough else ()
        unsaid = [number for number, own in enumerate(terms) if not is_told(own, told)]
        # Of "direct and representative democracy" the first side is no name by itself.
        named = len({len(side.split()) for side in sides}) == 1
        missing = unsaid or [number for number, own in enumerate(terms) if named and not is_defined(own, told)]
        if not missing:
            return None
        trace.note("sides", sides=list(sides), missing=[sides[number] for number in missing])
        form = WHAT_IS["en" if asked.asked_in == "en" else "sw"]
        vectors = self._vectors([form.format(side=sides[number]) for number in missing], trace)
        found: dict[int, tuple[EvidenceSentence, ...]] = {}
        for number, vector in zip(missing, vectors, strict=True):
            one = understood_part(
                asked, form.format(side=sides[number]), form.format(side=sides[number]), self._glossary
            )
            own = self._finder.found(one, vector, scope, question.limit, trace)
            if own and own.enough and is_told(terms[number], own.evidence):
                more = own.evidence if unsaid else definitions(terms[number], own.evidence)
                found |= {number: _best(more, SIDE_SENTENCES)} if more else {}
        if not unsaid and not found:
            return None
        return self._plan_of_sides(asked, sides, told, unsaid or list(found), found)

    def _plan_of_sides(
        self, asked: Understanding, sides: Sequence[str], told: tuple[EvidenceSentence, ...], missing: Sequence[int],
        found: dict[int, tuple[EvidenceSentence, ...]],
    ) -> Plan | None:  # fmt: skip
        language = asked.frame_language
        plain = _plain(asked)
        unknown = [sides[number] for number in missing if number not in found]
        known = [side for side in sides if side not in unknown]
        if not known:
            return None
        remarks: tuple[str, ...] = ()
        if unknown:
            both = wording.AND[language].join
            known_named, unknown_named = (both(f"\u201c{side}\u201d" for side in named) for named in (known, unknown))
            remarks = (wording.SIDE_MISSING[language].format(known=known_named, missing=unknown_named),)
        if told:
            more = [item for number in missing for item in found.get(number, ())]
            return Plan(asked, (Section(plain if unknown else asked, distinct([*told, *more]), remarks=remarks),))
        sections = [
            Section(plain, found[number], titles=(f"{side}.",)) for number, side in enumerate(sides) if number in found
        ]
        if not sections:
            return None  # a side without words of its own is known only where another is told
        sections[-1] = replace(sections[-1], remarks=remarks)
        opening = wording.SIDES_APART[language] if len(sections) > 1 else ""
        return Plan(asked, tuple(sections), opening=opening)

    def _vectors(self, texts: list[str], trace: Trace) -> Vectors:
        with trace.timed("embed"):
            return question_vectors(self._embedder, texts)

    def _section(
        self, asked: Understanding, part: QuestionPart, vector: Vectors, question: Question, scope: Scope,
        whole: Found | None, told: Sequence[Sequence[EvidenceSentence]], trace: Trace,
    ) -> Section:  # fmt: skip
        one = understood_part(asked, part.written, part.whole, self._glossary)
        titles = (part.written,)
        found = self._finder.found(one, vector, scope, question.limit, trace)
        written = understood_part(asked, part.written, part.written, self._glossary)
        worked = self._problems.section(written, scope, question.limit, found, trace)
        if worked is not None:
            return replace(worked, titles=titles)
        best = found if found and found.enough else None
        if whole and whole.enough:
            # A part that leans on the others is told by what answers the whole, unless its own search does better.
            again = self._finder.weighed(one, replace(whole.retrieval, query_vector=vector), trace)
            if again.enough and (best is None or again.answerability > best.answerability + AS_SURE):
                best = again
        if best:
            evidence = self._own(one, best, told, trace).evidence
            return Section(one, shown_evidence(one, evidence, self._store), titles)
        near = found is not None and found.answerability >= POINTS
        if whole and whole.enough and near and self._tells(part, one, whole.evidence):
            return Section(one, whole.evidence, titles)
        elsewhere = self._finder.outside(one, vector, scope, question.limit, found, trace)
        return Section(one, titles=titles, remarks=(self._missing(asked, elsewhere),), elsewhere=elsewhere)

    def _own(self, one: Understanding, best: Found, told: Sequence[Sequence[EvidenceSentence]], trace: Trace) -> Found:
        """What answers this part with other sentences, where its best one answers a part before it as well or better.

        Where nothing else answers it, the same sentences once more.
        """
        taken = _better_elsewhere(best.evidence, told)
        first = max(best.evidence, key=lambda item: item.score)
        if _key(first) not in taken:
            return best
        other = self._finder.weighed(one, best.retrieval, trace, without=taken)
        return other if other.enough else best

    def _examples(
        self, asked: Understanding, part: QuestionPart, told: Sequence[EvidenceSentence]
    ) -> tuple[EvidenceSentence, ...]:
        """The examples that the passages of the part before give, where the part asks for some."""
        as_written = understood_part(asked, part.written, part.written, self._glossary)
        if not told or asked_heads(as_written) != ("example",):
            return ()
        return examples_in(example_passages(self._store, told), leaned_on(as_written, self._read(asked, part)))

    def _read(self, asked: Understanding, part: QuestionPart) -> Understanding:
        return understood_part(asked, part.written, part.whole, self._glossary)

    def _left_open(self, asked: Understanding, part: QuestionPart) -> Section:
        one = understood_part(asked, part.written, part.whole, self._glossary)
        return Section(one, titles=(part.written,), remarks=(wording.PART_MISSING[asked.frame_language],))

    def _tells(self, part: QuestionPart, one: Understanding, evidence: Sequence[EvidenceSentence]) -> bool:
        """True when the evidence of the whole question mentions all that this part asks about."""
        language = evidence[0].passage.metadata.language
        said = " ".join(" ".join([*item.passage.heading_path[-1:], item.sentence.text]) for item in evidence)
        return covered_share(question_terms(part.written, one.asked_in, self._glossary), said, language) >= 1.0

    def _missing(self, asked: Understanding, elsewhere: Elsewhere) -> str:
        language = asked.frame_language
        if not elsewhere.candidates:
            return wording.PART_MISSING[language]
        return wording.PART_ELSEWHERE[language].format(where=outside_places(elsewhere, language, self._curriculum))


def joined(sections: Sequence[Section]) -> list[Section]:
    """The sections, with one that is answered by the sentences of the one before it joined to that: what cannot be told
    apart is not shown as if it could."""
    found: list[Section] = []
    for section in sections:
        before = found[-1] if found else None
        if before is None or not _mostly_shared(before.evidence, section.evidence):
            found.append(section)
            continue
        asked = before.asked if before.asked.kind == section.asked.kind else _plain(before.asked)
        evidence = _in_reading_order([*before.evidence, *section.evidence])
        found[-1] = Section(asked, evidence, (*before.titles, *section.titles), (*before.remarks, *section.remarks))
    return found


def _key(item: EvidenceSentence) -> tuple[str, int]:
    return item.passage.id, item.sentence.start


def _behind(evidence: Sequence[EvidenceSentence]) -> dict[tuple[str, int], float]:
    """How far each sentence is behind the best one."""
    best = max((item.score for item in evidence), default=0.0)
    return {_key(item): best - item.score for item in evidence}


def _better_elsewhere(
    evidence: Sequence[EvidenceSentence], told: Sequence[Sequence[EvidenceSentence]]
) -> frozenset[tuple[str, int]]:
    """Those of the sentences that answer another part as well or better."""
    here = _behind(evidence)
    return frozenset(
        key for other in told for key, behind in _behind(other).items() if key in here and behind <= here[key]
    )


def _mostly_shared(one: Sequence[EvidenceSentence], other: Sequence[EvidenceSentence]) -> bool:
    a, b = ({_key(item) for item in evidence} for evidence in (one, other))
    return bool(a and b) and len(a & b) >= MOSTLY * min(len(a), len(b))


def _in_reading_order(evidence: Sequence[EvidenceSentence]) -> tuple[EvidenceSentence, ...]:
    """Each sentence once, passages in the order of their first sentence."""
    passages = list(dict.fromkeys(item.passage.id for item in evidence))
    return tuple(sorted(distinct(evidence), key=lambda item: (passages.index(item.passage.id), item.sentence.start)))


def _plain(asked: Understanding) -> Understanding:
    return replace(asked, kind=QuestionType.OTHER)


def shared_out(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections with each sentence in the one that it answers best; none is left without any."""
    behind: dict[tuple[str, int], list[float]] = {}
    for section in sections:
        for key, far in _behind(section.evidence).items():
            behind.setdefault(key, []).append(far)
    found = []
    for section in sections:
        here = _behind(section.evidence)
        own = [item for item in section.evidence if here[_key(item)] <= min(behind[_key(item)])]
        found.append(replace(section, evidence=tuple(own) or _best(section.evidence, 1)))
    return tuple(found)


def _best(evidence: tuple[EvidenceSentence, ...], most: int) -> tuple[EvidenceSentence, ...]:
    """The best of the sentences, in the order in which they stand."""
    kept = sorted(evidence, key=lambda item: -item.score)[:most]
    return tuple(item for item in evidence if item in kept)
