"""Which passages are read for a question about causes, effects, kinds and the like: what their headings say decides.

The causes of a war's defeat are not the causes of the war, though they are told in the same words.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering.evidence.list_heads import asked_heads, matter_share, names_head
from tutor.answering.question.understanding import Understanding
from tutor.core.types import Candidate
from tutor.curriculum.questions import QuestionType
from tutor.language.stems import stem
from tutor.language.stopwords import content_words


def passages_to_read(question: Understanding, candidates: Sequence[Candidate], most: int) -> tuple[Candidate, ...]:
    """The first `most` candidates, in their order.

    Where the heading of one says just what is asked, those whose headings say all of it and more are left out; a list
    is then looked for under such headings alone, since any list nearby looks like one.
    """
    heads = asked_heads(question)
    more = [_more_in_heading(question, heads, candidate) for candidate in candidates[:most]]
    if 0 not in more:
        return tuple(candidates[:most])
    fitting = (0,) if question.kind == QuestionType.LIST else (0, None)
    return tuple(candidate for candidate, words in zip(candidates, more, strict=False) if words in fitting)


def _more_in_heading(question: Understanding, heads: Sequence[str], candidate: Candidate) -> int | None:
    """How many content words the heading has that the question has not; None where it lacks some of what is asked."""
    heading, language = (candidate.passage.heading_path or ("",))[-1], candidate.passage.metadata.language
    if not (heads and names_head(heading, heads) and matter_share(question, heading, language) == 1.0):
        return None
    asked = {part for term in question.terms for form in term.forms(language) for part in form}
    return len(
        {
            stem(word, language)
            for word in content_words(heading, language)
            if not names_head(word, heads) and stem(word, language) not in asked
        }
    )
