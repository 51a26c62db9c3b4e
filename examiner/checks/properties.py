"""Properties that a right answer has, whatever its arguments.

A property is a function `holds(answer, rng, *size)` that calls the answer as it likes and returns
what is wrong in words, or what `unequal` says, or "" where the property holds. Wrong code has many
properties of right code: say what must change as well as what must not, and pair properties with
values (`Arrays`).
"""

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
    real_array,
    timed,
)
from .credit import Assessment
from .grading import GradingContext
from .question import Check, RubricRow
from .tolerances import RTOL_AGAIN, close, has_single_precision
from .value_text import value_text
from .verdict import Finding, Verdict


@dataclass(frozen=True)
class Property:
    """A property: a test of the answer, its sizes, and its weight.

    Attributes:
        holds: `holds(answer, rng, *size)` calls the answer with random arguments. It returns the
            message if the property fails, or the result of `unequal`; "" or None if it holds.
        sizes: Argument lists for `holds`, the smallest first. The finding reports the first that
            fails. Or a function that returns this list when a submission is graded.
        weight: Weight of this property, relative to the others.
        needs: Names of the properties without which this one earns nothing.

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

    Wrong code has many properties of right code. Test both the changes and the invariants, and add
    a check of the values (`Arrays`).

    Attributes:
        properties: Name, as students read it -> the property.
        shape: A function of the arguments of a call: the shape of a right answer. An output of
            another shape fails the property.
        given: The check of the values. If a later answer may not rest on them, no property earns
            anything. A misconception that explains them also explains the properties that it
            breaks.
        repeats: True if an answer earns nothing that gives other values when the check asks again.
            False for answers that draw at random.
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
            unseen = Message("not-looked-at")
            items = [Finding.of(name, unseen, max_points=part) for name, part in shares.items()]
            return Verdict.of_items((), points, withheld=items)
        asked = AskedAnswer(answer, self.shape)
        tried = {name: (each, [seed, i]) for i, (name, each) in enumerate(self.properties.items())}
        broken = {name: _breach(asked, *each) for name, each in tried.items()}
        if whole := self._earns_nothing(asked, broken, given, seed):
            return Verdict.nothing(WHOLE, whole, points)
        mistaken = AskedAnswer(given.mutant, self.shape) if given and given.mutant else None
        items, by_mistake = [], []
        for name, each in self.properties.items():
            unmet = next((other for other in each.needs if broken[other]), "")
            holds = not broken[name] and not unmet
            says = [broken[name] or Message("property-holds")]
            if unmet and not broken[name]:
                says = [Message("property-needs", {"name": unmet})]
            if not holds:
                failing = unmet or name
                also = mistaken and _breach(mistaken, *tried[failing]) and not mistaken.last_error
                by_mistake.append(bool(also))
                says += [Message("by-the-mistake")] if also else []
            earned = shares[name] if holds else 0.0
            items.append(
                Finding.of(name, *says, points=earned, max_points=shares[name], passed=holds)
            )
        # The misconception in the values explains the properties that it breaks, too.
        named = given.named if given and all(by_mistake) and by_mistake else None
        assessment = Assessment(points, tuple(items), named=named)
        return Verdict.of_assessments([assessment], misconception_key="")

    def items(self, points: float) -> list[RubricRow]:
        total = sum(each.weight for each in self.properties.values())
        return [RubricRow(name, points * p.weight / total) for name, p in self.properties.items()]

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """The values, and what fails, at inputs that all submissions share."""
        asked, seed = AskedAnswer(answer, self.shape), grading.common_seed(self.seed)
        tried = enumerate(self.properties.values())
        failed = [_breach(asked, each, [seed, i]) is not None for i, each in tried]
        return f"{failed} {'; '.join(map(value_text, asked.values))}"

    def _earns_nothing(
        self,
        asked: AskedAnswer,
        broken: Mapping[str, Message | None],
        given: Verdict | None,
        seed: int,
    ) -> Message | None:
        """Why an answer earns nothing at all; None if it may earn something."""
        if asked.last_error and set(broken.values()) == {asked.last_error}:
            return asked.last_error
        if any(broken.values()) and not (given and given.mutant) and asked.gives_back:
            return Message("given-back")
        if self.repeats and not all(broken.values()):
            return asked.differs_when_asked_again(seed)
        return None


class AskedAnswer:
    """The answer as a property calls it.

    It returns an array of the right shape, or raises an exception that fails the property. It asks
    the student's function once for the same arguments. It makes no call after a time limit or a
    crash.

    Args:
        function: The student's function.
        shape: A function of the arguments of a call: the shape of a right answer.

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
        self._seconds = 0.0  # of the processors, that all the calls took

    def __call__(self, *arguments: Any, **keywords: Any) -> np.ndarray:
        call = pickle.dumps((arguments, keywords))
        if call in self._answers:
            return self._answers[call].copy()
        if self.finished and self.last_error is not None:
            raise NoAnswer(self.last_error)
        seconds, (outcome,) = timed(self.function, [arguments], keywords=[keywords])
        self._seconds += seconds
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
        """What the answer returned, call by call."""
        return [*self._answers.values()]

    @property
    def gives_back(self) -> bool:
        """Whether it gave one of its arguments as it is, whenever it was asked."""
        known = [(pickle.loads(call)[0], value) for call, value in self._answers.items()]
        return len(known) > 1 and all(is_given(*each) for each in known)

    def differs_when_asked_again(self, seed: int) -> Message | None:
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
                return Message("asked-again", {"how": error_message(outcome.error)})
            if now is None or now.shape != before.shape or not same(before, now, rtol=RTOL_AGAIN):
                return Message("asked-again-differs")
        return None


def _breach(answer: AskedAnswer, tried: Property, seed: Sequence[int]) -> Message | None:
    """How a property fails at the smallest size at which it does; None if it holds at all."""
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
            broken = Message("property-broken", {"how": in_words_of(reason)})
            return Message("with-sizes", {"how": broken, "sizes": sizes})
    return None


def in_words_of(reason: str | Message) -> Message:
    """What a problem's text says is wrong: words of its own, or what `unequal` says."""
    return reason if isinstance(reason, Message) else Message("authored", {"words": reason})


def unequal(got: np.ndarray, expected: Any, words: str = "") -> Message | None:
    """Compare two arrays that should be equal, within a property.

    Args:
        got: The array of the answer. If it has single precision, single precision suffices.
        expected: An array of the same shape, or of one that broadcasts to it.
        words: What a difference shows, for students.

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
    found = difference(got, expected, close(got, expected, float32=single))
    return Message("unequal", {"words": words, "difference": found}) if found else None
