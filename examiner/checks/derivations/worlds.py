"""What a derivation is checked with: a claim, its facts, and the worlds that lines are tried in.

In the usual worlds everything that the statement assumes is true. The assumptions that a proof has
to use are its *facts*. In each of the other worlds some of them are false, slightly or far, one
alone or several together. A step rests on a set of facts if it holds wherever these are true,
whatever else is false: the sets follow from the worlds in which it breaks (`explanations`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...findings.known_error import KnownError, read_table
from .comparing import World
from .expressions import standard_names

__all__ = ["Fact", "Problem", "Together", "World"]


@dataclass(frozen=True)
class Fact:
    """An assumption that a step may rest on.

    name: what a student writes as the reason.
    says: the fact in symbols.
    others: other words for it.
    required: whether no proof goes without it. It has a share of the points, another fact has none.
    """

    name: str
    says: str
    others: tuple[str, ...] = ()
    required: bool = True


@dataclass(frozen=True)
class Together:
    """Two facts that one step may use, if the line before it shows what the step is about.

    shown: asked of the line before. what: that, in words.
    """

    facts: frozenset[str]
    shown: Callable[[ast.expr], bool]
    what: str


@dataclass(frozen=True)
class Problem:
    """left = right, to be shown by lines of which each step uses one fact at most.

    draw: the worlds, drawn at random, usual ones and others, the smallest first. It is called when
        the lines are there: no line can be made for worlds that are not yet chosen.
    moves: reasons that hold always, and so need not be checked.
    mistakes: what is behind lines that people are known to write though they are false, or true
        by facts that aren't named, `id: words :: line`, in a table (`read_table`).
    special: a case of the claim, in words -> a world in this case; None for one that hasn't it.
        Lines that prove the claim in this case alone count as that.
    """

    left: str
    right: str
    draw: Callable[[np.random.Generator], Sequence[World]]
    facts: tuple[Fact, ...]
    moves: tuple[str, ...]
    together: tuple[Together, ...] = ()
    mistakes: str = ""
    special: Mapping[str, Callable[[World], World | None]] = field(default_factory=dict)

    @cached_property
    def errors(self) -> list[tuple[KnownError, str]]:
        """What is behind a line that people are known to write, and that line."""
        read = read_table(self.mistakes).items()
        return [(KnownError(name, words), line) for name, (words, lines) in read for line in lines]

    @property
    def required(self) -> list[Fact]:
        """The facts that have a share of the points."""
        return [fact for fact in self.facts if fact.required]

    def standard_names(self, words: set[str]) -> frozenset[str]:
        """Reasons by the names that facts have here."""
        return frozenset(standard_names(words, {fact.name: fact.others for fact in self.facts}))
