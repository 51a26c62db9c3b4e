"""Functions that return arrays, held against a definition on named cases.

The definition (the oracle) is slow and obvious. A mistake that is worth naming is a function too:
what the answer would be if that mistake were made.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .calls import Outcome, as_array, ask, describe_error, describe_value
from .tolerances import close
from .verdict import Finding, Verdict

# Constant factors worth naming when everything else is right.
FACTORS = (-1.0, 2.0, 0.5, -2.0, -0.5, 4.0, 0.25)


@dataclass(frozen=True)
class Case:
    """One call of the answer.

    weight: its share of the points, relative to the other cases.
    atol: absolute tolerance, a number or one for each entry, where the question pins another than
        the course's; 0 asks for relative precision.
    """

    arguments: tuple
    keywords: Mapping[str, Any] = field(default_factory=dict)
    weight: float = 1.0
    atol: Any = None


def case(*arguments: Any, weight: float = 1.0, atol: Any = None, **keywords: Any) -> Case:
    """The call `answer(*arguments, **keywords)`, as a case."""
    return Case(arguments, keywords, weight, atol)


def arrays(
    function: Any,
    *,
    oracle: Callable[..., Any],
    cases: Mapping[str, Case] | Callable[[np.random.Generator], Mapping[str, Case]],
    points: float,
    mistakes: Mapping[str, Callable[..., Any]] | None = None,
    accept: Mapping[str, Callable[..., Any]] | None = None,
    outputs: Mapping[str, float] | None = None,
    float32: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
) -> Verdict:
    """Whether `function` agrees with `oracle` on each case, with credit case by case.

    cases: name -> case, or a function of a random generator that draws them.
    mistakes: what went wrong -> the function that it leads to; it may raise where the mistake does.
    accept: what allows it -> another oracle; an entry that it explains is right as well.
    outputs: for an answer that is a tuple, the name of each entry -> its share of the points.
    float32: whether an answer in single precision is held to single precision.
    """
    drawn = cases(np.random.default_rng(seed)) if callable(cases) else cases
    calls = list(drawn.values())
    keywords = [c.keywords for c in calls]
    outcomes = ask(function, [c.arguments for c in calls], keywords=keywords, time_limit=time_limit)
    errors = {describe_error(o.error) if o.error is not None else "" for o in outcomes}
    if len(errors) == 1 and "" not in errors:
        return Verdict.nothing("the answer", errors.pop(), points)
    entries = _entries(drawn, outcomes, outputs or {"": 1.0}, points, float32)
    findings = _mark(entries, oracle, mistakes or {}, accept or {})
    return Verdict.from_findings(findings, points)


@dataclass(frozen=True)
class Entry:
    """One array of the answer to one case.

    answer: the array, or the reason why there is none.
    part: its place in the answer, where that is a tuple; else None.
    """

    asked: str
    answer: np.ndarray | str
    case: Case
    part: int | None
    share: float
    float32: bool

    def value_of(self, oracle: Callable[..., Any]) -> np.ndarray:
        """What `oracle` gives here. It gets copies: a mistake may change them in place."""
        arguments, keywords = copy.deepcopy((self.case.arguments, dict(self.case.keywords)))
        with np.errstate(all="ignore"):
            value = oracle(*arguments, **keywords)
        return np.asarray(value if self.part is None else value[self.part])

    def value_of_mistake(self, mistaken: Callable[..., Any]) -> np.ndarray | None:
        """The same, or None where it raises."""
        try:
            return self.value_of(mistaken)
        except Exception:
            return None

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
    def is_bool(self) -> bool:
        return self.answer.dtype == bool

    def close_to(self, expected: np.ndarray) -> np.ndarray:
        single = self.float32 and self.answer.dtype == np.float32
        return close(self.answer, expected, float32=single, atol=self.case.atol)

    def hides(self, candidate: np.ndarray, expected: np.ndarray) -> bool:
        """Whether a mistake that leads to `candidate` can't be seen here."""
        same_shape = candidate.shape == expected.shape
        return same_shape and bool(close(candidate, expected, atol=self.case.atol).all())

    def what_differs(self, expected: np.ndarray) -> str:
        if isinstance(self.answer, str):
            return self.answer
        if self.answer.shape != expected.shape:
            return f"its shape is {self.answer.shape}, expected {expected.shape}"
        if self.is_bool != (expected.dtype == bool):
            return "true or false, where numbers are expected"
        return difference(self.answer, expected, self.close_to(expected))


def difference(got: np.ndarray, expected: np.ndarray, same: np.ndarray | None = None) -> str:
    """The first entry in which two arrays of one shape differ; "" if they agree."""
    differs = np.argwhere(~(close(got, expected) if same is None else same))
    if not len(differs):
        return ""
    index = tuple(int(i) for i in differs[0])
    values = f"you have {_shown(got[index])}, expected {_shown(expected[index])}"
    if not index:
        return values
    where = f"[{', '.join(map(str, index))}]"
    return f"{len(differs)} of {got.size} entries differ; first {where}: {values}"


def _shown(value: np.generic) -> str:
    return str(value) if value.dtype == bool else f"{value:.6g}"


def _entries(
    cases: Mapping[str, Case],
    outcomes: Sequence[Outcome],
    outputs: Mapping[str, float],
    points: float,
    float32: bool,
) -> list[Entry]:
    total = sum(outputs.values()) * sum(c.weight for c in cases.values())
    entries = []
    for (name, c), outcome in zip(cases.items(), outcomes, strict=True):
        answers = _read(outcome, list(outputs))
        for part, (output, weight) in enumerate(outputs.items()):
            asked = f"{name}: {output}" if output else name
            share = points * c.weight * weight / total
            place = part if output else None
            entries.append(Entry(asked, answers[part], c, place, share, float32))
    return entries


def _read(outcome: Outcome, outputs: Sequence[str]) -> list[np.ndarray | str]:
    """The arrays of one answer, or for each the reason why it is not there."""
    if outcome.error is not None:
        return [describe_error(outcome.error)] * len(outputs)
    value = outcome.value
    if outputs == [""]:
        array = as_array(value)
        return [f"expected numbers, not {describe_value(value)}" if array is None else array]
    several = isinstance(value, (tuple, list)) or (isinstance(value, np.ndarray) and value.ndim)
    parts = [as_array(part) for part in value] if several and len(value) == len(outputs) else []
    if not parts or any(part is None for part in parts):
        wanted = f"expected ({', '.join(outputs)}), not {describe_value(value)}"
        return [wanted] * len(outputs)
    return parts


def _mark(
    entries: Sequence[Entry],
    oracle: Callable[..., Any],
    mistakes: Mapping[str, Callable[..., Any]],
    accept: Mapping[str, Callable[..., Any]],
) -> Iterator[Finding]:
    truth = [entry.value_of(oracle) for entry in entries]
    wrong = [not e.agrees(expected) for e, expected in zip(entries, truth, strict=True)]
    reasons = _reasons(entries, truth, wrong, mistakes) if any(wrong) else {}
    for i, (entry, expected) in enumerate(zip(entries, truth, strict=True)):
        remark = _allowed(entry, accept) if wrong[i] else "right"
        if remark:
            yield Finding(entry.asked, remark, entry.share, entry.share, ok=True)
            continue
        parts = [reasons.get(i, ""), entry.what_differs(expected)]
        message = ": ".join(part for part in parts if part)
        yield Finding(entry.asked, message, 0.0, entry.share)


def _allowed(entry: Entry, accept: Mapping[str, Callable[..., Any]]) -> str:
    """What makes an entry right that differs from the definition; "" if nothing does."""
    if isinstance(entry.answer, str):
        return ""
    allowing = (a for a, other in accept.items() if entry.agrees(entry.value_of_mistake(other)))
    return next(allowing, "")


def _reasons(
    entries: Sequence[Entry],
    truth: Sequence[np.ndarray],
    wrong: Sequence[bool],
    mistakes: Mapping[str, Callable[..., Any]],
) -> dict[int, str]:
    """For each wrong entry the mistake that explains it, if there is one.

    A mistake that explains every entry that it would change goes before one that explains some.
    """
    explained: list[tuple[bool, int, str, set[int]]] = []
    for label, candidates in _candidates(entries, truth, mistakes):
        changed, matching = set(), set()
        for i, (entry, candidate) in enumerate(zip(entries, candidates, strict=True)):
            if candidate is not None and entry.hides(candidate, truth[i]):
                continue
            changed.add(i)
            if wrong[i] and entry.agrees(candidate, undefined=True):
                matching.add(i)
        if all(isinstance(entries[i].answer, str) for i in matching):
            continue  # to raise as well, nowhere the same numbers, explains nothing
        explained.append((changed == matching, len(matching), label, matching))
    explained.sort(key=lambda e: (e[0], e[1]), reverse=True)
    reasons: dict[int, str] = {}
    for _, _, label, matching in explained:
        for i in matching:
            reasons.setdefault(i, label)
    return reasons


def _candidates(
    entries: Sequence[Entry],
    truth: Sequence[np.ndarray],
    mistakes: Mapping[str, Callable[..., Any]],
) -> Iterator[tuple[str, list[np.ndarray | None]]]:
    for label, mistaken in mistakes.items():
        yield label, [entry.value_of_mistake(mistaken) for entry in entries]
    yield "it is transposed", [t.T for t in truth]
    yield "it is zero", [np.zeros_like(t) for t in truth]
    for factor in FACTORS:
        yield f"{factor:g} times the right one", [factor * t for t in truth]
