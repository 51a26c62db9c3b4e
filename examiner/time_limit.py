"""A limit of time for Python code in this process."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


class TimeIsUp(BaseException):
    """Raised in code that runs too long: no `except Exception` in it stops this."""


@contextlib.contextmanager
def alarm(seconds: float, *, processor: bool = False) -> Iterator[None]:
    """TimeIsUp in the code inside after `seconds`.

    processor: of this process's processor time, not of the clock's. One alarm of each kind at a
    time. Only the main thread can be interrupted, and no C code that doesn't look for signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    timer, ring = signal.ITIMER_REAL, signal.SIGALRM
    if processor:
        timer, ring = signal.ITIMER_PROF, signal.SIGPROF
    over = False

    def interrupt(signum: int, frame: object) -> None:
        if not over:
            raise TimeIsUp

    before = signal.signal(ring, interrupt)
    try:
        try:
            # It rings again every 0.1 s: code that swallows one exception meets the next.
            signal.setitimer(timer, max(seconds, 0.001), 0.1)
            yield
        finally:
            over = True
    finally:
        signal.setitimer(timer, 0)
        signal.signal(ring, before)
