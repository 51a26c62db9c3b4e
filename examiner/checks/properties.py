"""Properties that a right answer has for all arguments."""

from __future__ import annotations

import inspect
import pickle
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..findings.diagnosis import Message
from ..findings.finding import WHOLE
from .array_answers.cases import same
from .array_answers.entries import difference
from .array_answers.mutants import is_given
from .calls import (
    MAX_SECONDS,
    NoAnswer,
    as_array,
    ask,
    ends_asking,
    error_message,
    in_fresh_process,
    processor_clock,
    real_array,
)
from .credit import Assessment
from .grading import GradingContext
from .question import Check, RubricRow
from .tolerances import ATOL_FLOAT32, RTOL_AGAIN, close, has_single_precision
from .value_text import value_text
from .verdict import Finding, Verdict


@dataclass(frozen=True)
class Property:
    """A property: a test of the answer, its sizes, and its weight.

    Attributes:
        holds: `holds(answer, rng, *size)` calls the answer with random arguments. If the property
            fails, it returns a message or the result of `unequal`; else "" or None.
        sizes: The argument lists for `holds`, the smallest first; or a function that returns them
            when a submission is graded. The finding names the first list that fails.
        weight: The weight of this property, relative to the others.
        needs: The names of the properties without which this one earns nothing.

    Example:
        >>> from examiner.checks import Property, unequal
        >>> def adds_up(answer, rng, n):
        ...     y = answer(rng.normal(size=n))
        ...     return unequal(y.sum(), 1.0, "the outputs don't add up to 1")
        >>> Property(adds_up, sizes=[(2,), (5,)]).weight
        1.0
    """

    holds: Callable[..., str | Message | None]
    sizes: Sequence[tuple] | Callable[[], Sequence[tuple]]
    weight: float = 1.0
    needs: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Properties(Check):
    """A function that must have certain properties for all arguments, with credit for each.

    Wrong code often has some right properties. So test both which outputs a change of input must
    affect and which it must not. Add a check of the values (`Arrays`).

    Attributes:
        properties: Name, as students read it -> the property.
        shape: A function that takes a call's arguments and returns the shape of a right answer. An
            output of another shape fails the property.
        given: The check of the values. If the values earn less than half of their points and no
            single misconception explains them, no property earns points. A misconception that
            explains the values also explains the properties that it breaks.
        repeats: False for answers that draw at random. Otherwise, an answer earns nothing if equal
            calls return different values.
        seed: Distinguishes this check's draws from other checks' draws.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import Properties, Property, unequal
        >>> def adds_up(answer, rng, n):
        ...     y = answer(rng.normal(size=n))
        ...     return unequal(y.sum(), 1.0, "the outputs don't add up to 1")
        >>> question = Properties(
        ...     {"outputs add up to 1": Property(adds_up, sizes=[(2,), (5,)])},
        ...     shape=lambda x: x.shape,
        ... )
        >>> question.grade(lambda x: np.exp(x) / np.exp(x).sum(), points=1)
        1.0
        >>> question.grade(lambda x: np.exp(x), points=1)
        0.0
    """

    properties: Mapping[str, Property]
    shape: Callable[..., tuple[int, ...]] = field(kw_only=True)
    given: Check | None = field(default=None, kw_only=True)
    repeats: bool = field(default=True, kw_only=True)
    seed: int = field(default=0, kw_only=True)

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        given = grading.mark(self.given, answer) if self.given else None
        seed, total = grading.seed(self.seed), sum(p.weight for p in self.properties.values())
        shares = {name: points * each.weight / total for name, each in self.properties.items()}
        if given is not None and not given.may_be_carried:
            skipped = Message("not-looked-at")
            items = [Finding.of(name, skipped, max_points=part) for name, part in shares.items()]
            return Verdict.of_items((), points, withheld=items)
        tested = AskedAnswer(answer, self.shape)
        tried = {name: (each, [seed, i]) for i, (name, each) in enumerate(self.properties.items())}
        broken = {name: _failure(tested, *each) for name, each in tried.items()}
        if reason := self._earns_nothing(tested, broken, given, seed):
            return Verdict.nothing(WHOLE, reason, points)
        mutant = AskedAnswer(given.mutant, self.shape) if given and given.mutant else None
        items, explained = [], []
        for name, each in self.properties.items():
            unmet = next((other for other in each.needs if broken[other]), "")
            holds = not broken[name] and not unmet
            messages = [broken[name] or Message("property-holds")]
            if unmet and not broken[name]:
                messages = [Message("property-needs", {"name": unmet})]
            if not holds:
                failing = tried[unmet or name]
                by_mutant = mutant and _failure(mutant, *failing) and not mutant.last_error
                explained.append(bool(by_mutant))
                messages += [Message("by-the-mistake")] if by_mutant else []
            earned = shares[name] if holds else 0.0
            items.append(
                Finding.of(name, *messages, points=earned, max_points=shares[name], passed=holds)
            )
        # The misconception that explains the values also explains the properties that it breaks.
        named = given.named if given and explained and all(explained) else None
        assessment = Assessment(points, tuple(items), named=named)
        return Verdict.of_assessments([assessment], misconception_key="")

    def items(self, points: float) -> list[RubricRow]:
        total = sum(each.weight for each in self.properties.values())
        rows = []
        for name, each in self.properties.items():
            needed = " and ".join(f"“{other}”" for other in each.needs)
            item = f"{name} (counts only with {needed})" if needed else name
            rows.append(RubricRow(item, points * each.weight / total))
        return rows

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """Describe the values and the failures at inputs that all submissions share."""
        tested, seed = AskedAnswer(answer, self.shape), grading.common_seed(self.seed)
        tried = enumerate(self.properties.values())
        failed = [_failure(tested, each, [seed, i]) is not None for i, each in tried]
        return f"{failed} {'; '.join(map(value_text, tested.values))}"

    def _earns_nothing(
        self,
        tested: AskedAnswer,
        broken: Mapping[str, Message | None],
        given: Verdict | None,
        seed: int,
    ) -> Message | None:
        """Return the message why an answer earns nothing at all; None if it may earn points."""
        if tested.last_error and set(broken.values()) == {tested.last_error}:
            return tested.last_error
        if any(broken.values()) and not (given and given.mutant) and tested.returns_an_argument:
            return Message("given-back")
        if self.repeats and not all(broken.values()):
            return tested.difference_in_second_calls(seed)
        return None


class AskedAnswer:
    """The answer as a property calls it.

    A call returns an array of the right shape, or raises an exception that fails the property. A
    second call with the same arguments returns the earlier array. After a time limit or a crash,
    every new call fails.

    Args:
        function: The student's function.
        shape: A function that takes a call's arguments and returns the shape of a right answer.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import AskedAnswer
        >>> AskedAnswer(lambda x: 2 * x, shape=lambda x: x.shape)(np.ones(2))
        array([2., 2.])
    """

    def __init__(self, function: Any, shape: Callable[..., tuple[int, ...]]) -> None:
        self.function = function
        self.shape = shape
        self.last_error: Message | None = None
        self.finished = False
        self._answers: dict[bytes, np.ndarray] = {}
        # The sandbox takes longer to read this clock than most calls take, so nobody times each.
        self._clock = processor_clock(function)
        self._started = self._clock()

    def __call__(self, *arguments: Any, **keywords: Any) -> np.ndarray:
        call = pickle.dumps((arguments, keywords))
        if call in self._answers:
            return self._answers[call].copy()
        if self.finished and self.last_error is not None:
            raise NoAnswer(self.last_error)
        (outcome,) = ask(self.function, [arguments], keywords=[keywords])
        if outcome.error is None:
            array = real_array(outcome.value, self.shape(*arguments, **keywords))
            if isinstance(array, Message):
                raise NoAnswer(array)
            self._answers[call] = array
            return array.copy()
        self.finished = ends_asking(outcome.error)
        self.last_error = error_message(outcome.error)
        raise NoAnswer(self.last_error)

    @property
    def values(self) -> list[np.ndarray]:
        """The arrays that the answer returned, call by call."""
        return [*self._answers.values()]

    @property
    def returns_an_argument(self) -> bool:
        """True if each of several calls returned one of its arguments unchanged."""
        known = [(pickle.loads(call)[0], value) for call, value in self._answers.items()]
        return len(known) > 1 and all(is_given(*each) for each in known)

    def difference_in_second_calls(self, seed: int) -> Message | None:
        """Repeat the calls in another order, and return the message about a difference, if any.

        Otherwise an answer could count its calls and so have every property. The calls run in a
        fresh process, where the answer can't remember its earlier values.
        """
        seconds = self._clock() - self._started
        order = list(self._answers)
        random.Random(seed).shuffle(order)
        calls = [pickle.loads(call) for call in order]
        outcomes = ask(
            in_fresh_process(self.function),
            [arguments for arguments, _ in calls],
            keywords=[keywords for _, keywords in calls],
            time_limit=MAX_SECONDS + 2 * seconds,
        )
        for call, outcome in zip(order, outcomes, strict=True):
            before, now = self._answers[call], as_array(outcome.value)
            if outcome.error is not None:
                return Message("asked-again", {"how": error_message(outcome.error)})
            if now is None or now.shape != before.shape or not same(before, now, rtol=RTOL_AGAIN):
                return Message("asked-again-differs")
        return None


def _failure(answer: AskedAnswer, tried: Property, seed: Sequence[int]) -> Message | None:
    """Return the message about the smallest size at which a property fails; None if it holds."""
    names = list(inspect.signature(tried.holds).parameters)[2:]
    each_size = tried.sizes() if callable(tried.sizes) else tried.sizes
    for i, size in enumerate(each_size):
        rng = np.random.default_rng([*seed, i])
        sizes = dict(zip(names, size, strict=True))
        try:
            with np.errstate(all="ignore"):
                reason = tried.holds(answer, rng, *size)
        except NoAnswer as error:
            if error.message == answer.last_error:
                return error.message
            return Message("with-sizes", {"how": error.message, "sizes": sizes})
        if reason:
            broken = Message("property-broken", {"how": as_message(reason)})
            return Message("with-sizes", {"how": broken, "sizes": sizes})
    return None


def as_message(reason: str | Message) -> Message:
    """Convert the result of an author's function to a message."""
    return reason if isinstance(reason, Message) else Message("authored", {"words": reason})


def unequal(got: np.ndarray, expected: Any, words: str = "") -> Message | None:
    """Compare two arrays that should be equal, within a property.

    Args:
        got: The array of the answer. If it has single precision, single precision suffices.
        expected: An array of the same shape, or of a shape that broadcasts to it.
        words: The meaning of a difference, for students.

    Returns:
        The message with the first difference; None if the arrays agree.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import unequal
        >>> unequal(np.array([1.0, 2.0]), [1.0, 2.0]) is None
        True
        >>> unequal(np.array([1.0, 2.0]), 1.0, "the rows differ").id
        'unequal'
    """
    expected = np.broadcast_to(expected, got.shape)
    single = has_single_precision(got, expected)
    # A property may compare small numbers, such as a norm of 0.002. Errors of single precision are
    # relative to the largest.
    largest = float(np.max(np.abs(expected), initial=0.0))
    atol = ATOL_FLOAT32 * largest if single and 0 < largest < 1 else None
    found = difference(got, expected, close(got, expected, float32=single, atol=atol))
    return Message("unequal", {"words": words, "difference": found}) if found else None
