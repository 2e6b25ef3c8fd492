"""What a request asks for: the curriculum's names and a time, in English, in Swahili or in both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.core.types import LANGUAGES, BookLanguage
from tutor.curriculum.curriculum import Curriculum, Subject, Topic
from tutor.curriculum.mentions import Mentions, find_mentions
from tutor.language.detection import detect_language
from tutor.language.language_requests import language_request
from tutor.language.normalise import normalise_text
from tutor.language.stems import stem
from tutor.language.stopwords import QUESTION_WORDS, STOP_WORDS
from tutor.lessons.durations import NO_TIME, UNIT_OF, Time, time_of, tokens
from tutor.lessons.errors import LessonError

LONGEST = 400
FINAL_FORMS = {2: (1, 2), 4: (1, 2, 3, 4)}
"""The national examination of a form asks about every form up to it."""
EXAMINATIONS = {"csee": 4, "ftna": 2, "ftsee": 2}
_EXAM_WORDS = frozenset("exam exams examination examinations mtihani mitihani necta csee ftna ftsee test mock".split())
_FRAME = frozenset(
    """
    prepare prepares preparing preparation prepared help helps study studying studies learn learning teach teaching plan
    plans planning path paths course courses lesson lessons revise revising revision review reviewing class classes form
    forms national final end topic topics chapter chapters subject subjects whole entire full everything curriculum
    syllabus pupil pupils student students school ready pass passing start begin beginner beginners week month time
    next coming my term weekly daily work through cover covering paper papers book books notes level secondary ordinary
    spend give make build create want would like basics introduction overview topic's part parts unit units
    niandae niandalie andaa andalia kuandaa kujiandaa jiandae jiandaa maandalizi tayarisha kunitayarisha nitayarishe
    mtihani mitihani nisaidie nisaidieni saidia kujifunza jifunza jifunze nifundishe fundisha kufundisha kusoma soma
    nisome somo masomo njia mpango pangia nipangie panga mada yote zote nzima kidato vidato kipindi vipindi taifa mwisho
    muda mtaala silabasi muhtasari wanafunzi mwanafunzi darasa shule mwalimu nataka naomba ninaomba nahitaji ninahitaji
    hitaji marudio rudia kurudia kurejea pitia kupitia kuhusu juu sura kitabu vitabu tengeneza nitengenezee utangulizi
    wiki mwezi siku muhula sekondari kufaulu faulu kwangu yangu letu langu
    """.split()
)
_SMALL = (
    STOP_WORDS["mixed"] | QUESTION_WORDS["mixed"] | _FRAME | _EXAM_WORDS | frozenset("na and kwa ya la cha".split())
)
_BETWEEN = frozenset({",", ";", ".", ":", "&", "and", "na", "then", "plus", "kisha", "pia", "halafu", "pamoja"})
_PIECE = re.compile(r"[,;:&]|\.(?=\s|$)|[-\u2212]?\d+(?:\.\d+)?|[^\W\d_]+(?:'[^\W\d_]+)*")


@dataclass(frozen=True)
class PathRequest:
    """A request understood. `topics` are those asked for by name, in their order; empty: all of the forms.

    `moved` are topics that stand in another form than the one that was named.
    """

    text: str
    language: BookLanguage
    subject: Subject
    forms: tuple[int, ...]
    topics: tuple[Topic, ...] = ()
    time: Time = NO_TIME
    is_exam: bool = False
    moved: tuple[Topic, ...] = ()


def understand_request(text: str, curriculum: Curriculum, language: BookLanguage | None = None) -> PathRequest:
    """What the request asks for; `language` set by a page beats detection.

    Raises LessonError with what is missing or unknown: `path-empty`, `path-too-long`, `path-no-subject`,
    `path-two-subjects`, `path-no-topics`, `topic-unknown`.
    """
    if len(text) > LONGEST:
        raise LessonError("path-too-long", length=len(text), limit=LONGEST)
    text = normalise_text(text)
    asked, rest = language_request(text)
    stripped = rest if asked is not None and tokens(rest) else text
    listed = tokens(stripped)
    if not listed:
        raise LessonError("path-empty")
    if language is None:
        found = asked or detect_language(text).language
        language = "en" if found == "en" else "sw"
    time = time_of(listed)
    mentions = find_mentions(listed, curriculum)
    pieces = _pieces(stripped, listed)
    forms, form_words = _named_forms(mentions)
    is_exam = bool(_EXAM_WORDS & set(listed))
    forms = forms or tuple({EXAMINATIONS[word] for word in listed if word in EXAMINATIONS})
    used = set(time.words) | form_words
    subject, topics = _subject_and_topics(pieces, mentions, used, forms, curriculum, language)
    if not subject.topics:
        raise LessonError("path-no-topics", subject=subject.names[language], form="")
    if is_exam and len(forms) == 1 and not topics:
        forms = FINAL_FORMS.get(forms[0], forms)
    moved = tuple(topic for topic in topics if forms and topic.form not in forms)
    all_forms = tuple(form.number for form in curriculum.forms)
    return PathRequest(text, language, subject, tuple(sorted(forms)) or all_forms, topics, time, is_exam, moved)


def _pieces(text: str, listed: Sequence[str]) -> list[tuple[str, int]]:
    """The request's tokens and the marks between them, each with the token's place (-1 for a mark)."""
    found: list[tuple[str, int]] = []
    at = 0
    for match in _PIECE.finditer(text.casefold()):
        if at < len(listed) and match.group() == listed[at]:
            found.append((listed[at], at))
            at += 1
        elif not match.group()[0].isalnum():
            found.append((match.group(), -1))
    # A text that is folded in another way has no marks: then it is one piece.
    return found if at == len(listed) else [(word, place) for place, word in enumerate(listed)]


def _named_forms(mentions: Mentions) -> tuple[tuple[int, ...], set[int]]:
    found = mentions.of("form")
    words = {place for mention in found for place in range(mention.start, mention.end)}
    return tuple(dict.fromkeys(int(mention.values[0]) for mention in found)), words


def _subject_and_topics(
    pieces: Sequence[tuple[str, int]], mentions: Mentions, used: set[int], forms: tuple[int, ...],
    curriculum: Curriculum, language: BookLanguage,
) -> tuple[Subject, tuple[Topic, ...]]:  # fmt: skip
    named = _named_subjects(mentions, curriculum)
    words = {place for _, places in named for place in places}
    subjects = list(dict.fromkeys(slug for slug, _ in named))
    if len(subjects) == 1:
        subject = curriculum.subject(subjects[0])
        topics, unknown = named_topics(pieces, used, subject.topics, forms, frozenset(words))
        if unknown and subject.topics:
            known = ", ".join(topic.names[language] for topic in subject.topics if not forms or topic.form in forms)
            raise LessonError("topic-unknown", subject=subject.names[language], name=unknown, known=known)
        return subject, topics
    if len(subjects) > 1:
        # "the chemistry of soil, geography": a subject's name may be a topic's word.
        raise LessonError(
            "path-two-subjects", named=", ".join(curriculum.subject(slug).names[language] for slug in subjects)
        )
    best: tuple[int, Subject, tuple[Topic, ...]] | None = None
    for subject in curriculum.subjects:
        topics, unknown = named_topics(pieces, used, subject.topics, forms)
        if topics and not unknown and (best is None or len(topics) > best[0]):
            best = (len(topics), subject, topics)
    if best is None:
        known = ", ".join(subject.names[language] for subject in curriculum.subjects if subject.topics)
        raise LessonError("path-no-subject", known=known)
    return best[1], best[2]


def _named_subjects(mentions: Mentions, curriculum: Curriculum) -> list[tuple[str, set[int]]]:
    found = [(str(m.values[0]), set(range(m.start, m.end))) for m in mentions.of("subject")]
    plain = [item for item in found if not curriculum.subject(item[0]).is_language]
    return plain or found


def named_topics(
    pieces: Sequence[tuple[str, int]], used: set[int], topics: Sequence[Topic], forms: tuple[int, ...],
    subject_words: frozenset[int] = frozenset(),
) -> tuple[tuple[Topic, ...], str]:  # fmt: skip
    """The topics that the request names, in the request's order, and what it names that is no topic ("" for nothing).

    A topic is named by its name or slug, by a part of its name, or by one of its keywords. `subject_words` name the
    subject; they may belong to a topic's whole name too: "Introduction to biology".
    """
    content = [(word, place) for word, place in pieces if place not in used]
    found: dict[str, tuple[int, Topic]] = {}
    taken: set[int] = set()
    ordered = _in_order(topics, forms)
    # Names before slugs: "heat" is all of one topic's slug, and a part of another one's name.
    names = [(topic, name) for topic in ordered for name in topic.names.values()]
    for topic, phrase in [*names, *((topic, topic.slug.replace("-", " ")) for topic in ordered)]:
        places = _phrase_places(content, phrase)
        if places and not places & taken and not places <= subject_words:
            found.setdefault(topic.slug, (min(places), topic))
            taken |= places
    taken |= subject_words
    unknown: list[str] = []
    for segment in _segments([item for item in content if item[1] not in taken]):
        own = [(word, place) for word, place in segment if word not in _SMALL and word not in UNIT_OF]
        own = [(word, place) for word, place in own if not word.lstrip("-").replace(".", "").isdigit()]
        if not own:
            continue
        named = _best_topics(own, topics, forms)
        for topic in named:
            found.setdefault(topic.slug, (own[0][1], topic))
        if not named:
            unknown.append(" ".join(word for word, _ in own))
    said = sorted(found.values(), key=lambda item: item[0])
    return tuple(topic for _, topic in said), unknown[0] if unknown else ""


def _in_order(topics: Sequence[Topic], forms: tuple[int, ...]) -> list[Topic]:
    """Longest names first, those of the named forms before others."""
    return sorted(topics, key=lambda t: (bool(forms) and t.form not in forms, -max(map(len, t.names.values()))))


def _segments(content: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    parts: list[list[tuple[str, int]]] = [[]]
    previous = None
    for word, place in content:
        gap = previous is not None and place >= 0 and place > previous + 1
        if word in _BETWEEN or gap:
            parts.append([])
        if word not in _BETWEEN:
            parts[-1].append((word, place))
        previous = place if place >= 0 else previous
    return [part for part in parts if part]


def _phrase_places(content: Sequence[tuple[str, int]], phrase: str) -> set[int]:
    """Where the phrase's content words stand one after the other, in either language's stems; empty: nowhere."""
    for language in LANGUAGES:
        wanted = [stem(word, language) for word in tokens(phrase) if word not in STOP_WORDS["mixed"]]
        own = [(stem(w, language), p) for w, p in content if p >= 0 and w not in STOP_WORDS["mixed"]]
        for start in range(len(own) - len(wanted) + 1):
            if wanted and [word for word, _ in own[start : start + len(wanted)]] == wanted:
                return {place for _, place in own[start : start + len(wanted)]}
    return set()


def _best_topics(segment: Sequence[tuple[str, int]], topics: Sequence[Topic], forms: tuple[int, ...]) -> list[Topic]:
    """The topic that the segment's words fit best; those of the named forms first, overviews last."""
    scored: list[tuple[float, int, Topic]] = []
    for at, topic in enumerate(topics):
        fit = max(_fit(segment, topic, language) for language in LANGUAGES)
        if fit > 0:
            fit += 0.3 * (not forms or topic.form in forms) - 0.1 * bool(topic.parts)
            scored.append((fit, at, topic))
    if not scored:
        return []
    return [min(scored, key=lambda item: (-item[0], item[1]))[2]]


def _fit(segment: Sequence[tuple[str, int]], topic: Topic, language: BookLanguage) -> float:
    """How well the words name the topic: 1 for its whole name, less for a part of it or a keyword, 0 for neither."""
    said = {stem(word, language) for word, _ in segment}
    best = 0.0
    name = {stem(word, language) for word in tokens(topic.names[language]) if word not in STOP_WORDS["mixed"]}
    if said <= name:
        best = 0.5 + 0.5 * len(said) / len(name)
    for keyword in topic.keywords[language]:
        own = {stem(word, language) for word in tokens(keyword) if word not in STOP_WORDS["mixed"]}
        if own and (own == said or own <= said):
            best = max(best, 0.9 * len(own & said) / len(own | said))
        elif own and said <= own and len(said) > 1:
            best = max(best, 0.6 * len(said) / len(own))
    return best
