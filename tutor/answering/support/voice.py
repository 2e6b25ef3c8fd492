"""One form for active and passive, and what a relative clause says by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor.answering.support.asides import BE
from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.phrases import Marks, finite_at, with_front_behind

_IN = Mark(Kind.PREP, "in", "in", frozenset({"prep:in"}))
_TAKES_NO_OBJECT = {"becom", "remain", "seem", "look", "stay", "call", "appear", "happen", "differ", "depend", "includ",
                    "consist", "lead-to", "pamoja", "mean", "cost", "last", "weigh"}  # fmt: skip
_PROCESSES = {"process", "type", "kind", "mchakato", "aina"}
_ENDS_AGENT = {Kind.PREP, Kind.COMMA, Kind.REL, Kind.LINK, Kind.NUMBER}


def actives(clause: Marks, language: str, far: bool = False) -> list[Marks]:
    """The clause said of its doer: "X was hanged by Y at Z" as "Y hanged X at Z". Empty where no doer is named.

    Where the doer's name may go on ("by forces in the mantle") there is a form for each reading; `far` also looks for
    a Swahili doer further on in the clause.
    """
    rest, front = with_front_behind(clause)
    found = _passive_verb(rest, language)
    if found is None:
        return []
    start, verb = found
    last = verb
    if last + 2 < len(rest) and rest[last + 1].kind is Kind.AND and rest[last + 2].participle and language != "sw":
        last += 2
    helpers = tuple(mark for mark in rest[start:verb] if mark.kind in {Kind.NOT, Kind.LIMIT})
    verbs, helped = rest[verb : last + 1], last
    while helped + 1 < len(rest) and rest[helped + 1].kind is Kind.LIMIT:
        helped += 1  # "formed mainly by tension"
    helpers, last = (*helpers, *rest[last + 1 : helped + 1]), helped
    doing = tuple(replace(mark, participle=False, finite=mark.kind is Kind.WORD) for mark in verbs)
    forms = []
    for by in _agent_marks(rest, last, language, far):
        for end in _agent_ends(rest, by):
            agent = rest[by + 1 : end]
            if agent and not _is_amount(agent):
                forms.append((*agent, *helpers, *doing, *rest[:start], *rest[last + 1 : by], *rest[end:], *front))
    return forms


def _is_amount(marks: Marks) -> bool:
    """True for "1905" and "20 per cent", which do nothing; "two armies" do."""
    if marks[0].kind is not Kind.NUMBER:
        return False
    return len(marks) == 1 or not marks[0].value.isdigit() or len(marks[0].value) > 2 or marks[1].value == "percent"


def _agent_ends(clause: Marks, by: int) -> list[int]:
    near = by + 1
    while near < len(clause) and not _ends_agent(clause, near):
        near += 1
    far = near
    while far < len(clause) and clause[far].kind not in {Kind.COMMA, Kind.REL}:
        far += 1
    if near < len(clause) and clause[near].infinitive:
        return [near]
    if far < len(clause) and _is_list(clause[by + 1 :]):
        return [near, len(clause)]
    picked_out = far < len(clause) and clause[far].kind is Kind.REL and clause[far - 1].kind is not Kind.COMMA
    return sorted({near, far, len(clause) if picked_out else far})


def _is_list(marks: Marks) -> bool:
    """True for "the Nyamwezi, the Yao and the Kamba" and nothing else."""
    nouns = {Kind.WORD, Kind.COMMA, Kind.AND, Kind.LIMIT}
    joined = [mark.kind for mark in marks if mark.kind in {Kind.COMMA, Kind.AND}]
    return joined[-1:] == [Kind.AND] and all(mark.kind in nouns and not mark.finite for mark in marks)


def object_first(clause: Marks, language: str) -> Marks | None:
    """The clause without its doer: "Y hanged X at Z" as "X was hanged at Z". None where no object is seen."""
    rest, front = with_front_behind(clause)
    verb = finite_at(rest)
    if not verb or rest[verb].kind is not Kind.WORD or _passive_verb(rest, language) is not None:
        return None
    if rest[verb].value in _TAKES_NO_OBJECT or any(mark.kind is Kind.REL for mark in rest):
        return None
    end = verb + 1
    while (
        end < len(rest)
        and rest[end].kind in {Kind.WORD, Kind.NUMBER, Kind.AND, Kind.COMMA, Kind.LIMIT}
        and not (rest[end].finite or rest[end].infinitive)
    ):
        end += 1
    things = rest[verb + 1 : end]
    while things and things[-1].kind in {Kind.AND, Kind.COMMA}:
        things, end = things[:-1], end - 1
    if not things or things[0].kind not in {Kind.WORD, Kind.LIMIT} or rest[verb - 1].kind in {Kind.LIMIT, Kind.NOT}:
        return None
    done = Mark(Kind.WORD, rest[verb].value, rest[verb].word, rest[verb].keys, finite=language == "sw", participle=True)
    being = () if language == "sw" else (BE,)
    return (*things, *being, done, *rest[end:], *front)


def said_of_relatives(clause: Marks) -> Iterator[Marks]:
    """What relative clauses say of the thing before them: "haemoglobin, which carries oxygen" says that it does.

    One without a comma only picks out ("the body that gains electrons"), so it speaks of a subject: "X is a Y that".
    """
    main = finite_at(clause)
    subject, _ = with_front_behind(clause[:main]) if main else ((), ())
    done = main is not None and main + 1 < len(clause) and _passive_verb(clause, "en") is not None
    defined = main is not None and clause[main].kind is Kind.BE and bool(subject) and not done
    for at, mark in enumerate(clause):
        if at == 0 or at + 1 >= len(clause):
            continue
        if mark.kind is Kind.REL and mark.value == "who":
            commas = clause[at - 1].kind is Kind.COMMA
            verb = at + 1
            while verb < len(clause) - 1 and clause[verb].kind in {Kind.NOT, Kind.LIMIT}:
                verb += 1
            if not clause[verb].finite:
                continue
            end = next(
                (i for i in range(verb + 1, len(clause)) if clause[i].kind in {Kind.REL, Kind.COMMA}), len(clause)
            )
            while clause[end - 1].kind is Kind.AND:
                end -= 1
            said = clause[at + 1 : end]
            if defined and (main or 0) < at:
                if not any(other.kind is Kind.REL for other in clause[:at] if commas or other.value == "where"):
                    yield (*subject, *said)
            elif commas and (thing := _noun_before(clause[: at - 1])):
                yield (*thing, *said)
        elif defined and (main or 0) < at and _is_reduced(clause, at):
            yield (*subject, BE, *clause[at:])


def _is_reduced(clause: Marks, at: int) -> bool:
    """True for "a disease caused by", where "which is" was left out."""
    nxt = clause[at + 1]
    return (
        clause[at].participle
        and not clause[at].after_article
        and clause[at - 1].kind is Kind.WORD
        and nxt.kind is Kind.PREP
        and nxt.value in {"by", "of", "from", "in", "to"}
    )


def _noun_before(before: Marks) -> Marks:
    start = len(before)
    while start and before[start - 1].kind in {Kind.WORD, Kind.LIMIT, Kind.NUMBER} and not before[start - 1].finite:
        start -= 1
    return () if start and before[start - 1].value == "of" else before[start:]


def process_said(clause: Marks) -> Iterator[Marks]:
    """ "X is the process by which Y" and "X is the type of Z in which Y" say that Y in X, or that in X Y."""
    verb = finite_at(clause)
    if not verb or verb + 1 >= len(clause) or clause[verb].kind is not Kind.BE:
        return
    if clause[verb + 1].value not in _PROCESSES:
        return
    for at in range(verb + 2, min(verb + 6, len(clause) - 3)):
        if clause[at].kind is Kind.REL and (clause[at].value == "where" or not clause[at + 1].finite):
            subject, said = with_front_behind(clause[:verb])[0], clause[at + 1 :]
            yield (*said, _IN, *subject)
            yield (_IN, *subject, Mark(Kind.COMMA, ",", ","), *said)
            return


def either_verb(clause: Marks) -> Iterator[Marks]:
    """ "Forces raised and stretched the crust" said of each verb."""
    verb = finite_at(clause)
    if verb is None or verb + 3 >= len(clause) or clause[verb + 1].kind is not Kind.AND:
        return
    second = clause[verb + 2]
    if clause[verb].kind is Kind.WORD and (second.finite or second.participle) and second.kind is Kind.WORD:
        yield (*clause[: verb + 1], *clause[verb + 3 :])
        yield (*clause[:verb], replace(second, finite=True), *clause[verb + 3 :])


def other_names(clause: Marks) -> Iterator[Marks]:
    """ "A tower called a blast furnace" as a blast furnace, and "the crust of the Earth" as the Earth crust."""
    for at, mark in enumerate(clause):
        if (
            0 < at < len(clause) - 1
            and mark.kind is Kind.WORD
            and mark.value in {"call", "name"}
            and not (clause[at - 1].kind is Kind.BE or clause[at - 1].value in {"who", "where"})
        ):
            start = _start_of_noun(clause, at)
            if start < at and clause[at + 1].kind is Kind.WORD:
                yield (*clause[:start], *clause[at + 1 :])
        if 0 < at < len(clause) - 1 and mark.kind is Kind.PREP and mark.value == "of":
            start, end = _start_of_noun(clause, at), at + 1
            while end < len(clause) and clause[end].kind is Kind.WORD and not clause[end].finite:
                end += 1
            if start < at and at + 1 < end <= at + 3:
                yield (*clause[:start], *clause[at + 1 : end], *clause[start:at], *clause[end:])


def _start_of_noun(clause: Marks, at: int) -> int:
    start = at
    while start and clause[start - 1].kind is Kind.WORD and not clause[start - 1].finite:
        start -= 1
        if clause[start].after_article:
            break
    return start


def front_readings(clause: Marks) -> Iterator[Marks]:
    """ "In osmosis water moves" with each place where the phrase in front may end."""
    verb = finite_at(clause)
    if not clause or clause[0].kind is not Kind.PREP or verb is None:
        return
    for end in range(2, verb):
        yield (*clause[end:], *clause[:end])


def place_behind(clause: Marks) -> Iterator[Marks]:
    """ "Rain in many parts is low" as "rain is low in many parts"."""
    verb = finite_at(clause)
    if verb is None or clause[verb].kind is not Kind.BE or any(mark.kind is Kind.REL for mark in clause[:verb]):
        return
    at = next((i for i, mark in enumerate(clause[:verb]) if i and mark.kind is Kind.PREP and mark.value == "in"), None)
    if at is not None and not any(mark.kind in {Kind.COMMA, Kind.AND, Kind.NOT} for mark in clause[:verb]):
        yield (*clause[:at], *clause[verb:], *clause[at:verb])


def is_passive(clause: Marks, language: str) -> bool:
    """True when the clause's verb is passive."""
    return _passive_verb(with_front_behind(clause)[0], language) is not None


def _passive_verb(clause: Marks, language: str) -> tuple[int, int] | None:
    """(where the verb with its helpers begins, the verb itself) of a passive clause."""
    first = finite_at(clause)
    if not first:
        return None
    start = first
    while start and clause[start - 1].kind is Kind.NOT:
        start -= 1
    while (
        start and clause[start - 1].kind is Kind.LIMIT and clause[start - 1].value in {"can", "may", "must", "should"}
    ):
        start -= 1
    if start == 0:
        return None
    if language == "sw":
        return (start, first) if clause[first].participle else None
    if clause[first].kind is not Kind.BE:
        return None
    for at in range(first + 1, min(first + 4, len(clause))):
        if clause[at].kind is Kind.WORD:
            if clause[at].participle and not clause[at].after_article:
                return start, at
            if not clause[at].word.endswith("ly"):
                return None
        elif clause[at].kind not in {Kind.NOT, Kind.LIMIT, Kind.BE}:
            return None
    return None


def _agent_marks(clause: Marks, verb: int, language: str, far: bool) -> Iterator[int]:
    """Where "by" stands; Swahili says it with "na"."""
    for at in range(verb + 1, len(clause)):
        mark = clause[at]
        if mark.kind is Kind.REL or (mark.kind is Kind.COMMA and not _list_goes_on(clause, at)):
            return
        if language == "sw":
            near = all(one.kind is Kind.LIMIT for one in clause[verb + 1 : at])
            if mark.kind is Kind.AND and (near or far):
                yield at
                return
        elif mark.kind is Kind.PREP and mark.value == "by":
            yield at
            return


def _list_goes_on(clause: Marks, comma: int) -> bool:
    """True at the comma of "on schools, hospitals and land by": only nouns and an "and" stand behind it."""
    behind = clause[comma + 1 :]
    end = next((at for at, mark in enumerate(behind) if mark.kind is Kind.PREP), len(behind))
    return _is_list(behind[:end])


def _ends_agent(clause: Marks, at: int) -> bool:
    mark = clause[at]
    if mark.kind is Kind.PREP and mark.value == "of":
        return False
    if mark.kind is Kind.AND:
        return at + 1 >= len(clause) or clause[at + 1].kind is Kind.PREP
    return mark.kind in _ENDS_AGENT or (mark.infinitive and clause[at - 1].kind is not Kind.PREP)
