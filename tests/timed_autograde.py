"""`examiner autograde` with clocks, which measure the time of each part of a run.

    python -m tests.timed_autograde FILE WORDS...

This command runs `examiner autograde WORDS...`, and puts the times into a file, as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from examiner import cli
from examiner.startup import run_program
from examiner.workers import executors

examinations: list[tuple[float, float]] = []  # of a submission: when it began, seconds
waits: list[float] = []  # seconds with the gradebook


def timed(manager: Callable) -> Callable:
    """Return a context manager that also counts the time of its block."""

    @contextmanager
    def manage(*arguments: Any, **named: Any) -> Any:
        start = time.perf_counter()
        try:
            with manager(*arguments, **named) as given:
                yield given
        finally:
            waits.append(time.perf_counter() - start)

    return manage


def put_clocks() -> None:
    """Put the clocks; load the gradebook only after the workers, as the command does."""
    grade_one, load_workers = executors.grade_one, executors.load_workers

    def grade(*arguments: Any) -> Any:
        graded, seconds = grade_one(*arguments)
        examinations.append((time.perf_counter() - seconds, seconds))
        return graded, seconds

    def load(count: int) -> None:
        load_workers(count)
        from examiner.gradebook.class_gradebook import ClassGradebook  # it loads nbgrader

        ClassGradebook.transaction = timed(ClassGradebook.transaction)  # as which it is read, too

    executors.grade_one, executors.load_workers = grade, load


def main() -> int:
    file, *words = sys.argv[1:]
    start = time.perf_counter()
    put_clocks()
    status = cli.main(["autograde", *words])
    seconds = sorted(seconds for _, seconds in examinations)
    said = {
        "start-up": min((began for began, _ in examinations), default=start) - start,
        "examination": sum(seconds),
        "gradebook": sum(waits),
        "examinations": seconds,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    Path(file).write_text(json.dumps(said))
    return status


if __name__ == "__main__":
    sys.exit(run_program("examiner", "tests.timed_autograde"))
