"""Properties that a right answer has, whatever its arguments; and what it may use of the machine.

A law is a function `law(answer, rng, *size)` that calls the answer as it likes and returns what is
wrong, or "" where the law holds. Wrong code keeps many laws: say in a law what must change as well
as what must not, and pair laws with values (`checks.arrays`).
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import difference
from .calls import as_array, ask, describe_error, describe_value
from .tolerances import close
from .verdict import Finding, Verdict


@dataclass(frozen=True)
class Law:
    """A property, the sizes at which it is tried, and what it weighs.

    sizes: argument lists for `holds`, the smallest first: the first that fails is reported.
    needs: laws that must hold for this one to count, where a wrong answer keeps this one alone.
    """

    holds: Callable[..., str]
    sizes: Sequence[tuple]
    weight: float = 1.0
    needs: tuple[str, ...] = ()


def law(
    holds: Callable[..., str],
    *,
    sizes: Sequence[tuple],
    weight: float = 1.0,
    needs: Sequence[str] = (),
) -> Law:
    """The property `holds(answer, rng, *size)`, tried at each of `sizes`."""
    return Law(holds, tuple(sizes), weight, tuple(needs))


class NoAnswer(Exception):
    """A call inside a law gave no array of the right shape; the message says what it gave."""


def laws(
    function: Any,
    *,
    laws: Mapping[str, Law],
    shape: Callable[..., tuple[int, ...]],
    points: float,
    seed: int = 0,
) -> Verdict:
    """Which of the named laws `function` keeps, with credit law by law.

    shape: from the arguments of a call, the shape of a right answer. A law sees only answers that
        have it; any other breaks the law.
    """
    asked = Asked(function, shape)
    total = sum(law.weight for law in laws.values())
    broken = {name: _breach(asked, law, [seed, i]) for i, (name, law) in enumerate(laws.items())}
    reasons = set(broken.values())
    if asked.last_error and reasons == {asked.last_error}:
        return Verdict.nothing("the answer", asked.last_error, points)
    findings = []
    for name, one in laws.items():
        share = points * one.weight / total
        unmet = [other for other in one.needs if broken[other]]
        if broken[name]:
            findings.append(Finding(name, broken[name], 0.0, share))
        elif unmet:
            message = f"so it is, but that counts only together with “{unmet[0]}”"
            findings.append(Finding(name, message, 0.0, share))
        else:
            findings.append(Finding(name, "holds", share, share, ok=True))
    return Verdict.from_findings(findings, points)


class Asked:
    """The answer as a law calls it: an array of the right shape comes back, or NoAnswer is raised.

    After a time limit or a crash it is not called again.
    """

    def __init__(self, function: Any, shape: Callable[..., tuple[int, ...]]) -> None:
        self.function = function
        self.shape = shape
        self.last_error = ""
        self.finished = False

    def __call__(self, *arguments: Any, **keywords: Any) -> np.ndarray:
        if not self.finished:
            (outcome,) = ask(self.function, [arguments], keywords=[keywords])
            if outcome.error is None:
                return self._array(outcome.value, self.shape(*arguments, **keywords))
            self.finished = isinstance(outcome.error, (TimeoutError, ChildProcessError))
            self.last_error = describe_error(outcome.error)
        raise NoAnswer(self.last_error)

    def _array(self, value: Any, shape: tuple[int, ...]) -> np.ndarray:
        array = as_array(value)
        if array is None or array.dtype == bool:
            raise NoAnswer(f"expected numbers, not {describe_value(value)}")
        if array.shape != shape:
            raise NoAnswer(f"the answer has shape {array.shape}, expected {shape}")
        return array


def _breach(asked: Asked, law: Law, seed: Sequence[int]) -> str:
    """How `law` fails at the smallest size at which it does; "" if it holds at all."""
    for i, size in enumerate(law.sizes):
        rng = np.random.default_rng([*seed, i])
        try:
            with np.errstate(all="ignore"):
                reason = law.holds(asked, rng, *size)
        except NoAnswer as error:
            reason = str(error)
            if reason == asked.last_error:
                return reason
        if reason:
            return f"{_describe(law, size)}{reason}"
    return ""


def _describe(law: Law, size: tuple) -> str:
    names = list(inspect.signature(law.holds).parameters)[2:]
    sizes = ", ".join(f"{name} = {value}" for name, value in zip(names, size, strict=True))
    return f"with {sizes}: " if sizes else ""


def unequal(got: np.ndarray, expected: Any, *, float32: bool = True) -> str:
    """For use in a law: where two arrays that should be equal differ; "" if they agree.

    float32: whether an answer in single precision is held to single precision.
    """
    expected = np.broadcast_to(expected, got.shape)
    single = float32 and got.dtype == np.float32
    return difference(got, expected, close(got, expected, float32=single))


# From SHORT to a hundred times that length, code that is linear takes a hundred times as long and
# code that is quadratic ten thousand times. A limit of five hundred times leaves the first a factor
# of 5 and keeps the second out by a factor of 20, on a slow machine as on a fast one. Vectorised
# code is so quick at SHORT that its caches and overheads decide; it may always take three times as
# long as a Python loop over the tokens would, which is 50 times too short for quadratic code.
# The same rule at the length that has to fit into memory stops most quadratic code earlier.
SHORT, LONG = 2_000, 200_000
SLACK, LOOP_SLACK = 5, 3
FIRST_LIMIT, LONGEST_LIMIT = 2.0, 20.0  # seconds; plain Python loops take 0.1 s and 10 s
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


def _half(asked: str, reason: str, share: float) -> Finding:
    if reason:
        return Finding(asked, reason, 0.0, share)
    return Finding(asked, "kept", share, share, ok=True)


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
        (outcome,) = ask(function, [arguments], time_limit=FIRST_LIMIT)
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
    seconds = min(seconds, LONGEST_LIMIT)
    for _ in range(2 if seconds < MOMENT else 1):
        (outcome,) = ask(function, [arguments], time_limit=seconds, memory_limit=memory)
        if outcome.error is None:
            return None
    return outcome.error
