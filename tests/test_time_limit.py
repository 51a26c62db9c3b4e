"""A limit of time for Python code."""

from __future__ import annotations

import contextlib
import signal
import threading
import time

import pytest

from examiner.time_limit import TimeIsUp, limit_time


def loop(seconds: float = 10.0) -> None:
    """Work for some seconds, and swallow every exception that code can catch."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        with contextlib.suppress(Exception):
            sum(range(1000))


@pytest.mark.parametrize("processor", [False, True])
@pytest.mark.slow
def test_code_that_runs_too_long_is_ended_and_nothing_rings_later(processor):
    ring = signal.SIGPROF if processor else signal.SIGALRM
    before = signal.getsignal(ring)
    with pytest.raises(TimeIsUp), limit_time(0.05, processor=processor):
        loop()
    with limit_time(5.0, processor=processor):
        pass
    loop(0.15)
    assert signal.getsignal(ring) == before


def test_a_limit_of_work_ends_what_works_and_not_what_waits():
    with limit_time(60.0, work=0.05):
        time.sleep(0.3)
    start = time.thread_time()
    with pytest.raises(TimeIsUp), limit_time(60.0, work=0.05):
        loop()
    assert time.thread_time() - start < 5


def test_processor_time_does_not_pass_while_nothing_is_done_nor_in_other_threads():
    done = []

    def run() -> None:
        with limit_time(0.01, processor=True):
            loop(0.05)
        done.append(1)

    with limit_time(0.05, processor=True):
        time.sleep(0.2)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert done == [1]
