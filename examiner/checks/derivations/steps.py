"""What a derivation is checked with, and its lines one after the other: which are true, and what
each step rests on.

In the usual worlds everything that the statement assumes is true. The assumptions that a proof has
to use are its *facts*. In each of the other worlds some of them are false, slightly or far, one
alone or several together. A step rests on a set of facts if it holds wherever these are true,
whatever else is false: the sets follow from the worlds in which it breaks (`explanations`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...findings.diagnosis import Diagnosis, Message
from ...findings.finding import Finding
from ..calls import shorten
from ..misconceptions import Misconception
from ..tolerances import ATOL, RTOL
from . import expressions
from .comparing import World, describe_difference, explanations, fact_of, holds
from .expressions import ExpressionError, read_expression
from .single_edits import mend

MAX_PARTS = 1000  # of all lines: bounds the time that one derivation takes
MOST_AT_ONCE = 2  # facts in one step of a derivation that still arrives


@dataclass(frozen=True)
class Fact:
    """A fact: an assumption that a step of a derivation may use.

    Attributes:
        name: The reason that a student writes.
        says: The fact in symbols.
        others: Other words for the reason.
        required: True if every proof needs the fact. Then it earns a share of the points.

    Example:
        >>> from examiner.checks import Fact
        >>> Fact("unit", "u.T @ u = 1", others=("unit length",)).required
        True
    """

    name: str
    says: str
    others: tuple[str, ...] = ()
    required: bool = True

    @property
    def in_full(self) -> str:
        return f"{self.name} ({self.says})"


@dataclass(frozen=True)
class Together:
    """Two facts that one step may use, if the line before it shows the reason.

    Attributes:
        facts: The names of the two facts.
        shown: A function of the syntax tree of the line before: True if this line shows the reason.
        what: That reason in words, for students.

    Example:
        >>> import ast
        >>> from examiner.checks import Together
        >>> has_product = lambda line: any(isinstance(n, ast.Mult) for n in ast.walk(line))
        >>> pair = Together(frozenset({"independence", "zero mean"}), has_product, "a product")
        >>> pair.shown(ast.parse("E(q * k)", mode="eval"))
        True
    """

    facts: frozenset[str]
    shown: Callable[[ast.expr], bool]
    what: str


@dataclass(frozen=True)
class Problem:
    """A claim left = right, with the facts, moves and worlds of its derivations.

    Attributes:
        left: The left-hand side.
        right: The right-hand side.
        draw: A function of a random generator: the worlds, the smallest first. Some have every fact
            true; in the others facts are false, alone and together, slightly and far. Each fact
            needs worlds in which it alone is false. No symbol may reveal which facts are true.
        facts: The facts that steps may use.
        moves: Reasons that always hold, such as "algebra".
        together: Pairs of facts that one step may use.
        misconceptions: Wrong lines that people write. The effect is the line, or a list of lines.

    Example:
        >>> from examiner.checks import Fact, Problem, World
        >>> problem = Problem(
        ...     left="c * x",
        ...     right="x",
        ...     draw=lambda rng: [World({"c": 1.0, "x": rng.normal()}, "c = 1")],
        ...     facts=(Fact("unit", "c = 1"),),
        ...     moves=("algebra",),
        ... )
        >>> [fact.name for fact in problem.required]
        ['unit']
    """

    left: str
    right: str
    draw: Callable[[np.random.Generator], Sequence[World]]
    facts: tuple[Fact, ...]
    moves: tuple[str, ...]
    together: tuple[Together, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()

    @cached_property
    def errors(self) -> list[tuple[Diagnosis, str]]:
        """What is behind a line that people are known to write, and that line."""
        return [(each.error, line) for each in self.misconceptions for line in each.effects]

    @property
    def goal(self) -> str:
        return f"right-hand side, {self.right}"

    @property
    def required(self) -> list[Fact]:
        """The facts that have a share of the points."""
        return [fact for fact in self.facts if fact.required]


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
        return cls(number, tree, expressions.values_in(tree, [*worlds]))

    def is_written_as(self, other: Line) -> bool:
        return ast.dump(self.tree) == ast.dump(other.tree)


@dataclass(frozen=True)
class Step:
    """A true step between two lines.

    broken: the worlds in which it does not hold.
    uses: the facts that it rests on. may_use: other sets of facts that it may rest on as well.
    names: the facts that are its reasons.
    is_single: whether it uses one fact at most, or two that the line before shows together, and
        leads across no line that was left out.
    is_leap: whether it uses too many facts for the derivation to arrive.
    """

    before: Line
    here: Line
    broken: list[int]
    uses: frozenset[str]
    may_use: list[frozenset[str]]
    names: frozenset[str]
    is_single: bool
    is_leap: bool

    def misses(self, fact: str) -> bool:
        """Whether it uses this fact and does not name it."""
        return fact in self.uses - self.names and self.names not in self.may_use

    def overstates(self, fact: str) -> bool:
        """Whether it names this fact and does not use it."""
        return fact in self.names - self.uses and self.names not in self.may_use

    @property
    def is_named(self) -> bool:
        """Whether it names the facts that it uses, and no others."""
        return self.names == self.uses or self.names in self.may_use


class Chain:
    """The lines, up to the first that does not follow.

    steps: the true ones. last: the last true line. remarks: what is to be said of single lines.
    needed: the facts that the claim needs in these worlds.
    ended: whether the last line doesn't follow, or can't be the last.
    false_line: the number of the first false line, at which the chain ends; 0 if there is none.
    stopped: the number of the line at which it ends; 0 if it doesn't.
    """

    def __init__(self, lines: list | tuple, problem: Problem, worlds: Sequence[World]) -> None:
        self.problem, self.worlds = problem, worlds
        self.facts = [fact.name for fact in problem.facts]
        self.last, self.right = (Line.of(text, worlds) for text in (problem.left, problem.right))
        self.needed = self.ahead
        self.steps: list[Step] = []
        self.remarks: list[Finding] = []
        self.ended, self.false_line, self.stopped = False, 0, 0
        across = False  # whether the line above was left out
        above: set[str] = set()  # reasons of lines above that were left out
        parts = 0
        for number, line in enumerate(lines, 1):
            text, named = "", set[str]()
            try:
                relation, text, named = expressions.read_line(line, first=number == 1)
                here = Line.of(text, worlds, number)
            except ExpressionError as error:
                self._leave_out(number, text, error)
            else:
                parts += sum(isinstance(node, ast.expr) for node in ast.walk(here.tree))
                if parts > MAX_PARTS:
                    self._stop(number, Message("lines-too-long"))
                elif number == 1:
                    self._begin(here)
                else:
                    self._go_on(relation, here, named, above, across=across)
                if self.stopped:
                    break
            across = self.ended
            above = above | named if across else set()

    @property
    def ahead(self) -> frozenset[str]:
        """The facts that are needed from the last true line to the right-hand side."""
        return self.rests_on(self.broken(self.last, "=", self.right))[0]

    @property
    def reaches_the_end(self) -> bool:
        """Whether the last line is true, and the right-hand side."""
        return not self.ended and not self.broken(self.last, "=", self.right)

    def broken(self, before: Line, relation: str, here: Line) -> list[int]:
        """The worlds in which the relation does not hold, the usual ones first."""
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

    # --- line by line ----------------------------------------------------------------------------

    def _remark(self, number: int, *says: Message, errors: Sequence[Diagnosis] = ()) -> None:
        self.remarks.append(Finding.of(Message("line", {"number": number}), *says, errors=errors))

    def _stop(self, number: int, *says: Message) -> None:
        self._remark(number, *says)
        self.ended, self.stopped = True, number

    def _leave_out(self, number: int, text: str, error: ExpressionError) -> None:
        """Leave a line out that can't be read, or has no value."""
        says = [Message("line-left-out", {"why": str(error)})]
        try:
            tree = read_expression(text, self.worlds[0].symbols)
        except ExpressionError:
            tree = None
        if tree and not isinstance(error, expressions.UnsoundError):
            mended = mend(tree, self.last.values, self.worlds)
            says += [Message("also", {"what": mended})] if mended else []
        self._remark(number, *says)
        self.ended = True

    def _begin(self, here: Line) -> None:
        """Take the first line, which should be the left-hand side."""
        left = {"left": self.problem.left}
        broken = self.broken(self.last, "=", here)
        if self.is_false(broken):
            example = Message("also", {"what": self.example(self.last, here, broken[0])})
            self._stop(1, Message("starts-elsewhere", left), example)
            return
        rests_on = self.rests_on(broken)
        if uses := rests_on[0]:
            self._remark(1, Message("start-jumps", left))
            step = Step(
                self.last, here, broken, uses, rests_on, uses, is_single=False, is_leap=True
            )
            self.steps.append(step)
        self.last = here

    def _go_on(
        self, relation: str, here: Line, named: set[str], above: set[str], *, across: bool
    ) -> None:
        """Take a line that follows from the last one, or stop at it.

        named: the reasons of the line. above: those of lines above it that were left out, of which
            it may need some. across: whether there are such lines.
        """
        before, self.ended = self.last, False
        broken = self.broken(before, relation, here)
        if self.is_false(broken):
            self.ended, self.stopped, self.false_line = True, here.number, here.number
            self._remark_false(before, here, broken[0])
            return
        if relation != "=":
            self._stop(here.number, Message("other-relation", {"relation": relation}))
            return
        if before.number and before.is_written_as(here):
            self._remark(here.number, Message("repeats-line", {"number": before.number}))
        words = {fact.name: fact.others for fact in self.problem.facts}
        named, above = (expressions.standard_names(each, words) for each in (named, above))
        rests_on = self.rests_on(broken)
        smallest = [some for some in rests_on if len(some) == len(rests_on[0])]
        names = frozenset((named | above) & {*self.facts})
        uses = names if names in smallest else smallest[0]
        is_shown = any(p.facts == uses and p.shown(before.tree) for p in self.problem.together)
        is_single = not (uses and across) and (len(uses) <= 1 or is_shown)
        too_many = len(uses) > MOST_AT_ONCE or (len(uses) == MOST_AT_ONCE and uses >= self.needed)
        listed = [*self.facts, *self.problem.moves]
        for name in sorted((named | above) - {*listed}):
            facts = {"reason": shorten(repr(name), 60), "listed": ", ".join(listed)}
            self._remark(here.number, Message("reason-not-listed", facts))
        names &= named | uses
        self.steps.append(Step(before, here, broken, uses, rests_on, names, is_single, too_many))
        self.last = here

    # --- what is said of lines -------------------------------------------------------------------

    def example(self, before: Line, here: Line, world: int) -> Message:
        """Where two lines differ."""
        above = f"line {before.number}" if before.number else "the left-hand side"
        values = before.values[world], here.values[world]
        shown = describe_difference(*values, above, f"line {here.number}")
        return Message("for-example", {"note": self.worlds[world].note, "shown": shown})

    def without(self, fact: str, step: Step) -> Message:
        """Where a step breaks without a fact: a world in which little else is false, and its two
        lines are far apart for their size."""

        def little_else(n: int) -> tuple[int, float]:
            old, new = step.before.values[n], step.here.values[n]
            if old is None or new is None or old.shape != new.shape:
                return len(false[n]), -np.inf
            return len(false[n]), -float(abs(old - new).max() / (1 + abs(old).max()))

        false = {n: {fact_of(mark) for mark in self.worlds[n].false} for n in step.broken}
        world = min((n for n in step.broken if fact in false[n]), key=little_else)
        return self.example(step.before, step.here, world)

    def _remark_false(self, before: Line, here: Line, world: int) -> None:
        """Why a line is false, with what is behind a false line that people are known to write: of
        two lines with one value, each may have a reason of its own, where one change mends it."""
        mended, error = mend(here.tree, before.values, self.worlds), None
        usual = [n for n, world in enumerate(self.worlds) if not world.false]
        for known, text in self.problem.errors:
            line = Line.of(text, [self.worlds[n] for n in usual])
            pairs = zip(line.values, (here.values[n] for n in usual), strict=True)
            alike = line.is_written_as(here) or not mended
            if alike and all(holds(value, "=", other, RTOL, ATOL) for value, other in pairs):
                error = known
                break
        example = self.example(before, here, world)
        facts = {"before": before.number, "because": error or mended, "example": example}
        self._remark(
            here.number, Message("does-not-follow", facts), errors=[error] if error else []
        )

    def known_jump(self, here: Line) -> Diagnosis | None:
        """What is behind a true line that people are known to write without its facts."""
        known = ((error, Line.of(text, self.worlds)) for error, text in self.problem.errors)
        return next((error for error, line in known if not self.broken(line, "=", here)), None)
