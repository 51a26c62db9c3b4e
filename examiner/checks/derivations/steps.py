"""The lines of a derivation, one after the other: which are true, and what each step rests on."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
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
    UnstableError,
    count_parts,
    read_expression,
    read_line,
    values_in,
)
from .one_change import mend
from .worlds import Problem, World

CLEAN, JUMP, LEAP = 1.0, 0.5, 0.0  # what a step leaves of the facts that it uses
BELOW_A_FALSE_LINE = 0.5  # what a step below a false line that was left out leaves of that


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

    def is_written_as(self, other: Line) -> bool:
        return ast.dump(self.tree) == ast.dump(other.tree)


@dataclass(frozen=True)
class Step:
    """A true step between two lines.

    broken: the worlds in which it does not hold.
    uses: the facts that it rests on. may_use: other sets of facts that it may rest on as well.
    keeps: CLEAN, JUMP or LEAP.
    across: the numbers of lines between the two that were left out.
    part: what it earns of what it would, since it stands below a false line.
    """

    before: Line
    here: Line
    broken: list[int]
    uses: frozenset[str]
    may_use: list[frozenset[str]]
    names: frozenset[str]
    keeps: float
    across: tuple[int, ...] = ()
    part: float = 1.0

    def misses(self, fact: str) -> bool:
        """Whether it uses this fact and does not name it."""
        return fact in self.uses - self.names and self.names not in self.may_use

    def overstates(self, fact: str) -> bool:
        """Whether it names this fact and does not use it."""
        return fact in self.names - self.uses and self.names not in self.may_use


@dataclass
class Chain:
    """The true steps, the last true line, and what is to be said of single lines.

    needed: the facts that the claim needs in these worlds.
    ended: by a line that does not follow, or cannot be the last.
    false_line: the number of the first line that is false. It is left out if the next one follows
        from the line above it, else it is where the chain ends.
    stopped: the number of the line at which it ends before the last; 0 where it doesn't.
    """

    problem: Problem
    worlds: Sequence[World]
    steps: list[Step] = field(default_factory=list)
    remarks: list[Finding] = field(default_factory=list)
    ended: bool = False
    false_line: int = 0
    stopped: int = 0

    def __post_init__(self) -> None:
        self.last = Line.of(self.problem.left, self.worlds)
        self.right = Line.of(self.problem.right, self.worlds)
        self.facts = [fact.name for fact in self.problem.facts]
        self.needed = self.ahead

    @classmethod
    def along(cls, lines: list | tuple, problem: Problem, worlds: Sequence[World]) -> Chain:
        """Go along the lines, up to the first that does not follow."""
        chain = cls(problem, worlds)
        left_out, words, parts = [], set(), 0
        for number, line in enumerate(lines, 1):
            text, named = "", set()
            try:
                relation, text, named = read_line(line, first=number == 1)
                here = Line.of(text, worlds, number)
            except ExpressionError as error:
                chain.leave_out(number, text, error)
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

    @property
    def ahead(self) -> frozenset[str]:
        """The facts that are needed from the last true line to the right-hand side."""
        return self.rests_on(self.broken(self.last, "=", self.right))[0]

    @property
    def reaches_the_end(self) -> bool:
        """Whether the last line is true, and the right-hand side."""
        return not self.ended and not self.broken(self.last, "=", self.right)

    def remark(self, number: int, *says: Says, errors: Iterable[KnownError] = ()) -> None:
        self.remarks.append(Finding.of(Says("line", {"number": number}), *says, errors=errors))

    def stop(self, number: int, *says: Says) -> None:
        self.remark(number, *says)
        self.ended, self.stopped = True, number

    def leave_out(self, number: int, text: str, error: ExpressionError) -> None:
        """Leave a line out that can't be read, or has no value."""
        says = [Says("line-left-out", {"why": str(error)})]
        try:
            tree = read_expression(text, self.worlds[0].symbols)
        except ExpressionError:
            tree = None
        if tree and not isinstance(error, UnstableError):
            mended = mend(tree, self.last.values, self.worlds)
            says += [Says("also", {"what": mended})] if mended else []
        self.remark(number, *says)
        self.ended = True

    def begin(self, here: Line) -> None:
        """Take the first line, which should be the left-hand side."""
        left = {"left": self.problem.left}
        broken = self.broken(self.last, "=", here)
        rests_on = self.rests_on(broken)
        if self.is_false(broken):
            example = Says("also", {"what": self.example(self.last, here, broken[0])})
            return self.stop(1, Says("starts-elsewhere", left), example)
        if uses := rests_on[0]:
            self.remark(1, Says("start-jumps", left))
            self.steps.append(Step(self.last, here, broken, uses, rests_on, uses, LEAP))
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
            self.ended, self.stopped = True, self.false_line
            if not self.false_line:
                self.false_line = here.number
                self.remark_false(before, here, broken[0])
            return None
        if relation != "=":
            return self.stop(here.number, Says("other-relation", {"relation": relation}))
        if before.number and before.is_written_as(here):
            self.remark(here.number, Says("repeats-line", {"number": before.number}))
        rests_on = self.rests_on(broken)
        smallest = [some for some in rests_on if len(some) == len(rests_on[0])]
        names = (named | above) & {*self.facts}
        uses = names if names in smallest else smallest[0]
        keeps = self.keeps(uses, before, bool(across))
        if keeps == LEAP and self.false_line in across:  # no step of theirs is as large
            self.ended, self.stopped = True, self.false_line
            return None
        listed = [*self.facts, *self.problem.moves]
        for name in sorted((named | above) - {*listed}):
            facts = {"reason": shorten(repr(name), 60), "listed": ", ".join(listed)}
            self.remark(here.number, Says("reason-not-listed", facts))
        part = BELOW_A_FALSE_LINE if self.false_line else 1.0
        names &= named | uses
        step = Step(before, here, broken, uses, rests_on, names, keeps, across, part)
        self.steps.append(step)
        self.last = here
        return None

    def keeps(self, uses: frozenset[str], before: Line, skipped: bool) -> float:
        """Whether a step is clean, a jump or a leap."""
        if len(uses) > 2 or (len(uses) == 2 and uses >= self.needed):
            return LEAP
        shown = any(
            uses == pair.facts and pair.shown(before.tree) for pair in self.problem.together
        )
        return JUMP if uses and (skipped or (len(uses) == 2 and not shown)) else CLEAN

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
        false = [self.worlds[n].false for n in broken]
        return explanations(false, self.facts) or [frozenset(self.facts)]

    def without(self, fact: str, step: Step) -> Says:
        """Where a step breaks without a fact: a world in which little else is false."""
        false = {n: {fact_of(mark) for mark in self.worlds[n].false} for n in step.broken}
        values = {n: (step.before.values[n], step.here.values[n]) for n in step.broken}
        without = [n for n in step.broken if fact in false[n]]
        world = min(without, key=lambda n: (len(false[n]), -_gap(*values[n])))
        return self.example(step.before, step.here, world)

    def example(self, before: Line, here: Line, world: int) -> Says:
        """Where two lines differ."""
        above = f"line {before.number}" if before.number else "the left-hand side"
        values = before.values[world], here.values[world]
        shown = describe_difference(*values, above, f"line {here.number}")
        return Says("for-example", {"note": self.worlds[world].note, "shown": shown})

    def remark_false(self, before: Line, here: Line, world: int) -> None:
        """Why a line is false, with what is behind a false line that people are known to write."""
        mended = mend(here.tree, before.values, self.worlds)
        known = self.known_error(here, in_these_words=mended is not None)
        example = self.example(before, here, world)
        facts = {"before": before.number, "because": known or mended, "example": example}
        self.remark(here.number, Says("does-not-follow", facts), errors=[known] if known else [])

    def known_error(self, here: Line, in_these_words: bool) -> KnownError | None:
        """What is behind a false line. in_these_words: where it is written like that, too; of two
        lines with one value, each may have a reason of its own."""
        usual = [n for n, world in enumerate(self.worlds) if not world.false]
        for error, text in self.problem.errors:
            known = Line.of(text, [self.worlds[n] for n in usual])
            pairs = zip(known.values, (here.values[n] for n in usual), strict=True)
            alike = known.is_written_as(here) or not in_these_words
            if alike and all(holds(value, "=", other, RTOL, ATOL) for value, other in pairs):
                return error
        return None

    def known_jump(self, here: Line) -> KnownError | None:
        """What is behind a true line that people are known to write without its facts."""
        for error, text in self.problem.errors:
            if not self.broken(Line.of(text, self.worlds), "=", here):
                return error
        return None


def _gap(old: np.ndarray | None, new: np.ndarray | None) -> float:
    """How far two values are apart, for their size; infinitely far where one has no value."""
    if old is None or new is None or old.shape != new.shape:
        return np.inf
    return float(abs(old - new).max() / (1 + abs(old).max()))
