"""Calls of a student's functions. Each call ends in an outcome, never in an exception.

A function in the student's process is represented by an object with a method `map_calls`. If an
instructor runs a test cell in a plain kernel, the function is an ordinary one in this process.
"""

from __future__ import annotations

import contextlib
import copy
import math
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

MAX_SECONDS = 10.0  # for all calls of one `ask` together
TRACING = 2**24  # bytes that `allocated` needs to trace the memory of a call
MAX_AXES = 8  # of an answer's array; no question asks for more than four
_IMMUTABLE = (int, float, str)
SHOWN = 120  # characters of a student's value or message that a finding repeats


class NoAnswer(Exception):
    """An answer without a usable value. `message` describes its value or error."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class Outcome:
    """The outcome of a call: a value, or the error that ended it.

    Attributes:
        value: The value.
        error: The error; None if the call returned.
        arguments_after: The arguments and the keywords after the call, if `ask` should return them.
    """

    value: Any = None
    error: BaseException | None = None
    arguments_after: tuple[tuple, dict[str, Any]] | None = None


def ask(
    function: Any,
    argument_lists: Sequence[tuple],
    *,
    keywords: Sequence[Mapping[str, Any]] | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    work_limit: float = math.inf,
    arguments_return: bool = False,
) -> list[Outcome]:
    """Call a student's function with each argument list in turn.

    Each call gets copies of the arguments, because the function may change them in place.

    Args:
        function: The student's function.
        argument_lists: The arguments of each call.
        keywords: The keyword arguments of each call.
        time_limit: Limit for all calls together, in seconds: of work and sleep in a student's
            process, of the clock in this process. Later calls end in a TimeoutError.
        memory_limit: Limit of additional memory for a call, in bytes.
        work_limit: Further limit for all calls together, for a function of this process: of this
            thread's processor time, in seconds.
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
        limits = time_limit, memory_limit
        for value, error in function.map_calls(argument_lists, keywords, *limits, arguments_return):
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
        with quiet(), limit_time(seconds, work=work_limit):
            for call in zip(argument_lists, keywords, strict=True):
                listed, by_name = _copied(call[0], dict(call[1]))
                try:
                    with _memory(memory_limit):
                        value = function(*listed, **by_name)
                except TimeIsUp:
                    raise
                except BaseException as error:
                    outcomes.append(Outcome(error=error))
                else:
                    given = (listed, by_name) if arguments_return else None
                    outcomes.append(Outcome(value, arguments_after=given))
    except TimeIsUp:
        reason = f"not finished within {min(seconds, work_limit):g} s"
        for _ in argument_lists[len(outcomes) :]:
            outcomes.append(Outcome(error=TimeoutError(reason)))
    return outcomes


def _copied(arguments: tuple, keywords: dict[str, Any]) -> tuple[tuple, dict[str, Any]]:
    """Copy the arguments of a call. The same object twice stays one object in the copy."""
    if not keywords and all(type(each) in _IMMUTABLE for each in arguments):
        return arguments, keywords  # a deep copy of the sizes takes longer than most counts
    return copy.deepcopy((arguments, keywords))


def is_remote(function: Any) -> bool:
    return hasattr(type(function), "map_calls")


def in_fresh_process(function: Any) -> Any:
    """Return the function as it is in a second process of the student, without the calls so far.

    All questions share that process. A function of this process is returned unchanged.

    Args:
        function: The student's function.

    Returns:
        The function in the second process.

    Raises:
        CannotJudge: The notebook doesn't run a second time, so the answer needs manual grading.

    Example:
        >>> from examiner.checks import ask, in_fresh_process
        >>> (outcome,) = ask(in_fresh_process(lambda n: n + 1), [(1,)])
        >>> outcome.value
        2
    """
    return function.in_fresh_process() if is_remote(function) else function


def paused(function: Any) -> contextlib.AbstractContextManager[None]:
    """Stop the processes of a student's function during a `with` block.

    Otherwise, these processes could slow down the code that the block measures. A function of this
    process has no processes of its own.
    """
    return function.paused() if is_remote(function) else contextlib.nullcontext()


def timed(
    function: Any, argument_lists: Sequence[tuple], *, at_most: bool = False, **options: Any
) -> tuple[float, list[Outcome]]:
    """Call a function and measure the processor time of the calls.

    A mark may depend on processor time, because it doesn't depend on how busy the machine is. It is
    exact unless there is a memory limit.

    Args:
        function: The student's function.
        argument_lists: The arguments of each call.
        at_most: True to add the time that processes of the submission may have hidden.
        options: Further arguments of `ask`.

    Returns:
        The seconds, of all processes of the submission or of this thread; and the outcomes.
    """
    clock = processor_clock(function)
    before = clock()
    outcomes = ask(function, argument_lists, **options)
    seconds = clock() - before
    if at_most and is_remote(function):
        seconds += function.hidden_seconds()
    return seconds, outcomes


def processor_clock(function: Any) -> Callable[[], float]:
    """Return the clock that `timed` reads before and after the calls of a function."""
    return function.processor_seconds if is_remote(function) else time.thread_time


@contextlib.contextmanager
def _memory(extra: int | None) -> Iterator[None]:
    """Limit the address space to the bytes in use now, `extra` bytes, and TRACING."""
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
    """Measure the peak memory of Python and numpy inside the context, in bytes.

    A limit of the address space is not enough in this process, because a new array can use memory
    that earlier arrays have freed. In a student's process, the kernel limits the memory.

    Args:
        function: The student's function.
        arguments: The arguments of its call. `ask` copies them, and the copies aren't counted.

    Yields:
        A function that returns the peak so far; 0 for a function in another process.
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
    """Check whether an error (a limit or a crash) means that no further call should be made."""
    return isinstance(error, (TimeoutError, ChildProcessError))


# Parts of numpy's messages about a matrix product of unequal sizes, and about a failed broadcast.
_SIGNATURE = re.compile(r" in its core dimension \d+, with gufunc signature [^ ]{1,60}")
_SHAPES = re.compile(r"broadcast together with shapes \(([\d,]+)\) \(([\d,]+)\)")


def error_message(error: BaseException) -> Message:
    """Make the message about an error that ended a call.

    Args:
        error: The `error` of an outcome of `ask`.

    Returns:
        The message.

    Example:
        >>> from examiner.checks import ask, error_message
        >>> (outcome,) = ask(lambda x: 1 / x, [(0,)])
        >>> error_message(outcome.error).id
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
        if short in without_one:  # probably a sum or a maximum along that axis
            comma = "," if len(short) == 1 else ""
            facts["lacks_an_axis"] = f"({','.join(short)}{comma})"
    return Message("raised", facts)


def failure_message(error: BaseException, at: str) -> Message:
    """Make the message about an error and the arguments of the call that it ended."""
    message = error_message(error)
    if isinstance(error, NotImplementedError):  # there is no answer yet
        return message
    return Message("failed-at", {"at": at, "how": message})


def value_message(value: Any) -> Message:
    """Describe a value in a few words: its type, its shape, its first characters."""
    kind = {"type": type(value).__name__}
    if isinstance(description := getattr(value, "unsent", None), str):  # it stayed in its process
        return Message("unsent", {"what": shorten(description)})
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
    """Make the message about a value that is not of the wanted kind."""
    return Message("not-expected", {"wanted": wanted, "value": value_message(value)})


def shorten(text: str, length: int = SHOWN) -> str:
    """Return the start of a student's text, on one line."""
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
    """Convert a value to an array of real numbers of this shape, or return the message why not."""
    array = as_array(value)
    if array is None or array.dtype.kind not in "iuf":
        return not_expected("real numbers", value)
    if array.shape != shape:
        return Message("another-shape", {"shape": str(array.shape), "expected": str(shape)})
    return array


_NUMBERS = (bool, int, float, complex, Fraction, Decimal)
_NUMPY_TYPES = (bool, int, float, complex)


def _of_numbers(value: Any, depth: int = 0) -> bool:
    """Check whether a value is a number, an array, or nested lists of numbers and arrays.

    This must come before the conversion to an array, in which every entry takes as much memory as
    the largest one.
    """
    if type(value) in (list, tuple):
        kinds = set(map(type, value))  # a recursive call for each of a million numbers takes 1 s
        if all(kind in _NUMBERS or issubclass(kind, np.generic) for kind in kinds):
            return depth < MAX_AXES
        return depth < MAX_AXES and all(_of_numbers(each, depth + 1) for each in value)
    if isinstance(value, np.ndarray) and value.dtype == object:
        return value.ndim + depth <= MAX_AXES and _of_numbers(value.tolist(), depth)
    return type(value) in _NUMBERS or isinstance(value, (np.generic, np.ndarray))


def _plain(value: Any) -> Any:
    """Convert the rationals and Decimals in a number or nested lists to floats, for numpy."""
    if isinstance(value, np.ndarray) and value.dtype == object:
        value = value.tolist()
    if type(value) in (list, tuple):
        if any(kind not in _NUMPY_TYPES for kind in set(map(type, value))):
            return [_plain(each) for each in value]
        return value
    return float(value) if isinstance(value, (Fraction, Decimal)) else value
