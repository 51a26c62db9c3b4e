"""What there is to grade in a class: checked first, and no more than is needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader import api
from nbgrader.api import (
    BaseCell,
    Grade,
    Gradebook,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..cells import question_of
from ..course import Assignment, Course, CourseError
from ..course_key import course_key
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.current import check_notebooks, check_text, mend
from ..gradebook.own_tables import read_marked
from ..gradebook.reading import load_master, rows_of
from ..gradebook.scores import asked, auto_scores, read_notebook
from ..grading.fingerprint import Fingerprint, digest_of_files, digest_of_master
from ..grading.master import Master
from ..grading.submission import Submission
from ..intake.folders import folders_of_students
from ..wording import did_you_mean
from ..workers.worker import Settings
from .settings import Examine, read_settings


@dataclass(frozen=True)
class ClassFolder:
    """A course folder with one assignment of it, ready to be graded."""

    course: Course
    assignment: Assignment
    config: Config
    coursedir: CourseDirectory

    @classmethod
    def of(cls, course: Course, assignment: str) -> ClassFolder:
        """CourseError for an assignment that isn't built, and for settings that there are not."""
        table = course.assignment(assignment)
        config = read_settings(course)
        coursedir = CourseDirectory(config=config, assignment_id=assignment)
        return cls(course, table, config, coursedir)

    def gradebook(self) -> ClassGradebook:
        """The grade book, to be used with `with`. CourseError where it can't be opened."""
        return ClassGradebook(self.coursedir, self.assignment.name)

    @contextmanager
    def reading(self) -> Iterator[ClassGradebook]:
        """The grade book, in a transaction that changes nothing."""
        with self.gradebook() as gradebook, gradebook.reading():
            yield gradebook

    @property
    def settings(self) -> Settings:
        """How a worker grades in this course."""
        return Examine(config=self.config).settings()

    def folder(self, step: str, student: str) -> Path:
        """Where a student's files of this assignment are; step: such as "autograded"."""
        return Path(self.coursedir.format_path(step, student, self.assignment.name))

    def _notebook(self, step: str, student: str) -> Path:
        return self.folder(step, student) / f"{self.assignment.notebook}.ipynb"

    @property
    def source(self) -> Path:
        """The instructor's notebook."""
        return self._notebook(self.coursedir.source_directory, ".")

    def submitted(self, student: str) -> Path:
        """The notebook that a student submitted, or should have."""
        return self._notebook(self.coursedir.submitted_directory, student)

    def autograded(self, student: str) -> Path:
        return self._notebook(self.coursedir.autograded_directory, student)

    def collect(self, student: str) -> Submission:
        return Submission.collect(self.submitted(student), [self.assignment.notebook])

    def students(self, step: str) -> list[str]:
        """Everybody with a folder for this assignment, sorted. step: such as "submitted"."""
        return [*folders_of_students(self.coursedir, step)]

    def chosen(self, students: Collection[str], *graded: str) -> list[str]:
        """These students, or all who submitted; graded: or who are in these steps. CourseError
        where there is none, or no such student."""
        steps = self.coursedir.submitted_directory, *graded
        known = sorted({student for step in steps for student in self.students(step)})
        where = self.course.short(self.submitted("<student>"))
        if not known:
            raise CourseError(f"nothing was submitted: put submissions at {where}.")
        if unknown := sorted(set(students) - set(known)):
            near = student_meant(unknown[0], known)
            raise CourseError(f"nothing was submitted by {', '.join(unknown)} ({where}).{near}")
        return [student for student in known if not students or student in students]

    def find_in(self, gradebook: Gradebook) -> api.Assignment:
        """The assignment's row in the grade book. CourseError where it has none."""
        name = self.assignment.name
        try:
            return gradebook.find_assignment(name)
        except MissingEntry:
            raise CourseError(f"{name} is not in the grade book: {mend(name)}.") from None

    def load_master(self, gradebook: Gradebook) -> Master:
        """The master from the grade book. CourseError where it is not what the text says."""
        name, notebook = self.assignment.name, self.assignment.notebook
        check_text(self.assignment)
        if (found := [row.name for row in self.find_in(gradebook).notebooks]) != [notebook]:
            there = found or "no notebook"
            raise CourseError(f"{name} has {there} in the grade book: {mend(name)}.")
        key, elsewhere = course_key(Path(self.coursedir.root)), self.course.elsewhere(name)
        master = load_master(gradebook, self.assignment, self.source, key, elsewhere)
        release = self._notebook(self.coursedir.release_directory, ".")
        check_notebooks(self.course, master, name, self.source, release)
        return master


def student_meant(name: str, known: Collection[str]) -> str:
    """What ends a message about a student who isn't known: who may be meant, or how to name
    several."""
    if "," in name:
        return " Give each student an option: --student ada --student bob."
    return did_you_mean(name, known)


class Saved(NamedTuple):
    """The points of a graded cell in the grade book: the examiner's, and a person's.

    asked: the digest of what they are of (see `scores.asked`); None where that isn't known.
    """

    auto: float | None
    manual: float | None
    asked: str | None = None


SavedScores = Mapping[str, Mapping[str, Saved]]  # student -> graded cell -> its points


@dataclass
class Plan:
    """tasks: whom to grade. unchanged: who is graded already. left_out: student -> why."""

    tasks: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)


def make_plan(
    folder: ClassFolder,
    master: Master,
    saved: SavedScores,
    students: Collection[str] = (),
    *,
    force: bool = False,
    only: str | None = None,
) -> Plan:
    """Who has to be graded: who is new, and who was graded from something else than there is now.

    saved: what the grade book has. students: those to look at (default: all). force: whether
    anything changed or not. only: a question; of it alone marks are wanted, of those who were
    graded of the same submission. CourseError for what there is not.
    """
    if only is not None:
        test_cell_of(folder.assignment, only)
    plan, by = Plan(), digest_of_master(master)
    again = f"run `examiner autograde {folder.assignment.name} --student"
    for student in folder.chosen(students):
        submission = folder.collect(student)
        if submission.not_allowed:  # which must not cost the student an earlier result
            plan.left_out[student] = submission.problem
            continue
        now = Fingerprint(digest_of_files(submission), by)
        earlier = _graded_from(folder.autograded(student), saved.get(student))
        why = "" if only is None else _why_all(now, earlier)
        if why:
            plan.left_out[student] = f"{why}: {again} {student}`"
        elif force or only is not None or now != earlier:
            plan.tasks.append(student)
        else:
            plan.unchanged.append(student)
    return plan


def _graded_from(path: Path, saved: Mapping[str, Saved] | None) -> Fingerprint | None:
    """What a notebook was graded from; None if it was not, or the grade book has other marks."""
    notebook = read_notebook(path)
    known = notebook and saved is not None and is_saved(notebook, saved)
    return Fingerprint.read(notebook) if known else None


def is_saved(notebook: NotebookNode, saved: Mapping[str, Saved]) -> bool:
    """Whether the grade book has the points of a graded notebook, for the answers in it."""
    answered = asked(notebook.cells)
    return auto_scores(notebook) == {name: points.auto for name, points in saved.items()} and all(
        points.asked in (None, answered.get(question_of(name))) for name, points in saved.items()
    )


def _why_all(now: Fingerprint, earlier: Fingerprint | None) -> str:
    """Why one question alone can't be graded; "" where it can."""
    if earlier is None:
        return "not graded yet, or the grade book has other points"
    if earlier.submission != now.submission:
        return "the notebook, or a file beside it (timestamp.txt, say), changed since it was graded"
    return ""


def test_cell_of(assignment: Assignment, question: str) -> str:
    """The test cell of an autograded question. CourseError for what is none."""
    found = assignment.questions.get(question)
    if found is None or found.written:
        names = [name for name, q in assignment.questions.items() if not q.written]
        near = did_you_mean(question, names)
        raise CourseError(
            f"{question} is no autograded question; there are {', '.join(names)}.{near}"
        )
    return found.test


def read_saved(gradebook: Gradebook, assignment: Assignment) -> SavedScores:
    """The automatic scores that the grade book has of a class."""
    columns = (SubmittedAssignment.student_id, BaseCell.name, Grade.auto_score, Grade.manual_score)
    rows = rows_of(gradebook, assignment, *columns)
    rows = rows.join(Grade, Grade.notebook_id == SubmittedNotebook.id)
    rows = rows.join(BaseCell, BaseCell.id == Grade.cell_id)
    marked = read_marked(gradebook, assignment.name, assignment.notebook)
    saved: dict[str, dict[str, Saved]] = defaultdict(dict)
    for student, cell, auto, manual in rows:
        digest = marked.get(student, {}).get(question_of(cell))
        saved[student][cell] = Saved(auto, manual, digest)
    return saved
