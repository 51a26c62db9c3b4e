"""Cases: the calls in which the check compares an answer with its definition.

`derivative_of` makes definitions of gradients.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from numbers import Number
from typing import Any

import numpy as np

from ..calls import Outcome, as_array, ask, in_fresh_process, is_remote, timed
from ..tolerances import ATOL_AGAIN

Definition = Callable[..., Any]
# Limits count processor time. In this process, a call also ends after CLOCK times as many seconds.
CLOCK = 10.0


@dataclass(frozen=True)
class Previous:
    """Part of the output of the previous call, as an argument of a call in `case(then=...)`.

    Attributes:
        part: The index or key of the part; None for the whole output.

    Example:
        >>> from examiner.checks import Arrays, case, previous
        >>> question = Arrays(
        ...     oracle=lambda x, total=0.0: total + x,
        ...     cases={"a running sum": case(1.0, then=[(2.0, previous()), (3.0, previous())])},
        ... )
        >>> question.grade(lambda x, total=0.0: x + total, points=1)
        1.0
    """

    part: int | str | None = None


@dataclass(frozen=True)
class Case:
    """A case: one call of the answer, or several in a row. `case` makes one.

    Attributes:
        arguments: The arguments of the first call.
        keywords: The keyword arguments of the first call.
        then: The argument lists of further calls, in which `previous` stands for outputs.
        weight: Weight of this case, relative to the other cases.
        atol: Absolute tolerance, a number or one per entry; None for the course's own. With 0 the
            comparison is relative.
        oracle: A quicker definition for this case, if the common one is too slow.
        seconds: Limit of processor time for a call, in seconds.
        too_slow: The message to an answer that exceeds this limit.
        telltale: The message to an answer that is wrong only here, if that reveals an excluded
            method. Such a case may have weight 0.
        shows: `shows(answer, expected)` returns True if an array reveals the excluded method. An
            answer that returns no array in such a case earns nothing.
        rtol: Relative tolerance; None for the course's own.

    Example:
        >>> from examiner.checks import Case
        >>> Case((3,), weight=2).calls
        1
    """

    arguments: tuple
    keywords: Mapping[str, Any] = field(default_factory=dict)
    then: tuple[tuple, ...] = ()
    weight: float = 1.0
    atol: Any = None
    oracle: Definition | None = None
    seconds: float | None = None
    too_slow: str = ""
    telltale: str = ""
    shows: Callable[[Any, Any], bool] | None = None
    rtol: float | None = None

    @property
    def calls(self) -> int:
        return 1 + len(self.then)

    def follow(self, definition: Callable[..., Any]) -> Iterator[Any]:
        """Call a definition as the case calls an answer.

        Each call gets copies of the arguments, because the definition may change them in place.

        Args:
            definition: The definition.

        Yields:
            The value of each call.

        Raises:
            LookupError: A value has no part that a later call needs.
            TypeError: As `LookupError`, if the value has no parts at all.
        """
        arguments = _copy(self.arguments)
        keywords = copy.deepcopy(dict(self.keywords)) if self.keywords else {}
        with np.errstate(all="ignore"):
            value = definition(*arguments, **keywords)
        yield value
        for arguments_then in self.then:
            arguments = _copy(_with_previous(arguments_then, value))
            with np.errstate(all="ignore"):
                value = definition(*arguments)
            yield value


# The keywords of `case` that are attributes of the case. All other keywords go to the answer.
_CASE_ATTRIBUTES = {each.name for each in fields(Case)} - {"arguments", "keywords", "then"}


def case(*arguments: Any, then: Sequence[tuple] = (), **named: Any) -> Case:
    """Make a case: the call `answer(*arguments, **keywords)` and the calls that follow it.

    Args:
        arguments: The arguments of the first call.
        then: The argument lists of further calls, in which `previous` stands for outputs.
        named: Keyword arguments of the first call, and attributes of `Case`: `weight`, `atol`,
            `rtol`, `oracle`, `seconds`, `too_slow`, `telltale`, `shows`.

    Returns:
        The case.

    Example:
        >>> from examiner.checks import case
        >>> case(2.0, 3.0, base=10, weight=2).keywords
        {'base': 10}
    """
    of_case = {name: named.pop(name) for name in _CASE_ATTRIBUTES & named.keys()}
    return Case(arguments, named, tuple(map(tuple, then)), **of_case)


def _copy(arguments: tuple) -> tuple:
    """Copy arguments deeply, and quickly if all are numbers and different arrays."""
    arrays = [each for each in arguments if type(each) is np.ndarray and not each.dtype.hasobject]
    numbers = sum(type(each) in (int, float) for each in arguments)
    if len({*map(id, arrays)}) + numbers < len(arguments):
        return copy.deepcopy(arguments)
    return tuple(a.copy(order="K") if type(a) is np.ndarray else a for a in arguments)


def _with_previous(arguments: tuple, value: Any) -> tuple:
    """Replace each `previous` by its part of the value.

    Raises:
        LookupError: The value lacks that part.
        TypeError: The value has no parts.
    """
    part = lambda each: value if each.part is None else value[each.part]  # noqa: E731
    return tuple(part(each) if isinstance(each, Previous) else each for each in arguments)


def run_cases(function: Any, cases: Sequence[Case]) -> tuple[list[list[Outcome]], Outcome | None]:
    """Run an answer in all cases without a time limit of their own, and the first case twice.

    Args:
        function: The answer.
        cases: The cases. At least one has no time limit of its own.

    Returns:
        The outcomes of all calls, case by case, and the outcome of the second call of the first
        case. A case with a time limit has no outcomes yet: see `run_limited`. The second outcome is
        None if the answer hung before.
    """
    call = partial(first_calls_of, function, arguments_return=True)
    unlimited = [case for case in cases if case.seconds is None]
    *first, last = call([*unlimited, unlimited[0]])
    again: Outcome | None = last
    if isinstance(last.error, TimeoutError):
        hung = any(isinstance(each.error, TimeoutError) for each in first)
        # The calls before it may have used up the common time limit: try it alone.
        again = None if hung else call([unlimited[0], unlimited[0]])[-1]
    left = iter(first)
    outcomes = [
        [*with_later_calls(function, case, next(left))] if case.seconds is None else []
        for case in cases
    ]
    return outcomes, again


def first_calls_of(function: Any, cases: Sequence[Case], **options: Any) -> list[Outcome]:
    """Make the first call of each case; `options` are those of `ask`."""
    keywords = [case.keywords for case in cases]
    return ask(function, [case.arguments for case in cases], keywords=keywords, **options)


def run_limited(function: Any, case: Case) -> list[Outcome]:
    """Run an answer in a case that has a time limit of its own.

    Args:
        function: The answer.
        case: The case.

    Returns:
        The outcome of each call. The first one is a TimeoutError if it exceeds the limit.
    """
    seconds = case.seconds or 0.0
    limit = seconds * (1 if is_remote(function) else CLOCK)
    calls, keywords = [case.arguments], [case.keywords]
    taken, (outcome,) = timed(function, calls, at_most=True, keywords=keywords, time_limit=limit)
    if taken > seconds or isinstance(outcome.error, TimeoutError):
        why = case.too_slow or f"it took more than {seconds:g} s"
        outcome = Outcome(error=TimeoutError(why))
    return [*with_later_calls(function, case, outcome)]


def with_later_calls(function: Any, case: Case, outcome: Outcome) -> Iterator[Outcome]:
    """Yield the first outcome of a case and the outcomes of its later calls.

    A later call needs a part of the previous value. If the value lacks it, the call is not made and
    gets the previous outcome.
    """
    yield outcome
    for arguments_then in case.then:
        try:
            arguments = _with_previous(arguments_then, outcome.value)
        except Exception:  # the answer may have returned anything
            yield outcome
            continue
        if outcome.error is None:
            (outcome,) = ask(function, [arguments])
        yield outcome


def last_call_alone(
    function: Any, cases: Sequence[Case], outcomes: Sequence[Sequence[Outcome]]
) -> tuple[Outcome, Outcome] | None:
    """Repeat the last call of the first case with several calls, without the calls before it.

    Its arguments hold everything that it needs from the earlier calls. So an answer that returns
    another value now has remembered an earlier call.

    Args:
        function: The answer.
        cases: The cases.
        outcomes: The outcomes of all calls, case by case.

    Returns:
        The outcome of the last call, and its outcome in a fresh process. None if no case has
        several calls, or one of them raised.
    """
    rows = zip(cases, outcomes, strict=True)
    case, row = next(((c, o) for c, o in rows if c.then and o), (None, ()))
    if case is None or any(outcome.error for outcome in row):
        return None
    try:
        arguments = _with_previous(case.then[-1], row[-2].value)
    except Exception:  # the answer may have returned anything
        return None
    (alone,) = ask(in_fresh_process(function), [arguments])
    return row[-1], alone


_PLAIN = (str, bytes, bool, int, type(None))


def same(value: Any, other: Any, *, nan: bool = True, rtol: float | None = None) -> bool:
    """Check whether two values are the same. All functions count as the same.

    Args:
        value: An argument, or the value of an answer.
        other: Another one.
        nan: True if NaN is the same as NaN.
        rtol: Relative tolerance, for sums in another order; None if numbers must be equal.
    """
    alike = partial(same, nan=nan, rtol=rtol)
    if isinstance(value, (tuple, list)):
        if not isinstance(other, (tuple, list)) or len(value) != len(other):
            return False
        numbers, others = as_array(value), as_array(other)
        if numbers is None or others is None:
            return all(alike(a, b) for a, b in zip(value, other, strict=True))
        value, other = numbers, others  # faster than entry by entry
    if isinstance(value, dict):
        if not isinstance(other, dict) or value.keys() != other.keys():
            return False
        return all(alike(value[key], other[key]) for key in value)
    if callable(value):
        return True
    if type(value) in _PLAIN and type(other) in _PLAIN:
        return value == other
    if (unsent := getattr(value, "unsent", None)) is not None:  # it stayed in its process
        return unsent == getattr(other, "unsent", None)
    try:
        nan = nan and np.asarray(value).dtype.kind in "fc"
        if rtol is not None and np.shape(value) == np.shape(other):
            with np.errstate(all="ignore"):
                near = np.isclose(other, value, rtol, ATOL_AGAIN, equal_nan=nan)
            return bool(near.all())
        return bool(np.array_equal(value, other, equal_nan=nan))
    except (TypeError, ValueError, OverflowError):  # a rational, or an integer beyond all floats
        return bool(value == other) if isinstance(value, Number) else value is other


# --- gradients -----------------------------------------------------------------------------------

STEP = 1e-30  # of the complex step; it may be tiny, since nothing is subtracted


def complex_step(
    loss: Callable[..., complex], case: Mapping[str, np.ndarray], name: str
) -> np.ndarray:
    """Compute d loss(**case) / d case[name] by the complex step Im f(x + ih) / h.

    The complex step needs no backward pass. It subtracts nothing, so nothing cancels: the gradient
    is exact to rounding if the loss is analytic.

    Source: Squire and Trapp 1998, *Using complex variables to estimate derivatives*.

    Args:
        loss: A function of arrays that returns a number and accepts a complex array as `name`.
        case: Name of an argument -> its array.
        name: The argument of the gradient.

    Returns:
        The gradient, in the shape of case[name].
    """
    values = np.asarray(case[name], dtype=complex)
    gradient = np.empty(values.shape)
    for index in np.ndindex(values.shape):
        moved = values.copy()
        moved[index] += 1j * STEP
        gradient[index] = np.imag(loss(**{**case, name: moved})) / STEP
    return gradient


def derivative_of(
    loss: Callable[..., complex], names: Sequence[str]
) -> Callable[..., dict[str, np.ndarray]]:
    """Make the oracle of a gradient question: the gradients of a loss, at the loss's own arguments.

    It takes the complex step Im f(x + ih) / h for each entry. The step subtracts nothing, so the
    gradients are exact to rounding.

    Source: Squire and Trapp 1998, *Using complex variables to estimate derivatives*.

    Args:
        loss: A function of arrays that returns a number. It must be analytic in the arguments
            `names` and accept complex ones.
        names: The arguments whose gradients the answer returns.

    Returns:
        A function of the loss's arguments that returns name -> gradient, in the argument's shape.

    Raises:
        ValueError: The loss has no argument of such a name.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import derivative_of
        >>> gradients = derivative_of(lambda w, x: np.sum((w * x) ** 2), ["w"])
        >>> gradients(np.array([1.0, 2.0]), np.array([3.0, 1.0]))
        {'w': array([18.,  4.])}
    """
    parameters = list(inspect.signature(loss).parameters)
    if unknown := set(names) - set(parameters):
        raise ValueError(f"the loss has no argument {', '.join(sorted(unknown))}")

    def gradients(*arguments: np.ndarray) -> dict[str, np.ndarray]:
        case = dict(zip(parameters, arguments, strict=True))
        return {name: complex_step(loss, case, name) for name in names}

    # `inspect` reads this attribute; the type of functions doesn't declare it.
    gradients.__signature__ = inspect.signature(loss)  # type: ignore[attr-defined]
    return gradients
