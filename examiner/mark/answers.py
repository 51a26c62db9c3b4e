"""The answers to a question: their texts from autograded/, their marks from the grade book.

Those that say the same are marked together, as are those that say nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import (
    Comment,
    Grade,
    GradeCell,
    SolutionCell,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.utils import is_solution

from ..cells import is_test, name_of, question_of
from ..digests import digest_of
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.own_tables import read_unmet
from ..gradebook.reading import rows_of
from ..gradebook.scores import asked, is_untouched, read_notebook
from ..grading.rebuild import NO_ANSWER
from ..grading.record import Record
from ..term.plan import ClassFolder
from ..wording import full_name


@dataclass(frozen=True)
class AnswerText:
    """The text of an answer. same: equal for answers that say the same. asked: the digest of the
    answer and of what was asked (see `scores.asked`). source: of its cell."""

    same: str
    asked: str
    source: str = ""
    empty: bool = False


@dataclass(frozen=True)
class Answer:
    """A student's answer, with its mark in the grade book.

    id: of its row of points. name: the student's, "" where none is known. auto, manual, extra:
    points. open: a person has yet to mark it. unmet: the lines that were left unticked; None where
    nobody knows.
    """

    id: str
    student: str
    name: str
    text: AnswerText
    max_points: float
    auto: float | None
    manual: float | None
    extra: float | None
    open: bool
    comment: str
    unmet: str | None = None

    @property
    def points(self) -> float | None:
        """The points that count now; None where none do."""
        return self.auto if self.manual is None else self.manual

    @property
    def version(self) -> str:
        """A digest: another one once anybody has marked the answer, or it was graded again."""
        mark = [self.auto, self.manual, self.extra, self.open, self.comment, self.unmet]
        return digest_of([mark, self.text.asked])[:32]


Group = tuple[Answer, ...]  # they say the same and have the same mark, or none yet


def grouped(answers: Iterable[Answer]) -> list[Group]:
    """The groups of these answers, in an order that says nothing about students and stays."""
    groups: dict[tuple, list[Answer]] = defaultdict(list)
    for each in sorted(answers, key=lambda answer: answer.id):
        mark = (each.open, each.points, each.manual is None, each.extra)
        groups[each.text.same, mark, each.comment, each.unmet].append(each)
    return [tuple(group) for group in groups.values()]


# --- what answers say ----------------------------------------------------------------------------


def texts_in(path: Path) -> Mapping[str, AnswerText]:
    """The answers in a graded notebook, by question; none where it is missing or broken."""
    try:
        about = path.stat()
    except OSError:
        return {}
    return _texts_in(path, (about.st_ino, about.st_mtime_ns, about.st_size))


@cache  # until the file has changed
def _texts_in(path: Path, state: tuple) -> Mapping[str, AnswerText]:
    notebook = read_notebook(path)
    try:
        return dict(_texts(notebook.cells)) if notebook else {}
    except (TypeError, AttributeError, KeyError):  # whoever has written to it
        return {}


def _texts(cells: list[NotebookNode]) -> Iterator[tuple[str, AnswerText]]:
    digests = asked(cells)
    wrong = {
        question_of(name_of(cell)): record.wrong
        for cell in cells
        if is_test(cell) and (record := Record.read(cell))
    }
    for cell in filter(is_solution, cells):
        question = question_of(name_of(cell))
        pictures = cell.get("attachments") or None
        words = "" if is_untouched(cell) or cell.source == NO_ANSWER else _words(cell)
        empty = not (words or pictures)
        same = "empty" if empty else digest_of([words, pictures, wrong.get(question)])
        yield question, AnswerText(same, digests[question], cell.source, empty)


def _words(cell: NotebookNode) -> str:
    """The text of an answer without what makes no difference: how a text is broken into lines, what
    stands behind a line of code."""
    if cell.cell_type == "markdown":
        return " ".join(cell.source.split())
    return "\n".join(line.rstrip() for line in cell.source.split("\n")).strip("\n")


# --- their marks ---------------------------------------------------------------------------------


def read_answers(
    gradebook: ClassGradebook, folder: ClassFolder, only: str | None = None
) -> dict[str, list[Answer]]:
    """The answers of a class, by question. One whose notebook is missing or broken is left out.

    only: the question to read; None for all.
    """
    questions = [q for q in folder.assignment.questions.values() if only in (None, q.name)]
    marks = (Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade)
    student = (Student.id, Student.first_name, Student.last_name)
    columns = (GradeCell.name, GradeCell.max_score, SubmittedNotebook.id, Grade.id.label("grade"))
    rows = (
        rows_of(gradebook, folder.assignment, *columns, *student, *marks)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(GradeCell, GradeCell.id == Grade.cell_id)
        .join(Student, Student.id == SubmittedAssignment.student_id)
        .filter(GradeCell.name.in_([question.test for question in questions]))
    )
    columns = (Comment.notebook_id, SolutionCell.name, Comment.manual_comment)
    said = (
        rows_of(gradebook, folder.assignment, *columns)
        .join(Comment, Comment.notebook_id == SubmittedNotebook.id)
        .join(SolutionCell, SolutionCell.id == Comment.cell_id)
        .filter(SolutionCell.name.in_([question.name for question in questions]))
    )
    comments = {(notebook, question): text for notebook, question, text in said}
    rows = rows.all()
    unmet = read_unmet(gradebook, {row.grade: row.manual_score for row in rows})
    found: dict[str, list[Answer]] = {question.name: [] for question in questions}
    for cell, max_points, notebook, row, student, first, last, *mark, waits in rows:
        question = question_of(cell)
        if text := texts_in(folder.autograded(student)).get(question):
            name = full_name(first, last)
            comment = comments.get((notebook, question)) or ""
            mark += bool(waits), comment, unmet.get(row)
            found[question].append(Answer(row, student, name, text, float(max_points), *mark))
    return found
