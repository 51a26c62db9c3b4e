"""Released notebooks: built from the source as it stands, and worth nothing untouched."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
import pytest

from examiner import cli
from examiner.authoring.marking_modules import question_object
from examiner.authoring.rubric_tables import rubric_table
from examiner.cell_code import run_code
from examiner.course import Assignment, Course, CourseQuestion
from examiner.gradebook.reference_agreement import layout_of
from tests.bank_runner import BankAnswer, Notebook, error_of_visible_test

ROOT = Path(__file__).parent.parent
COURSE = Course(ROOT)
PROBLEMS = pytest.mark.parametrize("problem", COURSE.problems(), ids=lambda p: p.name)


@pytest.mark.slow(20)
def test_it_is_built_from_the_text_as_it_stands_in_which_nothing_is_wrong() -> None:
    """All problem sets at once, because each run also makes the pages of the docs."""
    assert cli.main(["--course", str(ROOT), "lint"]) == 0


@PROBLEMS
def test_tools_and_drawings_are_folded_wherever_the_notebook_is_opened(problem: Assignment) -> None:
    folded = [cell for cell in released_code(problem) if "jupyter" in cell.metadata]
    assert folded
    for cell in released_code(problem):
        in_colab = cell.metadata.get("cellView") == "form"
        assert in_colab == cell.metadata.get("jupyter", {}).get("source_hidden", False)
    for cell in folded:  # the visible part of the cell in JupyterLab
        assert cell.source.startswith(("# ", '"""', "%%")), cell.source[:80]


@PROBLEMS
def test_each_question_that_a_machine_marks_shows_its_rubric(problem: Assignment) -> None:
    text = "\n".join(c.source for c in nbformat.read(problem.release, as_version=4).cells)
    tables = Counter(
        rubric_table(question_object(question, problem).rubric(asked.points))
        for question, asked in auto_graded(problem).items()
    )
    assert {table: text.count(table) for table in tables} == tables


@PROBLEMS
def test_the_guide_for_students_is_released_with_the_notebook(problem: Assignment) -> None:
    guide = (ROOT / "docs" / "student.md").read_text()
    assert [path.read_text() for path in problem.guides] == [guide, guide]
    assert len(guide.split()) <= 1100  # students read it all
    first = nbformat.read(problem.release, as_version=4).cells[0].source
    assert f"[{problem.guides[1].name}]({problem.guides[1].name})" in first
    assert "*Validate*" in guide


@PROBLEMS
@pytest.mark.slow
def test_an_answer_that_raises_is_told_in_lines_and_stops_nothing(problem: Assignment) -> None:
    tests = {cell.id: cell.source for cell in released_code(problem)}
    for question, asked in auto_graded(problem).items():
        names = Notebook.of(problem.name).namespace("__main__")
        for function in (define.partition("(")[0] for define in asked.defines):
            exec(f"def {function}(*sizes, **named):\n    return {{}}['absent']", names)
        out, errors = io.StringIO(), io.StringIO()
        assert run_code(tests[asked.test], names, out, errors)[1] is None, question
        if any("(" in define for define in asked.defines):
            assert "KeyError: 'absent'" in errors.getvalue() + out.getvalue(), question
        assert errors.getvalue().count("\n") <= 6 * max(len(asked.defines), 1), question


def released_code(problem: Assignment) -> list[nbformat.NotebookNode]:
    released = nbformat.read(problem.release, as_version=4)
    return [cell for cell in released.cells if cell.cell_type == "code"]


def auto_graded(problem: Assignment) -> dict[str, CourseQuestion]:
    questions = COURSE.assignments[problem.name].questions
    return {name: asked for name, asked in questions.items() if not asked.written}


@pytest.mark.slow(5)
@PROBLEMS
def test_run_all_runs_past_open_questions(problem: Assignment) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in released_code(problem):
        _, error = run_code(cell.source, names)
        assert error is None, f"{cell.id}: {error!r}"


@PROBLEMS
def test_a_stub_fails_its_visible_test(problem: Assignment, tmp_path: Path) -> None:
    """That it earns nothing the lint says."""
    stubs = {cell.id: cell.source for cell in released_code(problem)}
    for question in auto_graded(problem):
        path = tmp_path / problem.name / question / "run_time_error" / "stub.py"
        path.parent.mkdir(parents=True)
        path.write_text(f'"""The stub."""\n{stubs[question]}')
        assert error_of_visible_test(BankAnswer(path, "the stub", 0.0)) is not None, question


@PROBLEMS
def test_the_examiner_knows_the_text_of_each_cell_as_students_received_it(
    problem: Assignment,
) -> None:
    """Otherwise it takes text of the course for a student's own, as a part of an answer."""
    source = nbformat.read(problem.source, as_version=4)
    known = {cell.name: cell.source for cell in layout_of(source.cells, [])}
    for cell in nbformat.read(problem.release, as_version=4).cells:
        if cell.cell_type == "markdown" and "nbgrader" not in cell.metadata:
            assert known[cell.id].strip() == cell.source.strip(), cell.id
