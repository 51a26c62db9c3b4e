"""The problem of a derivation, and the steps of an answer with the facts that they use.

In the ordinary worlds, all assumptions of the problem are true. The assumptions that a proof must
use are its *facts*. In each of the other worlds, one or several facts are false, by a little or by
a lot. A set of facts explains a step if the step holds in every world in which those facts are
true. `explanations` finds these sets from the worlds in which the step breaks.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
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
from .single_edits import single_edits_of

MAX_PARTS = 1000  # parts of all lines together: this bounds the time of the check
MAX_FACTS = 2  # facts in one step; with more, the right-hand side earns nothing


@dataclass(frozen=True)
class Fact:
    """A fact: an assumption that a step of a derivation may use.

    Attributes:
        name: The reason that a student writes.
        statement: The fact in symbols.
        others: Other words for the reason.
        required: True if every proof needs the fact. Then it earns a share of the points.

    Example:
        >>> from examiner.checks import Fact
        >>> Fact("unit", "u.T @ u = 1", others=("unit length",)).required
        True
    """

    name: str
    statement: str
    others: tuple[str, ...] = ()
    required: bool = True

    @property
    def in_full(self) -> str:
        """The name and the statement."""
        return f"{self.name} ({self.statement})"


@dataclass(frozen=True)
class Together:
    """Two facts that one step may use, if the line before it shows the reason.

    Attributes:
        facts: The names of the two facts.
        is_shown_by: A function of the syntax tree of the line before: True if this line shows the
            reason.
        reason: That reason in words, for students.

    Example:
        >>> import ast
        >>> from examiner.checks import Together
        >>> has_product = lambda line: any(isinstance(n, ast.Mult) for n in ast.walk(line))
        >>> pair = Together(frozenset({"independence", "zero mean"}), has_product, "a product")
        >>> pair.is_shown_by(ast.parse("E(q * k)", mode="eval"))
        True
    """

    facts: frozenset[str]
    is_shown_by: Callable[[ast.expr], bool]
    reason: str


@dataclass(frozen=True)
class Problem:
    """A claim left = right, with the facts, moves and worlds of its derivations.

    Attributes:
        left: The left-hand side.
        right: The right-hand side.
        draw: A function that takes a random generator and returns the worlds, the smallest first.
            In some worlds, every fact is true. In the others, one or several facts are false, by a
            little or by a lot. Each fact needs worlds in which only this fact is false. No symbol
            may reveal which facts are true.
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
    def misconception_lines(self) -> list[tuple[Diagnosis, str]]:
        """Pairs of a misconception and a line that it leads to."""
        return [(each.error, line) for each in self.misconceptions for line in each.effects]

    @property
    def goal(self) -> str:
        """The name of the item for the right-hand side."""
        return f"right-hand side, {self.right}"

    @property
    def required(self) -> list[Fact]:
        """The facts that have a share of the points."""
        return [fact for fact in self.facts if fact.required]


@dataclass(frozen=True)
class Line:
    """A line of a derivation.

    Attributes:
        number: Its number, counted from 1; 0 for a side of the claim.
        tree: The syntax tree of its formula.
        values: The value of the formula in each world. If it has no value in a world with a false
            fact, this value is None.
    """

    number: int
    tree: ast.expr
    values: list[np.ndarray | None]

    @classmethod
    def of(
        cls,
        text: str,
        worlds: Sequence[World],
        number: int = 0,
        known: Mapping[str, list[np.ndarray | None]] | None = None,
    ) -> Line:
        """Read and evaluate a formula.

        Args:
            text: The formula.
            worlds: The worlds.
            number: The number of the line.
            known: The dump of a syntax tree -> its values in these worlds.

        Raises:
            ExpressionError: The text is no formula, or has no value in an ordinary world.
        """
        tree = read_expression(text, worlds[0].symbols)
        values = (known or {}).get(ast.dump(tree))
        return cls(number, tree, values or expressions.values_in(tree, [*worlds]))

    def is_written_as(self, other: Line) -> bool:
        """Check whether two lines have the same formula, up to spacing and brackets."""
        return ast.dump(self.tree) == ast.dump(other.tree)


@dataclass(frozen=True)
class Step:
    """A true step between two lines.

    Attributes:
        before: The first line.
        here: The second line.
        broken: The worlds in which the step breaks.
        uses: The facts that the step uses.
        may_use: All sets of facts that explain the step, `uses` among them.
        names: The facts that the student names as reasons.
        is_single: True if the step uses at most one fact, or two that the problem allows together.
            But a step that uses facts and skips a left-out line is not single.
        is_leap: True if the step uses so many facts that the right-hand side earns nothing.
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
        """Check whether the step uses this fact and doesn't name it."""
        return fact in self.uses - self.names and self.names not in self.may_use

    def overstates(self, fact: str) -> bool:
        """Check whether the step names this fact and doesn't use it."""
        return fact in self.names - self.uses and self.names not in self.may_use


class Chain:
    """The chain of an answer's lines, up to the first false one.

    Attributes:
        problem: The problem.
        worlds: The worlds.
        facts: The names of all facts.
        last: The last true line; the left-hand side before the first line.
        right: The right-hand side.
        needed: The facts that the claim needs in these worlds.
        steps: The true steps.
        remarks: The findings on single lines.
        last_is_rejected: True if the latest line is false, was left out, or ended the check.
        false_line: The number of the first false line; 0 if there is none.
        stopped_at: The number of the line at which the check stopped; 0 if it read all lines.
    """

    def __init__(self, lines: list | tuple, problem: Problem, worlds: Sequence[World]) -> None:
        self.problem, self.worlds = problem, worlds
        self.facts = [fact.name for fact in problem.facts]
        self.last, self.right = (Line.of(text, worlds) for text in (problem.left, problem.right))
        # Most answers begin and end with the sides of the claim.
        known = {ast.dump(side.tree): side.values for side in (self.last, self.right)}
        self.needed = self.ahead
        self.steps: list[Step] = []
        self.remarks: list[Finding] = []
        self.last_is_rejected, self.false_line, self.stopped_at = False, 0, 0
        skips_lines = False  # True if the line above was left out
        skipped_reasons: set[str] = set()  # the reasons of the left-out lines just above
        parts = 0
        for number, line in enumerate(lines, 1):
            text, reasons = "", set[str]()
            try:
                relation, text, reasons = expressions.read_line(line, first=number == 1)
                here = Line.of(text, worlds, number, known)
            except ExpressionError as error:
                self._leave_out(number, text, error)
            else:
                parts += sum(isinstance(node, ast.expr) for node in ast.walk(here.tree))
                if parts > MAX_PARTS:
                    self._stop(number, Message("lines-too-long"))
                elif number == 1:
                    self._add_first_line(here)
                else:
                    self._add_line(
                        relation, here, reasons, skipped_reasons, skips_lines=skips_lines
                    )
                if self.stopped_at:
                    break
            skips_lines = self.last_is_rejected
            skipped_reasons = skipped_reasons | reasons if skips_lines else set()

    @property
    def ahead(self) -> frozenset[str]:
        """The facts that are needed from the last true line to the right-hand side."""
        return self.facts_of(self.broken(self.last, "=", self.right))[0]

    @property
    def reaches_goal(self) -> bool:
        """True if the last line is true and equals the right-hand side in all worlds."""
        return not self.last_is_rejected and not self.broken(self.last, "=", self.right)

    def broken(self, before: Line, relation: str, here: Line) -> list[int]:
        """Find the worlds in which a relation between two lines doesn't hold.

        Returns:
            The numbers of the worlds, the ordinary ones first.
        """
        pairs = enumerate(zip(before.values, here.values, strict=True))
        broken = [n for n, (old, new) in pairs if not holds(old, relation, new, RTOL, ATOL)]
        return sorted(broken, key=lambda n: bool(self.worlds[n].false))

    def is_false(self, broken: list[int]) -> bool:
        """Check whether an ordinary world is among the worlds that `broken` returned."""
        return bool(broken) and not self.worlds[broken[0]].false

    def facts_of(self, broken: list[int]) -> list[frozenset[str]]:
        """Find the sets of facts that explain a true step, the smallest first.

        Args:
            broken: The numbers of the worlds in which the step breaks.
        """
        false = [self.worlds[n].false for n in broken]
        return explanations(false, self.facts) or [frozenset(self.facts)]

    # --- line by line ----------------------------------------------------------------------------

    def _remark(self, number: int, *messages: Message, errors: Sequence[Diagnosis] = ()) -> None:
        about = Message("line", {"number": number})
        self.remarks.append(Finding.of(about, *messages, errors=errors))

    def _stop(self, number: int, *messages: Message) -> None:
        self._remark(number, *messages)
        self.last_is_rejected, self.stopped_at = True, number

    def _leave_out(self, number: int, text: str, error: ExpressionError) -> None:
        """Leave out a line that can't be read or has no value, with a remark."""
        messages = [Message("line-left-out", {"why": str(error)})]
        try:
            tree = read_expression(text, self.worlds[0].symbols)
        except ExpressionError:
            tree = None
        if tree and not isinstance(error, expressions.UnsoundError):
            edits = single_edits_of(tree, self.last.values, self.worlds)
            messages += [Message("also", {"what": edits})] if edits else []
        self._remark(number, *messages)
        self.last_is_rejected = True

    def _add_first_line(self, here: Line) -> None:
        """Add the first line, which should be the left-hand side."""
        left = {"left": self.problem.left}
        broken = self.broken(self.last, "=", here)
        if self.is_false(broken):
            example = Message("also", {"what": self.example(self.last, here, broken[0])})
            self._stop(1, Message("starts-elsewhere", left), example)
            return
        may_use = self.facts_of(broken)
        if uses := may_use[0]:
            self._remark(1, Message("start-jumps", left))
            step = Step(self.last, here, broken, uses, may_use, uses, is_single=False, is_leap=True)
            self.steps.append(step)
        self.last = here

    def _add_line(
        self,
        relation: str,
        here: Line,
        reasons: set[str],
        skipped_reasons: set[str],
        *,
        skips_lines: bool,
    ) -> None:
        """Add a line that follows from the last one, or stop at it.

        Args:
            relation: The relation to the last line.
            here: The line.
            reasons: The reasons of the line.
            skipped_reasons: The reasons of the left-out lines just above; the step may need some.
            skips_lines: True if there are such lines.
        """
        before, self.last_is_rejected = self.last, False
        broken = self.broken(before, relation, here)
        if self.is_false(broken):
            self.last_is_rejected = True
            self.stopped_at = self.false_line = here.number
            self._remark_false_line(before, here, broken[0])
            return
        if relation != "=":
            self._stop(here.number, Message("other-relation", {"relation": relation}))
            return
        if before.number and before.is_written_as(here):
            self._remark(here.number, Message("repeats-line", {"number": before.number}))
        words = {fact.name: fact.others for fact in self.problem.facts}
        reasons = expressions.standard_names(reasons, words)
        all_reasons = reasons | expressions.standard_names(skipped_reasons, words)
        may_use = self.facts_of(broken)
        smallest = [some for some in may_use if len(some) == len(may_use[0])]
        names = frozenset(all_reasons & {*self.facts})
        uses = names if names in smallest else smallest[0]
        is_shown = any(
            pair.facts == uses and pair.is_shown_by(before.tree) for pair in self.problem.together
        )
        is_single = not (uses and skips_lines) and (len(uses) <= 1 or is_shown)
        is_leap = len(uses) > MAX_FACTS or (len(uses) == MAX_FACTS and uses >= self.needed)
        listed = [*self.facts, *self.problem.moves]
        for name in sorted(all_reasons - {*listed}):
            facts = {"reason": shorten(repr(name), 60), "listed": ", ".join(listed)}
            self._remark(here.number, Message("reason-not-listed", facts))
        names &= reasons | uses
        self.steps.append(Step(before, here, broken, uses, may_use, names, is_single, is_leap))
        self.last = here

    # --- remarks on lines ------------------------------------------------------------------------

    def example(self, before: Line, here: Line, world: int) -> Message:
        """Make the message on the largest difference between two lines in a world."""
        above = f"line {before.number}" if before.number else "the left-hand side"
        values = before.values[world], here.values[world]
        shown = describe_difference(*values, above, f"line {here.number}")
        return Message("for-example", {"note": self.worlds[world].note, "shown": shown})

    def example_without(self, fact: str, step: Step) -> Message:
        """Make the message on a world in which a step breaks because a fact is false.

        It takes the world with the fewest other false facts. Among several such worlds, it takes
        the one with the largest difference between the lines, relative to their size.
        """

        def rank(n: int) -> tuple[int, float]:
            old, new = step.before.values[n], step.here.values[n]
            if old is None or new is None or old.shape != new.shape:
                return len(false[n]), -np.inf
            return len(false[n]), -float(abs(old - new).max() / (1 + abs(old).max()))

        false = {n: {fact_of(mark) for mark in self.worlds[n].false} for n in step.broken}
        world = min((n for n in step.broken if fact in false[n]), key=rank)
        return self.example(step.before, step.here, world)

    def _remark_false_line(self, before: Line, here: Line, world: int) -> None:
        """Remark that a line is false, and name its misconception or the single edits of it.

        Lines with equal values can have different causes. So if a single edit explains the line,
        a misconception counts only if its formula is the line's own formula.
        """
        edits, error = single_edits_of(here.tree, before.values, self.worlds), None
        ordinary = [n for n, world in enumerate(self.worlds) if not world.false]
        for candidate, text in self.problem.misconception_lines:
            line = Line.of(text, [self.worlds[n] for n in ordinary])
            pairs = zip(line.values, (here.values[n] for n in ordinary), strict=True)
            may_match = line.is_written_as(here) or not edits
            if may_match and all(holds(value, "=", other, RTOL, ATOL) for value, other in pairs):
                error = candidate
                break
        example = self.example(before, here, world)
        facts = {"before": before.number, "because": error or edits, "example": example}
        errors = [error] if error else []
        self._remark(here.number, Message("does-not-follow", facts), errors=errors)

    def known_jump(self, here: Line) -> Diagnosis | None:
        """Return a misconception whose line equals this true line in all worlds, else None."""
        lines = self.problem.misconception_lines
        candidates = ((error, Line.of(text, self.worlds)) for error, text in lines)
        return next((error for error, line in candidates if not self.broken(line, "=", here)), None)
