"""All dealings with llama.cpp: its code for this processor is chosen and loaded once, and a model is run;
or it is said why it cannot run here.

The portable build carries one library per kind of processor, in a folder where llama.cpp itself does not look.
Importing such a build runs on any x86-64; a build made for one processor alone may kill the process that
imports it, so that kind is first tried in a child process.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.metadata
import importlib.util
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tutor.core.cpu import prepare_environment, usable_cores
from tutor.core.errors import ModelError
from tutor.core.places import PACKAGE

PACKAGE_NAME = "llama_cpp"
LIBRARY_SUFFIXES = {".so", ".dll", ".dylib"}
# The variant for processors with AMX dies at its first block of a prompt: GCC drops the tile configuration it
# sets up (llama.cpp pull request 26954). The next best variant runs everywhere this one would.
FAULTY_VARIANTS = ("sapphirerapids",)
# Cancelling takes effect between blocks; 64 tokens are read in a third of a second on two free cores.
BLOCK_TOKENS = 64
LONGEST_TOKEN_BYTES = 1024
TRIAL_SECONDS = 120
TRIAL_FAILED_ON_MODEL = 2
WINDOWS_ILLEGAL_INSTRUCTION = 0xC000001D
_TRIAL = "import sys; from tutor.models.llama_backend import trial_run; sys.exit(trial_run(sys.argv[1]))"
_loading = threading.Lock()

Stop = Callable[[], bool]
"""Asked often, from another thread: whether the work is no longer wanted."""


class LlamaEngine:
    """A llama.cpp model with its context. Only `tokenise` may be called from more than one thread."""

    def __init__(self, model_file: Path, context: int, threads: int, seed: int) -> None:
        if not model_file.is_file():
            raise ModelError("model-unloadable", name=model_file.name, why="the file is not there")
        self._library = load_backends(model_file)
        self._llama = open_model(self._library, model_file, context, threads, seed)
        self._vocabulary = self._library.llama_model_get_vocab(self._llama.model)
        if len(self.tokenise("<|im_start|><|im_end|>", True)) != 2:
            self.close()
            raise ModelError("model-unloadable", name=model_file.name, why="it does not know the ChatML marks")
        self._piece = ctypes.create_string_buffer(LONGEST_TOKEN_BYTES)
        self._blocks: list[tuple[int, ...]] = []

    def tokenise(self, text: str, special: bool) -> list[int]:
        """Token ids. Text like "<|im_end|>" becomes a control token only when `special`."""
        ids: list[int] = self._llama.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=special)
        return ids

    def continuation(self, tokens: Sequence[int], head: int, stop: Stop, grammar: str = "") -> Iterator[int]:
        """The most likely tokens after the prompt, until the model ends or `stop` says so.

        With a grammar only those that it admits. Raises ModelError `generator-unfit` when llama.cpp fails in its work.
        """
        if not self._read(tokens, head, stop):
            return
        with self._within(grammar):
            while not stop():
                token = int(self._llama.sample(temp=0.0))
                if self._ends(token):
                    return
                yield token
                self._evaluate([token])

    @contextmanager
    def _within(self, grammar: str) -> Iterator[None]:
        """A sampler that remembers where in the grammar it is; without one each token has a sampler of its own."""
        if not grammar:
            yield
            return
        sampler_of, written = self._llama._init_sampler, self._library.LlamaGrammar.from_string
        try:
            self._llama._sampler = sampler_of(temp=0.0, grammar=written(grammar, verbose=False))
        except (ValueError, RuntimeError) as error:
            raise ModelError("generator-unfit", why=error) from error
        try:
            yield
        finally:
            self._llama._sampler = None

    def token_bytes(self, token: int) -> bytes:
        """The token's bytes, which may be a part of a character."""
        size = self._library.llama_token_to_piece(self._vocabulary, token, self._piece, LONGEST_TOKEN_BYTES, 0, False)
        return self._piece.raw[: max(size, 0)]

    def close(self) -> None:
        """Free the model."""
        self._llama.close()

    def _read(self, tokens: Sequence[int], head: int, stop: Stop) -> bool:
        # What is computed for a token depends a little on the block it is read in, enough to change a word of
        # the answer. So a prompt is always cut into the same blocks, and only whole ones are used again.
        blocks = [*_blocks(tokens[:head]), *_blocks(tokens[head:])]
        same = 0
        while same < min(len(self._blocks), len(blocks) - 1) and self._blocks[same] == blocks[same]:
            same += 1
        del self._blocks[same:]
        self._llama.n_tokens = sum(map(len, self._blocks))
        for block in blocks[same:]:
            if stop():
                return False
            self._evaluate(block)
            self._blocks.append(block)
        return True

    def _evaluate(self, tokens: Sequence[int]) -> None:
        try:
            self._llama.eval(tokens)
        except RuntimeError as error:
            self._blocks.clear()
            raise ModelError("generator-unfit", why=error) from error

    def _ends(self, token: int) -> bool:
        is_end = self._library.llama_vocab_is_eog(self._vocabulary, token)
        return bool(is_end or self._library.llama_vocab_is_control(self._vocabulary, token))


def open_model(llama_cpp: Any, model_file: Path, context: int, threads: int, seed: int) -> Any:
    """The opened model. Raises ModelError `model-unloadable`."""
    try:
        model = llama_cpp.Llama(
            str(model_file), n_ctx=context, n_batch=BLOCK_TOKENS, n_ubatch=BLOCK_TOKENS,
            n_threads=threads, n_threads_batch=threads, seed=seed, verbose=False,
        )  # fmt: skip
    except (ValueError, RuntimeError) as error:
        raise ModelError("model-unloadable", name=model_file.name, why=error) from error
    # Opening a model sets a loudness of its own.
    silence()
    return model


def generator_available(language: str = "en", *, model_file: Path | None = None) -> str | None:
    """None when the generator can run here; otherwise the reason why NOT, in the given language.

    With `model_file` the model is run for real in a child process (a second or two): nothing less proves
    that every instruction it needs is there.
    """
    try:
        load_backends(model_file)
        fault = trial_fault(model_file) if model_file else None
    except ModelError as error:
        fault = error
    return fault.what(language) if fault else None


def _blocks(tokens: Sequence[int]) -> list[tuple[int, ...]]:
    return [tuple(tokens[start : start + BLOCK_TOKENS]) for start in range(0, len(tokens), BLOCK_TOKENS)]


def load_backends(model_file: Path | None = None) -> Any:
    """The imported `llama_cpp`, with the code for this processor loaded. Call before the first model.

    A build for one processor alone is first tried on `model_file` in a child process. Raises ModelError
    `generator-missing` when llama-cpp-python is not installed, `generator-unfit` when it does not run here.
    """
    with _loading:
        variants = variant_files(package_folder())
        if len(variants) < 2 and PACKAGE_NAME not in sys.modules:
            fault = trial_fault(model_file)
            if fault:
                raise fault
        return _load(variants)


def package_folder() -> Path:
    """Where llama-cpp-python is installed, found without importing it. Raises ModelError `generator-missing`."""
    spec = importlib.util.find_spec(PACKAGE_NAME)
    if spec is None or spec.origin is None:
        raise ModelError("generator-missing")
    return Path(spec.origin).parent


def variant_files(package: Path) -> list[Path]:
    """The libraries that hold the processor's code. Fewer than two: the build is for one processor alone."""
    for folder in (package.parent / "bin", package / "bin", package / "lib"):
        found = sorted(file for file in folder.glob("*ggml-cpu*") if file.suffix in LIBRARY_SUFFIXES)
        if found:
            return found
    try:
        distribution = importlib.metadata.distribution("llama-cpp-python")
    except importlib.metadata.PackageNotFoundError:
        return []
    if Path(str(distribution.locate_file(package.name))) != package:
        return []
    named = [file for file in distribution.files or [] if "ggml-cpu" in file.name]
    paths = [Path(str(file.locate())) for file in named if file.suffix in LIBRARY_SUFFIXES]
    return sorted(path for path in paths if path.is_file())


def variant_score(file: Path) -> int:
    """How well this processor can use the library, by its own count; 0 when it cannot. Raises OSError."""
    library = ctypes.CDLL(str(file))
    return int(library.ggml_backend_score()) if hasattr(library, "ggml_backend_score") else 1


def best_variant(files: Sequence[Path]) -> Path:
    """The library this processor can use best. Raises ModelError `generator-unfit` when there is none."""
    scores: dict[Path, int] = {}
    why = "no part of it is made for this processor"
    for file in files:
        if not any(name in file.name for name in FAULTY_VARIANTS):
            try:
                scores[file] = variant_score(file)
            except OSError as error:
                why = str(error)
    best = max(scores, key=lambda file: scores[file], default=None)
    if best is None or scores[best] == 0:
        raise ModelError("generator-unfit", why=why)
    return best


def ggml_library(llama_cpp: Any) -> ctypes.CDLL:
    """The ggml library that libllama itself uses; its registry is the one that counts.

    A symbol looked up through libllama is found in what libllama is linked to. The wheel holds further
    copies of ggml, and what is registered in one of those is never seen. Windows looks into libllama alone,
    but there a library loaded by the same path is the same library.
    """
    libllama: ctypes.CDLL = llama_cpp.llama_cpp._lib
    if hasattr(libllama, "ggml_backend_load"):
        return libllama
    folder = Path(libllama._name).parent
    for name in ("ggml.dll", "libggml.dll", "libggml.so.0", "libggml.dylib"):
        if (folder / name).is_file():
            return ctypes.CDLL(str(folder / name))
    raise ModelError("generator-unfit", why=f"no ggml library in {folder.name}")


def silence() -> None:
    """Keep llama.cpp's remarks off the terminal; what goes wrong is raised as an error anyway."""
    logging.getLogger("llama-cpp-python").setLevel(logging.CRITICAL + 1)


def trial_fault(model_file: Path | None) -> ModelError | None:
    """What goes wrong when a child process loads llama.cpp and runs the model, or None when all goes well."""
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, sys.path)])
    try:
        done = subprocess.run(
            [sys.executable, "-c", _TRIAL, str(model_file or "")],
            env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            timeout=TRIAL_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return ModelError("generator-unfit", why=str(error))
    if done.returncode == 0:
        return None
    if done.returncode < 0 or done.returncode == WINDOWS_ILLEGAL_INSTRUCTION:
        return ModelError("generator-unfit", why=_death(done.returncode))
    lines = done.stderr.decode("utf-8", "replace").split("\n")
    why = next((line.strip() for line in reversed(lines) if line.strip()), f"it ended with {done.returncode}")
    if model_file and done.returncode == TRIAL_FAILED_ON_MODEL:
        return ModelError("model-unloadable", name=model_file.name, why=why)
    return ModelError("generator-unfit", why=why)


def trial_run(model_file: str) -> int:
    """Exit code of the child process of `trial_fault`. May kill the process; that is what it is for."""
    prepare_environment()
    llama_cpp = _load(variant_files(package_folder()))
    if model_file:
        try:
            model = open_model(llama_cpp, Path(model_file), 256, usable_cores(), 0)
        except ModelError as error:
            sys.stderr.write(f"{error.facts['why']}\n")
            return TRIAL_FAILED_ON_MODEL
        # A block of tokens and a single one run through different code, and both must work.
        model.eval(list(range(BLOCK_TOKENS)))
        model.eval([0])
        model.close()
    return 0


def _load(variants: Sequence[Path]) -> Any:
    # Read when the threads' library starts. Threads that spin long while they wait for each other starve when
    # anything else wants a core: beside one busy process 2 cores gave 2 to 3 tokens a second, and 8 to 11 with
    # this; alone they give 23 either way.
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    try:
        llama_cpp = importlib.import_module(PACKAGE_NAME)
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelError("generator-unfit", why=str(error).splitlines()[0]) from error
    silence()
    ggml = ggml_library(llama_cpp)
    ggml.ggml_backend_dev_count.restype = ctypes.c_size_t
    if ggml.ggml_backend_dev_count() == 0:
        best = best_variant(variants)
        ggml.ggml_backend_load.argtypes = [ctypes.c_char_p]
        ggml.ggml_backend_load.restype = ctypes.c_void_p
        if not ggml.ggml_backend_load(os.fsencode(best)):
            raise ModelError("generator-unfit", why=f"{best.name} cannot be loaded")
    return llama_cpp


def _death(code: int) -> str:
    if code in {-signal.SIGILL, WINDOWS_ILLEGAL_INSTRUCTION}:
        return "illegal instruction: it was built for another processor"
    return f"it died with signal {-code}"
