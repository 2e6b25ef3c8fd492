"""The generator may order and group the topics of a plan, and nothing else: it writes under a grammar.

The grammar admits each topic's id once, behind those it needs, form by form; between two ids stands a comma or the
beginning of a new group. What comes back is checked again all the same. Without a generator, when it fails, or when it
is broken off, the plan stands as the curriculum made it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tutor.core.errors import ModelError
from tutor.core.types import BookLanguage
from tutor.lessons import wording
from tutor.lessons.outline import Branch, Plan, PlanNode
from tutor.models.generator import Generator, never
from tutor.models.prompt_budget import Prompt

MOST_STATES = 400
"""Places a form's part of the grammar may have; with more, fewer topics are offered at a time."""
WIDEST = 3
TOKENS_A_TOPIC = 12
TOGETHER, APART = ", ", "\n"
FEWEST = 3
"""There is nothing to order in a path of fewer topics."""


@dataclass(frozen=True)
class Arranged:
    """The plan, and "" or why it stands as it was: `small`, `no-generator`, `failed`, `stopped` or `bad`."""

    plan: Plan
    why: str = ""


def arranged(plan: Plan, generator: Generator | None, stop: Callable[[], bool] = never) -> Arranged:
    """The plan with its topics in the generator's order and groups where those are good."""
    if len(plan.nodes) < FEWEST:
        return Arranged(plan, "small")
    if generator is None:
        return Arranged(plan, "no-generator")
    tokens = TOKENS_A_TOPIC * len(plan.nodes)
    try:
        written = "".join(
            generator.generate(prompt_of(plan), stop=stop, grammar=grammar_of(plan), answer_tokens=tokens)
        )
    except ModelError:
        return Arranged(plan, "failed")
    if stop():
        return Arranged(plan, "stopped")
    groups = groups_in(written)
    if not is_good_order(groups, plan):
        return Arranged(plan, "bad")
    return Arranged(_regrouped(plan, groups))


def prompt_of(plan: Plan) -> Prompt:
    """What the generator is asked: the topics with what each needs, in English, the language it writes best."""
    rows = []
    for node in plan.nodes:
        needs = f" (after {', '.join(node.needs)})" if node.needs else ""
        rows.append(f"{node.topic}: {node.name}{needs}")
    return Prompt(wording.ARRANGE_SYSTEM, ("\n".join(rows),), wording.ARRANGE_ASK)


def groups_in(written: str) -> list[list[str]]:
    """The ids of each line."""
    return [
        [name.strip() for name in line.split(TOGETHER.strip()) if name.strip()]
        for line in written.strip().split(APART)
        if line.strip()
    ]


def is_good_order(groups: Sequence[Sequence[str]], plan: Plan) -> bool:
    """True when every topic stands there once, behind what it needs, and no group mixes two forms."""
    order = [name for group in groups for name in group]
    by_name = {node.topic: node for node in plan.nodes}
    if sorted(order) != sorted(by_name):
        return False
    place = {name: at for at, name in enumerate(order)}
    forms = [by_name[name].form for name in order]
    first = {form: forms.index(form) for form in forms}
    one_form_after_another = forms == sorted(forms, key=lambda form: first[form])
    needs_are_before = all(place[need] < place[name] for name, node in by_name.items() for need in node.needs)
    return one_form_after_another and needs_are_before and all(len({by_name[n].form for n in g}) == 1 for g in groups)


def grammar_of(plan: Plan) -> str:
    """The grammar in llama.cpp's notation, one rule for each place a reader can be at."""
    rules: list[str] = []
    last = len(plan.branches) - 1
    for number, branch in enumerate(plan.branches):
        then = f' "\\n" f{number + 1}-0' if number < last else ""
        rules += _rules_of(branch.nodes, f"f{number}", then)
    return "\n".join(["root ::= f0-0", *rules]) + "\n"


def _rules_of(nodes: Sequence[PlanNode], name: str, then: str) -> list[str]:
    """The rules of one form's topics: from each set of topics that are told, those that may come next."""
    for width in range(WIDEST, 0, -1):
        states = _states(nodes, width)
        if len(states) <= MOST_STATES:
            break
    number = {told: at for at, told in enumerate(states)}
    whole = frozenset(node.topic for node in nodes)
    rules = []
    for told, nexts in states.items():
        if told == whole:
            continue
        options = []
        for topic in nexts:
            after = told | {topic}
            more = then if after == whole else f' ("{TOGETHER}" | "\\n") {name}-{number[after]}'
            options.append(f'"{topic}"{more}')
        rules.append(f"{name}-{number[told]} ::= {' | '.join(options)}")
    return rules


def _states(nodes: Sequence[PlanNode], width: int) -> dict[frozenset[str], list[str]]:
    """Told topics -> the ids that may follow: the first `width` in the plan's order of those whose needs are told."""
    own = {node.topic for node in nodes}
    found: dict[frozenset[str], list[str]] = {}
    edge: list[frozenset[str]] = [frozenset()]
    while edge:
        told = edge.pop()
        if told in found or len(found) > MOST_STATES:
            continue
        free = [n.topic for n in nodes if n.topic not in told and all(need in told for need in n.needs if need in own)]
        found[told] = free[:width]
        edge += [told | {topic} for topic in found[told]]
    return found


def _regrouped(plan: Plan, groups: Sequence[Sequence[str]]) -> Plan:
    by_name = {node.topic: node for node in plan.nodes}
    titles = {branch.form: branch.title for branch in plan.branches}
    of_form: dict[int, list[list[PlanNode]]] = {}
    for group in groups:
        nodes = [by_name[name] for name in group]
        of_form.setdefault(nodes[0].form, []).append(nodes)
    branches = []
    for form, own in of_form.items():
        for number, nodes in enumerate(own, start=1):
            title = titles[form] if len(own) == 1 else _title(titles[form], number, plan.language)
            branches.append(Branch(title, form, tuple(nodes)))
    return replace(plan, branches=tuple(branches))


def _title(form: str, number: int, language: BookLanguage) -> str:
    return wording.PART_OF_FORM[language].format(form=form, number=number)
