"""The generator: one model, one worker, one answer at a time, yielded piece by piece."""

from __future__ import annotations

import codecs
import re
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from tutor.core.cpu import usable_cores
from tutor.core.errors import ModelError
from tutor.models.llama_backend import LlamaEngine, Stop
from tutor.models.prompt_budget import FittedPrompt, Prompt, fit_prompt, head_segments, token_ids

NGRAM = 8
NGRAM_REPEATS = 3
SHORTEST_REPEATED_SENTENCE = 3
WAIT_SECONDS = 0.1


def never() -> bool:
    """The `stop` of an answer nobody cancels."""
    return False


class Generator:
    """Runs a GGUF model with the ChatML template; safe to call from many threads, which take turns.

    `run` is the catalogue's entry; `context_tokens` is capped by its `context`. 0 threads: the usable cores.
    The text is the same for the same prompt, whatever was asked before. Raises ModelError `generator-missing`,
    `generator-unfit` or `model-unloadable`.
    """

    def __init__(
        self,
        model_file: Path,
        run: Mapping[str, Any],
        *,
        threads: int = 0,
        context_tokens: int = 2048,
        answer_tokens: int = 140,
        seed: int = 42,
    ) -> None:
        if run.get("chat_template") != "chatml":
            why = f"unknown chat template {run.get('chat_template')!r}"
            raise ModelError("model-unloadable", name=model_file.name, why=why)
        self.languages: tuple[str, ...] = tuple(run.get("languages", ()))
        self.context_tokens = min(context_tokens, int(run.get("context", context_tokens)))
        self.answer_tokens = answer_tokens
        self.threads = threads or usable_cores()
        self._engine = LlamaEngine(model_file, self.context_tokens, self.threads, seed)
        self._worker = Worker(self._engine)
        # Also runs when the interpreter ends: a thread inside llama.cpp at that moment would crash it.
        self._finalizer = weakref.finalize(self, self._worker.close)

    def fit_prompt(self, prompt: Prompt, answer_tokens: int | None = None) -> FittedPrompt:
        """Token ids and kept passages, with room for the answer. Raises ModelError `prompt-too-long`."""
        return fit_prompt(prompt, self.context_tokens, answer_tokens or self.answer_tokens, self._tokenise)

    def count_tokens(self, text: str) -> int:
        """How many tokens the plain text takes."""
        return len(self._tokenise(text, False))

    def generate(
        self, prompt: Prompt, *, stop: Stop = never, grammar: str = "", answer_tokens: int | None = None
    ) -> Iterator[str]:
        """The answer's text in pieces. Work begins at the first `next`; closing the iterator cancels it.

        `stop` is asked from other threads, before each token and while waiting for a turn. Passages that do not
        fit are dropped (`fit_prompt` says which are kept). The text ends at the model's end mark, at
        `answer_tokens`, or where it begins to repeat itself; its last sentence may be unfinished. Raises
        ModelError `prompt-too-long` at once, `generator-unfit` while iterating, and what `stop` raises.

        `grammar` is in llama.cpp's own notation (GBNF): nothing that it does not admit is written.
        """
        most = answer_tokens or self.answer_tokens
        tokens = self.fit_prompt(prompt, most).tokens
        head = len(token_ids(head_segments(prompt), self._tokenise))
        return self._worker.answer(Request(tokens, head, most, stop, grammar))

    def close(self) -> None:
        """End the running answer and free the model. Later calls raise RuntimeError."""
        self._finalizer()

    def _tokenise(self, text: str, special: bool) -> list[int]:
        if not self._finalizer.alive:
            raise RuntimeError("the generator is closed")
        return self._engine.tokenise(text, special)


class Engine(Protocol):
    """A language model that continues a prompt, one token at a time."""

    def continuation(self, tokens: Sequence[int], head: int, stop: Stop, grammar: str = "") -> Iterator[int]: ...

    def token_bytes(self, token: int) -> bytes: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Request:
    """A prompt of which the first `head` tokens are the fixed part, and how its answer ends."""

    tokens: Sequence[int]
    head: int
    answer_tokens: int
    stop: Stop = never
    grammar: str = ""
    pieces: SimpleQueue[str | Exception | None] = field(default_factory=SimpleQueue)
    cancelled: threading.Event = field(default_factory=threading.Event)


class Worker:
    """The one thread that runs the engine. Requests are answered whole, in the order of their first `next`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._closing = threading.Event()
        self._submitting = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="generator", daemon=True)
        self._thread.start()

    def answer(self, request: Request) -> Iterator[str]:
        """The pieces of the answer. Raises RuntimeError after `close`, and what the engine or `stop` raises."""
        with self._submitting:
            if self._closing.is_set():
                raise RuntimeError("the generator is closed")
            self._requests.put(request)
        try:
            while True:
                try:
                    piece = request.pieces.get(timeout=WAIT_SECONDS)
                except Empty:
                    if request.stop():
                        return
                    continue
                if piece is None:
                    return
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            request.cancelled.set()

    def close(self) -> None:
        """End the running answer, leave the waiting ones empty, and free the engine."""
        with self._submitting:
            if not self._closing.is_set():
                self._closing.set()
                self._requests.put(None)
        # The collector may run this in the worker itself.
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _work(self) -> None:
        while (request := self._requests.get()) is not None:
            self._serve(request)
            # Whoever asked may be gone when the next one comes: `stop` knows the whole tutor.
            del request
        self._engine.close()

    def _serve(self, request: Request) -> None:
        def stop() -> bool:
            return self._closing.is_set() or request.cancelled.is_set() or request.stop()

        try:
            for piece in answer_pieces(self._engine, request, stop):
                request.pieces.put(piece)
        except Exception as error:  # noqa: BLE001 - raised again in the thread that asked, which brought `stop`
            request.pieces.put(error)
        request.pieces.put(None)


def answer_pieces(engine: Engine, request: Request, stop: Stop) -> Iterator[str]:
    """Whole characters as they come; half a character at the end is left out, and so is what repeats."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    guard = RepetitionGuard()
    within = {"grammar": request.grammar} if request.grammar else {}
    continuation = engine.continuation(request.tokens, request.head, stop, **within)
    for token in islice(continuation, request.answer_tokens):
        text = decoder.decode(engine.token_bytes(token))
        if guard.repeats(token, text):
            return
        if text:
            yield text


class RepetitionGuard:
    """Notices a text that goes round in circles: eight tokens three times over, or a sentence twice.

    Digits alone do not count: the Avogadro number written out is no circle.
    """

    def __init__(self) -> None:
        self._tokens: list[int] = []
        self._letters: list[bool] = []
        self._seen: dict[tuple[int, ...], tuple[int, int]] = {}
        self._sentences: set[str] = set()
        self._open = ""

    def repeats(self, token: int, text: str) -> bool:
        """True when this token, which brought `text`, completes a repetition."""
        self._tokens.append(token)
        self._letters.append(any(character.isalpha() for character in text))
        return self._ngram_repeats() or self._sentence_repeats(text)

    def _ngram_repeats(self) -> bool:
        end = len(self._tokens)
        if end < NGRAM or not any(self._letters[-NGRAM:]):
            return False
        ngram = tuple(self._tokens[-NGRAM:])
        count, last_end = self._seen.get(ngram, (0, 0))
        if not count or end - last_end >= NGRAM:
            count += 1
            self._seen[ngram] = (count, end)
        return count >= NGRAM_REPEATS

    def _sentence_repeats(self, text: str) -> bool:
        *closed, self._open = re.split(r"(?<=[.!?])\s+|\n+", self._open + text)
        for sentence in map(_comparable, closed):
            if sentence in self._sentences:
                return True
            if sentence.count(" ") + 1 >= SHORTEST_REPEATED_SENTENCE:
                self._sentences.add(sentence)
        # A full stop after a digit may be a decimal point.
        ends = re.search(r"[^\d\s][.!?]+$", self._open)
        return bool(ends) and _comparable(self._open) in self._sentences


def _comparable(sentence: str) -> str:
    return " ".join(re.findall(r"\w+", sentence.casefold()))
