"""What the starter cross-encoder may learn from: fair negatives, no question that it is measured on, and resuming."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from reranker_training.mining import (
    HARDEST,
    Choice,
    TrainingList,
    drawn,
    mined_list,
    read_lists,
    require_fair_negatives,
    write_lists,
)
from reranker_training.pairs import (
    QUERY_SETS,
    TRAINING,
    Pair,
    external_questions,
    golden_pairs,
    library_pairs,
    published_pairs,
    read_rows,
    require_disjoint,
    translated_pairs,
    without_external,
)

from tutor.core.types import LANGUAGES, Candidate, Metadata, Passage
from tutor.evaluation.golden import load_rows, tuning_rows
from tutor.language.normalise import match_form

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="torch is not installed: pip install '.[export]'"
)


def passage(name: str, language: str, text: str = "", heading: str = "Kichwa") -> Passage:
    return Passage(name, "book", "", "", 0, (heading,), text or f"text {name}", Metadata(language=language))


def found(*passages: Passage) -> list[Candidate]:
    """The passages as candidates, the best first."""
    return [
        Candidate(passage=one, dense=0.5, centred=0.4, distinction=3.0, lexical=0.0, score=1 - place / 10, boosts={})
        for place, one in enumerate(passages)
    ]


RIGHT = passage("right", "en")
ENGLISH = [passage(f"en{number}", "en") for number in range(4)]
SWAHILI = [passage(f"sw{number}", "sw") for number in range(6)]
CROSSING = Pair("1", "maji ni nini", "sw", "right", "en")


def test_most_negatives_are_of_the_right_passages_own_language() -> None:
    """The lesson of a first try: negatives of the other language only teach a model to prefer the language."""
    made = mined_list(CROSSING, found(*SWAHILI, RIGHT, *ENGLISH), RIGHT)
    assert made is not None
    for seed in range(20):
        for size in (3, 5, 6):
            positive, *negatives = drawn(made, size, seed)
            assert positive.text == "Kichwa text right"
            own = sum(choice.language == "en" for choice in negatives)
            assert own * 2 >= len(negatives)
    assert {choice.language for choice in drawn(made, 6, 0)} == {"en", "sw"}  # mixed, too


def test_a_list_whose_negatives_are_all_of_the_other_language_is_refused() -> None:
    right, other = Choice("r", "en", 0.5), Choice("o", "sw", 0.4)
    with pytest.raises(ValueError, match="0 of 2 negatives"):
        require_fair_negatives([right, other, other])
    with pytest.raises(ValueError, match="0 of 0"):
        require_fair_negatives([right])
    require_fair_negatives([right, other, Choice("n", "en", 0.4)])
    assert mined_list(CROSSING, found(RIGHT, *SWAHILI), RIGHT) is None


def test_what_may_answer_too_is_no_negative() -> None:
    pair = Pair("1", "what is water", "en", "right", "en", others=("en1",), answers=("a molecule", "2"))
    holds = passage("en2", "en", "Water is A  molecule of 2 kinds")
    digit = passage("en3", "en", "2 and more")
    made = mined_list(pair, found(ENGLISH[0], ENGLISH[1], holds, digit, RIGHT), RIGHT)
    assert made is not None
    assert [choice.text for choice in made.own] == ["Kichwa text en0", "Kichwa 2 and more"]
    assert made.positive.relevance == pytest.approx(0.6)


def test_a_passage_that_is_never_found_makes_no_list() -> None:
    assert mined_list(CROSSING, found(*ENGLISH), RIGHT) is None


def test_a_heading_or_first_sentence_is_not_left_in_the_passage() -> None:
    right = passage("right", "sw", "Maji ni kimiminika kisicho na rangi. Hunywewa na viumbe wote.", "Maji ni nini")
    pairs = library_pairs([right])
    assert [pair.question for pair in pairs] == ["Maji ni nini", "Maji ni kimiminika kisicho na rangi."]
    for pair in pairs:
        made = mined_list(pair, found(right, *SWAHILI), right)
        assert made is not None
        assert pair.question not in made.positive.text
        assert "Hunywewa na viumbe wote." in made.positive.text


def test_draws_repeat_for_a_seed_and_differ_between_seeds() -> None:
    made = mined_list(CROSSING, found(RIGHT, *ENGLISH, *SWAHILI), RIGHT)
    assert made is not None
    assert drawn(made, 4, 1) == drawn(made, 4, 1)
    assert len({tuple(drawn(made, 4, seed)) for seed in range(10)}) > 1


def test_negatives_are_drawn_from_the_hardest() -> None:
    """Most passages of a pool are told apart already: a list of them teaches nothing."""
    english = [passage(f"hard{number}", "en") for number in range(HARDEST)]
    easy = [passage(f"easy{number}", "en") for number in range(4)]
    made = mined_list(CROSSING, found(RIGHT, *english, *easy), RIGHT)
    assert made is not None and len(made.own) == HARDEST + 4
    texts = {choice.text for seed in range(40) for choice in drawn(made, 4, seed)}
    assert texts == {"Kichwa text right", *(f"Kichwa text hard{number}" for number in range(HARDEST))}


def test_lists_are_read_as_they_were_written(tmp_path: Path) -> None:
    made = TrainingList("1", "q", "sw", Choice("a", "en", 0.5), (Choice("b", "en", 0.4),), (Choice("c", "sw", 0.3),))
    assert write_lists([made], tmp_path / "lists.jsonl") == 1
    assert read_lists(tmp_path / "lists.jsonl") == [made]


def test_a_question_of_a_measured_set_is_refused(tmp_path: Path) -> None:
    for name in QUERY_SETS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(
            json.dumps({"id": "1", "sw": "Maji  ni NINI?", "en": None}) + "\n", encoding="utf-8"
        )
    forbidden = external_questions(tmp_path)
    asked, other = Pair("1", "maji ni nini?", "sw", "p", "sw"), Pair("2", "jua ni nini?", "sw", "p", "sw")
    with pytest.raises(ValueError, match="1: this question"):
        require_disjoint([other, asked], forbidden)
    assert without_external([asked, other], forbidden) == [other]
    require_disjoint([other], forbidden)


def test_ten_rows_of_the_training_file_ask_measured_questions(shared: Path) -> None:
    """The file says that it holds none; ten do, and are left out."""
    rows = read_rows(shared / TRAINING)
    pairs = published_pairs(rows, {row["passage"].strip(): row["id"] for row in rows})
    forbidden = external_questions(shared)
    kept = without_external(pairs, forbidden)
    assert len(pairs) - len(kept) == 10
    require_disjoint(kept, forbidden)


def test_a_translated_question_crosses_to_the_passage_of_what_it_translates() -> None:
    originals = [
        Pair("1", "what is water", "en", "p1", "en", answers=("a molecule",)),
        Pair("2", "jua", "sw", "p2", "sw"),
    ]
    rows = [{"of": "1", "question": "maji ni nini"}, {"of": "2", "question": "the sun"}, {"of": "9", "question": "x"}]
    found = translated_pairs(rows, originals)
    assert [(pair.id, pair.language, pair.passage, pair.passage_language) for pair in found] == [
        ("1.translated", "sw", "p1", "en"), ("2.translated", "en", "p2", "sw"),
    ]  # fmt: skip
    assert all(pair.crosses for pair in found) and found[0].answers == ("a molecule",)


def test_golden_rows_give_a_passage_in_each_language_and_never_of_the_holdout() -> None:
    rows = tuning_rows(load_rows(), "dev")
    named = {name for row in rows for name in row.passages}
    passages = {name: passage(name, "sw" if ".sw#" in name else "en") for name in named}
    pairs = golden_pairs(rows, passages)
    assert sum(pair.crosses for pair in pairs) >= 300  # 377 when this was written
    assert all(pair.passage not in pair.others for pair in pairs)
    holdout = {match_form(row.question) for row in load_rows() if row.split == "holdout"}
    assert not holdout & {match_form(pair.question) for pair in pairs}


@needs_torch
class TestTraining:
    """A tiny encoder, so that a run takes no time."""

    @pytest.fixture
    def embedder(self, tmp_path: Path) -> Path:
        return tiny_embedder(tmp_path / "embedder")

    @pytest.fixture
    def work(self, tmp_path: Path) -> Path:
        work = tmp_path / "work"
        work.mkdir()
        write_lists(tiny_lists(), work / "lists.jsonl")
        return work

    def test_an_untrained_model_corrects_nothing(self, embedder: Path) -> None:
        from reranker_training.encoder import corrections, read_encoder, read_tokenizer

        found = corrections(read_encoder(embedder), read_tokenizer(embedder), [("maji", "jua"), ("jua", "maji mto")])
        assert found.tolist() == [0.0, 0.0]

    def test_training_learns_and_goes_on_where_it_stopped(self, embedder: Path, work: Path, capsys: Any) -> None:
        import torch
        from reranker_training.training import Plan, train

        train(work, embedder, Plan(steps=12, seed=7))
        stopped = torch.load(work / "checkpoint.pt", weights_only=True)
        train(work, embedder, Plan(steps=24, seed=7))
        ended = torch.load(work / "checkpoint.pt", weights_only=True)
        assert (stopped["step"], ended["step"]) == (12, 24)
        assert "from step 12 of 24" in capsys.readouterr().out
        assert float(ended["model"]["out.weight"].abs().max()) > 0
        assert not any(name.startswith(("ln.", "layers.0.")) for name in ended["model"])  # the lower half is frozen

    def test_a_preference_for_a_language_earns_nothing(self) -> None:
        import torch
        from reranker_training.training import list_loss

        choices = [Choice("r", "sw", 0.5), Choice("o", "sw", 0.5), Choice("e", "en", 0.5), Choice("f", "en", 0.5)]
        nothing, prefers = torch.zeros(4), torch.tensor([5.0, 5.0, -5.0, -5.0])
        assert float(list_loss(prefers, [choices], 8.0)) == pytest.approx(float(list_loss(nothing, [choices], 8.0)))
        right = torch.tensor([5.0, 0.0, 0.0, 0.0])
        assert float(list_loss(right, [choices], 8.0)) < float(list_loss(nothing, [choices], 8.0))

    def test_together_a_preference_for_a_language_counts(self) -> None:
        import torch
        from reranker_training.training import list_loss

        choices = [Choice("r", "sw", 0.5), Choice("e", "en", 0.5), Choice("f", "en", 0.5)]
        nothing, prefers = torch.zeros(3), torch.tensor([5.0, -5.0, -5.0])
        alone, together = (float(list_loss(prefers, [choices], 8.0, mode)) for mode in (False, True))
        assert together < float(list_loss(nothing, [choices], 8.0, True)) == pytest.approx(alone)

    def test_every_pair_of_languages_comes_in_turn(self) -> None:
        """Most published pairs stay in Swahili: drawn as they come they would teach just that."""
        from reranker_training.training import by_pair, list_at

        right = {"sw": Choice("s", "sw", 0.5), "en": Choice("e", "en", 0.5)}
        kinds = [("sw", "sw")] * 30 + [("sw", "en")] * 2 + [("en", "en")] * 5
        lists = [
            TrainingList(f"{n}", f"{asked} {held} {n}", asked, right[held], (right[held],), ())
            for n, (asked, held) in enumerate(kinds)
        ]
        asked = [list_at(by_pair(lists), number, 7)[0] for number in range(30)]
        counts = {kind: sum(q.startswith(" ".join(kind)) for q in asked) for kind in set(kinds)}
        assert set(counts.values()) == {10}
        assert len({q for q in asked if q.startswith("sw sw")}) == 10
        assert asked == [list_at(by_pair(lists), number, 7)[0] for number in range(30)]

    def test_golden_rows_of_two_subjects_are_never_trained_on(self) -> None:
        """The model is measured on them; rows of one subject share passages, so a row's own hash would not do."""
        from reranker_training.training import SUBJECTS_ASIDE, split

        right = Choice("a", "en", 0.5)
        golden = [
            f"{name}-{n:03}.{held}" for name in ("bio", "civ", "geo", "his") for n in range(9) for held in LANGUAGES
        ]
        others = [f"{n}.heading" for n in range(200)]
        lists = [TrainingList(name, f"question {name}", "en", right, (right,), ()) for name in [*golden, *others]]
        learning, aside = split(lists)
        assert {made.id.split("-")[0] for made in aside if "-" in made.id} == SUBJECTS_ASIDE
        assert {made.id.split("-")[0] for made in learning if "-" in made.id} == {"bio", "civ"}
        assert 0 < sum(made.id.endswith("heading") for made in aside) < 40

    def test_so_many_of_each_pair_of_languages_are_looked_at(self) -> None:
        from reranker_training.training import CHECKED, some_of_each

        right = Choice("a", "en", 0.5)
        lists = [TrainingList(f"{n}", f"{n}", "sw" if n % 40 else "en", right, (right,), ()) for n in range(120)]
        assert sorted(made.language for made in some_of_each(lists)) == ["en"] * 3 + ["sw"] * CHECKED

    def test_the_rate_falls_with_the_clock_where_that_is_faster(self) -> None:
        """A crowded computer reaches a tenth of the steps; stopped at its highest rate the model is worth little."""
        from reranker_training.training import rate_share

        assert rate_share(600, 6000) == pytest.approx(0.9)
        assert rate_share(600, 6000, first=0.0, spent=0.8) == pytest.approx(0.2)
        assert rate_share(600, 6000, first=0.1, spent=0.0) == pytest.approx(0.9)  # taken up again after a stop
        assert rate_share(600, 6000, first=0.1, spent=1.0) == 0.05
        assert rate_share(3, 6000) < 0.02

    def test_other_lists_do_not_go_on_from_a_checkpoint(self, embedder: Path, work: Path) -> None:
        from reranker_training.training import Plan, train

        train(work, embedder, Plan(steps=4, seed=7))
        with pytest.raises(ValueError, match="another seed"):
            train(work, embedder, Plan(steps=8, seed=8))

    def test_what_is_exported_says_what_torch_says(self, embedder: Path, work: Path, tmp_path: Path) -> None:
        import torch
        from reranker_training.encoder import corrections, read_encoder, read_tokenizer
        from reranker_training.exporting import save_cross_encoder

        from tutor.models.reranker import Reranker

        model = read_encoder(embedder)
        torch.manual_seed(0)
        torch.nn.init.normal_(model.out.weight, std=0.5)
        (tmp_path / "out").mkdir()
        save_cross_encoder(model, tmp_path / "out" / "model.onnx", quantise=False)
        (tmp_path / "out" / "tokenizer.json").write_bytes((embedder / "tokenizer.json").read_bytes())
        reranker = Reranker(tmp_path / "out", {"positions": 16, "residual": 8.0})
        texts = ["jua", "maji mto jua", "mto " * 40]
        with torch.no_grad():
            expected = corrections(model.eval(), read_tokenizer(embedder, 16), [("maji", text) for text in texts])
        assert reranker.logits("maji", texts) == pytest.approx(expected.numpy(), abs=0.02)  # bfloat16 there
        assert reranker.residual == 8.0

    def test_what_is_exported_is_an_entry_of_the_catalogue_with_its_files(
        self, embedder: Path, work: Path, tmp_path: Path
    ) -> None:
        import tomllib

        from reranker_training.exporting import export_checkpoint
        from reranker_training.training import Plan, train

        from tutor.core.files import file_sha256

        train(work, embedder, Plan(steps=4, seed=7, together=True))
        entry = tomllib.loads(export_checkpoint(work, embedder, tmp_path / "out"))
        (model,) = entry["models"].values()
        assert (model["role"], model["recipe"]) == ("reranker", "ready-onnx")
        assert model["run"]["together"] is True and model["run"]["residual"] > 0
        for name in model["files"]:
            file, pinned = tmp_path / "out" / "published" / name, entry["artefacts"][name]
            assert (pinned["bytes"], pinned["sha256"]) == (file.stat().st_size, file_sha256(file))

    def test_the_clock_stops_a_run(self, monkeypatch: pytest.MonkeyPatch) -> None:
        import datetime

        from reranker_training import training

        class Clock(datetime.datetime):
            @classmethod
            def now(cls, tz: Any = None) -> datetime.datetime:  # type: ignore[override]
                return datetime.datetime(2026, 1, 1, 3, 42)

        monkeypatch.setattr(vars(training)["datetime"], "datetime", Clock)
        assert [training.seconds_until(at) for at in ("03:44", "03:41", "03:42", None)] == [120, 86340, 1, float("inf")]
        assert [training.over(at) for at in ("03:41", "03:42", "03:43", "23:50", None)] == [
            True,
            True,
            False,
            True,
            False,
        ]


def tiny_lists() -> list[TrainingList]:
    words = ["maji", "jua", "mto"]
    return [
        TrainingList(
            str(number),
            f"{words[number % 3]} {number}",
            "sw",
            Choice(words[number % 3], "sw", 0.5),
            tuple(Choice(word, "sw", 0.5) for word in words if word != words[number % 3]),
            (Choice("jua mto", "en", 0.4),),
        )
        for number in range(30)
    ]


def tiny_embedder(folder: Path) -> Path:
    """A random encoder of eight layers under the names of the small embedder's graph, with a tokenizer of words."""
    import numpy as np
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    from tutor.models.e5_graph import encoder
    from tutor.models.e5_weights import E5Shape
    from tutor.models.graph import GraphBuilder
    from tutor.models.progress import no_progress

    folder.mkdir()
    vocabulary = {piece: row for row, piece in enumerate(["<s>", "<pad>", "</s>", "<unk>", "maji", "jua", "mto"])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    chance = np.random.default_rng(0)

    class Weights:
        shape = E5Shape(24, 8, 12, 48, len(vocabulary), 32, 1, 1e-12)

        def tensor(self, name: str, columns: int | None = None) -> Any:
            rows = {"emb.word": self.shape.rows, "emb.pos": self.shape.positions, "emb.type": 1}.get(name)
            sizes: Mapping[str, int] = {"fi": 48}
            out = rows or sizes.get(name.split(".")[1], 24)
            values = chance.normal(0, 0.3, (out, columns) if columns else out).astype(np.float32)
            return values + 1 if name.endswith("ln.w") else values

    graph = GraphBuilder(quantise=True)
    hidden = encoder(graph, Weights(), np.arange(len(vocabulary)), no_progress)
    graph.save(
        folder / "model.onnx", ["input_ids", "attention_mask"], hidden, "last_hidden_state", ["batch", "length", 24]
    )
    return folder


def test_it_ships_only_when_the_gain_is_certain_and_no_pair_is_worse() -> None:
    from reranker_training.measuring import verdict

    def table(difference: float, low: float) -> dict[str, dict[str, float | int | None]]:
        return {"ndcg@10": {"difference": difference, "low": low}}

    gain, loss, unsure = table(0.02, 0.01), table(-0.001, -0.02), table(0.02, -0.01)
    assert verdict({"all": gain, "sw_to_en": unsure, "en_to_en": gain}).ships
    assert not verdict({"all": unsure, "sw_to_en": gain}).ships
    harmed = verdict({"all": gain, "sw_to_en": gain, "en_to_en": loss})
    assert (harmed.improves, harmed.harms, harmed.ships) == (True, ("en_to_en",), False)
