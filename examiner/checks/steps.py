"""The lines of a derivation, one after the other: which are true, and what each step rests on."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ..detail import diagnosis
from .calls import shorten
from .comparing import describe_difference, explanations, fact_of, holds
from .expressions import (
    MAX_PARTS_IN_ALL,
    ExpressionError,
    count_parts,
    read_expression,
    read_line,
    values_in,
)
from .tolerances import ATOL, RTOL
from .verdict import Finding
from .worlds import Problem, World

# What a chain may be joined with, to prove its claim.
STRONG_ENOUGH = {
    "=": {"="},
    "<=": {"=", "<=", "<"},
    "<": {"=", "<=", "<"},
    ">=": {"=", ">=", ">"},
    ">": {"=", ">=", ">"},
}
CLEAN, JUMP, LEAP = 1.0, 0.5, 0.0  # what a step leaves of the facts that it uses


@dataclass(frozen=True)
class Line:
    """A formula, and its value in each world (None: facts are false there, and it has none)."""

    number: int
    tree: ast.expr
    values: list[np.ndarray | None]

    @classmethod
    def of(cls, text: str, worlds: Sequence[World], number: int = 0) -> Line:
        """ExpressionError where the text is no formula, or has no value in a usual world."""
        tree = read_expression(text, worlds[0].symbols)
        return cls(number, tree, values_in(tree, worlds))


@dataclass(frozen=True)
class Step:
    """A true step between two lines.

    broken: the worlds in which it does not hold.
    uses: the facts that it rests on. may_use: other sets of facts that it may rest on as well.
    keeps: CLEAN, JUMP or LEAP.
    """

    before: Line
    here: Line
    broken: list[int]
    uses: frozenset[str]
    may_use: list[frozenset[str]]
    names: frozenset[str]
    keeps: float

    def misses(self, fact: str) -> bool:
        """Whether it uses this fact and does not name it."""
        return fact in self.uses - self.names and self.names not in self.may_use

    def overstates(self, fact: str) -> bool:
        """Whether it names this fact and does not use it."""
        return fact in self.names - self.uses and self.names not in self.may_use


@dataclass
class Chain:
    """The true steps, the last true line, and what is to be said of single lines."""

    problem: Problem
    worlds: Sequence[World]
    last: Line = field(init=False)
    steps: list[Step] = field(default_factory=list)
    remarks: list[Finding] = field(default_factory=list)
    ended: bool = False  # by a line that does not follow, or cannot be the last
    strict: bool = False
    values: dict[str, list[np.ndarray | None]] = field(default_factory=dict)  # of what was read

    @classmethod
    def along(cls, lines: list | tuple, problem: Problem, rng: np.random.Generator) -> Chain:
        """Go along the lines, up to the first that does not follow."""
        worlds = problem.draw(rng)
        chain = cls(problem, worlds)
        chain.last = chain.line(problem.left)
        skipped, words, parts = False, set(), 0
        for number, line in enumerate(lines, 1):
            try:
                relation, text, named = read_line(line, first=number == 1)
                words |= named
                here = chain.line(text, number)
            except ExpressionError as error:
                chain.remark(number, f"it cannot be used, and is left out: {error}")
                skipped = chain.ended = True
                continue
            parts += count_parts(here.tree)
            if parts > MAX_PARTS_IN_ALL:
                chain.stop(number, "the lines are too long, together: use the short names")
            elif number == 1:
                chain.begin(here)
            else:
                chain.go_on(relation, here, problem.standard_names(words), skipped)
            if chain.ended:
                break
            skipped, words = False, set()
        return chain

    def line(self, text: str, number: int = 0) -> Line:
        """A formula in all worlds. Raises ExpressionError, as `Line.of`."""
        tree = read_expression(text, self.worlds[0].symbols)
        same = ast.dump(tree)
        if same not in self.values:  # the two sides of the claim are lines, too
            self.values[same] = values_in(tree, self.worlds)
        return Line(number, tree, self.values[same])

    def remark(self, number: int, message: str) -> None:
        self.remarks.append(Finding(f"line {number}", message))

    def stop(self, number: int, message: str) -> None:
        self.remark(number, message)
        self.ended = True

    def begin(self, here: Line) -> None:
        """Take the first line, which should be the left-hand side."""
        left = self.problem.left
        broken = self.broken(self.last, "=", here)
        if self.is_false(broken):
            shown = self.difference(self.last, here, broken[0])
            message = f"a derivation starts with the left-hand side, {left}"
            shown = f"; for {self.worlds[broken[0]].note}, {shown}"
            return self.stop(1, f"{message}{diagnosis(shown)}")
        rests_on = self.rests_on(broken)
        if rests_on[0]:
            message = f"a derivation starts with the left-hand side, {left}: what leads from there "
            self.remark(1, message + "to this line is not shown")
            names = rests_on[0]
            self.steps.append(Step(self.last, here, broken, names, rests_on, names, LEAP))
        self.last = here
        return None

    def go_on(self, relation: str, here: Line, names: frozenset[str], skipped: bool) -> None:
        """Take a line that follows from the last one, or stop at it."""
        before, self.ended = self.last, False
        broken = self.broken(before, relation, here)
        if self.is_false(broken):
            return self.stop(here.number, self.counterexample(before, here, broken[0]))
        if relation not in STRONG_ENOUGH[self.problem.claim]:
            message = f"it is true, but `{relation}` cannot show the claim, which says "
            return self.stop(here.number, f"{message}`{self.problem.claim}`")
        if before.number and ast.dump(before.tree) == ast.dump(here.tree):
            self.remark(here.number, f"it repeats line {before.number}: leave it out")
        rests_on = self.rests_on(broken)
        facts = {fact.name for fact in self.problem.facts}
        for name in sorted(names - facts - set(self.problem.moves)):
            listed = ", ".join((*(fact.name for fact in self.problem.facts), *self.problem.moves))
            message = f"{shorten(repr(name), 60)} is not on the list of reasons: {listed}"
            self.remark(here.number, message)
        smallest = [some for some in rests_on if len(some) == len(rests_on[0])]
        uses = names & facts if names & facts in smallest else smallest[0]
        keeps = self.keeps(uses, before, skipped)
        self.steps.append(Step(before, here, broken, uses, rests_on, names & facts, keeps))
        self.strict = self.strict or relation in ("<", ">")
        self.last = here
        return None

    def keeps(self, uses: frozenset[str], before: Line, skipped: bool) -> float:
        """Whether a step is clean, a jump or a leap."""
        required = {fact.name for fact in self.problem.required}
        if len(uses) > 2 or (len(uses) == 2 and uses >= required):
            return LEAP
        for pair in self.problem.together:
            if uses == pair.facts and pair.shown(before.tree):
                return JUMP if skipped else CLEAN
        return JUMP if uses and (skipped or len(uses) == 2) else CLEAN

    def broken(self, before: Line, relation: str, here: Line) -> list[int]:
        """The worlds in which the relation does not hold, in the usual ones first."""
        pairs = enumerate(zip(before.values, here.values, strict=True))
        broken = [n for n, (old, new) in pairs if not holds(old, relation, new, RTOL, ATOL)]
        return sorted(broken, key=lambda n: bool(self.worlds[n].false))

    def is_false(self, broken: list[int]) -> bool:
        """Whether a usual world is among the broken ones."""
        return bool(broken) and not self.worlds[broken[0]].false

    def rests_on(self, broken: list[int]) -> list[frozenset[str]]:
        """The sets of facts that explain a true step, the smallest first."""
        facts = [fact.name for fact in self.problem.facts]
        false = [self.worlds[n].false for n in broken]
        return explanations(false, facts) or [frozenset(facts)]

    def without(self, fact: str, step: Step) -> str:
        """Where a step breaks without a fact: a world in which little else is false."""
        false = {n: {fact_of(mark) for mark in self.worlds[n].false} for n in step.broken}
        without = [n for n in step.broken if fact in false[n]]
        fewest = min(len(false[n]) for n in without)
        pairs = {n: (step.before.values[n], step.here.values[n]) for n in without}
        world = max((n for n in without if len(false[n]) == fewest), key=lambda n: _gap(*pairs[n]))
        return f"for {self.worlds[world].note}, {self.difference(step.before, step.here, world)}"

    def difference(self, before: Line, here: Line, world: int) -> str:
        """Where two lines differ. Line 0 is the left-hand side, where the student left it out."""
        values = before.values[world], here.values[world]
        shown = describe_difference(*values, here=here.number, at=before.number)
        return shown.replace("line 0", "the left-hand side")

    def counterexample(self, before: Line, here: Line, world: int) -> str:
        """Why a line is false, with what is behind a false line that people are known to write."""
        where = f"line {before.number}" if before.number else "the left-hand side"
        shown = self.difference(before, here, world)
        text = f": for {self.worlds[world].note}, {shown}"
        usual = [n for n, world in enumerate(self.worlds) if not world.false]
        for mistake, why in self.problem.mistakes.items():
            values = Line.of(mistake, [self.worlds[n] for n in usual]).values
            pairs = zip(values, usual, strict=True)
            if all(holds(value, "=", here.values[n], RTOL, ATOL) for value, n in pairs):
                text = f"{text}; {why}"
                break
        return f"it does not follow from {where}{diagnosis(text)}"


def _gap(old: np.ndarray | None, new: np.ndarray | None) -> float:
    """How far two values are apart, for their size; infinitely far where one has no value."""
    if old is None or new is None or old.shape != new.shape:
        return np.inf
    return float(abs(old - new).max() / (1 + abs(old).max()))
