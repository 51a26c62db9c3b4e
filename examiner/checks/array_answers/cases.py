"""The calls at which an answer is compared with its definition, and definitions of gradients."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

import numpy as np

from ..calls import Outcome, as_array, ask, in_fresh_process, is_remote, timed
from ..tolerances import ATOL_AGAIN

Definition = Callable[..., Any]
CLOCK = 10.0  # times a limit of processor time, after which nobody waits in this process


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
        shows: `shows(answer, expected)` returns True if an array reveals the excluded method.
            Without it, a wrong array does.
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
        """What a definition returns, call by call. It gets copies: it may change them in place."""
        arguments = _copy(self.arguments)
        keywords = copy.deepcopy(dict(self.keywords)) if self.keywords else {}
        with np.errstate(all="ignore"):
            value = definition(*arguments, **keywords)
        yield value
        for given in self.then:
            arguments = _copy(_filled_in(given, value))
            with np.errstate(all="ignore"):
                value = definition(*arguments)
            yield value


# What a call of `case` gives the case; all else goes to the answer.
_OF_A_CASE = {each.name for each in fields(Case)} - {"arguments", "keywords", "then"}


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
    of_case = {name: named.pop(name) for name in _OF_A_CASE & named.keys()}
    return Case(arguments, named, tuple(map(tuple, then)), **of_case)


def _copy(arguments: tuple) -> tuple:
    """A deep copy; a quick one where all are numbers and arrays, as for most definitions."""
    arrays = [each for each in arguments if type(each) is np.ndarray and not each.dtype.hasobject]
    numbers = sum(type(each) in (int, float) for each in arguments)
    if len({*map(id, arrays)}) + numbers < len(arguments):  # two may be one array
        return copy.deepcopy(arguments)
    return tuple(a.copy(order="K") if type(a) is np.ndarray else a for a in arguments)


def _filled_in(arguments: tuple, value: Any) -> tuple:
    """LookupError or TypeError where there is no such part of the value."""
    part = lambda each: value if each.part is None else value[each.part]  # noqa: E731
    return tuple(part(each) if isinstance(each, Previous) else each for each in arguments)


def run(function: Any, cases: Sequence[Case]) -> tuple[list[list[Outcome]], Outcome | None]:
    """What the answer did in each call of each case, and in a second call of the first case.

    Nothing in those with a time limit of their own: see `run_limited`.
    """

    def asked(*cases: Case) -> list[Outcome]:
        named = [case.keywords for case in cases]
        arguments = [case.arguments for case in cases]
        return ask(function, arguments, keywords=named, arguments_return=True)

    usual = [case for case in cases if case.seconds is None]
    *first, last = asked(*usual, usual[0])
    again: Outcome | None = last
    if isinstance(last.error, TimeoutError):
        hung = any(isinstance(each.error, TimeoutError) for each in first)
        # Those before it may have left it little time.
        again = None if hung else asked(usual[0], usual[0])[-1]
    found = iter(first)
    return [[*_go_on(function, c, next(found))] if c.seconds is None else [] for c in cases], again


def run_limited(function: Any, case: Case) -> list[Outcome]:
    """What the answer did in each call of a case that has a time limit of its own."""
    seconds = case.seconds or 0.0
    limit = seconds * (1 if is_remote(function) else CLOCK)
    how = {"keywords": [case.keywords], "time_limit": limit}
    taken, (outcome,) = timed(function, [case.arguments], **how)
    if taken > seconds or isinstance(outcome.error, TimeoutError):
        why = case.too_slow or f"it took more than {seconds:g} s"
        outcome = Outcome(error=TimeoutError(why))
    return [*_go_on(function, case, outcome)]


def _go_on(function: Any, case: Case, outcome: Outcome) -> Iterator[Outcome]:
    """The first outcome, and those of the calls in a row behind it. One that can't be made, since
    the one before returned nothing that it could be given, ends as that one did."""
    yield outcome
    for given in case.then:
        try:
            arguments = _filled_in(given, outcome.value)
        except Exception:  # whatever the answer returned is no such tuple or dict
            yield outcome
            continue
        if outcome.error is None:
            (outcome,) = ask(function, [arguments])
        yield outcome


def handed_on(
    function: Any, cases: Sequence[Case], outcomes: Sequence[Sequence[Outcome]]
) -> tuple[Outcome, Outcome] | None:
    """The last of the first calls in a row, and the same call where the others weren't made: what
    it needs of them was returned by one and given to the next. None if there is none.
    """
    rows = zip(cases, outcomes, strict=True)
    case, row = next(((c, o) for c, o in rows if c.then and o), (None, ()))
    if case is None or any(outcome.error for outcome in row):
        return None
    try:
        arguments = _filled_in(case.then[-1], row[-2].value)
    except Exception:  # as in `_go_on`
        return None
    (alone,) = ask(in_fresh_process(function), [arguments])
    return row[-1], alone


_PLAIN = (str, bytes, bool, int, type(None))


def same(value: Any, other: Any, *, nan: bool = True, rtol: float | None = None) -> bool:
    """Whether two values of arguments or answers are the same; functions are.

    nan: whether NaN is the same as NaN. rtol: by how much numbers may differ, as where sums are in
    another order; None: not at all.
    """
    alike = partial(same, nan=nan, rtol=rtol)
    if isinstance(value, (tuple, list)):
        if not isinstance(other, (tuple, list)) or len(value) != len(other):
            return False
        numbers, others = as_array(value), as_array(other)
        if numbers is None or others is None:
            return all(alike(a, b) for a, b in zip(value, other, strict=True))
        value, other = numbers, others  # one by one, many would take long
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
                found = np.isclose(other, value, rtol, ATOL_AGAIN, equal_nan=nan)
            return bool(found.all())
        return bool(np.array_equal(value, other, equal_nan=nan))
    except (TypeError, ValueError, OverflowError):  # an integer beyond floats, say
        return value is other


# --- gradients -----------------------------------------------------------------------------------

STEP = 1e-30


def complex_step(
    loss: Callable[..., complex], case: Mapping[str, np.ndarray], name: str
) -> np.ndarray:
    """d loss(**case) / d case[name], entry by entry, in the shape of case[name], independently of
    any backward pass: the complex step Im f(x + ih) / h (Squire and Trapp 1998). There is no
    subtraction, so no cancellation; it is exact to rounding for any forward pass that is analytic.
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

    # `inspect` reads this from any function; the type of functions doesn't have it.
    gradients.__signature__ = inspect.signature(loss)  # type: ignore[attr-defined]
    return gradients
