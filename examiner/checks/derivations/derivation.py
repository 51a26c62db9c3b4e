"""A derivation, checked line by line.

An answer is a list of lines (relation, expression, reason); the relation of the first line means
nothing. Each line is evaluated in many worlds (see `steps`), which are drawn when the lines are
there, from their text. A line that does not follow from the one before it in a usual world is
false. The other worlds tell which facts a step uses: it has to hold wherever these are true. A line
that cannot be read is left out, and the step across it is a jump.

The first false line is left out, too, if the next line follows from the one above it: then no more
is earned than without it. Else it ends the chain. A chain with a false line may be a proof of a
special case of the claim (without biases, say): an assumption was made where the line is false, and
what follows from it follows. So nothing is earned by a false line that begs the question.

Two sides that agree everywhere are no proof, and all lines of a right chain agree. So a step may
use only one fact (a problem can let two go together), and the lines in between have to be written.
Which lines those are is up to the student.

Points: one share for each required fact, one for arriving. A fact's share is half for the lines
(they get past it: what is left to show no longer needs it) and half for the reasons (named by the
steps that use it and by no other). A jump, a step of two facts or across a line left out, keeps
half of each of them; a leap, a step of more than two or of all that the claim needs, keeps nothing
of them, and does not arrive. Nor does a chain with a false line; a step below it, or one that holds
in the special case only, earns half of the rest. A fact that a jump uses has to appear somewhere,
in a line of its own or by its name: whoever drops it without a word does not arrive.
"""

from __future__ import annotations

import hashlib
import itertools
from ast import unparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...findings.finding import Finding
from ...findings.known_error import Says
from ..calls import shorten, value_said
from ..grading import Grading
from ..misconceptions import Misconception
from ..question import Check
from ..verdict import Verdict
from .expressions import MAX_LINES
from .steps import BELOW_A_FALSE_LINE, CLEAN, JUMP, LEAP, Chain, Fact, Line, Problem, Step


@dataclass(frozen=True, eq=False)
class Derivation(Check):
    """A derivation: a list of lines (relation, expression, reason), with one fact per step.

    The check evaluates every line in random worlds. All facts hold in some worlds and fail in
    others. A step uses the facts without which it breaks. Each required fact that a step uses and
    names earns a share of the points, and so does the right-hand side at the end.

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
    def known(self) -> Sequence[Misconception]:
        return self.problem.misconceptions

    def verdict(self, answer: Any, points: float, grading: Grading) -> Verdict:
        """The worlds follow from the lines' text and the seed, so two gradings are the same. With
        a seed that students don't know they can't find out which worlds their lines meet."""
        if type(answer) not in (list, tuple) or not answer:
            said = Says("no-derivation", {"value": value_said(answer)})
            return Verdict.nothing("answer", said, points)
        if len(answer) > MAX_LINES:
            facts = {"count": len(answer), "most": MAX_LINES}
            return Verdict.nothing("answer", Says("too-many-lines", facts), points)
        share = points / (len(self.problem.required) + 1)
        worlds = self.problem.draw(_random(answer, grading.seed(self.seed)))
        chain = Chain(answer, self.problem, worlds)
        found = [[*chain.remarks, *_of_steps(chain), *_of_facts(chain, len(answer), share)]]
        for words, case in self.problem.special.items() if chain.false_line else ():
            there = [world for world in map(case, worlds) if world is not None]
            special = Chain(answer, self.problem, there)
            if not special.false_line and special.reaches_the_end:
                found.append(_of_special_case(chain, special, words, share))
        verdicts = [Verdict.from_findings(findings, points) for findings in found]
        return max(verdicts, key=lambda verdict: verdict.points)

    def computes(self, answer: Any, grading: Grading) -> str:
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


def _of_special_case(chain: Chain, special: Chain, case: str, share: float) -> list[Finding]:
    """What is said of lines of which one is true in a special case only, and that prove the claim
    there.
    """
    for at, step in enumerate(special.steps):
        before, here = (
            Line.of(unparse(line.tree), chain.worlds) for line in (step.before, step.here)
        )
        if chain.is_false(chain.broken(before, "=", here)):
            special.steps[at] = replace(step, part=BELOW_A_FALSE_LINE)
    facts = {"case": case}
    return [
        *chain.remarks,
        Finding.of(_line(chain.false_line), Says("proof-of-special-case", facts)),
        # what a step names and needs elsewhere only is no wrong reason
        *(each for each in _of_steps(special) if each.says[0].id != "fact-not-used"),
        *(_of_fact(fact, special, share, case) for fact in chain.problem.required),
        _earned(chain.problem.goal, 0.0, share, Says("reached-for", facts)),
    ]


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
                yield Finding.of(_lines([first, second]), Says("reasons-exchanged", facts))
                said |= set(itertools.product(numbers, (a, b)))
    for step in chain.steps:
        if chain.false_line not in step.across:  # else it is a step that the student didn't make
            yield from _of_step(step, chain, {name for at, name in said if at == step.here.number})


def _of_step(step: Step, chain: Chain, said: set[str]) -> Iterator[Finding]:
    """What is to be said of a step and its reasons, of which some was said."""
    where = _line(step.here.number)
    # Who names less has perhaps not merged two steps, but written a line that is true by accident.
    if step.keeps < CLEAN and len(step.uses) > 1 and step.uses <= step.names and step.before.number:
        yield Finding.of(where, Says("facts-at-once", _at_once(step, chain)))
    known = chain.known_jump(step.here) if len(step.uses) > 1 else None  # else it is no jump
    if known and any(map(step.misses, step.uses)):
        yield Finding.of(where, Says("known-jump", {"what": known}), errors=[known])
    says = {fact.name: fact.says or "it" for fact in chain.problem.facts}
    for name in sorted(step.uses - said):
        if step.misses(name):
            facts = {"fact": name, "says": says[name], "example": chain.without(name, step)}
            yield Finding.of(where, Says("fact-not-named", facts))
    for name in sorted(step.names - said):
        if step.overstates(name):
            yield Finding.of(where, Says("fact-not-used", {"fact": name}))


def _at_once(step: Step, chain: Chain) -> dict[str, Any]:
    """The facts of a step of several, and how else it could be made."""
    ways = [pair.what for pair in chain.problem.together if pair.facts == step.uses]
    return {"facts": sorted(step.uses), "way": Says("or-show", {"what": ways[0]}) if ways else ""}


def _of_facts(chain: Chain, count: int, share: float) -> Iterator[Finding]:
    """A finding for each fact that is used and one for arriving; one for all that isn't reached.

    count: of the lines.
    """
    facts, ahead = chain.problem.required, chain.ahead
    used = [f for f in facts if any(f.name in step.uses for step in chain.steps)]
    yield from (_of_fact(fact, chain, share) for fact in used if fact.name not in ahead)
    for fact in used:
        if fact.name in ahead:
            lines = _lines(step for step in chain.steps if fact.name in step.uses)
            said = Says("still-needed", {"lines": lines, "line": _line(chain.last.number)})
            yield _earned(fact.in_full, 0.0, share, said)
    unused = [fact for fact in facts if fact not in used]
    if chain.reaches_the_end:
        yield from (_of_fact(fact, chain, share) for fact in unused)
        yield _arrival(chain, share)
        return
    if number := chain.stopped or chain.false_line:
        what = {"what": "false line" if number == chain.false_line else "line", "number": number}
        why = Says("ends-with" if number == count else "stops-at", what)
        if not ahead:
            why = Says("reached-and-left", {"at": _line(chain.last.number), **what})
    elif chain.ended or not chain.last.number:
        why = Says("no-line-reaches-the-end")
    else:
        why = Says("end-is-not-the-goal", {"last": shorten(unparse(chain.last.tree), 60)})
    about = ", ".join([*(fact.name for fact in unused), chain.problem.goal])
    yield _earned(about, 0.0, share * (len(unused) + 1), why)


def _of_fact(fact: Fact, chain: Chain, share: float, case: str = "") -> Finding:
    """What a fact earns that is used, if at all, and no longer needed. case: the special one."""
    users = [step for step in chain.steps if fact.name in step.uses]
    if not users:
        unused = Says("not-needed-for", {"case": case}) if case else Says("used-by-no-step")
        return _earned(fact.in_full, 0.0, share, unused)
    if leaps := [step.here.number for step in users if step.keeps == LEAP]:
        return _earned(fact.in_full, 0.0, share, Says("used-by-leap", {"number": leaps[0]}))
    unnamed = [step for step in users if step.misses(fact.name)]
    elsewhere = [step for step in chain.steps if step.overstates(fact.name)]
    said = [Says("used-and-named")]
    if unnamed or elsewhere:
        how = "used-named-elsewhere" if elsewhere else "used-unnamed"
        facts = {"lines": _lines(unnamed or users), "others": _lines(elsewhere)}
        said = [Says(how if unnamed else "used-named-there-too", facts)]
    part = min(step.part for step in users)
    jump = next((step for step in users if step.keeps == JUMP), None)
    if jump and chain.false_line in jump.across:
        lines_of = {"number": jump.here.number, "false_line": chain.false_line}
        said.append(Says("quarter-across-false-line", lines_of))
    elif jump and len(jump.uses) < 2:
        lines = Says("lines", {"numbers": jump.across})
        said.append(Says("half-across-lines", {"lines": lines}))
    elif jump:
        at_once = Says("at-once", _at_once(jump, chain))
        said.append(Says("half-by-jump", {"number": jump.here.number, "at_once": at_once}))
    if part < 1 and case:
        said.append(Says("half-in-special-case", {"case": case}))
    elif part < 1 and not (jump and chain.false_line in jump.across):
        said.append(Says("half-below-false-line", {"false_line": chain.false_line}))
    kept = min(step.keeps for step in users) * part * (0.5 if unnamed or elsewhere else 1)
    return _earned(fact.in_full, share * kept, share, *said)


def _arrival(chain: Chain, share: float) -> Finding:
    """Of a chain whose lines go up to the right-hand side."""
    steps, problem = chain.steps, chain.problem
    used = {name for step in steps for name in step.uses}
    unused = [fact.name for fact in problem.required if fact.name not in used]
    # the facts of jumps that name none of theirs, if no line of its own and no name shows them
    shown = {name for s in steps for name in s.names | (s.uses if s.keeps == CLEAN else set())}
    jumps = [s.uses for s in steps if s.keeps == JUMP and len(s.uses) > 1 and not s.uses & s.names]
    nowhere = sorted(set().union(*jumps) - shown)
    reason = None
    if chain.false_line:
        reason = Says("across-false-line", {"false_line": chain.false_line})
    elif any(step.keeps == LEAP for step in steps):
        reason = Says("by-leap")
    elif unused:
        reason = Says("facts-unused", {"facts": unused})
    elif nowhere:
        reason = Says("facts-appear-nowhere", {"facts": nowhere})
    reached = Says("reached")
    if reason:
        return _earned(chain.problem.goal, 0.0, share, reached, Says("but", {"reason": reason}))
    others = [fact.name for fact in problem.facts if not fact.required]
    for name in others:
        if any(step.misses(name) for step in steps):
            half = Says("half-since-unnamed", {"fact": name})
            return _earned(chain.problem.goal, share / 2, share, reached, half)
    return _earned(chain.problem.goal, share, share, reached)


def _earned(about: str, earned: float, share: float, *says: Says) -> Finding:
    return Finding.of(about, *says, points=earned, max_points=share, passed=earned == share)


def _line_text(line: Any) -> str:
    """A line of an answer, without spaces in its expression."""
    parts = line if type(line) in (list, tuple) else [line]
    texts = [each[:1000] if isinstance(each, str) else type(each).__name__ for each in parts[:3]]
    return " | ".join(
        "".join(text.split()) if at == 1 else " ".join(text.casefold().split())
        for at, text in enumerate(texts)
    )


def _line(number: int) -> Says:
    return Says("line", {"number": number})


def _lines(steps: Iterable[Step]) -> Says:
    return Says("lines", {"numbers": [*dict.fromkeys(step.here.number for step in steps)]})
