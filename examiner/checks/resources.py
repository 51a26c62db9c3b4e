"""Limits on the memory and the processor time of an answer."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..findings.diagnosis import Message
from ..findings.feedback_level import Level
from ..findings.sentences import render
from .array_answers.cases import Definition
from .calls import (
    Outcome,
    allocated,
    ask,
    ends_asking,
    error_message,
    is_remote,
    paused,
    real_array,
    timed,
)
from .grading import GradingContext
from .properties import as_message
from .question import Check, RubricRow
from .verdict import Finding, Verdict

# The check compares one call with a long input to several calls with short inputs. For linear code,
# the time grows by the ratio of the lengths; for quadratic code, by nearly the square of the ratio.
# The check measures the processor time of all processes and threads of the submission. So neither
# the speed nor the load of the machine affects the verdict, and an answer gains nothing from sleep
# or from a second process. (If the function runs in this process, the check measures the time of
# this thread only: numpy's other threads work only on large products, and would count against the
# long call.)
#
# The excess of an answer is the time of its long call, divided by the time of short calls with the
# same total length. The long call is within the limits (E, few, many) if it takes at most `few`
# plain Python loops, or if its excess is at most E and it takes at most `many` plain loops. Without
# this last limit, slow short calls would allow a slow long call.
#
# A long call within CLEAR is linear. One that does not end within WAIT times ALLOWED is not. In
# between, a second long call decides. It is several times as long, if the check has a `longer`
# length.
#
# The questions on linear attention compare 50,000 tokens with 1,000. There, the excess of linear
# code stays below 1.6, and a loop over tokens takes 0.5 to 2 plain loops. Right answers in the
# slowest style, number by number, stay within 6. Operations on whole arrays take up to a third, and
# an excess up to 6 if new memory costs as much time as their work. Code with 16 chunks of a growing
# length takes more than a third of a plain loop and has an excess of 3. With 400,000 tokens, it
# takes several plain loops. The excess of all other known quadratic answers is at least 8. If they
# waste time in short calls, they take at least 2.5 plain loops, and 11 to 15 with 400,000 tokens,
# depending on the processor. (With wider rows, quadratic code is slower, and a loop over tokens is
# as fast. But a loop over single numbers then exceeds the limit of plain loops.)
PIECES = 4  # short calls
LOOPS = 2  # short calls of the plain loop, before the long call and again after it
CLEAR, ALLOWED = (2.0, 1 / 4, 2.0), (4.0, 1.0, 7.0)
MOMENT = 0.1  # shortest limit if there is a plain loop, in seconds: other work can take this long
# The check ends a first long call after WAIT times the allowed time or after PATIENCE, whichever is
# longer. In this process, it also ends an answer that sleeps: after SLEEP times as much clock time,
# because other processes may use most of that.
PATIENCE = 1.0  # seconds
WAIT, SLEEP = 2.0, 10.0
# The memory of a long call in this process. A student's process has a limit of its own.
MAX_MEMORY = 2**30
MAX_SECONDS = 30.0  # for the call with the memory limit; loops over all numbers take a few seconds

Agrees = Callable[[np.ndarray, tuple, Definition | None, np.random.Generator], str | Message | None]


@dataclass(frozen=True, eq=False, kw_only=True)
class Resources(Check):
    """A function with a limit of memory and with time linear in the length of its input.

    The check measures the processor time of all processes, never the clock. Memory and time earn
    half of the points each; without a time limit, memory earns all points.

    Attributes:
        arguments: `arguments(rng, n)` draws the arguments of a call of length n.
        shape: A function that takes a call's arguments and returns the shape of a right answer.
        agrees: `agrees(array, arguments, mutant, rng)` returns a message if an array of this shape
            is wrong, else "" or None. It must run in linear time. `mutant` is the function with the
            misconception that explains the values, or None.
        large: The keywords of `arguments` for the call with the memory limit.
        memory: The memory limit of this call, in bytes.
        lengths: A short and a long length, to compare processor times; (short, None) limits only
            memory.
        plain_loop: A right answer in plain Python loops, in linear time. It bounds the time of the
            long call.
        longer: The length of a second long call, which decides if the first one leaves a doubt. By
            default, it is as long as the first one.
        longer_sizes: Further keywords of `arguments` for all calls that belong to it.
        quadratic: The slow step, for the message, such as "forms the N × N matrix".
        hoards: The step that takes too much memory, if it is another step.
        given: The check of the values. If the values earn less than half of their points and no
            single misconception explains them, nothing is measured.
        better_than: The name of given code that computes these values in quadratic time. An answer
            that is as slow earns nothing.
        seed: Distinguishes this check's draws from other checks' draws.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import Resources, unequal
        >>> question = Resources(
        ...     arguments=lambda rng, n: (rng.normal(size=n),),
        ...     shape=lambda x: x.shape,
        ...     agrees=lambda y, arguments, mutant, rng: unequal(y, np.cumsum(arguments[0])),
        ...     large={"n": 100_000},
        ...     lengths=(250, None),
        ... )
        >>> question.grade(np.cumsum, points=1)
        1.0
    """

    arguments: Callable[..., tuple[Any, ...]]
    shape: Callable[..., tuple[int, ...]]
    agrees: Agrees
    large: Mapping[str, int]
    memory: int = 2**25
    lengths: tuple[int, int | None] = (1_000, 50_000)
    plain_loop: Definition | None = None
    longer: int | None = None
    longer_sizes: Mapping[str, int] = field(default_factory=dict)
    quadratic: str = "forms the N × N matrix"
    hoards: str = ""
    given: Check | None = None
    better_than: str = ""
    seed: int = 0

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        given = grading.mark(self.given, answer) if self.given else None
        seed = grading.seed(self.seed)
        return grading.measure_once(self, lambda: self._measured(answer, points, given, seed))

    def items(self, points: float) -> list[RubricRow]:
        limits = self._limits
        return [RubricRow(render(each, Level.ANSWER), points / len(limits)) for each in limits]

    @property
    def _limits(self) -> list[Message]:
        short, long = self.lengths
        sizes = ", ".join(f"{name} = {value:,}" for name, value in self.large.items())
        limits = [Message("memory-for", {"mebibytes": f"{self.memory / 2**20:g}", "sizes": sizes})]
        if long is not None:
            limits.append(Message("time-between", {"short": f"{short:,}", "long": f"{long:,}"}))
        return limits

    def _measured(self, answer: Any, points: float, given: Verdict | None, seed: int) -> Verdict:
        """Measure the memory and time of an answer; `given` is the verdict on its values.

        Each limit is a condition: if it is broken, its share is withheld, even if a misconception
        explains the values.
        """
        short, long = self.lengths
        limits = self._limits
        share = points / len(limits)
        if given is not None and not given.may_be_carried:
            skipped = Message("not-looked-at")
            withheld = [Finding.of(limit, skipped, max_points=share) for limit in limits]
            return Verdict.of_items((), points, withheld=withheld)
        calls = _Calls(self, answer, given.carried if given is not None else None)
        # Measure time first. A process takes some memory only once, such as for its first large
        # product, and the memory limit should not count it.
        first, second = (np.random.default_rng([seed, i]) for i in range(2))
        if long is None:
            ask(answer, [self.arguments(first, short)])
        too_slow = calls.time_message(first, short, long) if long is not None else None
        too_large = calls.memory_message(second)
        if self.better_than and too_slow and not too_large:
            too_large = Message("given-code-in-pieces", {"name": self.better_than})
        both = list(zip(limits, (too_large, too_slow), strict=False))
        kept = [
            Finding.of(limit, Message("limit-kept"), points=share, max_points=share, passed=True)
            for limit, broken in both
            if not broken
        ]
        broken = [Finding.of(limit, why, max_points=share) for limit, why in both if why]
        return Verdict.of_items(kept, points, withheld=broken)


@dataclass
class _Calls:
    """The calls that measure the memory and time of an answer.

    Attributes:
        check: The check.
        answer: The student's function.
        mutant: The function with the misconception that explains the values, or None.
        ended: The message about a limit or a crash, after which there are no more calls.
    """

    check: Resources
    answer: Any
    mutant: Definition | None
    ended: Message | None = None

    def wrong_value(
        self, outcome: Outcome, arguments: tuple, rng: np.random.Generator
    ) -> Message | None:
        """Return the message about a wrong value; None if it is right, or equals the mutant's."""
        if outcome.error is not None:
            reason = error_message(outcome.error)
            self.ended = reason if ends_asking(outcome.error) else self.ended
            return reason
        array = real_array(outcome.value, self.check.shape(*arguments))
        if isinstance(array, Message):
            return array
        with np.errstate(all="ignore"):
            issue = self.check.agrees(array, arguments, self.mutant, rng)
        return Message("not-right-here", {"how": as_message(issue)}) if issue else None

    def time_message(self, rng: np.random.Generator, short: int, long: int) -> Message | None:
        """Return the message if a long call takes more time than its length allows, else None."""
        check = self.check
        grows = Message("time-grows", {"quadratic": check.quadratic})
        second = True, check.longer or long, check.longer_sizes
        for is_last, length, sizes in ((False, long, {}), second):
            # New inputs each time, so that an answer gains nothing from a cache.
            pieces = [check.arguments(rng, short, **sizes) for _ in range(PIECES)]
            seconds, outcomes = timed(self.answer, pieces)
            for outcome, arguments in zip(outcomes, pieces, strict=True):
                if reason := self.wrong_value(outcome, arguments, rng):
                    return reason
            expected = seconds * length / short / PIECES
            loops = self._loop_seconds(pieces, length / short)
            allowed = _seconds_within(ALLOWED, expected, statistics.median(loops))
            longest = allowed if is_last else WAIT * allowed
            whole = check.arguments(rng, length, **sizes)
            seconds, outcome = self._timed(whole, max(longest, PATIENCE))
            if isinstance(outcome.error, TimeoutError):
                return grows
            if isinstance(outcome.error, MemoryError):
                return Message("no-memory-to-time", {"quadratic": check.quadratic})
            if reason := self.wrong_value(outcome, whole, rng):
                return reason
            # The loop is timed again, because a busy machine can double its time, but hardly twice.
            later = self._loop_seconds(pieces, length / short)
            loop = min(map(statistics.median, (loops, later)))
            allowed = _seconds_within(ALLOWED, expected, loop)
            if not is_last and seconds <= _seconds_within(CLEAR, expected, min(*loops, *later)):
                return None
        return None if seconds <= allowed else grows

    def _loop_seconds(self, inputs: Sequence[tuple[Any, ...]], times: float) -> list[float]:
        """Return the processor times of the plain loop with some inputs, multiplied by `times`.

        A single call takes milliseconds, and a busy machine can double its time. So can processes
        of the student, which therefore are stopped meanwhile. Without a plain loop, each time is 0.
        """
        plain_loop = self.check.plain_loop
        if plain_loop is None:
            return [0.0]
        with paused(self.answer):
            return [times * _seconds_of(plain_loop, each) for each in inputs[:LOOPS]]

    def _timed(self, arguments: tuple, seconds: float) -> tuple[float, Outcome]:
        """Make a long call, and end it after some seconds.

        It runs in the process of the short calls, because the kernel measures the time of a copy
        only in hundredths of a second. So what it leaves in memory stays there.

        Returns:
            The seconds of processor time, and the outcome.
        """
        if is_remote(self.answer):
            limits = {"time_limit": seconds}
        else:
            limits = {"time_limit": SLEEP * seconds, "work_limit": seconds}
            limits["memory_limit"] = MAX_MEMORY
        taken, (outcome,) = timed(self.answer, [arguments], at_most=True, **limits)
        return taken, outcome

    def memory_message(self, rng: np.random.Generator) -> Message | None:
        """Return the message about the call with the memory limit; None if it is right."""
        if self.ended:
            return self.ended
        check, arguments = self.check, self.check.arguments(rng, **self.check.large)
        with allocated(self.answer, arguments) as peak:
            (outcome,) = ask(
                self.answer, [arguments], time_limit=MAX_SECONDS, memory_limit=check.memory
            )
            error = MemoryError() if peak() > check.memory else outcome.error
        if isinstance(error, MemoryError):
            return Message("too-much-memory", {"hoards": check.hoards or check.quadratic})
        return self.wrong_value(outcome, arguments, rng)


def _seconds_within(limits: tuple[float, float, float], expected: float, loop: float) -> float:
    """Return the longest time of a long call within limits.

    Args:
        limits: The excess, and the plain loops that are few and many (see above).
        expected: The seconds of short calls with the same total length.
        loop: The seconds of a plain loop of this length; 0 if there is none.
    """
    excess, few, many = limits
    seconds = excess * expected
    return max(min(max(seconds, few * loop), many * loop), MOMENT) if loop else seconds


def _seconds_of(function: Definition, arguments: tuple[Any, ...]) -> float:
    """Return the processor time of a call in this thread."""
    start = time.thread_time()
    function(*arguments)
    return time.thread_time() - start
