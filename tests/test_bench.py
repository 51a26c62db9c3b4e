"""What grading costs, beside stock nbgrader in the same run: `make bench` prints it.

Nothing here fails because a machine is slow. What is asserted is that both sides did the work.
"""

from __future__ import annotations

import ast
import copy
import shutil
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute

from examiner.cells import Kind, is_given, is_test
from examiner.course import Course
from examiner.grading.examination import examine
from examiner.grading.master import MasterCell
from examiner.grading.namespace import Given
from examiner.regions import split
from examiner.student import Sandbox
from tests.bank_runner import Notebook
from tests.bench_examined import compared, in_a_bare_fork
from tests.bench_report import MEDIANS, PAGE, Machine, Row, measured_on, medians, put
from tests.classroom import ROOT, Courses

pytestmark = pytest.mark.bench
SUBMISSIONS, SUBMISSIONS_STOCK = 10, 5


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[list[Row]]:
    """Takes rows, and prints them all at the end; if all tests of this module ran, they go into
    docs/benchmarks.md, too."""
    rows: list[Row] = []
    yield rows
    shown = f"{measured_on(date.today(), Machine.this())}\n\n{medians(rows)}"
    print(f"\n\n{shown}")
    ran = {item.originalname for item in request.session.items if item.path == Path(__file__)}
    if ran == {name for name in globals() if name.startswith("test_")}:
        put(ROOT / "docs" / PAGE, MEDIANS, shown)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        sandbox.start()
        yield sandbox


def median(function: Callable[[], Any], times: int) -> float:
    """The median time of a call in milliseconds; a first call is not counted."""
    seconds = []
    for _ in range(times + 1):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return 1000 * statistics.median(seconds[1:])


# ----------------------------------------------------------------------------------- one notebook

TEST = """\
assert isinstance(cost_{k}(2, 3), int), "a whole number"
### BEGIN HIDDEN TESTS
from examiner import checks

checks.polynomial(cost_{k}, variables="n d", expected="{k}*n**2*d + n", points=2)
### END HIDDEN TESTS"""


def twenty_cells() -> NotebookNode:
    """An import, given code, and nine questions: an answer and a test with a hidden part each."""

    def cell(name: str, kind: Kind, source: str) -> NotebookNode:
        return MasterCell(name, kind, source, points=2.0).notebook_cell(source)

    cells = [
        cell("imports", Kind.GIVEN, "import numpy as np"),
        cell("given_square", Kind.GIVEN, "def square(n):\n    return n * n"),
    ]
    for k in range(1, 10):
        answer = f"def cost_{k}(n, d):\n    return {k} * square(n) * d + n"
        cells.append(cell(f"q{k}", Kind.ANSWER, answer))
        cells.append(cell(f"q{k}_test", Kind.TEST, TEST.format(k=k)))
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    return notebook


def by_stock(notebook: NotebookNode) -> NotebookNode:
    notebook = copy.deepcopy(notebook)
    quiet = ["--IPKernelApp.log_level=ERROR"]
    execute = Execute(kernel_name="python3", store_widget_state=False, extra_arguments=quiet)
    execute.preprocess(notebook, {"metadata": {"path": "."}})
    return notebook


def test_one_notebook(sandbox: Sandbox, table: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # the kernel's hidden tests import `examiner`
    notebook = twenty_cells()
    given = Given.run(tuple(cell.source for cell in notebook.cells if is_given(cell)))

    def here() -> dict[str, Any]:
        with closing(sandbox.student()) as student:
            return examine(copy.deepcopy(notebook), student, given)

    assert [result.points for result in here().values()] == [2.0] * 9
    points = [c.outputs[-1].data["text/plain"] for c in by_stock(notebook).cells if is_test(c)]
    assert points == ["2.0"] * 9
    stock = median(lambda: by_stock(notebook), 3)
    table.append(("A notebook of 20 cells, examined", median(here, 20), stock))
    table.append(
        ("– the same cells in a bare fork", median(lambda: in_a_bare_fork(notebook), 20), None)
    )


# ------------------------------------------------------------------------------- through autograde


def test_submissions_through_autograde(
    sandbox: Sandbox, table: list[Row], courses: Courses, tmp_path: Path
) -> None:
    room = courses.classroom(tmp_path / "course", "ps1_flops")
    solutions = Notebook.of("ps1_flops").solutions
    names = [f"s{number}" for number in range(SUBMISSIONS)]
    for name in names:
        room.submit(name, solutions)

    def seconds_each() -> float:
        """From one autograded notebook to the next: neither the start of nbgrader nor that of the
        sandbox is in it."""
        written = sorted(p.stat().st_mtime for p in room.course.root.glob("autograded/*/*/*.ipynb"))
        return statistics.median(b - a for a, b in pairwise(written))

    room.autograde()
    here, marks = seconds_each(), room.marks("s1")
    assert sum(score or 0 for score, _ in marks.values()) > 0
    (room.course.root / "nbgrader_config.py").write_text("c = get_config()\n")
    for name in names[SUBMISSIONS_STOCK:]:
        for folder in ("submitted", "autograded"):
            shutil.rmtree(room.course.root / folder / name)
    room.autograde("--force")
    assert room.marks("s1") == marks
    table.append(
        ("A submission of `ps1_flops`, by `nbgrader autograde`", 1000 * here, 1000 * seconds_each())
    )


# ------------------------------------------------------------------------- the processor time of it


@pytest.mark.parametrize("assignment", Course(ROOT).assignments)
def test_processor_time_of_a_solved_notebook(
    assignment: str, sandbox: Sandbox, table: list[Row]
) -> None:
    """The least of a few, of a worker and of a student's process together; and, on the clock, the
    same cells in a bare fork."""
    found = compared(assignment, sandbox)
    assert found.least.worker > 0 < found.least.student
    seconds = found.least.processor
    table.append((f"A solved `{assignment}`, examined: processor time", 1000 * seconds, None))
    table.append(("– on the clock", 1000 * found.examined, None))
    table.append(("– the same cells in a bare fork, on the clock", 1000 * found.forked, None))


# ------------------------------------------------------------------------- checks, in this process


@pytest.mark.parametrize(
    ("assignment", "question", "what"),
    [
        ("ps1_flops", "q2_attention", "a polynomial"),
        ("ps1_flops", "q7_ledger", "a ledger"),
        ("ps1_flops", "q5_gradients", "five derivatives"),
        ("ps2_attention", "masked_attention", "masked attention: values and properties"),
    ],
)
def test_checks_in_process(assignment: str, question: str, what: str, table: list[Row]) -> None:
    notebook = Notebook.of(assignment)
    names = notebook.solved()
    *statements, last = ast.parse(split(notebook.tests[question], "hidden tests")[1]).body
    exec(compile(ast.Module(statements, []), "<hidden test>", "exec"), names)
    check = compile(ast.Expression(last.value), "<hidden test>", "eval")
    verdict = eval(check, names)
    assert verdict.points == verdict.max_points
    table.append(
        (f"A check without a sandbox: {what}", median(lambda: eval(check, names), 9), None)
    )


# ---------------------------------------------------------------------------------------- the wire


def test_calls_over_the_wire(sandbox: Sandbox, table: list[Row]) -> None:
    with closing(sandbox.student()) as student:
        student.run("def count(a, b, c, d, e):\n    return 2 * a * b + c * d * e")
        count = student.look_up("count")
        many = [(n, 2, 3, 4, 5) for n in range(324)]
        assert count(1, 2, 3, 4, 5) == 64
        assert [value for value, _ in count.map_calls(many)] == [4 * n + 60 for n in range(324)]
        table.append(("A call over the wire", median(lambda: count(1, 2, 3, 4, 5), 200), None))
        table.append(("324 calls in one message", median(lambda: count.map_calls(many), 20), None))

    def start_and_end() -> None:
        with closing(sandbox.student()) as student:
            student.run("1")

    table.append(("A student's process: start, one cell, end", median(start_and_end, 20), None))
