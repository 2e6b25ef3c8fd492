"""Applies what a teacher corrected to books that are in the library."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tutor.core.files import file_sha256
from tutor.curriculum.curriculum import Curriculum
from tutor.library.metadata import passage_metadata
from tutor.library.papers import PAPER_TYPES
from tutor.library.provenance import Facts, Value, corrected, metadata_of
from tutor.library.store import METADATA_FIELDS, Document, LibraryStore
from tutor.library.text_facts import DOCUMENT_KEYWORDS, READ_CHARACTERS, topic_fact


def rewrite_metadata(store: LibraryStore, curriculum: Curriculum, document: Document) -> Document:
    """The document with its corrections applied, stored with its passages. Call inside `changing`.

    The facts that the text alone told are asked for again: another subject has other topics.
    """
    facts = _facts_again(store, curriculum, document)
    known = corrected(facts, document.corrections)
    changed = replace(document, metadata=metadata_of(known), facts=facts)
    store.put_metadata(changed)
    sets = ", ".join(f"{name} = ?" for name in METADATA_FIELDS)
    rows = []
    for item in store.passages_of(document.id):
        passage = item.passage
        metadata = passage_metadata(known, passage.heading_path, passage.text, curriculum)
        rows.append((*(getattr(metadata, name) for name in METADATA_FIELDS), item.number))
    store.run_many(f"UPDATE passages SET {sets} WHERE number = ?", rows)
    return changed


def must_be_cut_again(document: Document, before: Facts, corrections: dict[str, Value]) -> bool:
    """True when a correction makes a paper of a book or the reverse, and its file is still what was read."""
    kinds = [metadata_of(corrected(facts, {})).document_type for facts in (before, corrected(before, corrections))]
    if (kinds[0] in PAPER_TYPES) == (kinds[1] in PAPER_TYPES):
        return False
    file = Path(document.source)
    try:
        return file.is_absolute() and file.is_file() and file_sha256(file) == document.file_sha256
    except OSError:
        return False


def _facts_again(store: LibraryStore, curriculum: Curriculum, document: Document) -> Facts:
    topic = document.facts.get("topic")
    if topic is not None and topic.source != "text":
        return document.facts
    facts = {name: fact for name, fact in document.facts.items() if name != "topic"}
    texts = []
    for item in store.passages_of(document.id):
        texts += [*item.passage.heading_path, item.passage.text]
    about = metadata_of(corrected(facts, document.corrections))
    found = topic_fact(" ".join(texts)[:READ_CHARACTERS], curriculum, about, least=DOCUMENT_KEYWORDS)
    return {**facts, "topic": found} if found else facts
