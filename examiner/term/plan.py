"""A course folder with one assignment, and the plan of the students to grade in it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from nbgrader import api
from nbgrader.api import Gradebook, SubmittedAssignment, SubmittedNotebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import is_grade
from traitlets.config import Config

from ..authoring.foreign_assignments import refuse_foreign
from ..cell_kinds import name_of, question_of
from ..course import TABLE, Assignment, Course, CourseError
from ..gradebook import reference_agreement
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.further_cells import is_counted
from ..gradebook.scores import SavedScores, is_saved, read_notebook, read_saved, rows_of
from ..grading.fingerprint import Fingerprint, digest_of_files, digest_of_reference
from ..grading.reference_notebook import ReferenceNotebook
from ..grading.submission import Submission
from ..intake.folders import (
    folder_of,
    folders_of_students,
    unreadable_folders,
    unreadable_message,
)
from ..wording import did_you_mean, names
from ..workers.worker import WorkerSettings
from .settings import Examine, FurtherProblems, lateness_cost, read_settings


@dataclass(frozen=True)
class ClassFolder:
    """A course folder with one of its assignments.

    Attributes:
        course: The course.
        assignment: The assignment, from the table of the course.
        config: The settings in nbgrader_config.py.
        coursedir: nbgrader's names of the course's folders, for this assignment.
    """

    course: Course
    assignment: Assignment
    config: Config
    coursedir: CourseDirectory

    @classmethod
    def of(cls, course: Course, assignment: str) -> ClassFolder:
        """Open the course folder for an assignment.

        Raises:
            CourseError: The assignment isn't built, or a setting is wrong.
        """
        refuse_foreign(course, assignment, built_counts=True)
        table = course.assignment(assignment)
        config = read_settings(course)
        coursedir = CourseDirectory(config=config, assignment_id=assignment)
        return cls.configured(course, table, config, coursedir)

    @classmethod
    def configured(
        cls, course: Course, assignment: Assignment, config: Config, coursedir: CourseDirectory
    ) -> ClassFolder:
        """Return the folder of an assignment whose further problems count as the settings say."""
        rule = FurtherProblems(config=config).rule
        return cls(course, replace(assignment, further_count=rule), config, coursedir)

    @classmethod
    def with_current_marks(cls, course: Course, assignment: str) -> ClassFolder:
        """Open the course folder for an assignment after checking the marks (`check_marks`).

        Raises:
            CourseError: The marks differ from the last grading, or see `of`.
        """
        folder = cls.of(course, assignment)
        with folder.reading() as gradebook:
            folder.check_marks(gradebook)
        return folder

    def gradebook(self) -> ClassGradebook:
        """Open the gradebook; use it in a `with` statement.

        Raises:
            CourseError: The gradebook can't be opened.
        """
        return ClassGradebook(self.coursedir, self.assignment.name)

    @contextmanager
    def reading(self) -> Iterator[ClassGradebook]:
        """Open the gradebook in a transaction that changes nothing."""
        with self.gradebook() as gradebook, gradebook.reading():
            yield gradebook

    @property
    def settings(self) -> WorkerSettings:
        """The limits that a worker grades with in this course."""
        return Examine(config=self.config).settings()

    def folder(self, step: str, student: str) -> Path:
        """Return a student's folder for this assignment.

        Args:
            step: The top folder, such as "autograded".
            student: The student's id.
        """
        return folder_of(self.coursedir, step, student)

    def _notebook(self, step: str, student: str) -> Path:
        return self.folder(step, student) / f"{self.assignment.notebook}.ipynb"

    @property
    def source(self) -> Path:
        """The instructor's notebook in source/."""
        return self._notebook(self.coursedir.source_directory, ".")

    @property
    def release(self) -> Path:
        """The students' notebook in release/."""
        return self._notebook(self.coursedir.release_directory, ".")

    def submitted(self, student: str) -> Path:
        """Return the path of a student's submitted notebook; the file may be missing."""
        return self._notebook(self.coursedir.submitted_directory, student)

    def autograded(self, student: str) -> Path:
        """Return the path of a student's graded notebook; the file may be missing."""
        return self._notebook(self.coursedir.autograded_directory, student)

    def collect(self, student: str) -> Submission:
        """Read a student's submission."""
        return Submission.collect(self.submitted(student), [self.assignment.notebook])

    def is_graded(self, student: str) -> bool:
        """Return whether the result in autograded/ was graded from the files in submitted/."""
        notebook = read_notebook(self.autograded(student))
        earlier = Fingerprint.read(notebook) if notebook else None
        return earlier is not None and earlier.submission == digest_of_files(self.collect(student))

    def students(self, step: str) -> list[str]:
        """List the students with a folder for this assignment in a top folder, sorted by id."""
        return [*folders_of_students(self.coursedir, step)]

    def choose_students(self, students: Collection[str], *steps: str) -> list[str]:
        """Return the named students, or all who submitted, sorted by id.

        Args:
            students: The students' ids; empty for all.
            *steps: Further top folders: students with a folder there count as well.

        Raises:
            CourseError: There is no submission at all, a named student has none, or their folder
                can't be read.
        """
        tops = self.coursedir.submitted_directory, *steps
        known = sorted({student for top in tops for student in self.students(top)})
        for student, place in unreadable_folders(self.coursedir, tops[0]).items():
            if not known or student in set(students) - set(known):
                raise CourseError(unreadable_message(self.course.short(place)))
        path = self.course.short(self.submitted("<student>"))
        if not known:
            raise CourseError(f"nothing was submitted: put submissions at {path}.")
        if unknown := sorted(set(students) - set(known)):
            near = student_meant(unknown[0], known)
            raise CourseError(
                f"nothing was submitted by {', '.join(unknown)}: there is no {path}.{near}"
            )
        return [student for student in known if not students or student in students]

    def find_assignment(self, gradebook: Gradebook) -> api.Assignment:
        """Return the assignment's row in the gradebook.

        Raises:
            CourseError: The gradebook doesn't have the assignment.
        """
        return reference_agreement.find_assignment(gradebook, self.assignment.name)

    def load_reference_notebook(self, gradebook: Gradebook) -> ReferenceNotebook:
        """Load the reference notebook.

        Raises:
            CourseError: The notebook source, source/, release/ and the gradebook don't agree.
        """
        return reference_agreement.load_reference_notebook(
            gradebook, self.course, self.assignment, self.source, self.release
        )

    def check_marks(self, gradebook: Gradebook, students: Collection[str] | None = None) -> None:
        """Check that all marks are for the same questions and points, and for the present answers.

        Otherwise one page could show a total out of 44 and another a total out of 46.

        Args:
            gradebook: The open gradebook.
            students: The students to check; None for all who have marks.

        Raises:
            CourseError: The table of the course, the gradebook or autograded/ differ.
        """
        generate = reference_agreement.generate_hint(self.assignment.name)
        again = f"`examiner autograde {self.assignment.name}`"
        notebooks = self.find_assignment(gradebook).notebooks
        entered = [
            c for n in notebooks if n.name == self.assignment.notebook for c in n.grade_cells
        ]
        possible = {cell.name: float(cell.max_score) for cell in entered}
        questions = self.assignment.questions
        out_of = {question.test: question.points for question in questions.values()}
        wanted = {q.test: self.assignment.maximum_of(name) for name, q in questions.items()}
        if not is_counted(gradebook, self.assignment):
            raise CourseError(
                f"c.FurtherProblems.count is {str(self.assignment.further_count)!r} in "
                "nbgrader_config.py, but the gradebook counts further problems in another way: run "
                f"{again}."
            )
        if differing := sorted({question_of(c) for c, _ in wanted.items() ^ possible.items()}):
            raise CourseError(
                f"{TABLE} and the gradebook have different points or questions "
                f"({names(differing)}): {generate}, then {again}."
            )
        saved, outdated = read_saved(gradebook, self.assignment), []
        for student in sorted(saved if students is None else saved.keys() & set(students)):
            notebook = read_notebook(self.autograded(student))
            is_damaged = notebook is None and os.path.lexists(self.autograded(student))
            cells = filter(is_grade, notebook.cells) if notebook else ()
            graded = {name_of(cell): float(cell.metadata.nbgrader["points"]) for cell in cells}
            is_other = notebook and (graded != out_of or not is_saved(notebook, saved[student]))
            if is_damaged or is_other:
                outdated.append(student)
        if outdated:
            gone = [s for s in outdated if not os.path.isdir(self.submitted(s).parent)]
            first = f"put back what {', '.join(gone)} submitted, and " if gone else ""
            raise CourseError(
                "the gradebook has other points, or marks for other answers, than autograded/ for "
                f"{names(outdated)}: {first}run {again}."
            )
        cost = lateness_cost(self.config)
        rows = rows_of(gradebook, self.assignment, SubmittedNotebook, SubmittedAssignment).all()
        chosen = [row for row in rows if students is None or row[1].student_id in students]
        if unpaid := sorted(
            submission.student_id
            for row, submission in chosen
            if (row.late_submission_penalty or 0.0) != (cost(submission, row.score) or 0.0)
        ):
            raise CourseError(
                f"the cost of lateness of {names(unpaid)} has changed, with a mark, a "
                f"due date or a setting: run {again}."
            )


def student_meant(name: str, known: Collection[str]) -> str:
    """Return the end of a message about an unknown student: a suggestion, or "".

    Args:
        name: The name that the instructor typed.
        known: The ids of all students.
    """
    if "," in name:
        return " Give each student an option: --student ada --student bob."
    return did_you_mean(name, known)


@dataclass
class Plan:
    """The students of a run.

    Attributes:
        tasks: The students to grade.
        unchanged: The students whose results are up to date.
        left_out: The student's id -> the reason why the student isn't graded.
        differing: The students whose marks in the gradebook differ from autograded/, as after
            restoring an older gradebook.
    """

    tasks: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    differing: list[str] = field(default_factory=list)


def make_plan(
    folder: ClassFolder,
    reference: ReferenceNotebook,
    saved: SavedScores,
    students: Collection[str] = (),
    *,
    force: bool = False,
    only: str | None = None,
) -> Plan:
    """Find the students to grade: the submission is new, or something changed since its grading.

    Args:
        folder: The course folder with the assignment.
        reference: The reference notebook.
        saved: The scores in the gradebook.
        students: The students to consider; empty for all.
        force: Grade unchanged submissions too.
        only: A question. The run marks this question alone, and only for students whose
            submission is unchanged since its grading.

    Raises:
        CourseError: There is no such question or student, or no submission.
    """
    if only is not None:
        test_cell_of(folder.assignment, only)
    plan, reference_digest = Plan(), digest_of_reference(reference)
    again = f"run `examiner autograde {folder.assignment.name} --student"
    for student in folder.choose_students(students):
        submission = folder.collect(student)
        if submission.not_allowed:  # the student keeps an earlier result
            plan.left_out[student] = submission.problem
            continue
        now, notebook = digest_of_files(submission), read_notebook(folder.autograded(student))
        earlier = None
        if notebook is not None and student in saved and is_saved(notebook, saved[student]):
            earlier = Fingerprint.read(notebook)
        elif notebook is not None:
            plan.differing.append(student)
        why = ""
        if only is not None:
            if earlier is None:
                why = "not graded yet, or the gradebook has other points"
            elif earlier.submission != now:
                why = (
                    "the notebook, or a file beside it such as timestamp.txt, changed since it was "
                    "graded"
                )
        if why:
            plan.left_out[student] = f"{why}: {again} {student}`"
        elif force or only is not None or earlier != (now, reference_digest):
            plan.tasks.append(student)
        else:
            plan.unchanged.append(student)
    return plan


def test_cell_of(assignment: Assignment, question: str) -> str:
    """Return the name of the test cell of an autograded question.

    Raises:
        CourseError: The assignment has no such question, or the question is graded by hand.
    """
    found = assignment.questions.get(question)
    if found is None or found.written:
        names = [name for name, q in assignment.questions.items() if not q.written]
        near = did_you_mean(question, names)
        raise CourseError(
            f"{question} is no autograded question; the autograded questions are "
            f"{', '.join(names)}.{near}"
        )
    return found.test
