"""The published designs over a library of eight passages, with models that are scripted: every rank by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tutor.core.settings import Settings
from tutor.core.types import Metadata, Passage, Scope
from tutor.evaluation.faithfulness import Evaluator, Thresholds, faithfulness
from tutor.evaluation.outcomes import Outcome, Query
from tutor.evaluation.systems import (
    DEFAULT,
    Apparatus,
    Chsr,
    CurriculumRag,
    HybridRag,
    Judged,
    NaiveRag,
    NoRetrieval,
    PastedAnswers,
    all_systems,
    answering_systems,
    on_library,
    ranking_systems,
)
from tutor.evaluation.systems.chsr import VARIANTS, overlap
from tutor.evaluation.systems.curriculum_rag import metadata_boost
from tutor.evaluation.systems.pasted import GROUNDED, PASTED, PLAIN, is_refusal
from tutor.language.glossary import Glossary
from tutor.models.prompt_budget import FittedPrompt, Prompt
from tutor.retrieval.widening import leakage_label

LIBRARY: Mapping[int, tuple[str, str, Metadata]] = {
    1: ("p1", "Pressure is force over area.", Metadata("physics", 1, topic="pressure")),
    2: ("p2", "Pressure in liquids grows with depth.", Metadata("physics", 2, topic="pressure")),
    3: ("p3", "Light travels in straight lines.", Metadata("physics", 2, topic="light")),
    4: ("h1", "Traders brought cloth and beads.", Metadata("history", 1)),
    5: ("h2", "Taxes put pressure on farmers.", Metadata("history", 2)),
    6: ("s1", "Mwanga husafiri kwa mistari.", Metadata("physics", 2, "sw", "light")),
    7: ("e1", "State two uses of pressure.", Metadata("physics", 2, document_type="past-paper", year=2024)),
    8: ("d1", "Pressure in liquids grows with the depth.", Metadata("physics", 2, topic="pressure")),
}
COSINES = {1: 0.9, 2: 0.8, 3: 0.7, 4: 0.6, 5: 0.5, 6: 0.4, 7: 0.3, 8: 0.2}
WORDS = {5: 9.0, 2: 7.5, 1: 7.0, 8: 6.0}
"""Scores of both searches, whatever is asked."""
NUMBER = {name: number for number, (name, _, _) in LIBRARY.items()}


@dataclass
class FixedPool:
    """Searches with the fixed scores; keeps the words it was asked for."""

    asked: list[tuple[str, ...]] = field(default_factory=list)

    def dense(self, vector: Any, depth: int, admissible: Any) -> dict[int, float]:
        return self._best(COSINES, depth, admissible)

    def lexical(self, terms: Any, depth: int, admissible: Any) -> dict[int, float]:
        self.asked.append(terms.surface)
        return self._best(WORDS, depth, admissible)

    @staticmethod
    def _best(scores: Mapping[int, float], depth: int, admissible: Any) -> dict[int, float]:
        inside = [number for number in scores if admissible is None or number in admissible]
        return {number: scores[number] for number in sorted(inside, key=lambda one: -scores[one])[:depth]}


@dataclass
class Scripted:
    """A generator that says what it is told to, and keeps its prompts."""

    says: str
    room: int = 99
    prompts: list[Prompt] = field(default_factory=list)

    def generate(self, prompt: Prompt) -> Iterator[str]:
        self.prompts.append(prompt)
        yield from (self.says[:7], self.says[7:])

    def fit_prompt(self, prompt: Prompt) -> FittedPrompt:
        return FittedPrompt((), prompt.passages[: self.room])


class FixedGate:
    def admissible(self, scope: Scope) -> Any:
        if scope.is_open:
            return None
        return np.array([number for number, (_, _, own) in LIBRARY.items() if not leakage_label(own, scope)])


@pytest.fixture
def pool() -> FixedPool:
    return FixedPool()


@pytest.fixture
def apparatus(settings: Settings, pool: FixedPool) -> Apparatus:
    passages = {
        name: Passage(name, "d", "Book", "b.md", 0, ("Heading",), text, own) for name, text, own in LIBRARY.values()
    }
    embedder = SimpleNamespace(embed_queries=lambda texts: np.ones((len(texts), 2), dtype=np.float32))
    retriever = SimpleNamespace(glossary=Glossary.load())
    ids = {number: name for number, (name, _, _) in LIBRARY.items()}
    made = Apparatus(settings, None, embedder, None, retriever, ids)  # type: ignore[arg-type]
    vars(made).update(mixed=pool, passages=passages, reranker=None, generator=None, _gate=FixedGate())
    vars(made)["evaluator"] = Evaluator(Thresholds(words=0.4))
    return made


def ranked(system: Any, text: str = "What is pressure?", scope: Scope | None = None, **more: Any) -> list[str]:
    found: Outcome = system.outcome(Query(text, scope or Scope(), **more))
    assert not set(found.ranked) & set(found.escaped)
    return list(found.ranked)


FORM_2 = Scope(subjects=("physics",), forms=(2,))


def test_naive_and_hybrid_ignore_the_scope_but_not_the_books(apparatus: Apparatus) -> None:
    assert ranked(NaiveRag(apparatus), scope=FORM_2) == ["p1", "p2", "p3", "h1", "h2", "s1", "e1", "d1"]
    # min-max, alpha .7: p1 .7 + .1, p2 .6 + .15, h2 .4 + .3
    assert ranked(HybridRag(apparatus), scope=FORM_2)[:3] == ["p1", "p2", "h2"]
    assert "s1" not in ranked(NaiveRag(apparatus), books=("en",))


def test_curriculum_rag_moves_up_what_matches(apparatus: Apparatus) -> None:
    plain, boosted = ranked(HybridRag(apparatus)), ranked(CurriculumRag(apparatus), scope=FORM_2)
    # p1 .8 + .2 + .1, p2 .75 + .2 + .1 + .1: the form decides
    assert (plain[0], boosted[0]) == ("p1", "p2")
    assert set(boosted) == set(plain), "boosts order, they do not gate"
    assert metadata_boost(Metadata("physics", 2), ("physics",), (2,), "en") == pytest.approx(0.4)
    assert metadata_boost(Metadata("history", 1), ("physics",), (2,), "sw") == 0


def test_curriculum_rag_reads_with_a_cross_encoder_where_there_is_one(apparatus: Apparatus) -> None:
    logits = SimpleNamespace(logits=lambda question, texts: [9.0 if "straight" in text else -9.0 for text in texts])
    vars(apparatus)["reranker"] = logits
    assert ranked(CurriculumRag(apparatus), "Pressure?")[0] == "p3"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("chsr-a", ["p2", "p3", "s1", "e1", "d1"]),
        # 1/61 + 1/63, 1/62 + 1/62, 1/65 + 1/61, 1/68 + 1/64, then by cosine
        ("chsr-b", ["p1", "p2", "h2", "d1", "p3", "h1", "s1", "e1"]),
        ("chsr-b-post", ["p2", "d1", "p3", "s1", "e1"]),
        ("chsr-c", ["p2", "d1", "p3", "s1", "e1"]),
        # d1 has the words of p2; p3 is in the question's language, s1 is not
        ("chsr-d", ["p2", "p3", "e1", "s1"]),
        ("chsr-e", ["p2", "p3", "e1", "s1"]),
    ],
)
def test_each_variant_adds_one_thing(apparatus: Apparatus, name: str, expected: list[str]) -> None:
    assert ranked(Chsr(apparatus, VARIANTS[name]), scope=FORM_2) == expected


def test_filtering_afterwards_finds_nothing_where_gating_does(
    apparatus: Apparatus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.evaluation.systems.chsr.DEPTH", 3)
    paper = Scope(document_types=("past-paper",), years=(2024,))
    assert ranked(Chsr(apparatus, VARIANTS["chsr-b-post"]), scope=paper) == []
    assert ranked(Chsr(apparatus, VARIANTS["chsr-c"]), scope=paper) == ["e1"]


def test_widening_is_ordered_labelled_and_counted(apparatus: Apparatus) -> None:
    full = Chsr(apparatus, VARIANTS["chsr-e"])
    found = full.outcome(Query("What is it?", Scope(("physics",), (4,), topics=("light",))))
    assert found.widenings == ("W1", "W2")
    assert found.ranked and not found.escaped
    last = found.trace[-1]
    assert last["name"] == "W2" and last["labels"]["p1"] == "form:1, topic:pressure"
    assert last["labels"]["p3"] == "form:2"


def test_an_exact_paper_escapes_but_never_succeeds(apparatus: Apparatus) -> None:
    full = Chsr(apparatus, VARIANTS["chsr-e"])
    found = full.outcome(Query("What is pressure?", Scope(("physics",), (2,), years=(1999,))))
    assert (found.widenings, found.ranked) == (("W3",), ())
    assert found.escaped == ("h2", "p2", "p1", "d1"), "words alone, over all books"
    assert found.trace[-1]["labels"]["h2"] == "subject:history, year:unknown"
    assert found.shown == found.escaped


def test_only_the_full_design_expands_the_words(apparatus: Apparatus, pool: FixedPool) -> None:
    ranked(Chsr(apparatus, VARIANTS["chsr-d"]), "Usanisinuru ni nini?")
    assert not any("photosynthesis" in asked for asked in pool.asked)
    ranked(Chsr(apparatus, VARIANTS["chsr-e"]), "Usanisinuru ni nini?")
    assert "photosynthesis" in pool.asked[-1]


def test_overlap() -> None:
    assert overlap({"a", "b"}, {"b", "c"}) == pytest.approx(1 / 3)
    assert overlap(set(), set()) == 1


def test_what_is_pasted_and_what_is_said(apparatus: Apparatus) -> None:
    generator = Scripted("Pressure is force over area. The moon is made of green cheese.", room=3)
    pasted = PastedAnswers(apparatus, generator, NaiveRag(apparatus), PLAIN)  # type: ignore[arg-type]
    found = Judged(pasted, apparatus).outcome(Query("What is pressure?"))
    assert len(generator.prompts[0].passages) == PASTED and generator.prompts[0].passages[0].startswith("Pressure")
    reply = found.reply
    assert reply is not None and reply.answered and not reply.cites and not reply.quotes
    assert reply.text == generator.says and len(reply.sentences) == 2, "taken as it is"
    assert reply.evidence == ("p1", "p2", "p3"), "what the context had no room for was not read"
    assert faithfulness(reply) == 0.5
    times = reply.timings_ms
    assert times["first_evidence"] <= times["first_sentence"] <= times["whole"]
    assert times["whole"] == pytest.approx(times["retrieval"] + times["generate"], abs=0.1)


def test_the_prompt_is_in_the_pupils_language(apparatus: Apparatus) -> None:
    generator = Scripted("Ni nguvu.")
    PastedAnswers(apparatus, generator, NaiveRag(apparatus), PLAIN).outcome(  # type: ignore[arg-type]
        Query("Kanieneo ni nini katika fizikia?")
    )
    assert "Kiswahili" in generator.prompts[0].instruction


@pytest.mark.parametrize(("style", "refused"), [(GROUNDED, True), (PLAIN, False)])
def test_only_the_grounded_design_refuses(apparatus: Apparatus, style: Any, refused: bool) -> None:
    generator = Scripted("The study materials do not hold enough to answer this question.")
    found = PastedAnswers(apparatus, generator, NaiveRag(apparatus), style).outcome(  # type: ignore[arg-type]
        Query("Who won?")
    )
    assert found.reply is not None and found.reply.answered is not refused
    assert found.reply.reason == ("weak-evidence" if refused else "")
    assert is_refusal("Samahani. Vitabu vya kujifunzia havina maelezo ya kutosha kujibu swali hili.")
    assert is_refusal(GROUNDED.instruction["sw"] + " Vitabu vya kujifunzia havina maelezo ya kutosha.")
    assert not is_refusal("Pressure is force over area.")
    # a weak model repeats its instruction: that tells a pupil nothing, a refusal least of all
    assert not any(is_refusal(instruction) for instruction in GROUNDED.instruction.values())


def test_the_grounded_design_refuses_without_evidence_and_does_not_generate(apparatus: Apparatus) -> None:
    generator = Scripted("Never asked.")
    nothing = SimpleNamespace(outcome=lambda query: Outcome())
    found = PastedAnswers(apparatus, generator, nothing, GROUNDED).outcome(Query("Why?"))  # type: ignore[arg-type]
    assert found.reply is not None and found.reply.empty_retrieval and not generator.prompts


def test_a_blank_text_is_no_answer(apparatus: Apparatus) -> None:
    found = PastedAnswers(apparatus, Scripted(" \n"), NaiveRag(apparatus), PLAIN).outcome(  # type: ignore[arg-type]
        Query("Why?")
    )
    assert found.reply is not None and not found.reply.answered and found.reply.reason == "unsupported"


def test_no_retrieval_is_held_against_the_nearest_passages(apparatus: Apparatus) -> None:
    generator = Scripted("Pressure is force over area.")
    system = Judged(NoRetrieval(apparatus, generator, NaiveRag(apparatus)), apparatus)  # type: ignore[arg-type]
    found = system.outcome(Query("What is pressure?"))
    assert not found.retrieves and not found.ranked and generator.prompts[0].passages == ()
    assert found.reply is not None and faithfulness(found.reply) == 1
    silent = NoRetrieval(apparatus, None, NaiveRag(apparatus)).outcome(Query("What is pressure?"))
    assert silent == Outcome(retrieves=False)


def test_every_name_of_the_comparison_is_there() -> None:
    named = {
        "no-retrieval", "naive-rag", "hybrid-rag", "curriculum-rag", "chsr-a", "chsr-b", "chsr-b-post", "chsr-c",
        "chsr-d", "chsr-e", "tutor",
    }  # fmt: skip
    assert DEFAULT == ("chsr-b", "chsr-e", "tutor") and set(all_systems()) == {*named, "tutor-extract", "tutor-plain"}
    assert set(ranking_systems()) == named - {"no-retrieval"}
    assert set(answering_systems(retrieval=False)) == {
        *(n for n in named if "chsr" not in n),
        "tutor-extract",
        "tutor-plain",
    }


def test_without_a_generator_published_designs_rank_alone(apparatus: Apparatus) -> None:
    found = all_systems()["naive-rag"](apparatus).outcome(Query("What is pressure?"))
    assert found.ranked and found.reply is None
    del vars(apparatus)["generator"]
    assert apparatus.generator is None
    assert any("No generator" in notice for notice in apparatus.notices)
    with pytest.raises(RuntimeError, match="library"):
        on_library(NaiveRag)(None)


@pytest.mark.parametrize("name", [*VARIANTS, "naive-rag", "hybrid-rag", "curriculum-rag"])
def test_twice_gives_the_same(apparatus: Apparatus, name: str) -> None:
    system = ranking_systems()[name](apparatus)
    query = Query("What is pressure in Form 2 physics?", FORM_2)
    assert system.outcome(query).ranked == system.outcome(query).ranked


def test_a_gated_scope_stays_within_the_books() -> None:
    whole = Scope(("physics",), (2,), ("en", "sw"), papers=("1",), years=(2024,))
    assert Query("x", whole).gated_scope == whole, "every field reaches the systems"
    assert Query("x", whole, books=("en",)).gated_scope.languages == ("en",)
    assert Query("x", Scope(), books=("en",)).gated_scope.languages == ("en",)
    assert Query("x", Scope(languages=("sw",)), books=("en",)).gated_scope.languages == ("none",)
