"""Properties that a right answer has, whatever its arguments.

A property is a function `holds(answer, rng, *size)` that calls the answer as it likes and returns
what is wrong, or "" where the property holds; what would be right is marked in it with `solution`
(see `examiner.detail`). Wrong code has many properties of right code: say what must change as well
as what must not, and pair properties with values (`checks.arrays`).
"""

from __future__ import annotations

import inspect
import pickle
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..detail import diagnosis
from .array_answers.differences import difference
from .array_answers.nothing import GIVEN_BACK, is_given
from .calls import (
    MAX_SECONDS,
    as_array,
    ask,
    describe_error,
    ends_asking,
    in_fresh_process,
    real_array,
)
from .tolerances import ATOL_AGAIN, RTOL_AGAIN, close, has_single_precision
from .verdict import NOT_LOOKED_AT, WHOLE, Finding, Verdict


@dataclass(frozen=True)
class Property:
    """The property `holds(answer, rng, *size)`, the sizes at which it is tried, and its weight.

    sizes: argument lists for `holds`, the smallest first: the first that fails is reported.
    needs: properties that must hold for this one to count, where a wrong answer has this one alone.
    """

    holds: Callable[..., str]
    sizes: Sequence[tuple]
    weight: float = 1.0
    needs: Sequence[str] = ()


OF_A_CONSEQUENCE = 1 / 2  # what a property earns that is broken by a mistake in the values
BY_THE_MISTAKE = diagnosis(" (by the mistake in the values: half)", " (half)")
AGAIN = "asked again in another order"


class NoAnswer(Exception):
    """A call inside a property gave no array of the right shape; the message says what it gave."""


def properties(
    function: Any,
    *,
    properties: Mapping[str, Property],
    shape: Callable[..., tuple[int, ...]],
    points: float,
    given: Verdict | None = None,
    repeats: bool = True,
    seed: int = 0,
) -> Verdict:
    """Which of the named properties `function` has, with credit for each.

    shape: from the arguments of a call, the shape of a right answer. A property sees only
        answers that have it; with any other it fails.
    given: the verdict on the values. Where these may not be followed, no property earns anything.
        Where one mistake explains them, a property that it breaks too loses half: one slip is one
        slip, and it costs half of the values as well.
    repeats: whether an answer that gives something else when asked again earns nothing. Where it
        draws at random, that is better looked at by a property.
    """
    total = sum(each.weight for each in properties.values())
    shares = {name: points * each.weight / total for name, each in properties.items()}
    if given is not None and not given.may_be_followed:
        findings = [Finding(name, NOT_LOOKED_AT, 0.0, share) for name, share in shares.items()]
        return Verdict.from_findings(findings, points)
    answer = Answer(function, shape)
    seeds = {name: [seed, i] for i, name in enumerate(properties)}
    broken = {name: _breach(answer, each, seeds[name]) for name, each in properties.items()}
    reasons = set(broken.values())
    if answer.last_error and reasons == {answer.last_error}:
        return Verdict.nothing(WHOLE, answer.last_error, points)
    if any(reasons) and not (given and given.mistaken) and answer.gives_back:
        return Verdict.nothing(WHOLE, GIVEN_BACK, points)
    again = repeats and any(not reason for reason in reasons)
    if again and (reason := answer.differs_when_asked_again(seed)):
        return Verdict.nothing(WHOLE, reason, points)
    mistaken = Answer(given.mistaken, shape) if given and given.mistaken else None
    findings = []
    for name, each in properties.items():
        share = shares[name]
        unmet = [other for other in each.needs if broken[other]]
        if broken[name] and mistaken and _breaks(mistaken, each, seeds[name]):
            message = f"{broken[name]}{BY_THE_MISTAKE}"
            findings.append(Finding(name, message, OF_A_CONSEQUENCE * share, share))
        elif broken[name]:
            findings.append(Finding(name, broken[name], 0.0, share))
        elif unmet:
            message = f"not counted: it says nothing without “{unmet[0]}”"
            findings.append(Finding(name, message, 0.0, share))
        else:
            findings.append(Finding(name, "holds", share, share, passed=True))
    return Verdict.from_findings(findings, points)


class Answer:
    """The answer as a property calls it: it gives an array of the right shape, or raises NoAnswer.

    It is asked once with the same arguments, whichever property asks: all are judged by one answer.
    After a time limit or a crash it is not called again.
    """

    def __init__(self, function: Any, shape: Callable[..., tuple[int, ...]]) -> None:
        self.function = function
        self.shape = shape
        self.last_error = ""
        self.finished = False
        self._answers: dict[bytes, np.ndarray] = {}
        self._seconds = 0.0  # that all the calls took

    def __call__(self, *arguments: Any, **keywords: Any) -> np.ndarray:
        call = pickle.dumps((arguments, keywords))
        if call in self._answers:
            return self._answers[call].copy()
        if not self.finished:
            started = time.monotonic()
            (outcome,) = ask(self.function, [arguments], keywords=[keywords])
            self._seconds += time.monotonic() - started
            if outcome.error is None:
                array = self._array(outcome.value, self.shape(*arguments, **keywords))
                self._answers[call] = array
                return array.copy()
            self.finished = ends_asking(outcome.error)
            self.last_error = describe_error(outcome.error)
        raise NoAnswer(self.last_error)

    @property
    def gives_back(self) -> bool:
        """Whether it gave one of its arguments as it is, whenever it was asked."""
        known = [(pickle.loads(call)[0], value) for call, value in self._answers.items()]
        return len(known) > 1 and all(is_given(*each) for each in known)

    def differs_when_asked_again(self, seed: int) -> str:
        """What it says to the same calls in another order, where that is not the same: an answer
        that knows which call it is could have every property. They are made in a fresh process, so
        that an answer can't say once more what it remembers.
        """
        order = list(self._answers)
        random.Random(seed).shuffle(order)
        calls = [pickle.loads(call) for call in order]
        outcomes = ask(
            in_fresh_process(self.function),
            [arguments for arguments, _ in calls],
            keywords=[keywords for _, keywords in calls],
            time_limit=MAX_SECONDS + 2 * self._seconds,
        )
        for call, outcome in zip(order, outcomes, strict=True):
            before, now = self._answers[call], as_array(outcome.value)
            if outcome.error is not None:
                return f"{AGAIN}, {describe_error(outcome.error)}"
            if now is None or now.shape != before.shape or not _same(now, before):
                return f"{AGAIN}, it gives something else for the same arguments"
        return ""

    def _array(self, value: Any, shape: tuple[int, ...]) -> np.ndarray:
        array = real_array(value, shape)
        if isinstance(array, str):
            raise NoAnswer(array)
        return array


def _same(now: np.ndarray, before: np.ndarray) -> bool:
    with np.errstate(all="ignore"):
        return bool(np.isclose(now, before, rtol=RTOL_AGAIN, atol=ATOL_AGAIN, equal_nan=True).all())


def _breach(answer: Answer, tried: Property, seed: Sequence[int]) -> str:
    """How a property fails at the smallest size at which it does; "" if it holds at all."""
    for i, size in enumerate(tried.sizes):
        rng = np.random.default_rng([*seed, i])
        try:
            with np.errstate(all="ignore"):
                reason = diagnosis(tried.holds(answer, rng, *size), "it does not hold")
        except NoAnswer as error:
            reason = str(error)
            if reason == answer.last_error:
                return reason
        if reason:
            return f"{_describe(tried, size)}{reason}"
    return ""


def _breaks(mistaken: Answer, tried: Property, seed: Sequence[int]) -> bool:
    """Whether what a mistake leads to has not this property either. (It must not merely raise.)"""
    return bool(_breach(mistaken, tried, seed)) and not mistaken.last_error


def _describe(tried: Property, size: tuple) -> str:
    names = list(inspect.signature(tried.holds).parameters)[2:]
    sizes = ", ".join(f"{name} = {value}" for name, value in zip(names, size, strict=True))
    return f"with {sizes}: " if sizes else ""


def unequal(got: np.ndarray, expected: Any, *, float32: bool = True) -> str:
    """For use in a property: where two arrays that should be equal differ; "" if they agree.

    float32: whether an answer in single precision is checked to single precision.
    """
    expected = np.broadcast_to(expected, got.shape)
    single = float32 and has_single_precision(got, expected)
    return difference(got, expected, close(got, expected, float32=single))
