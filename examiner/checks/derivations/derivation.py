"""The check of a derivation, line by line.

An answer is a list of lines (relation, expression, reason). The relation of the first line is
ignored. The check draws many worlds from the text of the lines, and evaluates each line in all of
them (see `steps`). All facts are true in the ordinary worlds. If a line doesn't follow from the
line before it in an ordinary world, it is false, and the chain ends there. The other worlds show
which facts a step uses: the step holds in each world in which these are true. A line that cannot be
read is left out.

It is no proof that two sides agree in all worlds: the lines of any right chain do. So a step may
use only one fact, and a student must write the lines in between. (A problem may allow two facts
together.) The student chooses those lines.

The rubric items are the required facts and the right-hand side. A fact earns its points under three
conditions. Exactly the steps that use it name it. Each of these steps uses no other fact. And the
rest of the proof, below the last line, no longer needs it. The right-hand side earns its points if
the lines reach it and use each required fact, at most two in one step.
"""

from __future__ import annotations

import hashlib
import itertools
from ast import unparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...findings.diagnosis import Message
from ...findings.finding import Finding
from ..calls import shorten, value_message
from ..credit import Assessment
from ..grading import GradingContext
from ..misconceptions import Misconception
from ..question import Check, RubricRow
from ..verdict import Verdict
from .expressions import MAX_LINES
from .steps import Chain, Fact, Problem, Step


@dataclass(frozen=True, eq=False)
class Derivation(Check):
    """A derivation: a list of lines (relation, expression, reason), with one fact per step.

    The check evaluates every line in random worlds. All facts hold in some worlds and fail in
    others. A step uses the facts without which it breaks. The items are the required facts, each
    earned by a step that uses it alone and names it, and the right-hand side.

    Attributes:
        problem: The claim, its facts, and its worlds.
        seed: Distinguishes this check's draws from other checks' draws.

    Example:
        >>> from examiner.checks import Derivation, Problem, World
        >>> problem = Problem(
        ...     left="(a + b)**2",
        ...     right="a**2 + 2 * a * b + b**2",
        ...     draw=lambda rng: [World({"a": rng.normal(), "b": rng.normal()}, "numbers")],
        ...     facts=(),
        ...     moves=("algebra",),
        ... )
        >>> lines = [("", "(a + b)**2", ""), ("=", "a**2 + 2 * a * b + b**2", "algebra")]
        >>> Derivation(problem).grade(lines, points=1)
        1.0
    """

    problem: Problem
    seed: str = field(default="", kw_only=True)

    @property
    def named_misconceptions(self) -> Sequence[Misconception]:
        return self.problem.misconceptions

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        """Return the verdict on a list of lines.

        The worlds depend only on the text of the lines and on the seed. So two gradings give the
        same verdict. Students don't know the seed, so they can't compute the worlds in advance.
        """
        if type(answer) not in (list, tuple) or not answer:
            message = Message("no-derivation", {"value": value_message(answer)})
            return Verdict.nothing("answer", message, points)
        if len(answer) > MAX_LINES:
            facts = {"count": len(answer), "most": MAX_LINES}
            return Verdict.nothing("answer", Message("too-many-lines", facts), points)
        share = points / (len(self.problem.required) + 1)
        worlds = self.problem.draw(_generator(answer, grading.seed(self.seed)))
        chain = Chain(answer, self.problem, worlds)
        items = _items(chain, len(answer), share)
        remarks = (*chain.remarks, *_step_remarks(chain))
        return Verdict.of_assessments([Assessment(points, tuple(items), remarks=remarks)])

    def items(self, points: float) -> list[RubricRow]:
        item = "the facts that a proof needs, and the right-hand side"
        return [RubricRow(item, points, 0)]

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """Return the lines without differences in spacing and capitals."""
        if type(answer) not in (list, tuple):
            return type(answer).__name__
        return "\n".join(map(_line_text, answer[:MAX_LINES]))

    @property
    def effect_template(self) -> str:
        return '"the expression of the line"'

    def shown(self, solution: Any) -> Iterator[str]:
        yield f"from {self.problem.left} to {self.problem.right}"


def _generator(lines: list | tuple, seed: str) -> np.random.Generator:
    """Make the random generator of the worlds, from the lines and the seed."""
    texts = [line[1] for line in lines if type(line) in (list, tuple) and len(line) > 1]
    texts = [text[:10_000] for text in texts if type(text) is str]
    data = "\0".join([seed, *texts]).encode(errors="surrogatepass")
    return np.random.default_rng(int.from_bytes(hashlib.sha256(data).digest()))


# --- findings ------------------------------------------------------------------------------------


def _step_remarks(chain: Chain) -> Iterator[Finding]:
    """Yield the remarks on steps and their reasons."""
    exchanged = set()  # pairs of a line's number and a fact
    for first, second in itertools.combinations(chain.steps, 2):
        for a, b in itertools.product(sorted(first.uses), sorted(second.uses)):
            first_has_b = first.misses(a) and first.overstates(b)
            if first_has_b and second.misses(b) and second.overstates(a):
                numbers = [first.here.number, second.here.number]
                facts = {"first": numbers[0], "fact": a, "second": numbers[1], "other": b}
                yield Finding.of(_lines([first, second]), Message("reasons-exchanged", facts))
                exchanged |= set(itertools.product(numbers, (a, b)))
    for step in chain.steps:
        done = {name for number, name in exchanged if number == step.here.number}
        yield from _remarks_on_step(step, chain, done)


def _remarks_on_step(step: Step, chain: Chain, done: set[str]) -> Iterator[Finding]:
    """Yield the remarks on a step and its reasons, without the facts in `done`."""
    about = _line(step.here.number)
    # If it names fewer facts than it uses, it may be no merged step, but true by accident.
    if not step.is_single and step.uses <= step.names and step.before.number:
        yield Finding.of(about, Message("facts-at-once", _several_facts(step, chain)))
    misses = len(step.uses) > 1 and any(map(step.misses, step.uses))
    if misses and (jump := chain.known_jump(step.here)):
        yield Finding.of(about, Message("known-jump", {"what": jump}), errors=[jump])
    statements = {fact.name: fact.statement or "it" for fact in chain.problem.facts}
    for name in sorted(step.uses - done):
        if step.misses(name):
            example = chain.example_without(name, step)
            facts = {"fact": name, "says": statements[name], "example": example}
            yield Finding.of(about, Message("fact-not-named", facts))
    for name in sorted(step.names - done):
        if step.overstates(name):
            yield Finding.of(about, Message("fact-not-used", {"fact": name}))


def _several_facts(step: Step, chain: Chain) -> dict[str, Any]:
    """Return the facts of a message on a step that uses several facts."""
    reasons = [pair.reason for pair in chain.problem.together if pair.facts == step.uses]
    return {
        "facts": sorted(step.uses),
        "way": Message("or-show", {"what": reasons[0]}) if reasons else "",
    }


def _items(chain: Chain, count: int, share: float) -> list[Finding]:
    """List the items: one for each required fact, and one for the right-hand side.

    Args:
        chain: The lines.
        count: The number of lines in the answer.
        share: The points of one item.
    """
    items = [_fact_item(fact, chain, share) for fact in chain.problem.required]
    return [*items, _goal_item(chain, count, share)]


def _fact_item(fact: Fact, chain: Chain, share: float) -> Finding:
    users = [step for step in chain.steps if fact.name in step.uses]
    if not users:
        return _item(fact.in_full, 0.0, share, Message("used-by-no-step"))
    if fact.name in chain.ahead:
        facts: dict[str, Any] = {"lines": _lines(users), "line": _line(chain.last.number)}
        return _item(fact.in_full, 0.0, share, Message("still-needed", facts))
    elsewhere = [step for step in chain.steps if step.overstates(fact.name)]
    distracted = [step for step in users if _names_a_needless_fact(step, chain)]
    is_named = not any(step.misses(fact.name) for step in users)
    if is_named and not elsewhere and not distracted and all(step.is_single for step in users):
        return _item(fact.in_full, share, share, Message("used-and-named"))
    if merged := [step for step in users if not step.is_single]:
        at_once = Message("at-once", _several_facts(merged[0], chain))
        facts = {"number": merged[0].here.number, "at_once": at_once}
        return _item(fact.in_full, 0.0, share, Message("used-with-others", facts))
    unnamed = [step for step in users if step.misses(fact.name)]
    if unnamed:
        message = "used-named-elsewhere" if elsewhere else "used-unnamed"
    else:
        message = "named-elsewhere-too" if elsewhere else "named-with-needless"
    used = unnamed or (users if elsewhere else distracted)
    facts = {"lines": _lines(used), "others": _lines(elsewhere or users)}
    return _item(fact.in_full, 0.0, share, Message(message, facts))


def _names_a_needless_fact(step: Step, chain: Chain) -> bool:
    """Check whether a step names a fact that it doesn't use and that no proof needs."""
    return any(step.overstates(fact.name) for fact in chain.problem.facts if not fact.required)


def _goal_item(chain: Chain, count: int, share: float) -> Finding:
    goal = chain.problem.goal
    if not chain.reaches_goal:
        if number := chain.stopped_at:
            facts = {"what": "false line" if number == chain.false_line else "line"}
            why = Message(
                "ends-with" if number == count else "stops-at", {**facts, "number": number}
            )
            if not chain.ahead:
                at = _line(chain.last.number)
                why = Message("reached-and-left", {"at": at, **facts, "number": number})
        elif chain.last_is_rejected or not chain.last.number:
            why = Message("no-line-reaches-the-end")
        else:
            why = Message("end-is-not-the-goal", {"last": shorten(unparse(chain.last.tree), 60)})
        return _item(goal, 0.0, share, why)
    used = {name for step in chain.steps for name in step.uses}
    unused = [fact.name for fact in chain.problem.required if fact.name not in used]
    others = [fact.name for fact in chain.problem.facts if not fact.required]
    reason = None
    if any(step.is_leap for step in chain.steps):
        reason = Message("by-leap")
    elif unused:
        reason = Message("facts-unused", {"facts": unused})
    elif unnamed := [n for n in others if any(step.misses(n) for step in chain.steps)]:
        reason = Message("facts-unnamed", {"facts": unnamed})
    if reason:
        return _item(goal, 0.0, share, Message("reached"), Message("but", {"reason": reason}))
    return _item(goal, share, share, Message("reached"))


def _item(about: str, earned: float, share: float, *messages: Message) -> Finding:
    return Finding.of(about, *messages, points=earned, max_points=share, passed=earned == share)


def _line_text(line: Any) -> str:
    """Return the text of a line, without spaces in its expression, and its reason in lowercase."""
    parts = line if type(line) in (list, tuple) else [line]
    texts = [each[:1000] if isinstance(each, str) else type(each).__name__ for each in parts[:3]]
    return " | ".join(
        "".join(text.split()) if at == 1 else " ".join(text.casefold().split())
        for at, text in enumerate(texts)
    )


def _line(number: int) -> Message:
    return Message("line", {"number": number})


def _lines(steps: Iterable[Step]) -> Message:
    return Message("lines", {"numbers": [*dict.fromkeys(step.here.number for step in steps)]})
