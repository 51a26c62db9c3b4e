"""The page that a student gets, as a pure function of the graded notebook and the marks."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from itertools import pairwise

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
    title="Problem set 1: costs",
    titles={"f": "Question 1: a count"},
)


ONE_TERM = Finding("n²", "you have 1, expected 2")


def graded(found: Finding = ONE_TERM) -> bytes:
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
    Record(1.5, (found,)).write(test)
    cells = [
        new_cell("markdown", "Hello <script>alert(2)</script>", "own-0"),
        cell(Kind.ANSWER, "f", "def f(n): return n"),
        test,
        cell(Kind.WRITTEN, "why_written", "Because. So $x^2$.", "markdown", 3.0),
        new_cell("markdown", "**Mark scheme** 2 points for the pairs", "own-1", _FOR_GRADERS),
    ]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells)).encode()


@pytest.fixture(scope="module")
def page():
    return feedback_page(graded(), MARKS)


def test_marks_findings_and_comments_are_there(page):
    for text in (
        "1.25 of 5 points",
        "1.5 earned, 0.25 taken off for lateness.",
        "so far: a person has yet to grade some answers",
        "<h1>Problem set 1: costs</h1>",
        "1.5 of 2",
        "not graded yet",
        "n²: you have 1, expected 2",
        'Look first at <a href="#f">Question 1: a count</a> (0.5 lost).',
        "So <math><msup><mi>x</mi><mn>2</mn></msup></math>.",
        "See <em>P2</em>.",
        "Because.",
        "ada &lt;b&gt;",
    ):
        assert text in page


def test_hidden_tests_mark_schemes_and_scripts_are_not(page):
    for text in ("secret = 1", "HIDDEN TESTS", "2 points for the pairs", "alert(1)", "alert(2)"):
        assert text not in page


def test_lateness_takes_no_more_than_was_earned():
    marks = replace(MARKS, penalty=7.0)
    assert (marks.earned, marks.points) == (1.5, 0.0)
    assert "0 of 5 points" in feedback_page(graded(), marks)


def question(page: str, name: str) -> re.Match[str] | None:
    """The question's part of the page: whether it is open, and what is in it."""
    part = rf'<details class="question" id="{name}"( open)?>(.*?)\n</details>'
    return re.search(part, page, re.S)


def test_each_question_has_its_answer_and_what_was_found(page):
    is_open, text = question(page, "f").groups()
    assert is_open
    assert "<h2>Question 1: a count</h2>" in text
    assert text.index("Your answer") < text.index("What was found") < text.index("expected 2")
    assert "Hello " in text  # what stands before it in the notebook, folded
    assert question(page, "why_written")[1]


def test_full_marks_and_blank_answers_are_folded():
    full = replace(MARKS, cells={**MARKS.cells, "f_test": Mark(2.0, 2.0)})
    assert question(feedback_page(graded(), full), "f")[1] is None
    blank = feedback_page(graded(Finding("the answer", "not answered yet")), MARKS)
    assert question(blank, "f")[1] is None


def test_a_page_asks_for_nothing_and_runs_nothing(page):
    assert not re.search(r"<script|<link|\bsrc=(?!\"data:)|url\(|@import|http", page)


def test_headings_are_in_order(page):
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    digits = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_stands_out_in_light_and_dark(page):
    """At least 4.5 to 1, WCAG 2's AA, wherever a text may stand."""
    themes = [dict(re.findall(r"--(\w+): #(\w+)", part)) for part in page.split(":root")[1:3]]
    for theme in themes:
        grounds = {name: theme.pop(name) for name in ("page", "paper", "code", "comment")}
        del theme["line"]
        assert len(theme) == 10
        for ground in grounds.values():
            for name, colour in theme.items():
                light, dark = sorted(map(luminance, (ground, colour)), reverse=True)
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, colour, ground)


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
