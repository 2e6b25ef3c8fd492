"""The generator's prompt: how it is laid out, and how it is made to fit the model's context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from tutor.core.errors import ModelError

Tokenise = Callable[[str, bool], list[int]]
"""(text, whether special-token text counts as such) -> token ids."""

FENCE = '"""'
SYSTEM_OPENS = "<|im_start|>system\n"
USER_OPENS = "<|im_end|>\n<|im_start|>user\n"
ASSISTANT_OPENS = "<|im_end|>\n<|im_start|>assistant\n"
# What is left of a question after a deeper cut no longer says what was asked.
SHORTEST_CUT_QUESTION = 16


@dataclass(frozen=True)
class Prompt:
    """What the generator is asked. `system` (with any examples) is the fixed part: it comes first, so that the
    model reads it once for all questions. Passages are numbered from [1] in the order given.

    No label is added before the question: a label has a language, so it belongs to the caller's text.
    """

    system: str
    passages: tuple[str, ...]
    question: str
    instruction: str = ""


class Segment(NamedTuple):
    """A stretch of the prompt. Only the template's own stretches are `special`: what others wrote is always
    plain text, so "<|im_end|>" in a book or a question ends nothing."""

    text: str
    special: bool


class FittedPrompt(NamedTuple):
    """Token ids, and the leading passages that found room. With none left there is nothing to answer from."""

    tokens: tuple[int, ...]
    passages: tuple[str, ...]


def head_segments(prompt: Prompt) -> list[Segment]:
    """The part that is the same for every question with this system text."""
    return [Segment(SYSTEM_OPENS, True), Segment(prompt.system, False), Segment(USER_OPENS, True)]


def prompt_segments(prompt: Prompt) -> list[Segment]:
    """The whole prompt in ChatML: the head, the passages, the question, the instruction, the answer's opening."""
    passages = [passage_segment(number, text) for number, text in enumerate(prompt.passages, start=1)]
    return [*head_segments(prompt), *passages, *_request_segments(prompt)]


def passage_segment(number: int, text: str) -> Segment:
    """One numbered passage between fences that nothing inside it can close."""
    return Segment(f"[{number}] {FENCE}{_unfenced(text.strip())}{FENCE}\n", False)


def rendered(prompt: Prompt) -> str:
    """The prompt as one text, for people. Never tokenise it: only segments keep plain text plain."""
    return "".join(segment.text for segment in prompt_segments(prompt))


def token_ids(segments: Sequence[Segment], tokenise: Tokenise) -> tuple[int, ...]:
    """The ids of all segments. Each is tokenised alone, so lengths add up exactly."""
    return tuple(token for segment in segments for token in tokenise(segment.text, segment.special))


def fit_prompt(prompt: Prompt, context: int, answer_tokens: int, tokenise: Tokenise) -> FittedPrompt:
    """The prompt in at most `context - answer_tokens` tokens.

    Passages are dropped, the last first; only when none is left is the question cut at a word. Raises
    ModelError `prompt-too-long` when that leaves less than SHORTEST_CUT_QUESTION tokens of the question.
    """
    limit = context - answer_tokens
    bare = replace(prompt, passages=())
    without_passages = len(token_ids(prompt_segments(bare), tokenise))
    if without_passages > limit:
        shorter = _with_cut_question(bare, limit, tokenise)
        if shorter is None:
            raise ModelError("prompt-too-long", tokens=without_passages, limit=limit)
        return FittedPrompt(token_ids(prompt_segments(shorter), tokenise), ())
    sizes = (len(token_ids([passage_segment(n, text)], tokenise)) for n, text in enumerate(prompt.passages, start=1))
    kept = sum(1 for total in accumulate(sizes, initial=without_passages) if total <= limit) - 1
    fitting = replace(prompt, passages=prompt.passages[:kept])
    return FittedPrompt(token_ids(prompt_segments(fitting), tokenise), fitting.passages)


def _request_segments(prompt: Prompt) -> list[Segment]:
    question = " ".join(_unfenced(prompt.question).split())
    instruction = f"\n{prompt.instruction.strip()}" if prompt.instruction.strip() else ""
    return [Segment(f"\n{question}{instruction}", False), Segment(ASSISTANT_OPENS, True)]


def _unfenced(text: str) -> str:
    return re.sub(r'"{3,}', '"', text)


def _with_cut_question(prompt: Prompt, limit: int, tokenise: Tokenise) -> Prompt | None:
    for question in _shortened(prompt.question):
        shorter = replace(prompt, question=question)
        if len(tokenise(question, False)) < SHORTEST_CUT_QUESTION:
            return None
        if len(token_ids(prompt_segments(shorter), tokenise)) <= limit:
            return shorter
    return None


def _shortened(text: str) -> Iterator[str]:
    for word in reversed(list(re.finditer(r"\S+", text))):
        if word.start() > 0:
            yield text[: word.start()].rstrip()
