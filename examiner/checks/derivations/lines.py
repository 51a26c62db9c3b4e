"""A line of a derivation, and a step between two."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .expressions import read_expression, values_in
from .worlds import World

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
