"""What the course hands out: built from the text as it stands, and worth nothing untouched."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from examiner import build
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


@pytest.mark.slow(5)  # `make lint` does the same
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
    path.write_text(f'"""The stub."""\n{stub}')
    answer = Answer(path, "the stub", 0.0)
    assert error_of_visible_test(answer) is not None
    assert verdict_on(answer).points == 0
