"""Executors (`concurrent.futures`) that grade a class's submissions and make its pages.

The units of work are `grade_one` and `page_one`. They need neither the course folder nor the
gradebook, so they can run in this process, in another process or on another machine.
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
from .worker import Worker, WorkerSettings

if TYPE_CHECKING:
    from ..grading.grade import GradedSubmission
    from ..grading.reference_notebook import ReferenceNotebook
    from ..grading.submission import Submission
    from ..pages.feedback import Marks

T = TypeVar("T")
TASKS_PER_WORKER = 2  # tasks in the executor for each worker, so that no worker waits for a task
START_SECONDS = 30  # until a Dask scheduler answers
NO_CGROUPS = (
    "no cgroups on this machine: the examiner, not the kernel, enforces the limits "
    "(docs/security.md, Cgroups)"
)

_thread_local = threading.local()
_workers: list[Worker] = []  # of all threads
_loading: list[Worker] = []  # of `load_workers`, until a thread takes them


def grade_one(
    submission: Submission, reference: ReferenceNotebook, settings: WorkerSettings
) -> tuple[GradedSubmission, float]:
    """Grade a submission in the worker process of this thread.

    Returns:
        The graded submission, and the seconds that grading took.

    Raises:
        CannotGrade: This machine can't grade any submission.
    """
    worker = _worker(settings, grades=True)
    if worker.without_cgroups:
        _warn_no_cgroups()
    start = time.monotonic()
    return worker.grade(submission, reference), time.monotonic() - start


def page_one(notebook: bytes, marks: Marks, settings: WorkerSettings) -> tuple[str, str, float]:
    """Make a feedback page in the worker process of this thread (see `Worker.feedback_page`).

    Returns:
        The page, the reason if the page is incomplete, and the seconds that it took.

    Raises:
        CannotGrade: This machine can't start a worker process.
    """
    worker = _worker(settings, grades=False)
    start = time.monotonic()
    return *worker.feedback_page(notebook, marks), time.monotonic() - start


@cache
def _warn_no_cgroups() -> None:
    """Log a warning, once in a process."""
    get_logger().warning(NO_CGROUPS)


def _worker(settings: WorkerSettings, *, grades: bool) -> Worker:
    """Return the worker of this thread, after its process has started.

    Starting takes longer than grading, so callers measure time after this call.

    Args:
        settings: The settings of the worker.
        grades: Whether it will grade (see `Worker.start`).
    """
    if not hasattr(_thread_local, "worker"):
        _thread_local.worker = _loading.pop() if _loading else _new_worker()
    _thread_local.worker.start(settings, grades=grades)
    return _thread_local.worker


def _new_worker() -> Worker:
    _workers.append(Worker())
    return _workers[-1]


def load_workers(count: int) -> None:
    """Start worker processes for later tasks; they load while this process does other work.

    One processor is left to this process: the workers can't begin before it has loaded. The other
    workers start when there is a task for them.

    Args:
        count: The number of workers that will have a task.
    """
    for _ in range(min(count, max(processors() - 1, 1))):
        _loading.append(_new_worker())
        _loading[-1].load()


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0))


@atexit.register
def close_workers() -> None:
    """End the worker processes of this process."""
    for worker in _workers:
        worker.close()
    _workers.clear()
    _loading.clear()


@dataclass(frozen=True)
class Pool:
    """An executor with a bound on its number of unfinished tasks.

    Attributes:
        executor: Runs the tasks.
        capacity: Returns the number of unfinished tasks that keep all workers busy. It can change
            while tasks run, because workers join and leave a Dask cluster.
    """

    executor: Executor
    capacity: Callable[[], int]

    def run_tasks(
        self, tasks: Iterable[T], submit: Callable[[T], Future]
    ) -> Iterator[tuple[T, Future]]:
        """Run tasks, and yield each one with its future when it is done.

        Args:
            tasks: The tasks. The method takes the next one only when a worker needs it.
            submit: Submits a task to the executor.
        """
        remaining = iter(tasks)
        running: dict[Future, T] = {}
        while True:
            capacity = self.capacity()
            while len(running) < capacity and (task := next(remaining, None)) is not None:
                running[submit(task)] = task
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future


@contextmanager
def local(workers: int | None = None) -> Iterator[Pool]:
    """Run worker processes on this machine during a `with` block.

    Each thread of the executor only waits for a worker process of its own. If one process dies, the
    others go on.

    Args:
        workers: Number of worker processes; None for one per processor.
    """
    count = workers or processors()
    executor = ThreadPoolExecutor(count, "worker")
    try:
        yield Pool(executor, lambda: TASKS_PER_WORKER * count)
    except BaseException:  # also on Ctrl-C: end at once, don't wait for running tasks
        for worker in _workers:
            worker.stop()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        close_workers()


@contextmanager
def dask(address: str) -> Iterator[Pool]:
    """Use the workers of a Dask cluster during a `with` block.

    If the cluster loses a worker, Dask gives its tasks to another one.

    Args:
        address: Address of the scheduler, such as tcp://10.0.0.7:8786, or its file (….json).

    Raises:
        CourseError: No scheduler answers at the address, or Dask is not installed.
    """
    try:
        from distributed import Client
    except ImportError:
        raise CourseError("--dask needs Dask: run pip install 'examiner[cluster]'.") from None
    try:
        scheduler = {"scheduler_file" if address.endswith(".json") else "address": address}
        client = Client(**scheduler, timeout=START_SECONDS)
    except (OSError, ValueError) as error:
        raise CourseError(f"no Dask scheduler answers at {address} ({error}).") from None
    with client, client.get_executor(pure=False) as executor:
        yield Pool(executor, lambda: TASKS_PER_WORKER * max(sum(client.nthreads().values()), 1))
