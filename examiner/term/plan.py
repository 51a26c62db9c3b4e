"""A course folder with an assignment; and what there is to grade in it: no more than is needed."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader import api
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import is_grade
from traitlets.config import Config

from ..authoring.foreign_assignments import refuse_foreign
from ..cell_kinds import name_of, question_of
from ..course import TABLE, Assignment, Course, CourseError
from ..gradebook import reference_agreement
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.scores import SavedScores, is_saved, read_notebook, read_saved
from ..grading.fingerprint import Fingerprint, digest_of_files, digest_of_reference
from ..grading.reference_notebook import ReferenceNotebook
from ..grading.submission import Submission
from ..intake.folders import folder_of, folders_of_students
from ..wording import did_you_mean, names
from ..workers.worker import WorkerSettings
from .settings import Examine, read_settings

MAX_NAMES = 8  # of questions, or of students


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
        refuse_foreign(course, assignment, built_counts=True)
        table = course.assignment(assignment)
        config = read_settings(course)
        coursedir = CourseDirectory(config=config, assignment_id=assignment)
        return cls(course, table, config, coursedir)

    @classmethod
    def that_agrees(cls, course: Course, assignment: str) -> ClassFolder:
        """The same, once `check_marks` found nothing."""
        folder = cls.of(course, assignment)
        with folder.reading() as gradebook:
            folder.check_marks(gradebook)
        return folder

    def gradebook(self) -> ClassGradebook:
        """The grade book, to be used with `with`. CourseError where it can't be opened."""
        return ClassGradebook(self.coursedir, self.assignment.name)

    @contextmanager
    def reading(self) -> Iterator[ClassGradebook]:
        """The grade book, in a transaction that changes nothing."""
        with self.gradebook() as gradebook, gradebook.reading():
            yield gradebook

    @property
    def settings(self) -> WorkerSettings:
        """The limits and the sandbox that a worker grades with in this course."""
        return Examine(config=self.config).settings()

    def folder(self, step: str, student: str) -> Path:
        """A student's folder for this assignment; step: such as "autograded"."""
        return folder_of(self.coursedir, step, student)

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

    def is_graded(self, student: str) -> bool:
        """Whether the result in autograded/ is of the files in submitted/."""
        notebook = read_notebook(self.autograded(student))
        earlier = Fingerprint.read(notebook) if notebook else None
        return earlier is not None and earlier.submission == digest_of_files(self.collect(student))

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
        return reference_agreement.find_assignment(gradebook, self.assignment.name)

    def load_master(self, gradebook: Gradebook) -> ReferenceNotebook:
        """Load the reference notebook. Raises CourseError if it differs from the source."""
        release = self._notebook(self.coursedir.release_directory, ".")
        return reference_agreement.load_reference_notebook(
            gradebook, self.course, self.assignment, self.source, release
        )

    def check_marks(self, gradebook: Gradebook, students: Collection[str] | None = None) -> None:
        """CourseError where marks are not what the class was last graded by: the same questions,
        out of the same points. Else a total out of 44 would stand under one that says 46.

        students: whose notebooks are looked at (default: of all who have marks).
        """
        generate = reference_agreement.generate_hint(self.assignment.name)
        again = f"`examiner autograde {self.assignment.name}`"
        notebooks = self.find_in(gradebook).notebooks
        entered = [
            c for n in notebooks if n.name == self.assignment.notebook for c in n.grade_cells
        ]
        possible = {cell.name: float(cell.max_score) for cell in entered}
        wanted = {question.test: question.points for question in self.assignment.questions.values()}
        if differing := sorted({question_of(c) for c, _ in wanted.items() ^ possible.items()}):
            raise CourseError(
                f"{TABLE} has other points or questions than the grade book "
                f"({names(differing, MAX_NAMES)}): {generate}, then {again}."
            )
        saved, other = read_saved(gradebook, self.assignment), []
        for student in sorted(saved if students is None else saved.keys() & set(students)):
            notebook = read_notebook(self.autograded(student))
            cells = filter(is_grade, notebook.cells) if notebook else ()
            out_of = {name_of(cell): float(cell.metadata.nbgrader["points"]) for cell in cells}
            if notebook and (out_of != possible or not is_saved(notebook, saved[student])):
                other.append(student)
        if other:
            gone = [s for s in other if not os.path.isdir(self.submitted(s).parent)]
            first = f"put back what {', '.join(gone)} submitted, and " if gone else ""
            raise CourseError(
                "the grade book has other points, or marks of other answers, than these were graded"
                f" with: {names(other, MAX_NAMES)}: {first}run {again}."
            )


def student_meant(name: str, known: Collection[str]) -> str:
    """The end of a message about a student who isn't known: who may be meant, or how to name
    several."""
    if "," in name:
        return " Give each student an option: --student ada --student bob."
    return did_you_mean(name, known)


@dataclass
class Plan:
    """tasks: whom to grade. unchanged: who is graded already. left_out: student -> why. other: of
    whom the grade book has other marks than autograded/: as it was before, where it was restored.
    """

    tasks: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    other: list[str] = field(default_factory=list)


def make_plan(
    folder: ClassFolder,
    reference: ReferenceNotebook,
    saved: SavedScores,
    students: Collection[str] = (),
    *,
    force: bool = False,
    only: str | None = None,
) -> Plan:
    """Find who has to be graded: is new, or was graded from something else than there is now.

    saved: what the grade book has. students: those to look at (default: all). force: whether
    anything changed or not. only: a question; of it alone marks are wanted, of those who were
    graded of the same submission. CourseError for what there is not.
    """
    if only is not None:
        test_cell_of(folder.assignment, only)
    plan, by = Plan(), digest_of_reference(reference)
    again = f"run `examiner autograde {folder.assignment.name} --student"
    for student in folder.chosen(students):
        submission = folder.collect(student)
        if submission.not_allowed:  # which must not cost the student an earlier result
            plan.left_out[student] = submission.problem
            continue
        now, notebook = digest_of_files(submission), read_notebook(folder.autograded(student))
        earlier, known = None, False
        if notebook is not None and student in saved and is_saved(notebook, saved[student]):
            earlier, known = Fingerprint.read(notebook), True
        plan.other += [student] * (notebook is not None and not known)
        why = ""
        if only is not None:
            if earlier is None:
                why = "not graded yet, or the grade book has other points"
            elif earlier.submission != now:
                why = (
                    "the notebook, or a file beside it (timestamp.txt, say), changed since it was "
                    "graded"
                )
        if why:
            plan.left_out[student] = f"{why}: {again} {student}`"
        elif force or only is not None or earlier != (now, by):
            plan.tasks.append(student)
        else:
            plan.unchanged.append(student)
    return plan


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
