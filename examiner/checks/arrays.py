"""Functions that return arrays, checked against a definition on named cases.

The definition (the oracle) is slow and obvious. A mistake that is worth naming is a function too:
what the answer would be if that mistake were made.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .calls import Outcome, as_array, describe_error, describe_value
from .cases import Case, run
from .tolerances import close
from .verdict import Finding, Verdict

# Constant factors worth naming when everything else is right.
FACTORS = (-1.0, 2.0, 0.5, -2.0, -0.5, 4.0, 0.25)

Definition = Callable[..., Any]
Part = int | str | None


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
    float32: whether an answer in single precision is held to single precision.
    """
    drawn = cases(np.random.default_rng(seed)) if callable(cases) else cases
    truth = [list(case.follow(oracle)) for case in drawn.values()]
    layout = Layout.of(truth[0][0], outputs)
    outcomes = run(function, list(drawn.values()), time_limit)
    entries = _entries(drawn, outcomes, truth, layout, float32)
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
    return Verdict.from_findings(findings, points)


# --- what is compared ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """How an answer's value holds its arrays.

    parts: for each output its place in the tuple, or its key in the dict; None for a single array.
    shares: of each output, in the same order.
    """

    names: tuple[str, ...]
    parts: tuple[Part, ...]
    shares: tuple[float, ...]

    @classmethod
    def of(cls, value: Any, outputs: Mapping[str, float] | None) -> Layout:
        """The layout of what the oracle returns. ValueError if it has not the outputs named."""
        if isinstance(value, dict):
            shares = outputs or dict.fromkeys(value, 1.0)
            if missing := set(shares) - set(value):
                raise ValueError(f"the oracle gives no {', '.join(sorted(missing))}")
            return cls(tuple(shares), tuple(shares), tuple(shares.values()))
        if not outputs:
            return cls(("",), (None,), (1.0,))
        if len(value) != len(outputs):
            raise ValueError(f"the oracle gives {len(value)} arrays, and {len(outputs)} have names")
        return cls(tuple(outputs), tuple(range(len(outputs))), tuple(outputs.values()))

    def read(self, outcome: Outcome) -> list[np.ndarray | str]:
        """The arrays of one answer, or for each the reason why it is not there."""
        if outcome.error is not None:
            return [describe_error(outcome.error)] * len(self.names)
        value = outcome.value
        if self.parts == (None,):
            return [_array(value, "numbers")]
        if isinstance(self.parts[0], str):
            return self._read_dict(value)
        several = isinstance(value, (tuple, list)) or (isinstance(value, np.ndarray) and value.ndim)
        found = [as_array(part) for part in value] if several and self._fits(value) else []
        if not found or any(array is None for array in found):
            wanted = f"expected ({', '.join(self.names)}), not {describe_value(value)}"
            return [wanted] * len(self.names)
        return found

    def _fits(self, value: Any) -> bool:
        return len(value) == len(self.names)

    def _read_dict(self, value: Any) -> list[np.ndarray | str]:
        if not isinstance(value, dict):
            wanted = f"expected a dict with the keys {', '.join(self.names)}"
            return [f"{wanted}, not {describe_value(value)}"] * len(self.names)
        return [
            _array(value[name], "an array") if name in value else f"the dict has no {name!r}"
            for name in self.names
        ]


def _array(value: Any, wanted: str) -> np.ndarray | str:
    array = as_array(value)
    return f"expected {wanted}, not {describe_value(value)}" if array is None else array


@dataclass(frozen=True)
class Entry:
    """One array of the answer to one call.

    answer: the array, or the reason why there is none. expected: the array of the definition.
    place: the numbers of the case, of the call in it and of the output; values are looked up there.
    """

    criterion: str
    output: str
    where: str
    answer: np.ndarray | str
    expected: np.ndarray
    place: tuple[int, int, int]
    part: Part
    weight: float
    atol: Any
    float32: bool

    def agrees(self, expected: np.ndarray | None, *, undefined: bool = False) -> bool:
        """Whether the answer is `expected`; None is an answer that raises.

        undefined: NaN, the 0/0 of a mistake, agrees with NaN and with the 0 of code that guards it.
        """
        if expected is None or isinstance(self.answer, str):
            return expected is None and isinstance(self.answer, str)
        if self.answer.shape != expected.shape or self.is_bool != (expected.dtype == bool):
            return False
        same = self.close_to(expected)
        if undefined:
            same |= np.isnan(expected) & (np.isnan(self.answer) | (self.answer == 0))
        return bool(same.all())

    @property
    def is_right(self) -> bool:
        return self.agrees(self.expected)

    @property
    def is_bool(self) -> bool:
        return self.answer.dtype == bool

    def close_to(self, expected: np.ndarray) -> np.ndarray:
        single = self.float32 and self.answer.dtype == np.float32
        return close(self.answer, expected, float32=single, atol=self.atol)

    def hides(self, candidate: np.ndarray | None) -> bool:
        """Whether a mistake that leads to `candidate` can't be seen here."""
        if candidate is None or candidate.shape != self.expected.shape:
            return False
        return bool(close(candidate, self.expected, atol=self.atol).all())

    @property
    def what_differs(self) -> str:
        if isinstance(self.answer, str):
            return self.answer
        if self.answer.shape != self.expected.shape:
            return f"its shape is {self.answer.shape}, expected {self.expected.shape}"
        if self.is_bool != (self.expected.dtype == bool):
            return "true or false, where numbers are expected"
        return difference(self.answer, self.expected, self.close_to(self.expected))


def difference(got: np.ndarray, expected: np.ndarray, same: np.ndarray | None = None) -> str:
    """The first entry in which two arrays of one shape differ; "" if they agree."""
    differs = np.argwhere(~(close(got, expected) if same is None else same))
    if not len(differs):
        return ""
    index = tuple(int(i) for i in differs[0])
    values = f"you have {_in_digits(got[index])}, expected {_in_digits(expected[index])}"
    if not index:
        return values
    where = f"[{', '.join(map(str, index))}]"
    return f"{len(differs)} of {got.size} entries differ; first {where}: {values}"


def _in_digits(value: np.generic) -> str:
    return str(value) if value.dtype == bool else f"{value:.6g}"


def _entries(
    cases: Mapping[str, Case],
    outcomes: Sequence[Sequence[Outcome]],
    truth: Sequence[Sequence[Any]],
    layout: Layout,
    float32: bool,
) -> list[Entry]:
    entries = []
    for i, (name, case) in enumerate(cases.items()):
        for k, outcome in enumerate(outcomes[i]):
            where = name if case.calls == 1 else f"{name}, call {k + 1}"
            for j, answer in enumerate(layout.read(outcome)):
                output, part = layout.names[j], layout.parts[j]
                entries.append(
                    Entry(
                        criterion=f"{where}: {output}" if output else where,
                        output=output,
                        where=where,
                        answer=answer,
                        expected=_part(truth[i][k], part),
                        place=(i, k, j),
                        part=part,
                        weight=case.weight * layout.shares[j] / case.calls,
                        atol=case.atol,
                        float32=float32,
                    )
                )
    return entries


def _by_output(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.output, []).append(entry)
    return list(groups.items())


def _part(value: Any, part: Part) -> np.ndarray:
    return np.asarray(value if part is None else value[part])


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
            return _part(self._known[case][call], entry.part)
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
