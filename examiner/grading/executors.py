"""Where the submissions of a class are graded: any `concurrent.futures.Executor`.

The unit of work is `grade_one`. It needs neither the course folder nor the grade book, so that it
runs in another process or on another machine as well as here.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from ..course import CourseError
from .grade import Graded
from .master import Master
from .submission import Submission
from .worker import Settings, Worker

AHEAD = 2  # submissions handed out for each worker, so that none waits for the next
START_SECONDS = 30  # until a scheduler answers

_here = threading.local()
_workers: list[Worker] = []  # of all threads


def grade_one(
    submission: Submission, master: Master, settings: Settings, tests: Collection[str] | None
) -> tuple[Graded, float]:
    """Grade a submission in the worker process of this thread, and say how many seconds it took.

    tests: the test cells to run; None for all. Raises CannotGrade.
    """
    if getattr(_here, "settings", None) != settings:
        _here.worker, _here.settings = Worker(settings), settings
        _workers.append(_here.worker)
    _here.worker.start()  # which takes longer than a submission
    start = time.monotonic()
    graded = _here.worker.grade(submission, master, tests)
    return graded, time.monotonic() - start


def close_workers() -> None:
    """End the worker processes of this process."""
    while _workers:
        _workers.pop().close()


atexit.register(close_workers)


@dataclass(frozen=True)
class Pool:
    """An executor, and how many submissions it should have at a time."""

    executor: Executor
    ahead: Callable[[], int]


@contextmanager
def local(workers: int | None = None) -> Iterator[Pool]:
    """Worker processes on this machine; by default one for each processor.

    The threads of the executor only wait, each for a process of its own; so one that is lost takes
    no other with it.
    """
    count = workers or len(os.sched_getaffinity(0))
    executor = ThreadPoolExecutor(count, "worker")
    try:
        yield Pool(executor, lambda: AHEAD * count)
    finally:  # on Ctrl-C as well: nothing is waited for
        for worker in _workers:
            worker.stop()
        executor.shutdown(cancel_futures=True)
        close_workers()


@contextmanager
def dask(address: str) -> Iterator[Pool]:
    """The workers of a Dask cluster. CourseError where there is no scheduler at `address`.

    What a worker had when it was lost, another one gets.
    """
    try:
        from distributed import Client
    except ImportError:
        raise CourseError("for --dask: pip install 'examiner[cluster]'") from None
    try:
        client = Client(address, timeout=START_SECONDS)
    except (OSError, ValueError) as error:
        raise CourseError(f"no Dask scheduler answers at {address} ({error}).") from None
    with client, client.get_executor(pure=False) as executor:
        yield Pool(executor, lambda: AHEAD * max(sum(client.nthreads().values()), 1))
