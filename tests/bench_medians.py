"""Medians of the time of single steps: a notebook, a submission, a check, a call over the wire.

For a solved notebook, the table compares its examination with a bare fork that runs the same cells.
The fork is one of this process, which has imported everything. It runs all cells of the
examination, including hidden tests, one after the other.
"""

from __future__ import annotations

import ast
import copy
import os
import shutil
import statistics
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest import mock

from examiner.startup import ONE_THREAD

os.environ.update(ONE_THREAD)  # before numpy is imported: a worker has one thread, too

import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute

from examiner.authoring.figures import is_figure
from examiner.authoring.marking_modules import modules_of
from examiner.authoring.notebook_source import instructor_notebook
from examiner.cell_code import run_code
from examiner.cell_kinds import CellKind, cell_kind, is_given, is_test, name_of, question_of
from examiner.checks import Verdict
from examiner.checks.grading import GradingContext
from examiner.course import Course
from examiner.course_modules import CourseModules
from examiner.gradebook.reference_agreement import layout_of
from examiner.grading.examination import examine
from examiner.grading.grade import grade
from examiner.grading.reference_notebook import Figure, ReferenceCell, ReferenceNotebook
from examiner.grading.submission import Submission
from examiner.guard import UNGUARDED
from examiner.regions import split
from examiner.student import Sandbox, Student
from tests.bank_runner import COURSE, Notebook, use_modules
from tests.bench_report import Row
from tests.classroom import ROOT, Courses

SUBMISSIONS, SUBMISSIONS_STOCK, TIMES = 10, 5, 5
TICK = os.sysconf("SC_CLK_TCK")
CHECKS = {
    "a polynomial": ("ps1_flops", "q2_attention"),
    "a ledger": ("ps1_flops", "q7_ledger"),
    "five derivatives": ("ps1_flops", "q5_gradients"),
    "masked attention: values and properties": ("ps2_attention", "masked_attention"),
}


def measured(courses: Courses, folder: Path) -> Iterator[Row]:
    """All of it; that both sides did the work is asserted. folder: for a classroom."""
    yield of_submissions(courses, folder / "medians")
    with Sandbox() as sandbox:
        sandbox.start()
        yield from of_a_notebook(sandbox)
        for problem in Course(ROOT).problems():
            yield from of_a_solution(instructor_notebook(problem), problem.name, sandbox)
        for what, (assignment, question) in CHECKS.items():
            yield of_a_check(what, assignment, question)
        yield from of_the_wire(sandbox)


def median(function: Callable[[], Any], times: int) -> float:
    """The median time of a call in milliseconds; a first call is not counted."""
    seconds = []
    for _ in range(times + 1):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return 1000 * statistics.median(seconds[1:])


# --- one notebook --------------------------------------------------------------------------------

TEST = """\
assert isinstance(cost_{k}(2, 3), int), "a whole number"
### BEGIN HIDDEN TESTS
from examiner.checks import Count, sizes

SIZES = n, d = sizes("n d")
Count(SIZES, {k} * n**2 * d + n).grade(cost_{k}, points=2)
### END HIDDEN TESTS"""


def twenty_cells() -> NotebookNode:
    """An import, given code, and nine questions: an answer and a test with a hidden part each."""

    def cell(name: str, kind: CellKind, source: str) -> NotebookNode:
        return ReferenceCell(name, kind, source, points=2.0).notebook_cell(source)

    cells = [
        cell("imports", CellKind.GIVEN, "import numpy as np"),
        cell("given_square", CellKind.GIVEN, "def square(n):\n    return n * n"),
    ]
    for k in range(1, 10):
        answer = f"def cost_{k}(n, d):\n    return {k} * square(n) * d + n"
        cells.append(cell(f"q{k}", CellKind.ANSWER, answer))
        cells.append(cell(f"q{k}_test", CellKind.TEST, TEST.format(k=k)))
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    return notebook


def by_stock(notebook: NotebookNode) -> NotebookNode:
    """The notebook, run by nbgrader's own step."""
    notebook = copy.deepcopy(notebook)
    quiet = ["--IPKernelApp.log_level=ERROR"]
    execute = Execute(kernel_name="python3", store_widget_state=False, extra_arguments=quiet)
    with mock.patch.dict(os.environ, PYTHONPATH=str(ROOT)):  # its tests import `examiner`
        execute.preprocess(notebook, {"metadata": {"path": "."}})
    return notebook


def of_a_notebook(sandbox: Sandbox) -> Iterator[Row]:
    notebook = twenty_cells()
    given = [cell.source for cell in notebook.cells if is_given(cell)]

    def here() -> dict[str, Any]:
        with closing(sandbox.student()) as student:
            return examine(copy.deepcopy(notebook), student, given)

    assert [result.points for result in here().values()] == [2.0] * 9
    points = [c.outputs[-1].data["text/plain"] for c in by_stock(notebook).cells if is_test(c)]
    assert points == ["2.0"] * 9
    stock = median(lambda: by_stock(notebook), 3)
    yield "A notebook of 20 cells, examined", median(here, 20), stock
    yield "– the same cells in a bare fork", median(lambda: in_a_bare_fork(notebook), 20), None


# --- through autograde ---------------------------------------------------------------------------


def of_submissions(courses: Courses, folder: Path) -> Row:
    room = courses.classroom(folder, "ps1_flops")
    names = [f"s{number}" for number in range(SUBMISSIONS)]
    for name in names:
        room.submit(name, Notebook.of("ps1_flops").solutions)

    def milliseconds_each() -> float:
        """Return the time from one autograded notebook to the next, without any start."""
        written = sorted(p.stat().st_mtime for p in room.course.root.glob("autograded/*/*/*.ipynb"))
        return 1000 * statistics.median(b - a for a, b in pairwise(written))

    room.autograde()
    here, marks = milliseconds_each(), room.marks("s1")
    assert sum(score or 0 for score, _ in marks.values()) > 0
    (room.course.root / "nbgrader_config.py").write_text("c = get_config()\n")
    for name in names[SUBMISSIONS_STOCK:]:
        for part in ("submitted", "autograded"):
            shutil.rmtree(room.course.root / part / name)
    with mock.patch.dict(os.environ, {UNGUARDED: "yes"}):
        room.autograde("--force")
    assert room.marks("s1") == marks
    return "A submission of `ps1_flops`, by `nbgrader autograde`", here, milliseconds_each()


# --- a solved notebook, beside a bare fork -------------------------------------------------------


def of_a_solution(notebook: NotebookNode, assignment: str, sandbox: Sandbox) -> Iterator[Row]:
    """Measure the least processor time of a few runs, and medians on the clock.

    The processor time is that of a worker and a student's process together. It excludes the start
    and end of the student's process, which the kernel charges to no process.
    """
    reference, submission = master_of(notebook), Submission(nbformat.writes(notebook).encode())
    examined, forked = [], []
    for _ in range(TIMES + 1):  # the first run is not counted
        examined.append(_examined(submission, reference, sandbox))
        start = time.perf_counter()
        in_a_bare_fork(notebook)
        forked.append(time.perf_counter() - start)
    clocks, processors = zip(*examined[1:], strict=True)
    yield f"A solved `{assignment}`, examined: processor time", 1000 * min(processors), None
    yield "– on the clock", 1000 * statistics.median(clocks), None
    same = "– the same cells in a bare fork, on the clock"
    yield same, 1000 * statistics.median(forked[1:]), None


def master_of(
    notebook: NotebookNode, modules: Mapping[str, str] | None = None
) -> ReferenceNotebook:
    """Return the reference notebook of a source notebook, as the gradebook would have it.

    Args:
        modules: The modules of the problem set; by default those of the course's set with this
            notebook.
    """
    cells, figures = [], []
    for cell in notebook.cells:
        if kind := cell_kind(cell):
            points = float(cell.metadata.nbgrader.get("points") or 0.0)
            name = name_of(cell) or ""
            cells.append(ReferenceCell(name, kind, cell.source, cell.cell_type, points))
        elif is_figure(cell):
            figures.append(Figure(cell.source, frozenset()))
    if modules is None:
        all_ = map(modules_of, COURSE.problems())
        modules = next((m.texts for m in all_ if m.texts and _is_of(m, notebook)), {})
    released = layout_of(notebook.cells, cells)
    return ReferenceNotebook(
        tuple(cells), figures=tuple(figures), modules=modules, released=released
    )


def _is_of(modules: CourseModules, notebook: NotebookNode) -> bool:
    return notebook.metadata.get("examiner", {}).get("modules") == modules.digest


def in_a_bare_fork(notebook: NotebookNode) -> None:
    """Run all of its cells in a fork of this process."""
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
    assert os.waitpid(pid, 0)[1] == 0, "a cell raised"


def _run_cells(notebook: NotebookNode) -> None:
    marked: dict[str, Verdict] = {}
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook.cells:
        if cell.cell_type == "code" and not is_figure(cell):
            with GradingContext(earlier=marked).active():
                value, error = run_code(cell.source, names)
            if error is not None:
                raise error
            if isinstance(value, Verdict):
                assert value.points == value.max_points, name_of(cell)
                marked[question_of(name_of(cell))] = value


def _examined(
    submission: Submission, reference: ReferenceNotebook, sandbox: Sandbox
) -> tuple[float, float]:
    """Seconds of the clock, and of processors."""
    used: list[float] = []
    close = Student.close

    def measured_close(student: Student) -> None:
        used.append(_of_processes_below(os.getpid()))
        close(student)

    sandbox.start()
    before, start = _of_processes_below(os.getpid()), time.process_time()
    began = time.perf_counter()
    with mock.patch.object(Student, "close", measured_close):
        graded = grade(submission, reference, sandbox)
    clock, worker = time.perf_counter() - began, time.process_time() - start
    records = graded.records.values()
    assert all(f.passed for record in records for f in record.findings), "it is no solution"
    return clock, worker + max(used) - before


def _of_processes_below(parent: int) -> float:
    """Seconds that the processes below this one have had, those that they waited for included."""
    above, used = {}, {}
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            had = int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
        except OSError:
            continue  # it has ended
        above[pid], used[pid] = int(fields[1]), had + sum(map(int, fields[13:15])) / TICK

    def is_below(pid: int) -> bool:
        return pid in above and (above[pid] == parent or is_below(above[pid]))

    return sum(used[pid] for pid in used if is_below(pid))


# --- checks in this process, and the wire --------------------------------------------------------


def of_a_check(what: str, assignment: str, question: str) -> Row:
    use_modules(assignment)
    notebook = Notebook.of(assignment)
    names = notebook.solved()
    *statements, last = ast.parse(split(notebook.tests[question], "hidden tests")[1]).body
    exec(compile(ast.Module(statements, []), "<hidden test>", "exec"), names)
    check = compile(ast.Expression(last.value), "<hidden test>", "eval")
    verdict = eval(check, names)
    assert verdict.points == verdict.max_points
    return f"A check without a sandbox: {what}", median(lambda: eval(check, names), 9), None


def of_the_wire(sandbox: Sandbox) -> Iterator[Row]:
    with closing(sandbox.student()) as student:
        student.run("def count(a, b, c, d, e):\n    return 2 * a * b + c * d * e")
        count = student.look_up("count")
        many = [(n, 2, 3, 4, 5) for n in range(324)]
        assert count(1, 2, 3, 4, 5) == 64
        assert [value for value, _ in count.map_calls(many)] == [4 * n + 60 for n in range(324)]
        yield "A call over the wire", median(lambda: count(1, 2, 3, 4, 5), 200), None
        yield "324 calls in one message", median(lambda: count.map_calls(many), 20), None

    def start_and_end() -> None:
        with closing(sandbox.student()) as student:
            student.run("1")

    yield "A student's process: start, one cell, end", median(start_and_end, 20), None
