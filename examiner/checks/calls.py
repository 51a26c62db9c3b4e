"""Calling what a student wrote. Whatever it does comes back as an outcome, never as an exception.

A function that lives in the student's process is a stand-in with a method `map_calls`; an ordinary
function (when an instructor tries a test cell in a plain kernel) is called in this process.
"""

from __future__ import annotations

import contextlib
import copy
import re
import resource
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from ..cell_code import quiet
from ..findings.diagnosis import Message
from ..time_limit import TimeIsUp, limit_time

MAX_SECONDS = 10.0  # seconds, for all the calls of one `ask`
TRACING = 2**24  # bytes: room for what `allocated`, which sees what a call takes, keeps itself
MAX_AXES = 8  # of an array that is looked at; no question asks for more than four
SHOWN = 120  # characters of a student's value or message that a finding repeats


class NoAnswer(Exception):
    """An answer that gave none of what is asked for. said: what it gave instead."""

    def __init__(self, said: Message) -> None:
        super().__init__(said.id)
        self.said = said


@dataclass(frozen=True)
class Outcome:
    """What one call gave: a value, or the error that ended it.

    left: the arguments and the keywords as the call left them, where they were asked for.
    """

    value: Any = None
    error: BaseException | None = None
    left: tuple[tuple, dict[str, Any]] | None = None


def ask(
    function: Any,
    argument_lists: Sequence[tuple],
    *,
    keywords: Sequence[Mapping[str, Any]] | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    arguments_return: bool = False,
) -> list[Outcome]:
    """Call a student's function with each argument list in turn.

    Each call gets copies of the arguments, because a student may change them in place.

    Args:
        function: The student's function.
        argument_lists: The arguments of each call.
        keywords: The keyword arguments of each call.
        time_limit: Limit for all calls together, in seconds: of work and sleep in a student's
            process, of the clock in this process. Calls beyond it have a TimeoutError.
        memory_limit: Limit of additional memory for a call, in bytes.
        arguments_return: True if each outcome holds the arguments after the call.

    Returns:
        The outcome of each call: its `value`, or its `error`.

    Example:
        >>> from examiner.checks import ask
        >>> outcomes = ask(lambda x: 1 / x, [(2,), (0,)])
        >>> outcomes[0].value, type(outcomes[1].error).__name__
        (0.5, 'ZeroDivisionError')
    """
    keywords = keywords or [{}] * len(argument_lists)
    outcomes: list[Outcome] = []
    if is_remote(function):
        answered = (True,) if arguments_return else ()
        limits = time_limit, memory_limit
        for value, error in function.map_calls(argument_lists, keywords, *limits, *answered):
            match value:
                case _ if not arguments_return:
                    outcomes.append(Outcome(value, error))
                case (value, tuple() as arguments, dict() as named) if error is None:
                    outcomes.append(Outcome(value, None, (arguments, named)))
                case _:
                    lost = TypeError("its arguments did not come back")
                    outcomes.append(Outcome(None, error or lost))
        return outcomes
    seconds = MAX_SECONDS if time_limit is None else time_limit
    try:
        with quiet(), limit_time(seconds):
            for call in zip(argument_lists, keywords, strict=True):
                # Copies of one call share identity as the originals do, nothing with another call.
                listed, by_name = copy.deepcopy((call[0], dict(call[1])))
                try:
                    with _memory(memory_limit):
                        value = function(*listed, **by_name)
                except TimeIsUp:
                    raise
                except BaseException as error:
                    outcomes.append(Outcome(error=error))
                else:
                    given = (listed, by_name) if arguments_return else None
                    outcomes.append(Outcome(value, left=given))
    except TimeIsUp:
        why = f"not finished within {seconds:g} s"
        for _ in argument_lists[len(outcomes) :]:
            outcomes.append(Outcome(error=TimeoutError(why)))
    return outcomes


def is_remote(function: Any) -> bool:
    return hasattr(type(function), "map_calls")


def in_fresh_process(function: Any) -> Any:
    """The function where it was not called yet, if it is in another process; itself, if it is here.

    Raises CannotJudge where the notebook doesn't run again: a person has to decide then.
    """
    return function.in_fresh_process() if is_remote(function) else function


def timed(
    function: Any, argument_lists: Sequence[tuple], **how: Any
) -> tuple[float, list[Outcome]]:
    """How many seconds the processors work for calls, and what they give. how: see `ask`.

    It is the time of all processes of a submission, or of this thread. What a mark rests on is
    measured so; how busy the machine is makes no difference. Without a limit of memory it is known
    exactly.
    """
    clock = function.processor_seconds if is_remote(function) else time.thread_time
    before = clock()
    outcomes = ask(function, argument_lists, **how)
    return clock() - before, outcomes


@contextlib.contextmanager
def _memory(extra: int | None) -> Iterator[None]:
    """MemoryError for what goes `extra` bytes, and TRACING, beyond the address space in use now."""
    if extra is None:
        yield
        return
    with open("/proc/self/statm") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + extra + TRACING, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextlib.contextmanager
def allocated(function: Any, arguments: tuple) -> Iterator[Callable[[], int]]:
    """Gives a function that says how many bytes Python and numpy have taken inside so far, at most
    at a time, beside the copies of these arguments that `ask` makes; 0 for one in another process,
    where the limit is the kernel's.

    In this process a limit of the address space is not enough: an array can go into room that
    earlier ones have left.
    """
    if is_remote(function):
        yield lambda: 0
        return
    traced = tracemalloc.is_tracing()
    if not traced:
        tracemalloc.start()
    copies = copy.deepcopy(arguments)
    before = tracemalloc.get_traced_memory()[0]
    del copies
    tracemalloc.reset_peak()
    try:
        yield lambda: tracemalloc.get_traced_memory()[1] - before
    finally:
        if not traced:
            tracemalloc.stop()


def ends_asking(error: BaseException) -> bool:
    """Whether an answer that ended so is not called again: it ran into a limit, or crashed."""
    return isinstance(error, (TimeoutError, ChildProcessError))


# What numpy says of a product of matrices before it says which sizes differ, and of a broadcast.
_SIGNATURE = re.compile(r" in its core dimension \d+, with gufunc signature [^ ]{1,60}")
_SHAPES = re.compile(r"broadcast together with shapes \(([\d,]+)\) \(([\d,]+)\)")


def error_said(error: BaseException) -> Message:
    """Make the message about an error that ended a call.

    Args:
        error: The `error` of an outcome of `ask`.

    Returns:
        The message.

    Example:
        >>> from examiner.checks import ask, error_said
        >>> (outcome,) = ask(lambda x: 1 / x, [(0,)])
        >>> error_said(outcome.error).id
        'raised'
    """
    message = shorten(_SIGNATURE.sub("", str(error)[:1000]))
    if isinstance(error, NotImplementedError):
        return Message("not-answered", {"why": " yet"})
    if isinstance(error, MemoryError):
        return Message("needs-more-memory")
    raised = hasattr(error, "is_students")  # by a student's own `raise`
    if isinstance(error, TimeoutError) and not raised:
        return Message("not-in-time", {"message": message or "not finished in time"})
    if isinstance(error, ChildProcessError) and not raised:
        return Message("crashed", {"message": message or "your code crashed"})
    facts = {"type": type(error).__name__, "message": message}
    if isinstance(error, ValueError) and (found := _SHAPES.search(message)):
        short, long = sorted((part.strip(",").split(",") for part in found.groups()), key=len)
        without_one = [long[:i] + long[i + 1 :] for i in range(len(long))]
        if short in without_one:  # a sum or a maximum has it that was taken along that axis
            facts["lacks_an_axis"] = f"({','.join(short)}{',' * (len(short) == 1)})"
    return Message("raised", facts)


def failure_said(error: BaseException, at: str) -> Message:
    """How a call ended, and at which arguments."""
    said = error_said(error)
    is_one = not isinstance(error, NotImplementedError)
    return Message("failed-at", {"at": at, "how": said}) if is_one else said


def value_said(value: Any) -> Message:
    """What a value is, in a few words: its type, its shape, the start of it."""
    kind = {"type": type(value).__name__}
    if isinstance(what := getattr(value, "unsent", None), str):  # it stayed in its process
        return Message("unsent", {"what": shorten(what)})
    if value is None:
        return Message("nothing-returned")
    if isinstance(value, np.ndarray):
        return Message("array", {"shape": str(value.shape), "dtype": str(value.dtype)})
    if isinstance(value, (str, bytes)):
        return Message("value", kind | {"shown": shorten(repr(value[:SHOWN]))})
    if isinstance(value, int) and abs(value) >= 10**40:
        return Message("long-number", kind | {"digits": value.bit_length() * 30103 // 100000})
    if isinstance(value, (bool, int, float, complex, np.number, Fraction, Decimal)):
        return Message("value", kind | {"shown": shorten(str(value))})
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        return Message("container", kind | {"count": len(value)})
    return Message("other-value", kind)


def not_expected(wanted: str, value: Any) -> Message:
    """What there is in place of what is wanted."""
    return Message("not-expected", {"wanted": wanted, "value": value_said(value)})


def shorten(text: str, length: int = SHOWN) -> str:
    """The start of a student's text, on one line."""
    text = " ".join(text[: 4 * length].split())
    return text if len(text) <= length else text[: length - 1] + "…"


def as_array(value: Any) -> np.ndarray | None:
    """Convert a student's value to a plain array of numbers or booleans.

    Lists and tuples of numbers count as arrays. So does a masked array without masked entries.

    Args:
        value: The value.

    Returns:
        The array; None if the value is no array, or has more than `MAX_AXES` axes.

    Example:
        >>> from examiner.checks import as_array
        >>> as_array([1, 2.5]), as_array("no numbers")
        (array([1. , 2.5]), None)
    """
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        return None
    if isinstance(value, np.ndarray) and value.dtype != object:
        array = np.array(value, subok=False)
    elif _of_numbers(value):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                array = np.array(_plain(value))
                if array.dtype == object:  # ints that are too large for numpy's
                    array = array.astype(float)
        except (ValueError, TypeError, OverflowError, RecursionError, MemoryError, Warning):
            return None
    else:
        return None
    return array if array.dtype.kind in "biufc" and array.ndim <= MAX_AXES else None


def real_array(value: Any, shape: tuple[int, ...]) -> np.ndarray | Message:
    """`value` as an array of real numbers of this shape, or why it is none."""
    array = as_array(value)
    if array is None or array.dtype.kind not in "iuf":
        return not_expected("real numbers", value)
    if array.shape != shape:
        return Message("another-shape", {"shape": str(array.shape), "expected": str(shape)})
    return array


_NUMBERS = (bool, int, float, complex, Fraction, Decimal)
_READ_AS_THEY_ARE = (bool, int, float, complex)


def _of_numbers(value: Any, depth: int = 0) -> bool:
    """Whether a value is a number, or lists of numbers and arrays: looked at before an array is
    made of it, in which every entry gets the room that the largest takes."""
    if type(value) in (list, tuple):
        kinds = set(map(type, value))  # one by one, a million numbers would take a second
        if all(kind in _NUMBERS or issubclass(kind, np.generic) for kind in kinds):
            return depth < MAX_AXES
        return depth < MAX_AXES and all(_of_numbers(each, depth + 1) for each in value)
    if isinstance(value, np.ndarray) and value.dtype == object:
        return value.ndim + depth <= MAX_AXES and _of_numbers(value.tolist(), depth)
    return type(value) in _NUMBERS or isinstance(value, (np.generic, np.ndarray))


def _plain(value: Any) -> Any:
    """Numbers, or lists of them, as numpy takes them: rationals and Decimals as floats."""
    if isinstance(value, np.ndarray) and value.dtype == object:
        value = value.tolist()
    if type(value) in (list, tuple):
        if any(kind not in _READ_AS_THEY_ARE for kind in set(map(type, value))):
            return [_plain(each) for each in value]
        return value
    return float(value) if isinstance(value, (Fraction, Decimal)) else value
