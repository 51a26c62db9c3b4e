"""What examining a solved notebook takes, beside running the same cells in a bare fork.

    python -m tests.bench_examined [ASSIGNMENTS]

Nothing of nbgrader, no grade book, no page: a submission goes in, a graded notebook comes out. The
bare fork is of this process, in which everything is imported; all cells that the examination runs,
hidden tests included, run in it one after the other, with nothing around them.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from examiner.startup import ONE_THREAD

os.environ.update(ONE_THREAD)  # before numpy is imported: a worker has one thread, too

import nbformat
from nbformat import NotebookNode

from examiner.authoring.build import source_of
from examiner.authoring.figures import is_figure
from examiner.cell_code import run
from examiner.cells import kind_of, name_of, question_of
from examiner.checks import Verdict
from examiner.checks.worth import KEY, MARKED
from examiner.course import Course
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
    and end, which the kernel charges to nobody. clock: seconds of the clock."""

    worker: float
    student: float
    clock: float

    @property
    def processor(self) -> float:
        return self.worker + self.student


@dataclass(frozen=True)
class Compared:
    """The medians of examinations and bare forks in turn, in seconds of the clock, and the least
    of their processor times."""

    examined: float
    forked: float
    least: Spent
    least_forked: float


def main(assignments: list[str]) -> None:
    course = Course(ROOT)
    names = assignments or [problem.assignment for problem in course.problems()]
    print(f"{'milliseconds':<18}{'of the clock (medians)':>31}{'of processors (least)':>48}")
    titles = ("examined", "bare fork", "ratio", "worker", "student", "together")
    titles += ("bare fork", "ratio")
    print(f"{'':<18}" + "".join(f"{title:>10}" for title in titles))
    with Sandbox() as sandbox:
        for name in names:
            c = compared(name, sandbox)
            least, clock = c.least, c.examined / c.forked
            seconds = [c.examined, c.forked, least.worker, least.student, least.processor]
            shown = [f"{1000 * s:.0f}" for s in (*seconds, c.least_forked)]
            shown.insert(2, f"{clock:.2f}")
            shown.append(f"{least.processor / c.least_forked:.2f}")
            print(f"{name:<18}" + "".join(f"{text:>10}" for text in shown))


def compared(assignment: str, sandbox: Sandbox, times: int = TIMES) -> Compared:
    """A solved notebook, so many times; what comes first is not counted."""
    (problem,) = Course(ROOT).problems(assignment)
    notebook = source_of(problem)
    master, submission = master_of(notebook), Submission(nbformat.writes(notebook).encode())
    examined, forked = [], []
    for _ in range(times + 1):
        examined.append(_once(submission, master, sandbox))
        forked.append(in_a_bare_fork(notebook))
    return Compared(
        statistics.median(spent.clock for spent in examined[1:]),
        statistics.median(clock for clock, _ in forked[1:]),
        min(examined[1:], key=lambda spent: spent.processor),
        min(processor for _, processor in forked[1:]),
    )


def in_a_bare_fork(notebook: NotebookNode) -> tuple[float, float]:
    """Seconds of the clock, and of processors."""
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            _run_cells(notebook)
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(status)
    _, status, used = os.wait4(pid, 0)
    assert status == 0, "a cell raised"
    return time.perf_counter() - start, used.ru_utime + used.ru_stime


def _run_cells(notebook: NotebookNode) -> None:
    marked: dict[str, Verdict] = {}
    names = {"__name__": "__main__", MARKED: marked, KEY: ""}
    for cell in notebook.cells:
        if cell.cell_type == "code" and not is_figure(cell):
            value, error = run(cell.source, names)
            if error is not None:
                raise error
            if isinstance(value, Verdict):
                assert value.points == value.max_points, name_of(cell)
                marked[question_of(name_of(cell))] = value


def _once(submission: Submission, master: Master, sandbox: Sandbox) -> Spent:
    used: list[float] = []
    close = Student.close

    def measured_close(student: Student) -> None:
        used.append(_of_processes_below(os.getpid()))
        close(student)

    sandbox.start()
    before, start = _of_processes_below(os.getpid()), time.process_time()
    began = time.perf_counter()
    with mock.patch.object(Student, "close", measured_close):
        graded = grade(submission, master, sandbox)
    clock, worker = time.perf_counter() - began, time.process_time() - start
    records = graded.records.values()
    assert all(f.passed for record in records for f in record.findings), "it is no solution"
    return Spent(worker, max(used) - before, clock)


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
