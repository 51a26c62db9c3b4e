"""`examiner autograde` with clocks: where the time of a run for a class goes.

    python -m tests.timed_autograde FILE WORDS...

runs `examiner autograde WORDS...`, and puts what the clocks say into a file, as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from examiner import cli

clocks: Counter[str] = Counter()  # phase -> seconds
examinations: list[float] = []  # seconds each
first: list[float] = []  # when the examination of a submission began


def measured(phase: str, function: Callable) -> Callable:
    """The function, with the time that it takes counted."""

    def call(*arguments: Any, **options: Any) -> Any:
        start = time.perf_counter()
        try:
            return function(*arguments, **options)
        finally:
            clocks[phase] += time.perf_counter() - start

    return call


def measured_within(phase: str, manager: Callable) -> Callable:
    """The same for a context manager, with what is done within."""

    @contextmanager
    def manage(*arguments: Any) -> Any:
        start = time.perf_counter()
        try:
            with manager(*arguments) as given:
                yield given
        finally:
            clocks[phase] += time.perf_counter() - start

    return manage


def put_clocks() -> None:
    from examiner.gradebook.class_gradebook import ClassGradebook
    from examiner.term import autograde, class_runner, results
    from examiner.term.plan import ClassFolder

    grade_one = class_runner.grade_one

    def grade(*arguments: Any) -> Any:
        graded, seconds = grade_one(*arguments)
        examinations.append(seconds)
        first.append(time.perf_counter() - seconds)
        return graded, seconds

    class_runner.grade_one = grade
    ClassFolder.collect = measured("files", ClassFolder.collect)
    results.Results._write_files = measured("files", results.Results._write_files)
    results.put_in_place = measured("files", results.put_in_place)
    autograde.read_notebook = measured("files", autograde.read_notebook)
    for name in ("transaction", "reading"):
        within = measured_within("grade book", getattr(ClassGradebook, name))
        setattr(ClassGradebook, name, within)


def main(file: str, *words: str) -> int:
    start = time.perf_counter()
    put_clocks()
    status = cli.main(["autograde", *words])
    own = resource.getrusage(resource.RUSAGE_SELF)
    said = {
        "start-up": min(first, default=start) - start,
        "examination": sum(examinations),
        **clocks,
        "examinations": sorted(examinations),
        "processor": own.ru_utime + own.ru_stime,
        "memory": own.ru_maxrss / 1024,
    }
    Path(file).write_text(json.dumps(said))
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
