"""A time limit for Python code in this process."""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Iterator


class TimeIsUp(BaseException):
    """The exception that stops code at its time limit.

    It is a BaseException, so that `except Exception` in the code does not catch it.
    """


@contextlib.contextmanager
def limit_time(
    seconds: float, *, processor: bool = False, work: float = math.inf
) -> Iterator[None]:
    """Raise TimeIsUp in the code of the `with` block after a number of seconds.

    Only one limit of each kind can be active at a time. In other threads than the main thread there
    is no limit. C code that does not check for signals is not interrupted.

    Args:
        seconds: The limit.
        processor: Limit this process's processor time instead of the elapsed time.
        work: A further limit, of this thread's processor time in seconds.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    timer, timer_signal = signal.ITIMER_REAL, signal.SIGALRM
    if processor:
        timer, timer_signal = signal.ITIMER_PROF, signal.SIGPROF
    is_over = False
    worked, begun = time.thread_time(), time.monotonic()

    def interrupt(signum: int, frame: object) -> None:
        # The signals begin after `work` seconds, of which the thread may have waited a part.
        is_waiting = (
            work < seconds
            and time.thread_time() - worked < work
            and time.monotonic() - begun < seconds
        )
        if not (is_over or is_waiting):
            raise TimeIsUp

    previous_handler = signal.signal(timer_signal, interrupt)
    try:
        try:
            # The signal repeats every 0.1 s, in case the code swallows an exception.
            signal.setitimer(timer, max(min(seconds, work), 0.001), 0.1)
            yield
        finally:
            is_over = True
    finally:
        signal.setitimer(timer, 0)
        signal.signal(timer_signal, previous_handler)
