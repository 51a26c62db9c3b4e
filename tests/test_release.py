"""What the course hands out: built from the text as it stands, worth nothing untouched, and worth
full marks with the solutions in it, by nbgrader's own autograding.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from examiner import build
from examiner.cells import Kind, kind_of
from examiner.course import Course, CourseError, Problem
from tests.bank_runner import Answer, error_of_visible_test, verdict_on

ROOT = Path(__file__).parent.parent
COURSE = Course(ROOT)
PROBLEMS = pytest.mark.parametrize("problem", COURSE.problems(), ids=lambda p: p.assignment)
QUESTIONS = [
    pytest.param(problem, question.name, id=f"{problem.assignment}-{question.name}")
    for problem in COURSE.problems()
    for question in COURSE.assignments[problem.assignment].questions.values()
    if not question.written
]


@PROBLEMS
def test_source_and_release_are_up_to_date(problem: Problem) -> None:
    try:
        stale = build.stale(COURSE, problem.assignment)
    except CourseError as error:
        pytest.fail(str(error))
    names = ", ".join(COURSE.short(path) for path in stale)
    assert not stale, f"{names}: out of date, run `make build`"


@pytest.mark.parametrize(("problem", "question"), QUESTIONS)
def test_a_stub_fails_its_test_and_scores_nothing(
    problem: Problem, question: str, tmp_path: Path
) -> None:
    released = nbformat.read(problem.release, as_version=4)
    (stub,) = (cell.source for cell in released.cells if cell.id == question)
    path = tmp_path / problem.assignment / question / "run_time_error" / "stub.py"
    path.parent.mkdir(parents=True)
    path.write_text(stub)
    answer = Answer(path, "the stub", 0.0, ())
    assert error_of_visible_test(answer) is not None
    assert verdict_on(answer).points == 0


# --- through nbgrader ----------------------------------------------------------------------------


@PROBLEMS
def test_solutions_get_full_marks_and_stubs_nothing(problem: Problem, tmp_path: Path) -> None:
    """By `nbgrader autograde`, read from the grade book: what was released, handed in untouched and
    with the solutions in it.
    """
    course = Course(tmp_path)
    shutil.copy(ROOT / "nbgrader_config.py", course.root)
    for folder in ("problems", "source", "release"):
        shutil.copytree(
            ROOT / folder / problem.assignment, course.root / folder / problem.assignment
        )
    hand_in(course, problem, "untouched", solved=False)
    hand_in(course, problem, "solved", solved=True)
    nbgrader(course, "generate_assignment", problem.assignment)
    nbgrader(course, "autograde", problem.assignment)

    questions = COURSE.assignments[problem.assignment].questions.values()
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        solved = {q.test: (None if q.written else q.points, q.written) for q in questions}
        assert marks_of(book, problem, "solved") == solved
        assert marks_of(book, problem, "untouched") == {q.test: (0, False) for q in questions}


def hand_in(course: Course, problem: Problem, student: str, *, solved: bool) -> None:
    """Submit the released notebook, with the answer cells of the source if it is solved."""
    solutions = {c.id: c.source for c in nbformat.read(problem.source, as_version=4).cells}
    notebook = nbformat.read(problem.release, as_version=4)
    for cell in notebook.cells:
        if solved and kind_of(cell) in (Kind.ANSWER, Kind.WRITTEN):
            cell.source = solutions[cell.id]
    folder = course.root / "submitted" / student / problem.assignment
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / problem.release.name)


def nbgrader(course: Course, *words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *words],
        cwd=course.root,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def marks_of(
    book: Gradebook, problem: Problem, student: str
) -> dict[str, tuple[float | None, bool]]:
    """Per test cell: the automatic score, and whether a person has to mark it."""
    notebook = book.find_submission_notebook(problem.notebook, problem.assignment, student)
    return {g.name: (g.auto_score, g.needs_manual_grade) for g in notebook.grades}
