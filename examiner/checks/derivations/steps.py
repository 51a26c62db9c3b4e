"""The lines of a derivation, one after the other: which are true, and what each step rests on."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...findings.known_error import KnownError, Says
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
from .one_change import mend
from .worlds import Problem, World


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
                facts = {"why": str(error), "mend": chain.mend_of_unreadable(text)}
                chain.remark(number, Says("line-left-out", facts))
                chain.ended = True
            else:
                parts += count_parts(here.tree)
                if parts > MAX_PARTS_IN_ALL:
                    chain.stop(number, Says("lines-too-long"))
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
        return self.rests_on(self.broken(self.last, "=", self.line(self.problem.right)))[0]

    @property
    def reaches_the_end(self) -> bool:
        """Whether the last line is true, and the right-hand side."""
        right = self.line(self.problem.right)
        return not self.ended and not self.broken(self.last, "=", right)

    def remark(self, number: int, said: Says, errors: Sequence[KnownError] = ()) -> None:
        about = Says("line", {"number": number})
        self.remarks.append(Finding.of(about, said, errors=errors))

    def stop(self, number: int, said: Says) -> None:
        self.remark(number, said)
        self.ended, self.stopped = True, number

    def begin(self, here: Line) -> None:
        """Take the first line, which should be the left-hand side."""
        left = self.problem.left
        broken = self.broken(self.last, "=", here)
        if self.is_false(broken):
            example = self.example(self.last, here, broken[0])
            return self.stop(1, Says("starts-elsewhere", {"left": left, "example": example}))
        rests_on = self.rests_on(broken)
        if rests_on[0]:
            self.remark(1, Says("start-jumps", {"left": left}))
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
                self.remark_false(before, here, broken[0])
            return None
        if relation != "=":
            return self.stop(here.number, Says("other-relation", {"relation": relation}))
        if before.number and ast.dump(before.tree) == ast.dump(here.tree):
            self.remark(here.number, Says("repeats-line", {"number": before.number}))
        rests_on = self.rests_on(broken)
        known = {fact.name for fact in self.problem.facts}
        smallest = [some for some in rests_on if len(some) == len(rests_on[0])]
        names = (named | above) & known
        uses = names if names in smallest else smallest[0]
        keeps = self.keeps(uses, before, bool(across))
        if keeps == LEAP and self.false_line in across:  # no step of theirs is as large
            self.ended, self.stopped = True, self.false_line
            return None
        for name in sorted((named | above) - known - set(self.problem.moves)):
            listed = [*(fact.name for fact in self.problem.facts), *self.problem.moves]
            facts = {"reason": shorten(repr(name), 60), "listed": listed}
            self.remark(here.number, Says("reason-not-listed", facts))
        names = names & (named | uses)
        part = BELOW_A_FALSE_LINE if self.false_line else 1.0
        step = Step(before, here, broken, uses, rests_on, names, keeps, across, part)
        self.steps.append(step)
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

    def without(self, fact: str, step: Step) -> Says:
        """Where a step breaks without a fact: a world in which little else is false."""
        false = {n: {fact_of(mark) for mark in self.worlds[n].false} for n in step.broken}
        without = [n for n in step.broken if fact in false[n]]
        fewest = min(len(false[n]) for n in without)
        pairs = {n: (step.before.values[n], step.here.values[n]) for n in without}
        world = max((n for n in without if len(false[n]) == fewest), key=lambda n: _gap(*pairs[n]))
        return self.example(step.before, step.here, world)

    def example(self, before: Line, here: Line, world: int) -> Says:
        """Where two lines differ. Line 0 is the left-hand side, where the student left it out."""
        values = before.values[world], here.values[world]
        shown = describe_difference(*values, here=here.number, at=before.number)
        shown = shown.replace("line 0", "the left-hand side")
        return Says("in-world", {"note": self.worlds[world].note, "shown": shown})

    def remark_false(self, before: Line, here: Line, world: int) -> None:
        """Why a line is false, with what is behind a false line that people are known to write."""
        mended = self.mend(before, here.tree)
        known = self.known_error(here, has_mend=mended is not None)
        facts = {
            "before": before.number,
            "because": known or mended,
            "example": self.example(before, here, world),
        }
        self.remark(here.number, Says("does-not-follow", facts), [known] if known else [])

    def known_error(self, here: Line, has_mend: bool) -> KnownError | None:
        for error, line in self.problem.errors:
            known = Line.of(line, [self.worlds[n] for n in self._usual])
            if has_mend and ast.dump(known.tree) != ast.dump(here.tree):
                continue  # of two lines with one value, each has a reason of its own
            pairs = zip(known.values, self._usual, strict=True)
            if all(holds(value, "=", here.values[n], RTOL, ATOL) for value, n in pairs):
                return error
        return None

    @property
    def _usual(self) -> list[int]:
        return [n for n, world in enumerate(self.worlds) if not world.false]

    def mend_of_unreadable(self, text: str) -> Says | None:
        """The same of a line that can be read, but has no value."""
        try:
            tree = read_expression(text, self._symbols)
        except ExpressionError:
            return None
        return self.mend(self.last, tree)

    def mend(self, before: Line, tree: ast.expr) -> Says | None:
        """What single change would make a line follow, where there is one."""
        return mend(tree, before.values, self.worlds)

    @property
    def _symbols(self) -> dict:
        return self.worlds[0].symbols


def _gap(old: np.ndarray | None, new: np.ndarray | None) -> float:
    """How far two values are apart, for their size; infinitely far where one has no value."""
    if old is None or new is None or old.shape != new.shape:
        return np.inf
    return float(abs(old - new).max() / (1 + abs(old).max()))
