"""A derivation, checked line by line.

An answer is a list of lines (relation, expression, reason); the relation of the first line means
nothing. Each line is evaluated in many worlds (see `steps`), which are drawn when the lines are
there, from their text. A line that does not follow from the one before it in a usual world is
false: the chain ends there. The other worlds tell which facts a step uses: it has to hold wherever
these are true. A line that cannot be read is left out.

Two sides that agree everywhere are no proof, and all lines of a right chain agree. So a step uses
one fact (a problem can let two go together), and the lines in between have to be written. Which
lines those are is up to the student.

Items: each required fact, and the right-hand side. A fact is earned if exactly the steps that need
it name it, each uses it alone, and what is left to show no longer needs it. The right-hand side is
earned by lines that reach it and use each required fact, two at a time at most.
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
        """The worlds follow from the lines' text and the seed, so two gradings are the same. With
        a seed that students don't know they can't find out which worlds their lines meet."""
        if type(answer) not in (list, tuple) or not answer:
            said = Message("no-derivation", {"value": value_message(answer)})
            return Verdict.nothing("answer", said, points)
        if len(answer) > MAX_LINES:
            facts = {"count": len(answer), "most": MAX_LINES}
            return Verdict.nothing("answer", Message("too-many-lines", facts), points)
        share = points / (len(self.problem.required) + 1)
        worlds = self.problem.draw(_random(answer, grading.seed(self.seed)))
        chain = Chain(answer, self.problem, worlds)
        items = _of_facts(chain, len(answer), share)
        remarks = (*chain.remarks, *_of_steps(chain))
        return Verdict.of_assessments([Assessment(points, tuple(items), remarks=remarks)])

    def items(self, points: float) -> list[RubricRow]:
        return [
            RubricRow("the facts that a proof needs, and the right-hand side,", points, "together")
        ]

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """The lines, without what makes no difference between them."""
        if type(answer) not in (list, tuple):
            return type(answer).__name__
        return "\n".join(map(_line_text, answer[:MAX_LINES]))

    @property
    def effect_template(self) -> str:
        return '"the expression of the line"'

    def shown(self, solution: Any) -> Iterator[str]:
        yield f"from {self.problem.left} to {self.problem.right}"


def _random(lines: list | tuple, seed: str) -> np.random.Generator:
    texts = [line[1] for line in lines if type(line) in (list, tuple) and len(line) > 1]
    texts = [text[:10_000] for text in texts if type(text) is str]
    data = "\0".join([seed, *texts]).encode(errors="surrogatepass")
    return np.random.default_rng(int.from_bytes(hashlib.sha256(data).digest()))


# --- findings ------------------------------------------------------------------------------------


def _of_steps(chain: Chain) -> Iterator[Finding]:
    """What is to be said of the steps and their reasons."""
    said = set()
    for first, second in itertools.combinations(chain.steps, 2):
        for a, b in itertools.product(sorted(first.uses), sorted(second.uses)):
            theirs = first.misses(a) and first.overstates(b)
            if theirs and second.misses(b) and second.overstates(a):
                numbers = [first.here.number, second.here.number]
                facts = {"first": numbers[0], "fact": a, "second": numbers[1], "other": b}
                yield Finding.of(_lines([first, second]), Message("reasons-exchanged", facts))
                said |= set(itertools.product(numbers, (a, b)))
    for step in chain.steps:
        yield from _of_step(step, chain, {name for at, name in said if at == step.here.number})


def _of_step(step: Step, chain: Chain, said: set[str]) -> Iterator[Finding]:
    """What is to be said of a step and its reasons, of which some was said."""
    where = _line(step.here.number)
    # Who names less has perhaps not merged two steps, but written a line that is true by accident.
    if not step.is_single and step.uses <= step.names and step.before.number:
        yield Finding.of(where, Message("facts-at-once", _at_once(step, chain)))
    known = chain.known_jump(step.here) if len(step.uses) > 1 else None  # else it is no jump
    if known and any(map(step.misses, step.uses)):
        yield Finding.of(where, Message("known-jump", {"what": known}), errors=[known])
    says = {fact.name: fact.says or "it" for fact in chain.problem.facts}
    for name in sorted(step.uses - said):
        if step.misses(name):
            facts = {"fact": name, "says": says[name], "example": chain.without(name, step)}
            yield Finding.of(where, Message("fact-not-named", facts))
    for name in sorted(step.names - said):
        if step.overstates(name):
            yield Finding.of(where, Message("fact-not-used", {"fact": name}))


def _at_once(step: Step, chain: Chain) -> dict[str, Any]:
    """The facts of a step of several, and how else it could be made."""
    ways = [pair.what for pair in chain.problem.together if pair.facts == step.uses]
    return {
        "facts": sorted(step.uses),
        "way": Message("or-show", {"what": ways[0]}) if ways else "",
    }


def _of_facts(chain: Chain, count: int, share: float) -> list[Finding]:
    """An item for each fact, and one for arriving. count: the number of lines."""
    items = [_of_fact(fact, chain, share) for fact in chain.problem.required]
    return [*items, _arrival(chain, count, share)]


def _of_fact(fact: Fact, chain: Chain, share: float) -> Finding:
    """The item of a fact."""
    users = [step for step in chain.steps if fact.name in step.uses]
    if not users:
        return _earned(fact.in_full, 0.0, share, Message("used-by-no-step"))
    if fact.name in chain.ahead:
        where = {"lines": _lines(users), "line": _line(chain.last.number)}
        return _earned(fact.in_full, 0.0, share, Message("still-needed", where))
    elsewhere = [step for step in chain.steps if step.overstates(fact.name)]
    if not elsewhere and all(step.is_single and step.is_named for step in users):
        return _earned(fact.in_full, share, share, Message("used-and-named"))
    if together := [step for step in users if not step.is_single]:
        at_once = Message("at-once", _at_once(together[0], chain))
        facts = {"number": together[0].here.number, "at_once": at_once}
        return _earned(fact.in_full, 0.0, share, Message("used-with-others", facts))
    unnamed = [step for step in users if step.misses(fact.name)]
    how = "used-unnamed" if unnamed and not elsewhere else "used-named-elsewhere"
    lines = {"lines": _lines(unnamed or users), "others": _lines(elsewhere or users)}
    return _earned(
        fact.in_full, 0.0, share, Message(how if unnamed else "named-with-others", lines)
    )


def _arrival(chain: Chain, count: int, share: float) -> Finding:
    """The item of the right-hand side. count: the number of lines."""
    goal = chain.problem.goal
    if not chain.reaches_the_end:
        if number := chain.stopped:
            what = {"what": "false line" if number == chain.false_line else "line"}
            why = Message(
                "ends-with" if number == count else "stops-at", {**what, "number": number}
            )
            if not chain.ahead:
                at = _line(chain.last.number)
                why = Message("reached-and-left", {"at": at, **what, "number": number})
        elif chain.ended or not chain.last.number:
            why = Message("no-line-reaches-the-end")
        else:
            why = Message("end-is-not-the-goal", {"last": shorten(unparse(chain.last.tree), 60)})
        return _earned(goal, 0.0, share, why)
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
        return _earned(goal, 0.0, share, Message("reached"), Message("but", {"reason": reason}))
    return _earned(goal, share, share, Message("reached"))


def _earned(about: str, earned: float, share: float, *says: Message) -> Finding:
    return Finding.of(about, *says, points=earned, max_points=share, passed=earned == share)


def _line_text(line: Any) -> str:
    """A line of an answer, without spaces in its expression."""
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
