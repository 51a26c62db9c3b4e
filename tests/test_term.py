"""A term as it is lived: released, fetched, answered and submitted in JupyterLab, graded, marked by
hand, graded again after a check was mended, and given back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook

from examiner.course import Course
from tests.classroom import Classroom, Courses
from tests.lab import Desk, Home, browser_page, jupyter_lab
from tests.marking import served
from tests.small_class import ASSIGNMENT, write_course

NOTEBOOK = f"{ASSIGNMENT}/sums.ipynb"
SUM = "def total(n):\n    return n * n"  # another function than the question asks for
SQUARES = "def squares(n):\n    return (2 * n**3 + 3 * n * n + n) // 6"
WHY = "Pair the first with the last: each pair adds up to $n + 1$."
CONVENTION = "the largest number, counted n times"


@pytest.fixture
def page() -> Iterator[Any]:
    with browser_page() as page:
        yield page


class Term:
    """An instructor's course and a student's desk, with an exchange between them."""

    def __init__(self, folder: Path, courses: Courses) -> None:
        exchange = folder / "exchange"
        self.ada = Home(folder / "ada", exchange, "ada")
        home = Home(folder / "instructor", exchange)
        built = courses.built("small_class", ASSIGNMENT, write_course)
        table = Course(built).assignments[ASSIGNMENT]
        self.room = Classroom(folder / "course", built, table, environment=home.environment)

    def points(self) -> dict[str, float]:
        """ada's, by cell."""
        with Gradebook(self.room.db_url) as book:
            notebook = book.find_submission_notebook("sums", ASSIGNMENT, "ada")
            assert not notebook.needs_manual_grade
            return {grade.name: grade.score for grade in notebook.grades}


@pytest.fixture
def term(tmp_path: Path, courses: Courses, one_worker: None) -> Term:
    return Term(tmp_path, courses)


@pytest.mark.slow(60)
def test_a_term(term: Term, page: Any) -> None:
    room = term.room
    room.nbgrader("release_assignment", ASSIGNMENT)
    with jupyter_lab(term.ada) as address:
        desk = Desk(page, address)
        work_and_submit(desk, term.ada.work)
        room.nbgrader("collect", ASSIGNMENT)
        room.examiner_here("autograde", ASSIGNMENT)
        mark_by_hand(room, page)
        assert term.points() == {"q1_sum_test": 1, "q2_written": 2, "q3_squares_test": 4}
        mend_the_check(term)
        assert term.points() == {"q1_sum_test": 1.5, "q2_written": 2, "q3_squares_test": 4}
        room.examiner_here("feedback", ASSIGNMENT)
        room.nbgrader("release_feedback", ASSIGNMENT)
        read_feedback(desk, term.ada.work)


def work_and_submit(desk: Desk, work: Path) -> None:
    desk.open_list()
    desk.press("Fetch")
    desk.page.get_by_role("button", name="Submit", exact=True).wait_for()
    desk.open_notebook(NOTEBOOK)
    desk.write("def total", SUM)
    desk.write("def squares", SQUARES)
    desk.write("Write your answer here", WHY)
    desk.save()
    cells = {
        c["id"]: "".join(c["source"]) for c in json.loads((work / NOTEBOOK).read_text())["cells"]
    }
    assert (cells["q1_sum"], cells["q3_squares"], cells["q2_written"]) == (SUM, SQUARES, WHY)
    said = desk.validate()
    assert "Success" in said, said
    desk.close_dialog()
    desk.show_list()
    desk.press("Submit")
    desk.page.get_by_text("There are no submitted assignments.").wait_for(state="hidden")


def mark_by_hand(room: Classroom, page: Any) -> None:
    """Give 2 of 3 points as an assistant, by a click on a rubric item."""
    with (
        served(Course(room.course.root)) as marking,
        page.context.new_page() as page,
    ):
        page.goto(marking.address)
        page.click(f"[data-assignment={ASSIGNMENT}] a")
        page.click("[data-question=q2_written] a")
        page.click("[data-line='1']")
        assert page.input_value("#points") == "2"
        page.click("#save")
        page.locator("#finished").wait_for()


def mend_the_check(term: Term) -> None:
    """It knows another convention from now on. Until that is released, nothing is graded."""
    text = term.room.problem.notebook_source.parent / "marking" / "q1_sum.py"
    check = text.read_text().replace("import Count", "import Count, convention")
    old, named = "n / 2)", f'convention("largest-times-n", n**2, "{CONVENTION}")'
    assert old in check
    text.write_text(check.replace(old, f"{old[:-1]}, misconceptions=[{named}])"))
    assert term.room.nbgrader_here("autograde", ASSIGNMENT, "--force") == (
        1,
        f"nbgrader: source/{NOTEBOOK} differs from problems/: "
        f"run `nbgrader generate_assignment {ASSIGNMENT}`.\n",
    )
    assert CONVENTION not in term.room.autograded("ada").read_text()
    term.room.nbgrader("generate_assignment", ASSIGNMENT)
    term.room.examiner_here("autograde", ASSIGNMENT)
    assert CONVENTION in term.room.autograded("ada").read_text()
    assert list((term.room.course.root / "backups").glob("gradebook-*.db"))


def read_feedback(desk: Desk, work: Path) -> None:
    desk.page.click("#refresh_assignments_list")
    desk.press("Fetch Feedback")
    desk.page.get_by_text("(view feedback)").wait_for()
    (path,) = work.glob(f"{ASSIGNMENT}/feedback/*/sums.html")
    desk.page.goto(path.as_uri())
    said = desk.page.inner_text("body")
    for words in (CONVENTION, "7.5", "2 points: the pairs"):
        assert words in said, said
