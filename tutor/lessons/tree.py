"""The tree of a subject's topics: what comes before what. A tree that contradicts itself is refused in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tutor.curriculum.curriculum import Topic
from tutor.lessons.errors import LessonError


def validate_tree(topics: Sequence[Topic]) -> None:
    """Raises LessonError: `tree-twice`, `tree-unknown` or `tree-cycle`."""
    known: dict[str, Topic] = {}
    for topic in topics:
        if topic.slug in known:
            raise LessonError("tree-twice", topic=topic.slug)
        known[topic.slug] = topic
    for topic in topics:
        for other in (*topic.prerequisites, *topic.parts):
            if other not in known:
                raise LessonError("tree-unknown", topic=topic.slug, missing=other)
    in_order(topics, topics)
    _refuse_endless_parts(topics, known)


def in_order(chosen: Iterable[Topic], topics: Sequence[Topic]) -> list[Topic]:
    """The chosen topics with every topic behind those it needs, else by form and in the order of the file.

    A need that is not chosen orders too: what it needs in turn comes first. Raises LessonError `tree-cycle`.
    """
    by_slug = {topic.slug: topic for topic in topics}
    place = {topic.slug: (topic.form, at) for at, topic in enumerate(topics)}
    done: dict[str, Topic] = {}
    waiting: list[str] = []

    def visit(topic: Topic) -> None:
        if topic.slug in done:
            return
        if topic.slug in waiting:
            raise LessonError("tree-cycle", topics=" \u2192 ".join([*waiting[waiting.index(topic.slug) :], topic.slug]))
        waiting.append(topic.slug)
        for name in sorted(topic.prerequisites, key=lambda slug: place.get(slug, (0, 0))):
            if name in by_slug:
                visit(by_slug[name])
        waiting.pop()
        done[topic.slug] = topic

    wanted = {topic.slug for topic in chosen}
    for topic in sorted(by_slug.values(), key=lambda topic: place[topic.slug]):
        visit(topic)
    return [topic for topic in done.values() if topic.slug in wanted]


def whole_topics(chosen: Iterable[Topic], topics: Sequence[Topic]) -> list[Topic]:
    """The chosen topics, each overview replaced by its parts, each once."""
    by_slug = {topic.slug: topic for topic in topics}
    found: dict[str, Topic] = {}
    for topic in chosen:
        if topic.parts:
            found |= {part.slug: part for part in whole_topics([by_slug[slug] for slug in topic.parts], topics)}
        else:
            found[topic.slug] = topic
    return list(found.values())


def needed_first(topic: Topic, topics: Sequence[Topic], depth: int) -> list[Topic]:
    """What the topic needs, the nearest first, at most `depth` steps away."""
    by_slug = {one.slug: one for one in topics}
    found: dict[str, Topic] = {}
    edge = [topic]
    for _ in range(depth):
        edge = [by_slug[slug] for one in edge for slug in one.prerequisites if slug not in found and slug in by_slug]
        found |= {one.slug: one for one in edge if one.slug != topic.slug}
    return list(found.values())


def _refuse_endless_parts(topics: Sequence[Topic], known: dict[str, Topic]) -> None:
    for topic in topics:
        seen: list[str] = []
        edge = [topic.slug]
        while edge:
            if topic.slug in seen and topic.slug in edge:
                raise LessonError("tree-cycle", topics=f"{topic.slug} \u2192 {topic.slug}")
            seen += edge
            edge = [part for slug in edge for part in known[slug].parts if part not in seen or part == topic.slug]
