"""A list that a book gives by its headings: under "Sources of history" stand "Oral traditions", "Written records", ...

Where nothing in the section itself lists them, the first sentence under each heading names and tells what it is.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tutor.answering.evidence.list_heads import asked_heads, enumerates, matter_share, names_head
from tutor.answering.question.understanding import Understanding
from tutor.core.types import EvidenceSentence
from tutor.curriculum.questions import QuestionType
from tutor.library.store import LibraryStore

MOST = 8
FROM_START = 5
_JOINED_HEADING = re.compile(r"[:,]|\b(?:and|na)\b", re.IGNORECASE)
"""A heading of several things does not tell where the one that is asked begins."""
FEWEST = 2


def with_headed_list(
    question: Understanding, evidence: tuple[EvidenceSentence, ...], store: LibraryStore
) -> tuple[EvidenceSentence, ...]:
    """The evidence of a list question, or what stands first under each heading of its section, where that is the list
    and the evidence holds none."""
    if question.kind is not QuestionType.LIST or not evidence or any(map(_lists, evidence)):
        return evidence
    head = evidence[0].passage
    heads, language = asked_heads(question), head.metadata.language
    heading = (head.heading_path or ("",))[-1]
    if not (heads and names_head(heading, heads) and matter_share(question, heading, language) == 1.0):
        return evidence
    first: dict[str, EvidenceSentence] = {}
    next_id, depth = head.next_id, len(head.heading_path)
    while next_id is not None:
        stored = next(iter(store.passages_by_id([next_id])), None)
        if stored is None or stored.passage.heading_path[:depth] != head.heading_path:
            break
        path = stored.passage.heading_path
        if len(path) > depth and stored.sentences:
            item = replace(evidence[0], passage=stored.passage, sentence=stored.sentences[0])
            first.setdefault(path[depth], item)
        next_id = stored.passage.next_id
    if len(first) >= FEWEST:
        return tuple(first.values())[:MOST]
    return evidence if _JOINED_HEADING.search(heading) else _from_its_start(evidence[0], store)


def _from_its_start(like: EvidenceSentence, store: LibraryStore) -> tuple[EvidenceSentence, ...]:
    """The first sentences of the passage: a section headed as just what is asked tells it from its start."""
    stored = next(iter(store.passages_by_id([like.passage.id])))
    said = [sentence for sentence in stored.sentences if not sentence.text.rstrip().endswith(":")]
    return tuple(replace(like, sentence=sentence) for sentence in said[:FROM_START])


def _lists(item: EvidenceSentence) -> bool:
    return item.sentence.kind != "sentence" or enumerates(item.sentence.text)
