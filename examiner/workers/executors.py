"""Executors (`concurrent.futures`) that grade the submissions of a class.

The units of work are `grade_one` and `page_one`. They need neither the course folder nor the grade
book, so that they run in another process or on another machine as well as here.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from traitlets.log import get_logger

from ..course import CourseError
from ..grading.grade import GradedSubmission
from ..grading.reference_notebook import ReferenceNotebook
from ..grading.submission import Submission
from .worker import Worker, WorkerSettings

if TYPE_CHECKING:
    from ..pages.feedback import Marks

T = TypeVar("T")
TASKS_PER_WORKER = 2  # submissions handed out for each worker, so that none waits for the next
START_SECONDS = 30  # until a scheduler answers
NO_CGROUPS = "no cgroups: the examiner keeps the limits, not the kernel (docs/security.md, Cgroups)"

_thread_local = threading.local()
_workers: list[Worker] = []  # of all threads


def grade_one(
    submission: Submission, reference: ReferenceNotebook, settings: WorkerSettings
) -> tuple[GradedSubmission, float]:
    """Grade a submission in the worker process of this thread, and say how many seconds it took.
    Raises CannotGrade."""
    worker = _worker(settings)
    if worker.without_cgroups:
        _warn_no_cgroups()
    start = time.monotonic()
    return worker.grade(submission, reference), time.monotonic() - start


def page_one(notebook: bytes, marks: Marks, settings: WorkerSettings) -> tuple[str, str, float]:
    """Make a page in the worker process of this thread (see `Worker.feedback_page`), and say how
    many seconds it took. Raises CannotGrade."""
    worker = _worker(settings)
    start = time.monotonic()
    return *worker.feedback_page(notebook, marks), time.monotonic() - start


@cache
def _warn_no_cgroups() -> None:
    """Once in a process."""
    get_logger().warning(NO_CGROUPS)


def _worker(settings: WorkerSettings) -> Worker:
    """The worker of this thread, started, which takes longer than a submission."""
    if not hasattr(_thread_local, "worker"):
        _thread_local.worker = Worker()
        _workers.append(_thread_local.worker)
    _thread_local.worker.start(settings)
    return _thread_local.worker


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0))


@atexit.register
def close_workers() -> None:
    """End the worker processes of this process."""
    for worker in _workers:
        worker.close()
    _workers.clear()


@dataclass(frozen=True)
class Pool:
    """An executor, and how many submissions it should have at a time."""

    executor: Executor
    capacity: Callable[[], int]

    def run_tasks(
        self, tasks: Iterable[T], submit: Callable[[T], Future]
    ) -> Iterator[tuple[T, Future]]:
        """The tasks as they are done, each with its future.

        submit: gives a task to the executor. No more tasks than keep the workers busy are taken at
        a time.
        """
        left = iter(tasks)
        running: dict[Future, T] = {}
        while True:
            ahead = self.capacity()
            while len(running) < ahead and (task := next(left, None)) is not None:
                running[submit(task)] = task
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future


@contextmanager
def local(workers: int | None = None) -> Iterator[Pool]:
    """Worker processes on this machine; by default one for each processor.

    The threads of the executor only wait, each for a process of its own; so one that is lost takes
    no other with it.
    """
    count = workers or processors()
    executor = ThreadPoolExecutor(count, "worker")
    try:
        yield Pool(executor, lambda: TASKS_PER_WORKER * count)
    except BaseException:  # Ctrl-C as well: nothing is waited for
        for worker in _workers:
            worker.stop()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        close_workers()


@contextmanager
def dask(address: str) -> Iterator[Pool]:
    """The workers of a Dask cluster. CourseError where there is no scheduler at `address`.

    address: such as tcp://10.0.0.7:8786, or the scheduler's file (….json).

    What a worker had when it was lost, another one gets.
    """
    try:
        from distributed import Client
    except ImportError:
        raise CourseError("for --dask: pip install 'examiner[cluster]'") from None
    try:
        where = {"scheduler_file" if address.endswith(".json") else "address": address}
        client = Client(**where, timeout=START_SECONDS)
    except (OSError, ValueError) as error:
        raise CourseError(f"no Dask scheduler answers at {address} ({error}).") from None
    with client, client.get_executor(pure=False) as executor:
        yield Pool(executor, lambda: TASKS_PER_WORKER * max(sum(client.nthreads().values()), 1))
