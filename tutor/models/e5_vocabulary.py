"""The small embedder's vocabulary, pruned to Latin script, as a `tokenizer.json`.

Pruning drops pieces that hold a letter of another script. A text in Latin script can never be cut
into such pieces, so its token ids stay the same up to renumbering.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from tutor.models.e5_weights import E5Vocabulary

SPECIALS = ("<s>", "<pad>", "</s>", "<unk>")


def is_latin_piece(piece: str) -> bool:
    """True when every letter of the piece is Latin (or the micro, ohm and Greek letters of formulas)."""
    return all(_fits(character) for character in piece)


def _fits(character: str) -> bool:
    if character < "\u0250" or character == "\u2581":
        return True
    if not unicodedata.category(character).startswith(("L", "M")):
        return True
    name = unicodedata.name(character, "")
    return name.startswith(("LATIN", "COMBINING", "MODIFIER", "GREEK SMALL", "GREEK CAPITAL", "KELVIN"))


def latin_rows(vocabulary: E5Vocabulary) -> NDArray[np.int64]:
    """The ids kept, in order: the specials, then every Latin piece. Shape [kept], int64."""
    kept = [
        index for index, piece in enumerate(vocabulary.pieces)
        if index < len(SPECIALS) or (piece != "<mask>" and is_latin_piece(piece))
    ]  # fmt: skip
    return np.array(kept, dtype=np.int64)


def all_rows(vocabulary: E5Vocabulary) -> NDArray[np.int64]:
    """Every id, for comparing the pruned tokenizer with the whole one."""
    return np.arange(len(vocabulary.pieces), dtype=np.int64)


def make_tokenizer(vocabulary: E5Vocabulary, rows: NDArray[np.int64]) -> Tokenizer:
    """XLM-R's unigram tokenizer over the given rows, with its pair template."""
    pieces = [(vocabulary.pieces[row], float(vocabulary.scores[row])) for row in rows]
    numbers = {piece: number for number, (piece, _) in enumerate(pieces)}
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=numbers["<unk>"], byte_fallback=False))
    tokenizer.normalizer = _normaliser(vocabulary)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="\u2581", prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", numbers["<s>"]), ("</s>", numbers["</s>"])],
    )
    tokenizer.enable_padding(pad_id=numbers["<pad>"], pad_token="<pad>")
    return tokenizer


def _normaliser(vocabulary: E5Vocabulary) -> normalizers.Normalizer:
    """NFKC with the vocabulary's own exceptions: control characters vanish, odd spaces become spaces."""
    odd = {
        source: target
        for source, target in vocabulary.normalisation.items()
        if unicodedata.normalize("NFKC", source) != target
    }
    steps: list[normalizers.Normalizer] = []
    for target in sorted(set(odd.values())):
        points = "".join(f"\\x{{{ord(source):x}}}" for source in sorted(odd) if odd[source] == target)
        steps.append(normalizers.Replace(Regex(f"[{points}]"), target))
    steps += [normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip()]
    return normalizers.Sequence(steps)


def save_tokenizer(vocabulary: E5Vocabulary, rows: NDArray[np.int64], path: Path) -> None:
    """Write `tokenizer.json`."""
    make_tokenizer(vocabulary, rows).save(str(path), pretty=False)
