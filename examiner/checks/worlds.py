"""What a derivation is checked with: a claim, a vocabulary, the worlds that lines are tried in.

In the usual worlds everything that the statement assumes is true. The assumptions that a proof has
to use are its *facts*; each comes with worlds in which this fact alone is false, so the steps that
break there are the steps that need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, eq=False)
class World:
    """A value or function for each name of the vocabulary, and what to call this choice."""

    symbols: Mapping[str, Any]
    note: str


@dataclass(frozen=True)
class Fact:
    """An assumption that a step may need.

    name: what a student writes as the reason.
    says: the fact in symbols.
    without: the ways in which it can be false, each a group of worlds. A step needs the fact if it
        breaks in every group; it may name the fact if it breaks in at least one.
    """

    name: str
    says: str
    without: tuple[tuple[World, ...], ...]


@dataclass(frozen=True)
class Problem:
    """left (claim) right, to be shown by lines of which each step uses one fact at most.

    moves: reasons that hold always, and so need not be checked.
    together: facts that one step may use, if the line before it has one of these names.
    mistakes: a false line, and what is behind it.
    """

    left: str
    right: str
    worlds: tuple[World, ...]
    facts: tuple[Fact, ...]
    moves: tuple[str, ...]
    claim: str = "="
    together: Mapping[frozenset[str], frozenset[str]] = field(default_factory=dict)
    mistakes: Mapping[str, str] = field(default_factory=dict)
