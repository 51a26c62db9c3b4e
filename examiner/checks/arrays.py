"""Functions that return arrays, checked against a definition on named cases.

The definition (the oracle) is slow and obvious. A mistake that is worth naming is a function too:
what the answer would be if that mistake were made.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .cases import Case, run
from .entries import Entry, Layout, entries_of, part_of
from .verdict import Finding, Verdict

# Constant factors worth naming when everything else is right.
FACTORS = (-1.0, 2.0, 0.5, -2.0, -0.5, 4.0, 0.25)

Definition = Callable[..., Any]


def arrays(
    function: Any,
    *,
    oracle: Definition,
    cases: Mapping[str, Case] | Callable[[np.random.Generator], Mapping[str, Case]],
    points: float,
    mistakes: Mapping[str, Definition] | None = None,
    accept: Mapping[str, Definition] | None = None,
    outputs: Mapping[str, float] | None = None,
    every_case: bool = False,
    float32: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
) -> Verdict:
    """Whether `function` agrees with `oracle` on each case, with credit case by case.

    oracle: returns an array, a tuple of arrays, or a dict of arrays, and so must the answer.
    cases: name -> case, or a function of a random generator that draws them.
    mistakes: what went wrong -> the function that it leads to; it may raise where the mistake does.
    accept: what allows it -> another oracle; an array that it explains is right as well.
    outputs: for a tuple, the name of each array -> its share of the points; for a dict, the key of
        each array -> its share (default: the oracle's keys, equal shares).
    every_case: whether an output earns its share by being right in every case, and nothing else.
    float32: whether an answer in single precision is checked to single precision.
    """
    drawn = cases(np.random.default_rng(seed)) if callable(cases) else cases
    truth = [list(case.follow(oracle)) for case in drawn.values()]
    layout = Layout.of(truth[0][0], outputs)
    outcomes = run(function, list(drawn.values()), time_limit)
    entries = entries_of(drawn, outcomes, truth, layout, float32)
    reasons = {entry.answer if isinstance(entry.answer, str) else "" for entry in entries}
    if len(reasons) == 1 and "" not in reasons:
        return Verdict.nothing("the answer", reasons.pop(), points)
    groups = _by_output(entries) if every_case else [(e.criterion, [e]) for e in entries]
    total = sum(entry.weight for entry in entries)
    candidates = list(_candidates(entries, list(drawn.values()), layout, mistakes or {}))
    allowing = {label: Values(drawn.values(), other) for label, other in (accept or {}).items()}
    findings = [
        _finding(name, group, points * sum(e.weight for e in group) / total, candidates, allowing)
        for name, group in groups
    ]
    verdict = Verdict.from_findings(findings, points)
    return replace(verdict, mistaken=_mistake(entries, candidates, allowing, mistakes or {}))


def _mistake(
    entries: Sequence[Entry],
    candidates: Sequence[Candidate],
    allowing: Mapping[str, Values],
    mistakes: Mapping[str, Definition],
) -> Definition | None:
    """The mistake of the question's own that explains all that is wrong, if there is one."""
    wrong = {e.place for e in entries if not e.is_right and not _allowed(e, allowing)}
    places = {e.place for e in entries}
    labels = [c.label for c in candidates if wrong and c.explains(wrong, places)]
    return next((mistakes[label] for label in labels if label in mistakes), None)


def _by_output(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.output, []).append(entry)
    return list(groups.items())


# --- what went wrong -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Candidate:
    """A mistake, by the entries that it would change and those of them that it explains.

    explains_all: whether every entry that it would change is as it would be.
    """

    label: str
    changed: frozenset[tuple[int, int, int]]
    explained: frozenset[tuple[int, int, int]]

    def explains(self, wrong: set[tuple[int, int, int]], all_of: set) -> bool:
        """Whether it explains each of these wrong entries, and no right one speaks against it."""
        return wrong <= self.explained and self.changed & all_of <= self.explained

    @property
    def rank(self) -> tuple[bool, int]:
        return self.changed == self.explained, len(self.explained)


def _finding(
    name: str,
    group: Sequence[Entry],
    share: float,
    candidates: Sequence[Candidate],
    allowing: Mapping[str, Values],
) -> Finding:
    """What is said of entries that earn their points together."""
    differing = [entry for entry in group if not entry.is_right]
    remarks = {entry.place: _allowed(entry, allowing) for entry in differing}
    wrong = [entry for entry in differing if not remarks[entry.place]]
    if not wrong:
        return Finding(name, next(iter(remarks.values()), "right"), share, share, passed=True)
    places = {e.place for e in group if not remarks.get(e.place)}
    reason = next((c.label for c in candidates if c.explains({e.place for e in wrong}, places)), "")
    details = [entry.what_differs for entry in wrong]
    everywhere = len(wrong) == len(group) and len(set(details)) == 1
    detail = details[0] if everywhere else f"{wrong[0].where}: {details[0]}"
    return Finding(name, ": ".join(filter(None, (reason, detail))), 0.0, share)


def _allowed(entry: Entry, allowing: Mapping[str, Values]) -> str:
    """What makes an entry right that differs from the definition; "" if nothing does."""
    if isinstance(entry.answer, str):
        return ""
    return next((label for label, values in allowing.items() if entry.agrees(values.at(entry))), "")


class Values:
    """What another definition gives, worked out for a case when it is first asked about."""

    def __init__(self, cases: Iterable[Case], definition: Definition) -> None:
        self._cases, self._definition = list(cases), definition
        self._known: dict[int, list[Any]] = {}

    def at(self, entry: Entry) -> np.ndarray | None:
        """The array in the place of an entry; None where the definition raises."""
        case, call, _ = entry.place
        if case not in self._known:
            self._known[case] = self._follow(self._cases[case])
        try:
            return part_of(self._known[case][call], entry.part)
        except (LookupError, TypeError, ValueError):
            return None

    def _follow(self, case: Case) -> list[Any]:
        """What it returns call by call, up to where it raises: a mistake may."""
        values: list[Any] = []
        with contextlib.suppress(Exception):
            for value in case.follow(self._definition):
                values.append(value)
        return values


def _candidates(
    entries: Sequence[Entry],
    cases: Sequence[Case],
    layout: Layout,
    mistakes: Mapping[str, Definition],
) -> Iterator[Candidate]:
    """The mistakes that explain something; first those that explain all that they would change."""
    if all(entry.is_right for entry in entries):
        return
    found = []
    for label, arrays_of in _mistaken(entries, cases, layout, mistakes):
        changed, explained = set(), set()
        for entry, array in zip(entries, arrays_of, strict=True):
            if entry.hides(array):
                continue
            changed.add(entry.place)
            if not entry.is_right and entry.agrees(array, undefined=True):
                explained.add(entry.place)
        if all(isinstance(e.answer, str) for e in entries if e.place in explained):
            continue  # to raise as well, nowhere the same numbers, explains nothing
        found.append(Candidate(label, frozenset(changed), frozenset(explained)))
    yield from sorted(found, key=lambda candidate: candidate.rank, reverse=True)


def _mistaken(
    entries: Sequence[Entry],
    cases: Sequence[Case],
    layout: Layout,
    mistakes: Mapping[str, Definition],
) -> Iterator[tuple[str, list[np.ndarray | None]]]:
    for label, mistaken in mistakes.items():
        values = Values(cases, mistaken)
        yield label, [values.at(entry) for entry in entries]
    yield "it is transposed", [entry.expected.T for entry in entries]
    yield "it is zero", [np.zeros_like(entry.expected) for entry in entries]
    if len(layout.names) > 1:
        by_place = {entry.place: entry.expected for entry in entries}
        for j, name in enumerate(layout.names):
            yield f"this is right for {name}", [by_place[*e.place[:2], j] for e in entries]
    for factor in FACTORS:
        yield f"{factor:g} times the right one", [factor * entry.expected for entry in entries]
