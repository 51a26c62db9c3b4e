"""The processor time that examining a solved notebook takes, of all processes.

    python -m tests.bench_examined [ASSIGNMENTS]

Nothing of nbgrader, no grade book, no page: a submission goes in, a graded notebook comes out.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from examiner.startup import ONE_THREAD

os.environ.update(ONE_THREAD)  # before numpy is imported: a worker has one thread, too

import nbformat
from nbformat import NotebookNode

from examiner.build import source_of
from examiner.cells import kind_of, name_of
from examiner.course import Course
from examiner.figures import is_figure
from examiner.grading.grade import grade
from examiner.grading.master import Figure, Master, MasterCell
from examiner.grading.submission import Submission
from examiner.student import Sandbox, Student

ROOT = Path(__file__).parent.parent
TIMES = 5
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Spent:
    """Seconds of processor time: of the worker, and of a student's processes without their start
    and end, which the kernel charges to nobody."""

    worker: float
    student: float


def main(assignments: list[str]) -> None:
    course = Course(ROOT)
    names = assignments or [problem.assignment for problem in course.problems()]
    print(f"{'milliseconds of processor time':<34}{'worker':>9}{'student':>9}{'together':>10}")
    with Sandbox() as sandbox:
        for name in names:
            least = examined(name, sandbox)
            each = (1000 * s for s in (least.worker, least.student, least.worker + least.student))
            print(f"{name:<34}{next(each):>9.0f}{next(each):>9.0f}{next(each):>10.0f}")


def examined(assignment: str, sandbox: Sandbox, times: int = TIMES) -> Spent:
    """What a solved notebook takes: the least of so many times, after one that is not counted."""
    (problem,) = Course(ROOT).problems(assignment)
    notebook = source_of(problem)
    master, submission = master_of(notebook), Submission(nbformat.writes(notebook).encode())
    tries = [_once(submission, master, sandbox) for _ in range(times + 1)][1:]
    return min(tries, key=lambda spent: spent.worker + spent.student)


def _once(submission: Submission, master: Master, sandbox: Sandbox) -> Spent:
    used: list[float] = []
    close = Student.close

    def measured_close(student: Student) -> None:
        used.append(_of_processes_below(os.getpid()))
        close(student)

    sandbox.start()
    before, start = _of_processes_below(os.getpid()), time.process_time()
    with mock.patch.object(Student, "close", measured_close):
        graded = grade(submission, master, sandbox)
    worker = time.process_time() - start
    records = graded.records.values()
    assert all(f.passed for record in records for f in record.findings), "it is no solution"
    return Spent(worker, max(used) - before)


def master_of(notebook: NotebookNode) -> Master:
    """The master of a source notebook, as the grade book would have it."""
    cells, figures = [], []
    for cell in notebook.cells:
        if kind := kind_of(cell):
            points = float(cell.metadata.nbgrader.get("points") or 0.0)
            name = name_of(cell) or ""
            cells.append(MasterCell(name, kind, cell.source, cell.cell_type, points))
        elif is_figure(cell):
            figures.append(Figure(cell.source, frozenset()))
    return Master(tuple(cells), figures=tuple(figures))


def _of_processes_below(parent: int) -> float:
    """Seconds that the processes below this one have had, those that they waited for included."""
    above, used = {}, {}
    for pid in _processes():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            had = int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
        except OSError:
            continue  # it has ended
        above[pid], used[pid] = int(fields[1]), had + sum(map(int, fields[13:15])) / TICK
    return sum(used[pid] for pid in used if _is_below(pid, parent, above))


def _is_below(pid: int, parent: int, above: dict[int, int]) -> bool:
    while pid in above:
        pid = above[pid]
        if pid == parent:
            return True
    return False


def _processes() -> Iterator[int]:
    return (int(name) for name in os.listdir("/proc") if name.isdigit())


if __name__ == "__main__":
    main(sys.argv[1:])
