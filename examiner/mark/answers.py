"""What a person marks: questions from source/, answers from autograded/, marks from the grade book.

Answers that say the same are marked together, as are those that say nothing. Whoever saves a mark
says which version of each answer was looked at: where somebody else has marked it meanwhile, or it
was graded again, nothing is saved.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sql
from nbformat import NotebookNode
from nbgrader import api
from nbgrader.api import Comment, Grade, Gradebook, GradeCell, SolutionCell, SubmittedNotebook
from nbgrader.utils import is_solution

from ..cells import is_test, name_of, question_of, statement_of
from ..course import CourseError, Question
from ..digests import digest_of
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.own_tables import Looking, read_unmet, replace_unmet
from ..gradebook.reading import rows_of
from ..gradebook.scores import asked, is_untouched, read_notebook
from ..grading.rebuild import NO_ANSWER
from ..grading.record import Record
from ..mark_scheme import MarkScheme, read_mark_scheme
from ..pages.feedback import without_released
from ..pages.titles import read_titles
from ..regions import split, visible
from ..term.plan import ClassFolder
from ..wording import full_name

MAX_COMMENT = 20_000  # characters
LOOKING_SECONDS = 600.0

# --- questions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class AskedQuestion:
    """A question of a class, as whoever marks it needs it.

    statement: the Markdown that asks it. solution: the instructor's answer, Markdown or code.
    released: what stood in the cell of a written answer when it was handed out.
    """

    folder: ClassFolder
    question: Question
    title: str
    statement: str
    solution: str
    scheme: MarkScheme
    released: str

    @property
    def name(self) -> str:
        return self.question.name

    def written_in(self, source: str) -> str:
        """What a student wrote in the cell of an answer, as it is."""
        return without_released(source, self.released) if self.question.written else source


def read_questions(folder: ClassFolder) -> dict[str, AskedQuestion]:
    """The questions of an assignment by their names, in order.

    CourseError where the instructor's notebook can't be read.
    """
    questions, source = folder.assignment.questions, folder.source
    notebook = read_notebook(source)
    if notebook is None:
        where = f"source/{folder.assignment.name}/{source.name}"
        raise CourseError(f"{where} is missing or no notebook: run `make build`.")
    titles = read_titles(source).of_questions
    stub = folder.config.ClearSolutions.get("text_stub", "")
    found = {}
    for place, cell in enumerate(notebook.cells):
        question = questions.get(name_of(cell) or "")
        if question is None:
            continue
        solution, scheme = split(split(cell.source, "solution")[1], "mark scheme")
        if not question.written:  # code, with the lines that begin and end a solution
            lines = cell.source.split("\n")
            solution = "\n".join(line for line in lines if not line.strip().startswith("### "))
        found[question.name] = AskedQuestion(
            folder,
            question,
            title=titles.get(question.name, question.name),
            statement=statement_of(notebook.cells[: place + 1]),
            solution=solution.strip(),
            scheme=read_mark_scheme(scheme),
            released=f"{visible(cell.source).strip()}\n\n{stub}",
        )
    return {name: found[name] for name in questions if name in found}


# --- answers -------------------------------------------------------------------------------------


class AnswerText(NamedTuple):
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


def texts_in(path: Path) -> Mapping[str, AnswerText]:
    """The answers in a graded notebook, by question; none where it is missing or broken."""
    try:
        about = path.stat()
    except OSError:
        return {}
    return _texts_in(path, (about.st_ino, about.st_mtime_ns, about.st_size))


@cache  # until the file has changed
def _texts_in(path: Path, state: tuple) -> Mapping[str, AnswerText]:
    found = {}
    try:
        cells = read_notebook(path).cells
        digests = asked(cells)
        records = {question_of(name_of(c)): Record.read(c) for c in cells if is_test(c)}
        for cell in filter(is_solution, cells):
            question = question_of(name_of(cell))
            pictures, record = cell.get("attachments") or None, records.get(question)
            words = "" if is_untouched(cell) or cell.source == NO_ANSWER else _words(cell)
            empty = not (words or pictures)
            wrong = record.wrong if record else None
            same = "empty" if empty else digest_of([words, pictures, wrong])
            found[question] = AnswerText(same, digests[question], cell.source, empty)
    except (TypeError, AttributeError, KeyError):  # no notebook, or whoever has written to it
        return {}
    return found


def _words(cell: NotebookNode) -> str:
    """The text of an answer without what makes no difference: how a text is broken into lines, what
    stands behind a line of code."""
    if cell.cell_type == "markdown":
        return " ".join(cell.source.split())
    return "\n".join(line.rstrip() for line in cell.source.split("\n")).strip("\n")


def read_answers(
    gradebook: ClassGradebook, folder: ClassFolder, only: str | None = None
) -> dict[str, list[Answer]]:
    """The answers of a class, by question. One whose notebook is missing or broken is left out.

    only: the question to read; None for all.
    """
    marks = (Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade)
    student = (api.Student.id, api.Student.first_name, api.Student.last_name)
    answer_cell = sql.orm.aliased(SolutionCell, flat=True)
    columns = (Grade.id.label("grade"), GradeCell.max_score, Comment.manual_comment)
    found: dict[str, list[Answer]] = {}
    for name, question in folder.assignment.questions.items():
        if only not in (None, name):
            continue
        of_comment = Comment.notebook_id == SubmittedNotebook.id, Comment.cell_id == answer_cell.id
        rows = (
            rows_of(gradebook, folder.assignment, *columns, *student, *marks)
            .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
            .join(GradeCell, GradeCell.id == Grade.cell_id)
            .join(api.Student, api.Student.id == api.SubmittedAssignment.student_id)
            .outerjoin(answer_cell, answer_cell.notebook_id == api.Notebook.id)
            .outerjoin(Comment, sql.and_(*of_comment))
            .filter(GradeCell.name == question.test, answer_cell.name == name)
            .all()
        )
        unmet = read_unmet(gradebook, {row.grade: row.manual_score for row in rows})
        found[name] = [
            Answer(
                *(
                    row,
                    student,
                    full_name(first, last),
                    text,
                    float(max_points),
                    *mark,
                    bool(waits),
                ),
                comment or "",
                unmet.get(row),
            )
            for row, max_points, comment, student, first, last, *mark, waits in rows
            if (text := texts_in(folder.autograded(student)).get(name))
        ]
    return found


# --- what is open in which browser ---------------------------------------------------------------
# A row in the grade book for each browser, so all that serve the same grade book know it. It counts
# until another answer is opened there, or until its time is over. No mark rests on it.


def looked_at(gradebook: Gradebook, browser: str) -> set[str]:
    """The ids of the answers that are open in other browsers than this."""
    others = Looking.browser != browser, Looking.until > time.time()
    return {answer for (answer,) in gradebook.db.query(Looking.answer).filter(*others)}


def look_at(gradebook: Gradebook, browser: str, answer: str) -> None:
    """Note that this answer is open in this browser, and no other. The caller commits."""
    now = time.time()
    over = (Looking.browser == browser) | (Looking.until <= now)
    gradebook.db.query(Looking).filter(over).delete()
    gradebook.db.add(Looking(browser=browser, answer=answer, until=now + LOOKING_SECONDS))


# --- marks that a person gives -------------------------------------------------------------------


class MarkedMeanwhile(Exception):
    """Somebody else was quicker. answers: what is there now; gone: how many are there no more."""

    def __init__(self, answers: list[Answer], gone: int) -> None:
        super().__init__("marked meanwhile")
        self.answers, self.gone = answers, gone


class NewMark(NamedTuple):
    """A mark that a person gives.

    points: None for a question that waits for a person (again). unmet: see `Answer`.
    """

    points: float | None
    comment: str
    unmet: str | None = None
    open: bool = False


class Saving(NamedTuple):
    """A mark that was saved for answers to a question. before: as they were. after: the versions
    that they have now, by their ids. named: it was chosen by name whose they are."""

    asked: AskedQuestion
    given: NewMark
    before: Sequence[Answer]
    after: Mapping[str, str]
    named: bool


def own_lines_apart(comment: str, words: Collection[str]) -> str:
    """A comment in which what follows the words of a mark scheme is a paragraph of its own, and not
    the end of their last line, as Markdown would have it."""
    lines: list[str] = []
    for line in comment.split("\n"):
        if lines and lines[-1] in words and line.strip() and line not in words:
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def save(
    gradebook: ClassGradebook,
    asked: AskedQuestion,
    versions: Mapping[str, str],
    given: NewMark,
    named: bool,
) -> Saving:
    """The saving of a mark for these answers: for all of them or none.

    versions: by the ids of the answers, what was looked at. MarkedMeanwhile where one is another
    now; CourseError for a mark that can't be given, or that can't be written.
    """
    if not versions:
        raise CourseError("no answer was named: load the page again.")
    with gradebook.transaction():
        answers, points = _as_looked_at(gradebook, asked, versions), given.points
        most = min(answer.max_points for answer in answers)
        if points is None or not math.isfinite(points) or not 0 <= points <= most:
            raise CourseError(f"give 0 to {most:g} points.")
        if round(points, 2) != points:
            raise CourseError("give points with two decimals at most.")
        if len(given.comment) > MAX_COMMENT:
            raise CourseError(f"a comment has {MAX_COMMENT} characters at most: shorten it.")
        _write(gradebook, asked, dict.fromkeys(versions, given))
        marked = read_answers(gradebook, asked.folder, asked.name)[asked.name]
        after = {answer.id: answer.version for answer in marked if answer.id in versions}
    return Saving(asked, given, answers, after, named)


def undo(gradebook: ClassGradebook, saving: Saving) -> None:
    """Give the answers the marks that they had. MarkedMeanwhile where one has another now."""
    with gradebook.transaction():
        _as_looked_at(gradebook, saving.asked, saving.after)
        before = {a.id: NewMark(a.manual, a.comment, a.unmet, a.open) for a in saving.before}
        _write(gradebook, saving.asked, before)


def _as_looked_at(
    gradebook: ClassGradebook, asked: AskedQuestion, versions: Mapping[str, str]
) -> list[Answer]:
    answers = read_answers(gradebook, asked.folder, asked.name)[asked.name]
    there = [answer for answer in answers if answer.id in versions]
    others = [answer for answer in there if versions[answer.id] != answer.version]
    if others or len(there) < len(versions):
        raise MarkedMeanwhile(others, len(versions) - len(there))
    return there


def _write(gradebook: ClassGradebook, asked: AskedQuestion, marks: Mapping[str, NewMark]) -> None:
    """What formgrader writes: a grade and a comment (`GradeHandler`, `CommentHandler`); and which
    lines were unmet."""
    db = gradebook.db
    grades = db.query(Grade).filter(Grade.id.in_(list(marks))).all()
    found = db.query(Comment).join(SolutionCell, SolutionCell.id == Comment.cell_id)
    found = found.filter(Comment.notebook_id.in_([row.notebook_id for row in grades]))
    comments = {row.notebook_id: row for row in found.filter(SolutionCell.name == asked.name)}
    for row in grades:
        mark = marks[row.id]
        if row.notebook_id not in comments:
            raise api.MissingEntry(f"the grade book has no row for comments on {row.name}")
        row.manual_score, row.needs_manual_grade = mark.points, mark.open
        comments[row.notebook_id].manual_comment = mark.comment or None
    replace_unmet(gradebook, {row: (mark.points, mark.unmet) for row, mark in marks.items()})
    db.flush()
