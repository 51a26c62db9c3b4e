"""What an answer may use of the machine: memory and time linear in the length of its input."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from .calls import as_array, ask, describe_error, describe_value
from .verdict import Finding, Verdict

# From SHORT to a hundred times that length, code that is linear takes a hundred times as long and
# code that is quadratic ten thousand times. A limit of five hundred times leaves the first a factor
# of 5 and keeps the second out by a factor of 20, on a slow machine as on a fast one. Vectorised
# code is so quick at SHORT that its caches and overheads decide; it may always take three times as
# long as a Python loop over the tokens would, which is 50 times too short for quadratic code.
# The same rule at the length that has to fit into memory stops most quadratic code earlier.
SHORT, LONG = 2_000, 200_000
SLACK, LOOP_SLACK = 5, 3
MAX_SECONDS_SHORT, MAX_SECONDS = 2.0, 20.0  # plain Python loops take 0.1 s and 10 s
MOMENT = 5.0  # seconds for which a machine may be busy: a shorter call gets a second try


def resources(
    function: Any,
    *,
    arguments: Callable[[np.random.Generator, int], tuple],
    agrees: Callable[[np.ndarray, tuple], str],
    points: float,
    length: int = 50_000,
    memory: int = 2**30,
    quadratic: str = "forms the N × N matrix",
    seed: int = 0,
) -> Verdict:
    """Whether `function` takes memory and time linear in the length of its input.

    arguments: draws the arguments of a call at a given length.
    agrees: what is wrong with an answer ("" if nothing), since one that is fast and wrong earns
        nothing; asked at length SHORT.
    length, memory: a call at this length may take this many bytes.
    quadratic: what code does that takes too much of either.
    points: half for memory, half for time.
    """
    rng = np.random.default_rng(seed)
    seconds, space = _quickest(function, arguments(rng, SHORT), agrees)
    pace = space
    if not space:
        per_token = max(SLACK * seconds, LOOP_SLACK * _loop_over_tokens(SHORT)) / SHORT
        error = _error(function, arguments(rng, length), length * per_token, memory)
        # Code that goes piece by piece has shown what a piece takes when its time is over.
        space = "" if isinstance(error, TimeoutError) else _in_words(error, quadratic)
        error = error or _error(function, arguments(rng, LONG), LONG * per_token)
        pace = _in_words(error, quadratic)
    halves = {
        f"length {length:,} in {memory / 2**30:g} GiB": space,
        f"time from length {SHORT:,} to {LONG:,}": pace,
    }
    return Verdict.from_findings([_half(*half, points / 2) for half in halves.items()], points)


def _half(criterion: str, reason: str, share: float) -> Finding:
    if reason:
        return Finding(criterion, reason, 0.0, share)
    return Finding(criterion, "kept", share, share, passed=True)


def _in_words(error: BaseException | None, quadratic: str) -> str:
    if isinstance(error, TimeoutError):
        return f"{quadratic}, piece by piece: its time grows faster than the length"
    if isinstance(error, MemoryError):
        return f"{quadratic}: {describe_error(error)}"
    return "" if error is None else describe_error(error)


def _loop_over_tokens(n_tokens: int) -> float:
    """Seconds that a Python loop of two small products for each token takes on this machine."""
    state, features = np.zeros((8, 8)), np.ones(8)
    start = time.perf_counter()
    for _ in range(n_tokens):
        state += np.outer(features, features)
        state @ features
    return time.perf_counter() - start


def _quickest(
    function: Any, arguments: tuple, agrees: Callable[[np.ndarray, tuple], str]
) -> tuple[float, str]:
    """The shortest time of five right answers; or 0, and what is wrong with one."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        (outcome,) = ask(function, [arguments], time_limit=MAX_SECONDS_SHORT)
        times.append(time.perf_counter() - start)
        if outcome.error is not None:
            return 0.0, describe_error(outcome.error)
        array = as_array(outcome.value)
        if array is None or array.dtype == bool:
            return 0.0, f"expected numbers, not {describe_value(outcome.value)}"
        if reason := agrees(array, arguments):
            return 0.0, reason
    return min(times), ""


def _error(
    function: Any, arguments: tuple, seconds: float, memory: int | None = None
) -> BaseException | None:
    """How a call within these limits fails, if it does."""
    seconds = min(seconds, MAX_SECONDS)
    for _ in range(2 if seconds < MOMENT else 1):
        (outcome,) = ask(function, [arguments], time_limit=seconds, memory_limit=memory)
        if outcome.error is None:
            return None
    return outcome.error
