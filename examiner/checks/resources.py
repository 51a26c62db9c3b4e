"""What an answer may use of the machine: memory and time linear in the length of its input."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..detail import diagnosis
from .calls import Outcome, ask, describe_error, ends_asking, is_remote, real_array
from .cases import Definition
from .verdict import NOT_LOOKED_AT, Finding, Verdict

# One call with a long input is compared with many calls that have the same input in pieces: linear
# code takes as long for both, quadratic code longer by the number of pieces (16 by default), less
# what it spends on anything else. Both measurements last equally long, so that a slow or a busy
# machine slows down both. The student process has one thread. In this process it is this thread's
# processor time that is compared: others can't take it away, and where numpy has more threads, for
# large products only, theirs would count against the long call. Linear code stays within a factor
# of 2, with a chunk as long as four pieces within 3; quadratic code of any form has been seen to
# need 5 at least, most of it 7 to 60.
CLEAR, SLACK = 2.0, 4.0
# So long, and twice at least, both are measured; the quickest count. Once is enough below CLEAR,
# and beyond twice SLACK where the long one took more than these seconds: no machine is so busy.
PATIENCE = 1.0
# A call so short is quick enough whatever the ratio: what a machine does besides can take as long.
# Quadratic code takes 0.25 s at least on a machine of today.
MOMENT = 0.1
# The pieces count for no more than so many times what they take a plain loop here and now: dawdling
# over them doesn't make room for quadratic code.
SLOWEST = 20.0
# For the calls that are timed. No linear code needs so much; code that wants it is not waited for.
MAX_MEMORY = 2**26
MAX_SECONDS = 30.0  # for the one that has to fit into memory: loops over all numbers take a few

Agrees = Callable[[np.ndarray, tuple, Definition | None, np.random.Generator], str]


@dataclass
class Call:
    """Draws the arguments of a call, and looks at what it gave.

    gone: how a call ended after which no other is made, a time limit or a crash.
    """

    function: Any
    arguments: Callable[..., tuple]
    shape: Callable[..., tuple[int, ...]]
    agrees: Agrees
    mistake: Definition | None
    gone: str = ""

    def wrong(self, outcome: Outcome, given: tuple, rng: np.random.Generator) -> str:
        """What is wrong with an answer; "" if nothing, or the mistake that explains the values."""
        if outcome.error is not None:
            reason = describe_error(outcome.error)
            if ends_asking(outcome.error):
                self.gone = reason
            return reason
        array = real_array(outcome.value, self.shape(*given))
        if isinstance(array, str):
            return array
        with np.errstate(all="ignore"):
            return diagnosis(self.agrees(array, given, self.mistake, rng), "not right here")


def resources(
    function: Any,
    *,
    arguments: Callable[..., tuple],
    shape: Callable[..., tuple[int, ...]],
    agrees: Agrees,
    points: float,
    large: Mapping[str, int],
    memory: int = 2**25,
    lengths: tuple[int, int] = (250, 4_000),
    plain_loop: Definition | None = None,
    quadratic: str = "forms the N × N matrix",
    hoards: str = "",
    given: Verdict | None = None,
    mistakes: Mapping[str, Definition] | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function` takes memory and time linear in the length of its input.

    arguments: draws the arguments of a call, `arguments(rng, n)` at the length n.
    shape: from the arguments, the shape of a right answer.
    agrees: `agrees(array, arguments, mistake, rng)` says what is wrong with an answer of that shape
        ("" if nothing), in linear time. Whatever is measured has to be right, or to be what this
        mistake gives: fast and wrong earns nothing. If it looks at a part only, `rng` draws which:
        it follows from the seed, and no answer knows it.
    large, memory: a call with `arguments(rng, **large)` may take this many bytes.
    lengths: a short and a long one; the time of a call at the long one is compared with that of as
        many calls at the short one as give the same length.
    plain_loop: a right answer in linear time, slow as loops in Python are. Whoever is much slower
        with the pieces has that time only to compare with. It is a help where quadratic code takes
        more than 4 × SLOWEST times as long as it at the long length.
    quadratic: what code does that takes too much time. hoards: what takes too much memory, where
        that can be something else.
    given: the verdict on the values. Where these may not be followed, nothing is measured.
    mistakes: the mistakes that the values were checked for, as `agrees` takes them.
    points: half for memory, half for time; of both half if the values have a mistake.
    """
    short, long = lengths
    criteria = (f"{memory / 2**20:g} MiB for {_named(large)}", f"time from {short:,} to {long:,}")
    if given is not None and not given.may_be_followed:
        return _halves(criteria, (NOT_LOOKED_AT, NOT_LOOKED_AT), points, 0.0)
    mistake = (mistakes or {}).get(given.mistake) if given is not None else None
    call = Call(function, arguments, shape, agrees, mistake)
    # In this order: what a process sets up once, as for its first large product, isn't charged.
    first, second = (np.random.default_rng([seed, i]) for i in range(2))
    pace = _pace(call, first, short, long // short, quadratic, plain_loop)
    space = _space(call, second, large, memory, hoards or quadratic)
    return _halves(criteria, (space, pace), points, 0.5 if call.mistake else 1.0)


def _named(sizes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} = {value:,}" for name, value in sizes.items())


def _halves(criteria: Sequence[str], reasons: Sequence[str], points: float, part: float) -> Verdict:
    """A finding each; what is kept earns this part of its points."""
    kept = "kept" if part == 1 else "kept, by values with a mistake: half"
    share = points / 2
    findings = [
        Finding(criterion, reason or kept, 0.0 if reason else part * share, share, not reason)
        for criterion, reason in zip(criteria, reasons, strict=True)
    ]
    return Verdict.from_findings(findings, points)


def _pace(
    call: Call,
    rng: np.random.Generator,
    short: int,
    times: int,
    quadratic: str,
    plain_loop: Definition | None,
) -> str:
    """Why a call that is so many times as long takes more than that time; "" if it doesn't."""
    clock = time.perf_counter if is_remote(call.function) else time.thread_time
    quick = slow = math.inf
    started, tries = time.perf_counter(), 0
    while tries < 2 or time.perf_counter() - started < PATIENCE:
        tries += 1
        # new ones each time: what was kept of an earlier call is no help
        pieces = [call.arguments(rng, short) for _ in range(times)]
        whole = [call.arguments(rng, short * times)]
        for arguments in (pieces, whole):
            start = clock()
            outcomes = ask(call.function, arguments, memory_limit=MAX_MEMORY)
            seconds = clock() - start
            for outcome, given in zip(outcomes, arguments, strict=True):
                if isinstance(outcome.error, MemoryError):
                    return f"{diagnosis(f'{quadratic}: ')}{describe_error(outcome.error)}"
                if reason := call.wrong(outcome, given, rng):
                    return reason
            if arguments is pieces:
                quick = min(quick, seconds)
                if plain_loop:
                    quick = min(quick, SLOWEST * _seconds(clock, plain_loop, pieces))
            else:
                slow = min(slow, seconds)
        if slow <= max(CLEAR * quick, MOMENT) or slow > max(2 * SLACK * quick, PATIENCE):
            break
    if slow <= max(SLACK * quick, MOMENT):
        return ""
    how = diagnosis(f"{quadratic}, at once or piece by piece: ")
    return f"{how}its time grows faster than the length"


def _seconds(
    clock: Callable[[], float], function: Definition, argument_lists: Sequence[tuple]
) -> float:
    """How long calls of a function of the examiner's own take."""
    start = clock()
    for arguments in argument_lists:
        function(*arguments)
    return clock() - start


def _space(
    call: Call, rng: np.random.Generator, large: Mapping[str, int], memory: int, hoards: str
) -> str:
    """What is wrong with a call that may take so many bytes; "" if nothing."""
    if call.gone:
        return call.gone
    given = call.arguments(rng, **large)
    (outcome,) = ask(call.function, [given], time_limit=MAX_SECONDS, memory_limit=memory)
    if isinstance(outcome.error, MemoryError):
        return f"{diagnosis(f'{hoards}: ')}{describe_error(outcome.error)}"
    return call.wrong(outcome, given, rng)
