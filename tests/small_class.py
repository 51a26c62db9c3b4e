"""A class of a small course, for the tests of `examiner autograde`."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook

from examiner.authoring import build
from examiner.course import Course
from examiner.course_key import FIXED, KEY_FILE
from examiner.digests import digest_of
from examiner.grading.fingerprint import digest_of_reference
from examiner.grading.grade import GradedSubmission, grade
from examiner.pages.feedback import feedback_page
from examiner.student import Sandbox
from examiner.term.autograde import Autograde
from examiner.term.class_runner import OnResult, Summary, ignore_progress
from examiner.term.plan import ClassFolder
from examiner.workers.executors import Pool, page_one
from tests.classroom import ROOT, Classroom, Courses
from tests.conftest import CHECK, PROBLEM, TABLE

ASSIGNMENT = "ps0_warm_up"
DUE = datetime(2026, 10, 30, 22, 59)
QUESTION = '''
# %% [markdown]
# ## Question 3: another sum (<<q3_squares>>)


# %% answer="q3_squares"
def squares(n):
    """The sum 1 + 4 + … + n²."""
    ### BEGIN SOLUTION
    return (2 * square(n) * n + 3 * square(n) + n) // 6
    ### END SOLUTION


# %% test="q3_squares"
assert squares(1) == 1
'''
SQUARES_CHECK = """\
from examiner.checks import Count, sizes

SIZES = (n,) = sizes("n")
question = Count(SIZES, n**3 / 3 + n**2 / 2 + n / 6)
"""
RIGHT = {
    "q1_sum": "def total(n):\n    return n * (n + 1) // 2",
    "q3_squares": "def squares(n):\n    return (2 * n**3 + 3 * n * n + n) // 6",
    "q2_written": "Pairs of $n + 1$.",
}
SQUARE = {"q1_sum": "def total(n):\n    return n * n"}
RAISES = {"q3_squares": "def squares(n):\n    raise ValueError('not today')"}


def write_course(folder: Path) -> None:
    """A course folder with the small problem set in it, built."""
    problem = folder / "problems" / ASSIGNMENT
    (problem / "marking").mkdir(parents=True)
    table = TABLE + 'q3_squares = { points = 4, defines = ["squares(n)"] }\n'
    (folder / "problems" / "course.toml").write_text(table)
    (problem / "sums.py").write_text(PROBLEM.rstrip("\n") + "\n" + QUESTION)
    (problem / "marking" / "q1_sum.py").write_text(CHECK)
    (problem / "marking" / "q3_squares.py").write_text(SQUARES_CHECK)
    (folder / KEY_FILE).write_text(FIXED)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    build.build(Course(folder))


class InThisProcess(Executor):
    """An executor that grades and makes pages at once, and grades nothing a second time."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox, self._known, self.count = sandbox, {}, 0

    def submit(self, function: Any, *arguments: Any) -> Any:
        future: Future = Future()
        try:
            done = self._page if function is page_one else self._graded
            future.set_result(done(*arguments[:2]))
        except Exception as error:
            future.set_exception(error)
        return future

    def _graded(self, submission: Any, reference: Any) -> Any:
        self.count += 1
        key = repr((submission, reference, digest_of_reference(reference)))  # with its modules
        if key not in self._known:
            self._known[key] = grade(submission, reference, self._sandbox).to_bytes()
        return GradedSubmission.from_bytes(self._known[key]), 0.1

    def _page(self, notebook: bytes, marks: Any) -> Any:
        return feedback_page(notebook, marks), "", 0.1

    @contextmanager
    def pool(self, workers: int | None = None) -> Iterator[Pool]:
        """As `executors.local`."""
        yield Pool(self, lambda: 2)


class SmallClass:
    """A classroom of the small course, graded by `examiner autograde` in this process."""

    def __init__(
        self,
        folder: Path,
        courses: Courses,
        executor: InThisProcess,
        config: str = "",
        graded: Mapping[str, dict[str, str]] | None = None,
    ) -> None:
        """Make the class in a new folder.

        Args:
            folder: The folder of the course.
            courses: The courses that classes are copies of.
            executor: The executor that grades.
            config: Lines to add to nbgrader_config.py.
            graded: The answers of students who are graded already. The tests with the same ones
                have copies of the class that the first of them graded.
        """

        built = courses.once("due", partial(_make_due, courses))
        if graded:
            grade_class = partial(_make_graded, courses, executor, graded)
            built = courses.once(f"graded_{digest_of(graded)}", grade_class) / "course"
        self.room = Classroom(folder, built, Course(built).assignments[ASSIGNMENT], config)
        self.executor = executor
        self.db_url = self.room.db_url

    def submit(self, student: str, answers: dict[str, str], **more: Any) -> None:
        path = self.room.submit(student, RIGHT | answers, **more)
        (path.parent / "timestamp.txt").write_text("2026-10-30 20:00:00 UTC")

    def autograde(self, on_result: OnResult = ignore_progress, **wanted: Any) -> Summary:
        return self.grading(**wanted).run(on_result=on_result)

    def undisturbed(self) -> dict[str, Any]:
        """Return the contents that an undisturbed run writes; then remove all results."""
        root = self.room.course.root
        book = (root / "gradebook.db").read_bytes()
        self.autograde()
        found = self.contents()
        (root / "autograded").rename(root / "undisturbed")
        (root / "gradebook.db").write_bytes(book)
        return found

    def dry_run(self, **wanted: Any) -> Summary:
        return self.autograde(dry_run=True, **wanted)

    @property
    def folder(self) -> ClassFolder:
        return ClassFolder.of(Course(self.room.course.root), ASSIGNMENT)

    def grading(self, **wanted: Any) -> Autograde:
        return Autograde(self.folder, **wanted, open_pool=self.executor.pool)

    def change_test(self, name: str, old: str, new: str) -> None:
        """Change a test cell as a new release would: in source/ and in the gradebook."""
        problem = self.room.problem
        problem.notebook_source.unlink(missing_ok=True)  # it differs from source/ now
        source = nbformat.read(problem.source, as_version=4)
        cell = next(cell for cell in source.cells if cell.id == name)
        assert old in cell.source
        cell.source = cell.source.replace(old, new)
        nbformat.write(source, problem.source)
        with Gradebook(self.db_url) as gradebook:
            gradebook.find_source_cell(name, "sums", ASSIGNMENT).source = cell.source
            gradebook.db.commit()

    def ask_for(self, question: str, formula: str) -> None:
        """Let the hidden test of a counting question ask for another formula in n."""
        count = (
            f"from examiner.checks import Count, sizes\n(n,) = sizes('n')\nCount([n], {formula})"
        )
        self.change_test(f"{question}_test", "question.grade(", f"{count}.grade(")

    def grade_by_hand(self, student: str, cell: str, **values: Any) -> None:
        """Save points as formgrader does."""
        with Gradebook(self.room.db_url) as gradebook:
            grade = gradebook.find_grade(cell, "sums", ASSIGNMENT, student)
            for name, value in values.items():
                setattr(grade, name, value)
            grade.needs_manual_grade = grade.manual_score is None and grade.auto_score is None
            gradebook.db.commit()

    def grades(self) -> dict[tuple[str, str], tuple]:
        """(student, cell) -> points (automatic, by hand, extra), whether a person has to look."""
        with Gradebook(self.db_url) as gradebook:
            submissions = gradebook.assignment_submissions(ASSIGNMENT)
            grades = [g for s in submissions for n in s.notebooks for g in n.grades]
            return {
                (g.student.id, g.name): (
                    g.auto_score,
                    g.manual_score,
                    g.extra_credit,
                    g.needs_manual_grade,
                )
                for g in grades
            }

    def contents(self) -> dict[str, Any]:
        """All that grading wrote: rows without their ids, and files with their modes."""
        root = self.room.course.root
        return {**rows(root / "gradebook.db"), "files": dict(files(root / "autograded"))}


def _make_due(courses: Courses, folder: Path) -> None:
    """Copy the course into a folder, with a due date."""
    built = courses.built("small_class", ASSIGNMENT, write_course)
    shutil.copytree(built, folder, dirs_exist_ok=True)
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=DUE)


def _make_graded(
    courses: Courses, executor: InThisProcess, answers: Mapping[str, dict[str, str]], folder: Path
) -> None:
    """Grade the class in a course in a folder."""
    room = SmallClass(folder / "course", courses, executor)
    for student, given in answers.items():
        room.submit(student, given)
    room.autograde()


NATURAL = {
    "submitted_assignment": "select student_id, assignment_id, timestamp, extension from {}",
    "submitted_notebook": "select a.student_id, t.notebook_id, t.flagged, "
    "t.late_submission_penalty from {} t join submitted_assignment a on a.id = t.assignment_id",
    **dict.fromkeys(
        ("grade", "comment"),
        "select a.student_id, n.notebook_id, c.name as cell, t.* from {} t "
        "join base_cell c on c.id = t.cell_id "
        "join submitted_notebook n on n.id = t.notebook_id "
        "join submitted_assignment a on a.id = n.assignment_id",
    ),
}
IDS = {"id", "notebook_id"}  # of rows that each grading makes anew


def rows(database: Path) -> dict[str, list]:
    """Return the rows of every table, with names of students and cells for ids of submissions."""
    found = {}
    with closing(sqlite3.connect(database)) as connection:
        names = [
            n for (n,) in connection.execute("select name from sqlite_master where type='table'")
        ]
        for name in names:
            cursor = connection.execute(NATURAL.get(name, "select * from {}").format(name))
            columns = [column[0] for column in cursor.description]
            kept = [i for i, c in enumerate(columns) if name not in NATURAL or _kept(c, i)]
            found[name] = sorted((tuple(row[i] for i in kept) for row in cursor), key=repr)
    return found


def _kept(column: str, place: int) -> bool:
    return place < 2 or column not in IDS


def files(folder: Path) -> Iterable[tuple[str, tuple[int, bytes]]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), (path.stat().st_mode, path.read_bytes())
