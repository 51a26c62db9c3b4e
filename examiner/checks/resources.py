"""What an answer may use of the machine: memory, and time linear in the length of its input."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    error_said,
    is_remote,
    real_array,
    timed,
)
from .grading import GradingContext
from .properties import in_words_of
from .question import Check, RubricRow
from .verdict import Finding, Verdict

# One call with a long input is compared with short ones: linear code takes longer by the ratio of
# the lengths, quadratic code by its square, less what it spends on anything else. What is compared
# is what the processors did, in all processes and threads of the submission: no verdict rests on
# how fast the machine is, or how busy, and neither sleeping nor a second process is any help. (In
# this process it is this thread's: where numpy has more, for large products only, theirs would
# count against the long call.) Linear code stays within a factor of 2, with a chunk as long as four
# pieces within 3. Quadratic code needs more the longer the long call is: by row or in blocks it may
# need less than 4 at a length of 20,000. At the lengths that the course's questions ask for, all
# that is known of needs 8 at least, and more than SLOWEST plain loops do (`score_quadratic_in_time`
# would keep within them at 100,000). A call that is over before a plain loop in Python would be has
# more room: quadratic code, once it takes longer than such a loop, is held to SLACK.
SLACK, BRIEF = 4.0, 20.0
PIECES = 8  # short calls
# Nor may the long call take more than so many times a plain loop in Python: whoever dawdles over
# the short ones has that much room and no more. Right answers in the slowest ways, number by
# number, stay within 6.
SLOWEST = 7.0
MOMENT = 0.1  # seconds that a plain loop has at least: what a machine does besides can take as long
# Where a call takes nearly as long as is allowed, or little longer, all are measured once more,
# with other inputs, and the quickest count. Nobody is waited for longer than WAIT times what is
# allowed, or PATIENCE; in this process by the clock, and others may have most of its time.
TRIES, CLEAR = 2, 0.8
PATIENCE = 1.0
WAIT, WAIT_HERE = 2.0, 20.0
# For the long call that is timed: 3.5 KB for each of 300,000 tokens, which a list of all that a
# linear answer computes does not need. Whatever needs more isn't waited for.
MAX_MEMORY = 2**30
MAX_SECONDS = 30.0  # for the one that has to fit into memory: loops over all numbers take a few

Agrees = Callable[[np.ndarray, tuple, Definition | None, np.random.Generator], str | Message | None]


@dataclass(frozen=True, eq=False, kw_only=True)
class Resources(Check):
    """A function with a limit of memory and with time linear in the length of its input.

    The check measures processor time in all processes of the submission, never the clock. Memory
    and time earn half of the points each; without a time limit, memory earns all.

    Attributes:
        arguments: `arguments(rng, n)` draws the arguments of a call of length n.
        shape: A function of the arguments: the shape of a right answer.
        agrees: `agrees(array, arguments, mistake, rng)` returns the message if an array of this
            shape is wrong, "" or None otherwise. It must run in linear time. `mistake` is the
            function with the misconception that explains the values, or None.
        large: Keywords of `arguments` for the call with the memory limit.
        memory: Limit of memory for this call, in bytes.
        lengths: A short and a long length, whose processor times the check compares; (short, None)
            to limit memory alone.
        plain_loop: A right answer in linear time, as slow as Python loops are. It bounds the time
            of the long call.
        quadratic: The slow step ("forms the N × N matrix"), for the message.
        hoards: The step that takes too much memory, if that is another one.
        given: The check of the values. If a later answer may not rest on them, the check measures
            nothing.
        better_than: Name of given code with these values in quadratic time. An answer that takes
            its time earns nothing.
        seed: Distinguishes this check's draws from other checks' draws.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import Resources, unequal
        >>> question = Resources(
        ...     arguments=lambda rng, n: (rng.normal(size=n),),
        ...     shape=lambda x: x.shape,
        ...     agrees=lambda y, arguments, mistake, rng: unequal(y, np.cumsum(arguments[0])),
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
    lengths: tuple[int, int | None] = (250, 30_000)
    plain_loop: Definition | None = None
    quadratic: str = "forms the N × N matrix"
    hoards: str = ""
    given: Check | None = None
    better_than: str = ""
    seed: int = 0

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        given = grading.mark(self.given, answer) if self.given else None
        seed = grading.seed(self.seed)
        return grading.once(self, lambda: self.measured(answer, points, given, seed))

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

    def measured(self, answer: Any, points: float, given: Verdict | None, seed: int) -> Verdict:
        """The verdict on memory and time.

        Half of the points are for memory and half for time, or all for memory alone. A limit is a
        condition: whatever explains the values, one that is broken earns nothing.

        given: the verdict on the values.
        """
        short, long = self.lengths
        limits = self._limits
        share = points / len(limits)
        if given is not None and not given.may_be_carried:
            unseen = Message("not-looked-at")
            unseen_limits = [Finding.of(limit, unseen, max_points=share) for limit in limits]
            return Verdict.of_items((), points, withheld=unseen_limits)
        calls = _Calls(self, answer, given.carried if given is not None else None)
        # In this order: what a process sets up once, as for its first large product, isn't charged.
        first, second = (np.random.default_rng([seed, i]) for i in range(2))
        if long is None:
            ask(answer, [self.arguments(first, short)])
        too_slow = calls.pace(first, short, long) if long is not None else None
        too_large = calls.space(second)
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
    """The calls of an answer whose memory and time are measured.

    mistake: the function with the misconception that explains the values, or None.
    gone: how a call ended after which no other is made: a limit, or a crash.
    """

    check: Resources
    answer: Any
    mistake: Definition | None
    gone: Message | None = None

    def wrong(self, outcome: Outcome, asked: tuple, rng: np.random.Generator) -> Message | None:
        """What is wrong with a value; None if it is right, or as the misconception makes it."""
        if outcome.error is not None:
            reason = error_said(outcome.error)
            self.gone = reason if ends_asking(outcome.error) else self.gone
            return reason
        array = real_array(outcome.value, self.check.shape(*asked))
        if isinstance(array, Message):
            return array
        with np.errstate(all="ignore"):
            issue = self.check.agrees(array, asked, self.mistake, rng)
        return Message("not-right-here", {"how": in_words_of(issue)}) if issue else None

    def pace(self, rng: np.random.Generator, short: int, long: int) -> Message | None:
        """Why a long call takes more time than its length allows; None if it doesn't."""
        check, answer = self.check, self.answer
        grows = Message("time-grows", {"quadratic": check.quadratic})
        quick, slow, loop = math.inf, math.inf, 0.0
        for _ in range(TRIES):
            # new ones each time: what was kept of an earlier call is no help
            pieces = [check.arguments(rng, short) for _ in range(PIECES)]
            seconds, outcomes = timed(answer, pieces)
            for outcome, asked in zip(outcomes, pieces, strict=True):
                if reason := self.wrong(outcome, asked, rng):
                    return reason
            quick = min(quick, seconds * long / short / PIECES)
            allowed = SLACK * quick
            if check.plain_loop:
                start = time.thread_time()
                check.plain_loop(*pieces[0])
                loop = max(loop, (time.thread_time() - start) * long / short)
                brief = min(BRIEF * quick, max(loop, MOMENT))
                allowed = min(max(allowed, brief), max(SLOWEST * loop, MOMENT))
            wait = max((WAIT if is_remote(answer) else WAIT_HERE) * allowed, PATIENCE)
            whole = check.arguments(rng, long)
            seconds, (outcome,) = timed(answer, [whole], time_limit=wait, memory_limit=MAX_MEMORY)
            if isinstance(outcome.error, TimeoutError):
                return grows
            if isinstance(outcome.error, MemoryError):
                return Message("no-memory-to-time", {"quadratic": check.quadratic})
            if reason := self.wrong(outcome, whole, rng):
                return reason
            slow = min(slow, seconds)
            if slow <= CLEAR * allowed or slow > max(WAIT * allowed, MOMENT):
                break
        return None if slow <= allowed else grows

    def space(self, rng: np.random.Generator) -> Message | None:
        """What is wrong with a call that may take so many bytes; None if nothing."""
        if self.gone:
            return self.gone
        check, asked = self.check, self.check.arguments(rng, **self.check.large)
        with allocated(self.answer, asked) as taken:
            (outcome,) = ask(
                self.answer, [asked], time_limit=MAX_SECONDS, memory_limit=check.memory
            )
            error = MemoryError() if taken() > check.memory else outcome.error
        if isinstance(error, MemoryError):
            return Message("too-much-memory", {"hoards": check.hoards or check.quadratic})
        return self.wrong(outcome, asked, rng)
