"""Variants: what the arrays of a right answer become by known errors.

A question names its own, as functions or as steps of its walk; two of these may come together. The
usual ones, which need no line in a question, are in `usual`.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...findings.known_error import KnownError, read_errors
from .cases import Case, Definition
from .entries import Entry, Place, part_of

MAX_PAIRS = 1000  # of known errors that are tried together
NOT_THERE = np.empty((0,) * 6)  # agrees with no answer: the variant makes no sense for this array

Steps = Mapping[str, Callable[..., Any]]
Way = Definition | Steps
Mistakes = Mapping[str, Any]  # id -> (words, way or ways)


@dataclass(frozen=True)
class Variant:
    """The right arrays changed by one known error, or by several together.

    array: for an entry the array that stands in its place then, of any shape; None if it raises.
    earns: whether it is an error in an answer that is otherwise right.
    definition: the function that the error leads to, where the variant comes from one.
    everywhere: whether a right array speaks against it, if it would be changed. A factor, say, may
        be in some arrays alone.
    steps: those of the walk that it replaces; {} if it isn't given so.
    outputs: of several errors, the numbers of the outputs that each changes.
    by_question: whether the question names it, so that even a constant may be an answer with it.
    """

    errors: tuple[KnownError, ...]
    array: Callable[[Entry], np.ndarray | None]
    earns: bool = True
    definition: Definition | None = None
    everywhere: bool = False
    steps: Steps = field(default_factory=dict)
    outputs: Sequence[set[int]] = ()
    by_question: bool = False

    @classmethod
    def of(
        cls,
        error: KnownError,
        definition: Definition,
        cases: Sequence[Case],
        steps: Steps | None = None,
    ) -> Variant:
        """The variant that a definition gives in place of the right one. steps: None where the
        question doesn't name it.
        """
        values = Values(cases, definition).at
        return cls(
            (error,),
            values,
            definition=definition,
            everywhere=True,
            steps=steps or {},
            by_question=steps is not None,
        )

    def errors_in(self, outputs: set[int]) -> tuple[KnownError, ...]:
        """Those that show in these outputs."""
        pairs = zip(self.errors, self.outputs, strict=False)
        return tuple(error for error, changed in pairs if changed & outputs) or self.errors

    def changes(self, entries: Iterable[Entry]) -> set[int]:
        """The numbers of the outputs that it changes in some of these."""
        changed: set[int] = set()
        for entry in entries:
            if entry.place[2] not in changed and not entry.hides(self.array(entry)):
                changed.add(entry.place[2])
        return changed


class Values:
    """What another definition gives, worked out for a case when it is first asked about."""

    def __init__(self, cases: Iterable[Case], definition: Definition) -> None:
        self._cases, self._definition = list(cases), definition
        self._known: dict[int, list[Any]] = {}

    def at(self, entry: Entry) -> np.ndarray | None:
        """The array in the place of an entry, of any shape; None where the definition raises."""
        case, call, _ = entry.place
        if case not in self._known:
            self._known[case] = values = []
            with contextlib.suppress(Exception):  # call by call, up to where it raises
                for value in self._cases[case].follow(self._definition):
                    values.append(value)
        try:
            return _numbers(part_of(self._known[case][call], entry.part))
        except (LookupError, TypeError, ValueError):
            return None


def _numbers(array: np.ndarray) -> np.ndarray:
    """An array of numbers: integers beyond 64 bits as floats. What no float can be agrees with
    nothing.
    """
    if array.dtype.kind in "biufc":
        return array
    try:
        return array.astype(float)
    except (TypeError, ValueError, OverflowError):
        return NOT_THERE


def authored(
    mistakes: Mistakes | None, cases: Sequence[Case], walk: Callable[..., Definition] | None
) -> list[Variant]:
    """The variants that a question names: several, where there are several ways to make an error.

    walk: walk(**steps) is the definition with these steps replaced. ValueError where it is missing.
    """
    found = []
    for error, ways in read_errors(mistakes):
        for way in (ways,) if callable(ways) or isinstance(ways, Mapping) else ways:
            steps = {} if callable(way) else way
            if steps and walk is None:
                raise ValueError(f"{error.id}: steps are replaced; `walk=` is missing")
            definition = walk(**steps) if steps and walk else way
            found.append(Variant.of(error, definition, cases, steps))
    return found


def in_pairs(
    variants: Sequence[Variant],
    walk: Callable[..., Definition] | None,
    cases: Sequence[Case],
    entries: Sequence[Entry],
    wrong: set[Place],
) -> Iterator[Variant]:
    """Two errors in different steps that together explain all that is wrong in usual cases, each of
    them in outputs that are wrong; else two beside the one that explains most outputs.
    """
    usual = [entry for entry in entries if not entry.is_limited]
    differing = [entry for entry in usual if entry.place in wrong]
    outputs = {entry.place[2] for entry in differing}
    if walk is None or not outputs or not all(entry.is_there for entry in differing):
        return
    found = [(variant, variant.changes(usual)) for variant in variants if variant.steps]
    fitting = [(variant, changed) for variant, changed in found if changed and changed <= outputs]

    def unexplained(variant: Variant) -> set[int]:
        return {e.place[2] for e in differing if not e.agrees(variant.array(e), undefined=True)}

    most = min(fitting, key=lambda each: len(unexplained(each[0])), default=None)
    beside, explained = [most] if most and unexplained(most[0]) < outputs else [], False
    for base in ([], beside) if beside else ([],):
        if explained:
            return
        pairs = ([*base, *pair] for pair in itertools.combinations(fitting, 2))
        for several in itertools.islice(filter(_go_together(outputs), pairs), MAX_PAIRS):
            steps = {name: step for variant, _ in several for name, step in variant.steps.items()}
            definition = walk(**steps)
            errors = tuple(error for variant, _ in several for error in variant.errors)
            changed = tuple(changed for _, changed in several)
            values = Values(cases, definition).at
            variant = Variant(
                errors, values, True, definition, True, outputs=changed, by_question=True
            )
            if all(entry.agrees(values(entry), undefined=True) for entry in differing):
                yield variant
                explained = True


def _go_together(outputs: set[int]) -> Callable[[Sequence[tuple[Variant, set[int]]]], bool]:
    """Whether errors are several, in different steps, and show in all of these outputs together."""

    def go(several: Sequence[tuple[Variant, set[int]]]) -> bool:
        errors = {variant.errors for variant, _ in several}
        steps = [name for variant, _ in several for name in variant.steps]
        apart = len(errors) == len(several) and len({*steps}) == len(steps)
        return apart and set().union(*(changed for _, changed in several)) == outputs

    return go
