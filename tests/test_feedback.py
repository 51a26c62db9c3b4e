"""The page that a student gets, as a pure function of the graded notebook and the marks."""

from __future__ import annotations

from contextlib import closing

import nbformat
import pytest

from examiner.cells import Kind, nbgrader_metadata
from examiner.checks import Finding
from examiner.grading.feedback import Mark, Marks, feedback_page, page_without_notebook
from examiner.grading.master import new_cell
from examiner.grading.rebuild import _FOR_GRADERS
from examiner.grading.record import Record
from examiner.grading.worker import Settings, Worker, WorkerEnded

MARKS = Marks(
    "ps1_flops",
    "ada <b>",
    {"f_test": Mark(1.5, 2.0), "why_written": Mark(0.0, 3.0, pending=True)},
    {"why_written": "See *P2*. <script>alert(1)</script>"},
    penalty=0.25,
)


def graded() -> bytes:
    def cell(kind, name, source, cell_type="code", points=None):
        return new_cell(
            cell_type, source, name, {"nbgrader": nbgrader_metadata(kind, name, points)}
        )

    test = cell(
        Kind.TEST,
        "f_test",
        "f(1)\n### BEGIN HIDDEN TESTS\nsecret = 1\n### END HIDDEN TESTS",
        points=2.0,
    )
    Record(1.5, (Finding("n²", "you have 1, expected 2"),)).write(test)
    cells = [
        new_cell("markdown", "Hello <script>alert(2)</script>", "own-0"),
        cell(Kind.ANSWER, "f", "def f(n): return n"),
        test,
        cell(Kind.WRITTEN, "why_written", "Because.", "markdown", 3.0),
        new_cell("markdown", "**Mark scheme** 2 points for the pairs", "own-1", _FOR_GRADERS),
    ]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells)).encode()


@pytest.fixture(scope="module")
def page():
    return feedback_page(graded(), MARKS)


def test_marks_findings_and_comments_are_there(page):
    for text in (
        "1.25 of 5 points",
        "0.25 of them taken off for lateness",
        "so far: a person has yet to grade some answers",
        "1.5 of 2",
        "not graded yet",
        "n²: you have 1, expected 2",
        "See <em>P2</em>.",
        "Because.",
        "ada &lt;b&gt;",
    ):
        assert text in page


def test_hidden_tests_mark_schemes_and_scripts_are_not(page):
    for text in ("secret = 1", "HIDDEN TESTS", "2 points for the pairs", "alert(1)", "alert(2)"):
        assert text not in page


@pytest.mark.slow(5)
def test_a_worker_makes_the_same_page(page):
    with closing(Worker()) as worker:
        assert worker.feedback_page(graded(), MARKS) == (page, "")


@pytest.mark.slow(5)
def test_where_no_page_can_be_made_the_marks_are_shown_all_the_same():
    with closing(Worker(Settings(seconds=20.0))) as worker:
        page, problem = worker.feedback_page(b"no notebook", MARKS)
    assert "Traceback" in problem
    assert page == page_without_notebook(MARKS, "making the page took too much")
    for text in ("1.25 of 5 points", "1.5 of 2", "See <em>P2</em>.", "Your notebook can"):
        assert text in page


def test_a_plain_page_shows_what_a_student_wrote_as_text():
    page = feedback_page(graded(), MARKS, plain=True)
    assert "Hello &lt;script&gt;alert(2)" in page
    for text in ("1.25 of 5 points", "def", "n²: you have 1, expected 2", "See <em>P2</em>."):
        assert text in page


def test_a_page_that_ends_the_worker_is_made_of_text(monkeypatch):
    """Else it is made without the notebook."""
    worker, asked = Worker(), []

    def ask(seconds, operation, notebook, about, plain):
        asked.append((operation, plain))
        if not plain:
            raise WorkerEnded("it took too long", None)
        return b"plain"

    monkeypatch.setattr(worker, "_ask", ask)
    assert worker.feedback_page(b"", MARKS) == ("plain", "it took too long")
    assert worker.formgrader_page(b"", {}) == ("plain", "it took too long")
    assert asked == [
        (f"{kind}_page", plain) for kind in ("feedback", "formgrader") for plain in (False, True)
    ]
