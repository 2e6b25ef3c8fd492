"""The training loop: listwise, seeded, resumable, on the CPU."""

from __future__ import annotations

import datetime
import hashlib
import json
import random
import re
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from reranker_training.encoder import FROZEN, CrossEncoder, corrections, read_encoder, read_tokenizer
from reranker_training.mining import Choice, TrainingList, drawn, read_lists

LISTS, CHECKPOINT = "lists.jsonl", "checkpoint.pt"
SIZE, TOGETHER = 4, 4
"""Passages a list; lists a step of the optimiser. More lists of fewer passages teach more in the same time."""
AT_ONCE = 7
"""Pairs run together: of one length each, so that little is spent on padding."""
RATE, HEAD_RATE, DECAY, WARM, WARM_AT_MOST = 1e-4, 1e-3, 0.01, 0.06, 400.0
SAVED_EVERY, CHECKED_EVERY = 300.0, 1800.0
"""Seconds between checkpoints, and between looks at the lists kept aside."""
KEPT_ASIDE, CHECKED = 20, 16
"""One list of so many is never trained on; so many of those of each pair of languages are looked at."""
SUBJECTS_ASIDE = frozenset({"geo", "his"})
"""Golden rows of these subjects, half of all, are never trained on: the model is measured on them."""
GOLDEN = re.compile(r"([a-z]+)-\d+\.(?:en|sw)$")
"""The id of a list made of a golden row, and its subject."""


@dataclass(frozen=True)
class Plan:
    """`steps`: lists to learn from; `until`: the time of the clock, HH:MM, to stop at whatever was reached.

    `together`: corrections are compared across languages too, so that they may tell which language's books answer.
    """

    steps: int
    seed: int
    until: str | None = None
    threads: int = 2
    together: bool = False


def train(work: Path, embedder: Path, plan: Plan) -> None:
    """Train from the last checkpoint of the same lists and seed, or from the embedder's weights."""
    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    lists = read_lists(work / LISTS)
    learning, aside = split(lists)
    scale = fitted_scale(learning)
    pairs = by_pair(learning)
    identity = hashlib.sha256((work / LISTS).read_bytes() + f"{plan.seed}{plan.together}".encode()).hexdigest()
    model, tokenizer = read_encoder(embedder), read_tokenizer(embedder)
    model.layers[:FROZEN].bfloat16()  # only while training; the export reads the embedder's own weights
    optimizer = made_optimizer(model)
    step = resume(work / CHECKPOINT, identity, model, optimizer)
    said(f"{len(learning)} lists, {len(aside)} kept aside, residual {scale:.1f}, from step {step} of {plan.steps}")
    begun = saved = checked = time.monotonic()
    first, seconds = step / plan.steps, seconds_until(plan.until)
    losses: list[float] = []
    while step < plan.steps and not over(plan.until):
        batch = [list_at(pairs, number, plan.seed) for number in range(step, min(step + TOGETHER, plan.steps))]
        for group in optimizer.param_groups:
            group["lr"] = group["top"] * rate_share(step, plan.steps, first, (time.monotonic() - begun) / seconds)
        losses.append(learn(model, tokenizer, optimizer, batch, scale, plan.together))
        step += len(batch)
        if step % (TOGETHER * 10) == 0:
            said(f"step {step} loss {sum(losses) / len(losses):.4f}")
            losses.clear()
        if time.monotonic() - saved > SAVED_EVERY:
            save(work / CHECKPOINT, identity, model, optimizer, step, scale, plan.together)
            saved = time.monotonic()
        if time.monotonic() - checked > CHECKED_EVERY:
            said(json.dumps(looked_at(model, tokenizer, some_of_each(aside), scale, plan.together)))
            checked = time.monotonic()
    save(work / CHECKPOINT, identity, model, optimizer, step, scale, plan.together)
    said(f"stopped at step {step} of {plan.steps}")
    said(json.dumps(looked_at(model, tokenizer, some_of_each(aside), scale, plan.together)))


def split(lists: Sequence[TrainingList]) -> tuple[list[TrainingList], list[TrainingList]]:
    """Those to learn from and those kept aside, by a hash of the question, so that no question is in both."""
    aside = [made for made in lists if kept_aside(made)]
    learning = [made for made in lists if not kept_aside(made)]
    return learning, sorted(aside, key=lambda made: (_digest(made.question), made.id))


def kept_aside(made: TrainingList) -> bool:
    """Is a list never trained on? Golden rows go by their subject: rows of one subject share their passages."""
    golden = GOLDEN.match(made.id)
    return golden[1] in SUBJECTS_ASIDE if golden else _digest(made.question) % KEPT_ASIDE == 0


def some_of_each(lists: Sequence[TrainingList]) -> list[TrainingList]:
    """The first `CHECKED` of each pair of languages."""
    return [made for own in by_pair(lists) for made in own[:CHECKED]]


def _digest(text: str) -> int:
    return int(hashlib.sha256(text.encode("utf-8")).hexdigest(), 16)


def by_pair(lists: Sequence[TrainingList]) -> list[list[TrainingList]]:
    """The lists of each pair of languages that there is."""
    found: dict[tuple[str, str], list[TrainingList]] = defaultdict(list)
    for made in lists:
        found[made.language, made.positive.language].append(made)
    return [found[pair] for pair in sorted(found)]


def list_at(pairs: Sequence[Sequence[TrainingList]], number: int, seed: int) -> tuple[str, list[Choice]]:
    """The question and passages of the `number`-th list to learn from, of each pair of languages in turn.

    Most published pairs are Swahili to Swahili: drawn as they come, they teach that the answer to a Swahili question
    is in Swahili.
    """
    turn, which = divmod(number, len(pairs))
    own = pairs[which]
    epoch, place = divmod(turn, len(own))
    order = list(range(len(own)))
    random.Random(f"{seed}.{which}.{epoch}").shuffle(order)
    chosen = own[order[place]]
    return chosen.question, drawn(chosen, SIZE, seed * 1000 + number)


def fitted_scale(lists: Sequence[TrainingList]) -> float:
    """How many times relevance makes the likeliest logits of these lists without any correction."""
    longest = max(1 + len(made.own) + len(made.mixed) for made in lists)
    table = torch.full((len(lists), longest), -torch.inf)
    for row, made in enumerate(lists):
        values = [choice.relevance for choice in (made.positive, *made.own, *made.mixed)]
        table[row, : len(values)] = torch.tensor(values)
    scales = torch.arange(0.5, 40.0, 0.5)
    losses = [-functional.log_softmax(table * scale, dim=1)[:, 0].mean() for scale in scales]
    return float(scales[int(torch.stack(losses).argmin())])


def made_optimizer(model: CrossEncoder) -> torch.optim.AdamW:
    """AdamW; the head, which is new, learns faster. `top` keeps each group's highest rate."""
    head = [value for name, value in model.learnt().items() if name.startswith(("inner.", "out."))]
    body = [value for name, value in model.learnt().items() if not name.startswith(("inner.", "out."))]
    groups = [{"params": body, "top": RATE}, {"params": head, "top": HEAD_RATE}]
    return torch.optim.AdamW(groups, lr=RATE, weight_decay=DECAY)


def rate_share(step: int, steps: int, first: float = 0.0, spent: float = 0.0) -> float:
    """Of the highest rate: rises over the first steps, then falls in a straight line to a twentieth.

    It falls with the steps or, where that is faster, with the time that is `spent` of a run which the clock stops
    (`first`: where it began): a model that is stopped at its highest rate is worth little.
    """
    done = max(step / steps, first + (1 - first) * spent)
    return min((step + 1) / min(max(1.0, steps * WARM), WARM_AT_MOST), max(0.05, 1 - done))


def learn(
    model: CrossEncoder, tokenizer: Tokenizer, optimizer: torch.optim.Optimizer,
    batch: Sequence[tuple[str, list[Choice]]], scale: float, together: bool,
) -> float:  # fmt: skip
    """One step of the optimiser; returns the mean loss of the lists."""
    model.train()
    found = corrections(model, tokenizer, [(question, c.text) for question, choices in batch for c in choices], AT_ONCE)
    loss = list_loss(found, [choices for _, choices in batch], scale, together)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return float(loss.detach())


def list_loss(found: Tensor, lists: Sequence[Sequence[Choice]], scale: float, together: bool = False) -> Tensor:
    """Mean cross-entropy of the first passage of each list; `found` holds all corrections one after the other."""
    parts = found.split([len(choices) for choices in lists])
    losses = [
        -functional.log_softmax(scored(choices, part, scale, together), dim=0)[0]
        for choices, part in zip(lists, parts, strict=True)
    ]
    return torch.stack(losses).mean()


def scored(choices: Sequence[Choice], said: Tensor, scale: float, together: bool = False) -> Tensor:
    """What ranks a list, as the product does it: relevance, and the corrections less the mean of their language's.

    Without that, a few negatives of the other language are enough to teach a preference for the question's own where
    most lists stay in one language; `together` leaves it away.
    """
    if together:
        return scale * torch.tensor([choice.relevance for choice in choices]) + said
    own = torch.tensor([[first.language == second.language for second in choices] for first in choices]).float()
    relevances = torch.tensor([choice.relevance for choice in choices])
    return scale * relevances + said - (own @ said) / own.sum(dim=1)


def looked_at(
    model: CrossEncoder, tokenizer: Tokenizer, lists: Sequence[TrainingList], scale: float, together: bool
) -> dict[str, dict[str, float]]:
    """By language pair: how often the right passage is first without and with the correction, and how many lists."""
    model.eval()
    found: dict[str, list[tuple[bool, ...]]] = defaultdict(list)
    with torch.no_grad():
        for made in lists:
            choices = [made.positive, *made.own, *made.mixed]
            said = corrections(model, tokenizer, [(made.question, choice.text) for choice in choices])
            firsts = tuple(int(scored(choices, part, scale, together).argmax()) == 0 for part in (said * 0, said))
            found[f"{made.language}-{made.positive.language}"].append(firsts)
    return {
        pair: {
            "before": round(sum(b for b, _ in rows) / len(rows), 3),
            "after": round(sum(a for _, a in rows) / len(rows), 3),
            "lists": len(rows),
        }
        for pair, rows in sorted(found.items())
    }


def save(
    file: Path, identity: str, model: CrossEncoder, optimizer: torch.optim.Optimizer, step: int, scale: float,
    together: bool,
) -> None:  # fmt: skip
    """Write the checkpoint beside its place, then rename it: a run that is stopped leaves the last one whole."""
    learnt = {name: value.detach() for name, value in model.learnt().items()}
    state = {
        "identity": identity,
        "step": step,
        "scale": scale,
        "together": together,
        "model": learnt,
        "moments": optimizer.state_dict(),
    }
    torch.save(state, file.with_suffix(".part"))
    file.with_suffix(".part").replace(file)
    said(f"checkpoint at step {step}")


def resume(file: Path, identity: str, model: CrossEncoder, optimizer: torch.optim.Optimizer) -> int:
    """Puts back the checkpoint and returns its step; 0 where there is none.

    Raises ValueError when it belongs to other lists or another seed.
    """
    if not file.is_file():
        return 0
    state: dict[str, Any] = torch.load(file, weights_only=True)
    if state["identity"] != identity:
        raise ValueError(f"{file} was made with other lists or another seed: give another --work or remove it")
    put_learnt(model, state["model"])
    optimizer.load_state_dict(state["moments"])
    return int(state["step"])


def put_learnt(model: CrossEncoder, learnt: dict[str, Tensor]) -> None:
    """Set what training changed. Raises KeyError when a part is missing."""
    with torch.no_grad():
        for name, value in model.learnt().items():
            value.copy_(learnt[name])


def over(until: str | None) -> bool:
    """True from that time of the clock on, for twelve hours."""
    if until is None:
        return False
    now = datetime.datetime.now()
    hour, minute = map(int, until.split(":"))
    late = (now.hour * 60 + now.minute) - (hour * 60 + minute)
    return 0 <= late % 1440 < 720


def seconds_until(until: str | None) -> float:
    """From now to that time of the clock; endless without one, and never zero."""
    if until is None:
        return float("inf")
    now = datetime.datetime.now()
    hour, minute = map(int, until.split(":"))
    return max(1.0, ((hour * 60 + minute - now.hour * 60 - now.minute) % 1440) * 60.0 - now.second)


def said(line: str) -> None:
    """Prints a line of the log with the time."""
    print(f"{datetime.datetime.now():%H:%M:%S} {line}", flush=True)
