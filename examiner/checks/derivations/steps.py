"""The lines of a derivation, one after the other: which are true, and what each step rests on."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...detail import diagnosis, solution
from ..calls import shorten
from ..tolerances import ATOL, RTOL
from ..verdict import Finding
from .comparing import describe_difference, explanations, fact_of, holds
from .expressions import (
    MAX_PARTS_IN_ALL,
    ExpressionError,
    count_parts,
    read_expression,
    read_line,
    values_in,
)
from .lines import BELOW_A_FALSE_LINE, CLEAN, JUMP, LEAP, Line, Step
from .one_change import cure
from .worlds import Problem, World

# What a chain may be joined with, to prove its claim.
STRONG_ENOUGH = {
    "=": {"="},
    "<=": {"=", "<=", "<"},
    "<": {"=", "<=", "<"},
    ">=": {"=", ">=", ">"},
    ">": {"=", ">=", ">"},
}


@dataclass
class Chain:
    """The true steps, the last true line, and what is to be said of single lines.

    false_line: the number of the first line that is false. It is left out if the next one follows
        from the line above it, else it is where the chain ends.
    stopped: the number of the line at which it ends before the last; 0 where it doesn't.
    """

    problem: Problem
    worlds: Sequence[World]
    last: Line = field(init=False)
    steps: list[Step] = field(default_factory=list)
    remarks: list[Finding] = field(default_factory=list)
    ended: bool = False  # by a line that does not follow, or cannot be the last
    strict: bool = False
    false_line: int = 0
    stopped: int = 0
    count: int = 0  # of the lines
    needed: frozenset[str] = frozenset()  # the facts that the claim needs in these worlds
    values: dict[str, list[np.ndarray | None]] = field(default_factory=dict)  # of what was read

    @classmethod
    def along(cls, lines: list | tuple, problem: Problem, worlds: Sequence[World]) -> Chain:
        """Go along the lines, up to the first that does not follow."""
        chain = cls(problem, worlds, count=len(lines))
        chain.last = chain.line(problem.left)
        chain.needed = chain.ahead
        left_out, words, parts = [], set(), 0
        for number, line in enumerate(lines, 1):
            text, named = "", set()
            try:
                relation, text, named = read_line(line, first=number == 1)
                here = chain.line(text, number)
            except ExpressionError as error:
                cured = chain.cure_of_unreadable(text)
                chain.remark(number, f"it cannot be used, and is left out: {error}{cured}")
                chain.ended = True
            else:
                parts += count_parts(here.tree)
                if parts > MAX_PARTS_IN_ALL:
                    chain.stop(number, "the lines are too long, together: use the short names")
                elif number == 1:
                    chain.begin(here)
                else:
                    reasons = [problem.standard_names(each) for each in (named, words)]
                    chain.go_on(relation, here, *reasons, tuple(left_out))
                if chain.stopped:
                    break
            left_out, words = ([*left_out, number], words | named) if chain.ended else ([], set())
        return chain

    def line(self, text: str, number: int = 0) -> Line:
        """A formula in all worlds. Raises ExpressionError, as `Line.of`."""
        tree = read_expression(text, self._symbols)
        same = ast.dump(tree)
        if same not in self.values:  # the two sides of the claim are lines, too
            self.values[same] = values_in(tree, self.worlds)
        return Line(number, tree, self.values[same])

    @property
    def ahead(self) -> frozenset[str]:
        """The facts that are needed from the last true line to the right-hand side."""
        claim = self.problem.claim if self.problem.claim == "=" else self.problem.claim[0] + "="
        return self.rests_on(self.broken(self.last, claim, self.line(self.problem.right)))[0]

    @property
    def reaches_the_end(self) -> bool:
        """Whether the last line is true, and the right-hand side."""
        right = self.line(self.problem.right)
        return not self.ended and not self.broken(self.last, "=", right)

    def remark(self, number: int, message: str) -> None:
        self.remarks.append(Finding(f"line {number}", message))

    def stop(self, number: int, message: str) -> None:
        self.remark(number, message)
        self.ended, self.stopped = True, number

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

    def go_on(
        self,
        relation: str,
        here: Line,
        named: frozenset[str],
        above: frozenset[str],
        across: tuple[int, ...],
    ) -> None:
        """Take a line that follows from the last one, or leave it out, or stop at it.

        named: the reasons of the line. above: those of lines above it that were left out, of which
            it may need some. across: the numbers of these lines.
        """
        before, self.ended = self.last, False
        broken = self.broken(before, relation, here)
        if self.is_false(broken):
            self.ended = True
            if self.false_line:
                self.stopped = self.false_line
            else:
                self.false_line = here.number
                self.remark(here.number, self.counterexample(before, here, broken[0]))
            return None
        if relation not in STRONG_ENOUGH[self.problem.claim]:
            message = f"it is true, but `{relation}` cannot show the claim, which says "
            return self.stop(here.number, f"{message}`{self.problem.claim}`")
        if before.number and ast.dump(before.tree) == ast.dump(here.tree):
            self.remark(here.number, f"it repeats line {before.number}: leave it out")
        rests_on = self.rests_on(broken)
        facts = {fact.name for fact in self.problem.facts}
        smallest = [some for some in rests_on if len(some) == len(rests_on[0])]
        names = (named | above) & facts
        uses = names if names in smallest else smallest[0]
        keeps = self.keeps(uses, before, bool(across))
        if keeps == LEAP and self.false_line in across:  # no step of theirs is as large
            self.ended, self.stopped = True, self.false_line
            return None
        for name in sorted((named | above) - facts - set(self.problem.moves)):
            listed = ", ".join((*(fact.name for fact in self.problem.facts), *self.problem.moves))
            message = f"{shorten(repr(name), 60)} is not on the list of reasons: {listed}"
            self.remark(here.number, message)
        names = names & (named | uses)
        part = BELOW_A_FALSE_LINE if self.false_line else 1.0
        step = Step(before, here, broken, uses, rests_on, names, keeps, across, part)
        self.steps.append(step)
        self.strict = self.strict or relation in ("<", ">")
        self.last = here
        return None

    def keeps(self, uses: frozenset[str], before: Line, skipped: bool) -> float:
        """Whether a step is clean, a jump or a leap."""
        if len(uses) > 2 or (len(uses) == 2 and uses >= self.needed):
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
        shown = self.difference(step.before, step.here, world)
        return f"for {self.worlds[world].note}, {shown}"

    def difference(self, before: Line, here: Line, world: int) -> str:
        """Where two lines differ. Line 0 is the left-hand side, where the student left it out."""
        values = before.values[world], here.values[world]
        shown = describe_difference(*values, here=here.number, at=before.number)
        return shown.replace("line 0", "the left-hand side")

    def counterexample(self, before: Line, here: Line, world: int) -> str:
        """Why a line is false, with what is behind a false line that people are known to write."""
        where = f"line {before.number}" if before.number else "the left-hand side"
        shown = self.difference(before, here, world)
        reason = ""
        cured = self.cured(before, here.tree)
        for mistake, why in self.problem.mistakes.items():
            known = Line.of(mistake, [self.worlds[n] for n in self._usual])
            if cured and ast.dump(known.tree) != ast.dump(here.tree):
                continue  # of two lines with one value, each has a reason of its own
            pairs = zip(known.values, self._usual, strict=True)
            if all(holds(value, "=", here.values[n], RTOL, ATOL) for value, n in pairs):
                reason = f"{why}; "
                break
        if not reason and cured:
            reason = f"{cured}; "
        example = f": {reason}for {self.worlds[world].note}, {shown}"
        return f"it does not follow from {where}{diagnosis(example)}"

    @property
    def _usual(self) -> list[int]:
        return [n for n, world in enumerate(self.worlds) if not world.false]

    def cure_of_unreadable(self, text: str) -> str:
        """The same of a line that can be read, but has no value."""
        try:
            tree = read_expression(text, self._symbols)
        except ExpressionError:
            return ""
        cured = self.cured(self.last, tree)
        return diagnosis(cured and f"; {cured}")

    def cured(self, before: Line, tree: ast.expr) -> str:
        """What single change would make a line follow, where there is one."""
        change = cure(tree, before.values, self.worlds)
        return solution(change, "a transpose or the order of factors is wrong") if change else ""

    @property
    def _symbols(self) -> dict:
        return self.worlds[0].symbols


def _gap(old: np.ndarray | None, new: np.ndarray | None) -> float:
    """How far two values are apart, for their size; infinitely far where one has no value."""
    if old is None or new is None or old.shape != new.shape:
        return np.inf
    return float(abs(old - new).max() / (1 + abs(old).max()))
