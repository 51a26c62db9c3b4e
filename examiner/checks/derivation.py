"""A derivation, checked line by line.

An answer is a list of lines (relation, expression, reason); the relation of the first line means
nothing. Each line is evaluated in many worlds (see `worlds`), and the first one that
does not follow from the line before it ends the chain. Then the assumptions are taken away one at a
time: a step that breaks without an assumption uses it, and must say so.

Two sides that agree everywhere are no proof, and all lines of a right chain agree. So a step may
use only one fact (a problem can let two go together): [left side, right side] is too big a step,
and the lines in between have to be written. Which lines those are is up to the student.

Points: one share for each fact, one for arriving. A fact's share is half for the lines (they get
past it: what is left to show no longer needs it, and no step used it together with another fact)
and half for the reasons (named by the steps that use it and by no other). Arriving counts if every
step used one fact at most.

Students have the text of `expressions` in their notebook (problem set 2, cell `given_lines`): it
must need nothing but numpy, and a test keeps the two equal.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .calls import describe_value, shorten
from .expressions import (
    MAX_LINES,
    ExpressionError,
    evaluate_expression,
    kind_of,
    read_expression,
    read_line,
)
from .tolerances import close
from .verdict import Finding, Verdict
from .worlds import Problem, World

# What a chain may be joined with, to prove its claim.
STRONG_ENOUGH = {
    "=": {"="},
    "<=": {"=", "<=", "<"},
    "<": {"=", "<=", "<"},
    ">=": {"=", ">=", ">"},
    ">": {"=", ">=", ">"},
}


def derivation(lines: Any, *, problem: Problem, points: float) -> Verdict:
    """Mark a derivation: the student's list of (relation, expression, reason)."""
    form = "a list of lines (relation, expression, reason)"
    if type(lines) not in (list, tuple) or not lines:
        return Verdict.nothing("answer", f"expected {form}, not {describe_value(lines)}", points)
    if len(lines) > MAX_LINES:
        return Verdict.nothing("answer", f"{len(lines)} lines; at most {MAX_LINES}", points)
    chain = _follow(lines, problem)
    share = points / (len(problem.facts) + 1)
    findings = [
        *_remarks(chain, problem),
        *_facts(chain, problem, share),
        _arrival(chain, problem, share),
    ]
    return Verdict.from_findings(findings, points)


# --- lines and steps -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Line:
    """A formula and what it is worth in each world (None: it has no value there)."""

    text: str
    tree: ast.expr
    values: Mapping[World, np.ndarray | None]

    @classmethod
    def of(cls, text: str, task: Problem) -> _Line:
        """ExpressionError where the formula is not one, or has no value in a usual world."""
        tree = read_expression(text, task.worlds[0].symbols)
        values: dict[World, np.ndarray | None] = {}
        for world in task.worlds:
            values[world] = evaluate_expression(tree, world.symbols)
        for world in (world for fact in task.facts for way in fact.without for world in way):
            try:
                values[world] = evaluate_expression(tree, world.symbols)
            except ExpressionError:
                values[world] = None
        return cls(text, tree, values)


@dataclass(frozen=True)
class _Step:
    """A true step to line `number`: the facts that it uses, may name and does name."""

    number: int
    uses: frozenset[str]
    may_name: frozenset[str]
    names: frozenset[str]
    too_big: bool


@dataclass(frozen=True)
class _Chain:
    """The true steps, the last true line, and what is wrong with the line after it."""

    steps: tuple[_Step, ...]
    last: _Line | None
    stop: Finding | None
    strict: bool


def _follow(lines: list | tuple, task: Problem) -> _Chain:
    """Go along the lines up to the first that cannot stand."""
    steps: list[_Step] = []
    before, stop, strict = None, None, False
    for number, line in enumerate(lines, 1):
        try:
            relation, text, names = read_line(line, first=before is None)
            here = _Line.of(text, task)
        except ExpressionError as error:
            stop = f"it cannot be used: {error}"
            break
        if before is None:
            stop = _bad_start(here, task)
        else:
            stop = _why_not(before, relation, here, number, task)
        if stop:
            break
        if before is not None:
            steps.append(_step(before, relation, here, number, frozenset(names), task))
            strict = strict or relation in ("<", ">")
        before = here
    finding = Finding(f"line {number}", stop) if stop else None
    return _Chain(tuple(steps), before, finding, strict)


def _bad_start(line: _Line, task: Problem) -> str | None:
    left = _Line.of(task.left, task)
    if _broken(left, "=", line, task.worlds) or _uses(left, "=", line, task)[1]:
        return f"a derivation starts with the left-hand side, {task.left}"
    return None


def _why_not(before: _Line, relation: str, here: _Line, number: int, task: Problem) -> str | None:
    """Why `here` does not stand after `before`."""
    if ast.dump(before.tree) == ast.dump(here.tree):
        return f"it repeats line {number - 1}"
    world = _broken(before, relation, here, task.worlds)
    if world:
        return _counterexample(before, here, number, world) + _known(here, task)
    if relation not in STRONG_ENOUGH[task.claim]:
        return f"it is true, but `{relation}` cannot show the claim, which says `{task.claim}`"
    return None


def _step(
    before: _Line, relation: str, here: _Line, number: int, names: frozenset[str], task: Problem
) -> _Step:
    uses, may_name = _uses(before, relation, here, task)
    too_big = len(uses) > 1
    if uses in task.together:
        words = {node.id for node in ast.walk(before.tree) if isinstance(node, ast.Name)}
        too_big = not words & task.together[uses]
    return _Step(number, uses, may_name, names, too_big)


def _uses(
    before: _Line, relation: str, here: _Line, task: Problem
) -> tuple[frozenset[str], frozenset[str]]:
    """The facts without which the relation breaks: in each way that they can be false, in any."""
    breaks = {
        fact.name: [_broken(before, relation, here, way) is not None for way in fact.without]
        for fact in task.facts
    }
    return (
        frozenset(name for name, ways in breaks.items() if all(ways)),
        frozenset(name for name, ways in breaks.items() if any(ways)),
    )


# --- comparing -----------------------------------------------------------------------------------


def _broken(before: _Line, relation: str, here: _Line, worlds: tuple[World, ...]) -> World | None:
    """The first world in which the relation does not hold. Worlds start with the smallest."""
    for world in worlds:
        if not _holds(before.values[world], relation, here.values[world]):
            return world
    return None


def _holds(left: np.ndarray | None, relation: str, right: np.ndarray | None) -> bool:
    """Entry by entry; a strict relation has to hold by more than the tolerance."""
    if left is None or right is None or left.shape != right.shape:
        return False
    equal = close(left, right)
    if relation == "=":
        return bool(equal.all())
    order = left < right if relation in ("<", "<=") else left > right
    return bool((order & ~equal if relation in ("<", ">") else order | equal).all())


def _counterexample(before: _Line, here: _Line, number: int, world: World) -> str:
    left, right = before.values[world], here.values[world]
    if left.shape != right.shape:
        return f"it is {kind_of(right)}, and line {number - 1} is {kind_of(left)}"
    worst = np.unravel_index(np.argmax(np.abs(left - right)), left.shape)
    entry = f"entry ({worst[0] + 1}, {worst[1] + 1})" if left.ndim else "the value"
    old, new = (f"{round(float(value), 9) + 0.0:.4g}" for value in (left[worst], right[worst]))
    return (
        f"it does not follow from line {number - 1}: for {world.note}, {entry} is {old} in "
        f"line {number - 1} and {new} in line {number}"
    )


def _known(here: _Line, task: Problem) -> str:
    """What is behind a false line that people are known to write."""
    for text, why in task.mistakes.items():
        if not _broken(_Line.of(text, task), "=", here, task.worlds):
            return f"; {why}"
    return ""


# --- findings ------------------------------------------------------------------------------------


def _remarks(chain: _Chain, task: Problem) -> Iterator[Finding]:
    """What is to be said of single lines: the stop first, then steps and their reasons."""
    if chain.stop:
        yield chain.stop
    facts = {fact.name: fact for fact in task.facts}
    for step in chain.steps:
        where = f"line {step.number}"
        if step.too_big:
            shown = " or ".join(sorted(task.together.get(step.uses, ())))
            hint = f", or show {shown} in the line before" if shown else ""
            used = ", ".join(sorted(step.uses))
            yield Finding(where, f"one step uses {used}: put a line in between{hint}")
        for name in sorted(step.uses - step.names):
            broken = facts[name].without[0][0].note
            yield Finding(
                where, f"the step uses {name} and does not name it: it fails for {broken}"
            )
        for name in sorted((step.names & facts.keys()) - step.may_name):
            yield Finding(where, f"the step names {name} and does not use it: it holds without it")
        for name in sorted(step.names - facts.keys() - set(task.moves)):
            yield Finding(where, f"{shorten(repr(name), 60)} is not on the list of reasons")


def _facts(chain: _Chain, task: Problem, share: float) -> Iterator[Finding]:
    ahead: frozenset[str] = frozenset()
    if chain.last:
        claim = task.claim if task.claim == "=" else task.claim[0] + "="
        ahead, _ = _uses(chain.last, claim, _Line.of(task.right, task), task)
    for fact in task.facts:
        users = [step for step in chain.steps if fact.name in step.uses]
        if not users or fact.name in ahead:
            message, earned = "your true lines do not get past the place that needs it", 0.0
        elif any(step.too_big for step in users):
            message, earned = "used in one step with another fact: give it a step of its own", 0.0
        elif all(
            (fact.name in step.uses) <= (fact.name in step.names) <= (fact.name in step.may_name)
            for step in chain.steps
        ):
            message, earned = "used, and named where it is used", share
        else:
            message, earned = "used, but not named by exactly the steps that use it", share / 2
        yield Finding(f"{fact.name} ({fact.says})", message, earned, share, earned == share)


def _arrival(chain: _Chain, task: Problem, share: float) -> Finding:
    right = _Line.of(task.right, task)
    arrived = (
        chain.stop is None
        and not _broken(chain.last, "=", right, task.worlds)
        and not _uses(chain.last, "=", right, task)[1]
    )
    if not arrived:
        message = "not reached by true lines"
    elif any(step.too_big for step in chain.steps):
        message, arrived = "reached, but with a step that is too big", False
    elif task.claim in ("<", ">") and not chain.strict:
        message, arrived = f"reached, but no line has the `{task.claim}` of the claim", False
    else:
        message = "reached"
    return Finding(f"right-hand side, {task.right}", message, share * arrived, share, arrived)
