"""The course folder: where it is, which problem sets it has, and the table of their questions."""

from __future__ import annotations

import ast
import math
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from .cell_kinds import question_of, test_name
from .findings.feedback_level import Level
from .wording import did_you_mean

TABLE = Path("problems", "course.toml")
GUIDE = Path("docs", "student.md")  # what students read beside a notebook, in a course that has it


class CourseError(Exception):
    """Something a person can put right. The message says what happened, where, and what to do."""


@dataclass(frozen=True)
class Issue:
    """Something wrong with a file of a problem set, and what to do about it.

    cell: the one of the text in which it is; "" in what marks a question.
    """

    file: str
    cell: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}, cell {self.cell}" if self.cell else self.file
        return f"{where}: {self.message}"

    @property
    def question(self) -> str:
        """The question that it is about, if it is about one."""
        return question_of(self.cell) if self.cell else Path(self.file).stem


def raise_if_any(issues: Iterable[object]) -> None:
    """CourseError that lists the issues, if there are any."""
    if found := [str(issue) for issue in issues]:
        raise CourseError("\n".join(found))


@dataclass(frozen=True)
class CourseQuestion:
    """One question: the grade_id of its answer cell, its points, what the answer must define."""

    name: str
    points: float
    written: bool = False
    defines: tuple[str, ...] = ()

    @property
    def functions(self) -> list[str]:
        """The names of the functions that the answer must define."""
        return [name.partition("(")[0] for name in self.defines if "(" in name]

    @property
    def defined(self) -> list[str]:
        """The names that the answer must define, functions and variables."""
        return [name.partition("(")[0] for name in self.defines]

    @property
    def test(self) -> str:
        """The grade_id of the cell that carries the points."""
        return self.name if self.written else test_name(self.name)


class _Rooted:
    """What is in a course folder. root: that folder."""

    root: Path

    def short(self, path: Path) -> str:
        """A path as it is written in messages: from the course folder on."""
        return path.relative_to(self.root).as_posix()


@dataclass(frozen=True)
class Assignment(_Rooted):
    """One problem set: its questions, and its notebook in three forms, which are the text, the
    instructor's notebook, and the students' one.

    level: how much findings say (see `findings.level`). root: the course folder.
    """

    name: str
    title: str
    notebook: str
    questions: dict[str, CourseQuestion] = field(hash=False)
    level: Level = Level.ANSWER
    root: Path = Path()

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions.values())

    @property
    def text(self) -> Path:
        return self.root / "problems" / self.name / f"{self.notebook}.py"

    @property
    def source(self) -> Path:
        return self.root / "source" / self.name / f"{self.notebook}.ipynb"

    @property
    def release(self) -> Path:
        return self.root / "release" / self.name / f"{self.notebook}.ipynb"

    @property
    def bank(self) -> Path:
        """The folder with a folder of answers for each question (see `bank`)."""
        return self.root / "tests" / "bank" / self.name

    @property
    def guides(self) -> tuple[Path, Path]:
        """The guide for students, beside the instructor's notebook and beside the students' one."""
        return self.source.with_name(GUIDE.name), self.release.with_name(GUIDE.name)


@dataclass(frozen=True)
class Course(_Rooted):
    """A course folder. lenient: where its table is wrong, it is what can be understood of it."""

    root: Path
    lenient: bool = False

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The folder with nbgrader_config.py, at or above `start` (the working directory)."""
        start = (start or Path.cwd()).resolve()
        for folder in (start, *start.parents):
            if (folder / "nbgrader_config.py").is_file():
                return cls(folder)
        raise CourseError(
            f"{start} is in no course folder: neither it nor a folder above it has an "
            "nbgrader_config.py. Go to the course folder, or name it with --course."
        )

    @cached_property
    def assignments(self) -> dict[str, Assignment]:
        """The table of problems/course.toml, with or without a problem set written yet."""
        table, issues = self.table
        if not self.lenient:
            raise_if_any(issues)
        return {name: assignment for name, assignment in table.items() if assignment}

    @cached_property
    def table(self) -> tuple[dict[str, Assignment | None], list[str]]:
        """What can be understood of problems/course.toml, and what is wrong with it."""
        path = self.root / TABLE
        if not path.is_file():
            raise CourseError(f"{path} is missing: it is the table of the course's questions.")
        try:
            rows = tomllib.loads(path.read_text("utf-8"))
        except ValueError as error:  # of its characters or its form
            raise CourseError(f"{TABLE.as_posix()} is not TOML: {error}.") from None
        issues: list[str] = []
        table = {name: _assignment(self.root, name, row, issues) for name, row in rows.items()}
        return table, issues

    @property
    def built(self) -> list[str]:
        """The names of the assignments that have a notebook in source/, as the table has them."""
        return [name for name, each in self.assignments.items() if each.source.is_file()]

    def assignment(self, name: str) -> Assignment:
        """The table of an assignment that is built. CourseError, which names those that are."""
        built = self.built
        if name in built:
            return self.assignments[name]
        here = self.assignments.get(name)
        if here and here.text.is_file():
            raise CourseError(f"{here.short(here.source)} is missing: run `make build`.")
        if here:
            raise CourseError(
                f"{name} stands in {TABLE.as_posix()}, but {here.short(here.text)} is not written."
            )
        known = f"there are {', '.join(built)}" if built else "none is built yet: run `make build`"
        raise CourseError(f"there is no assignment {name}; {known}.{did_you_mean(name, built)}")

    def elsewhere(self, assignment: str) -> dict[str, str]:
        """The cells of other assignments' questions -> which one's; none without a table."""
        tables = self.assignments if (self.root / TABLE).is_file() else {}
        return {
            cell: name
            for name, table in tables.items()
            if name != assignment
            for question in table.questions.values()
            for cell in (question.name, question.test)
        }

    def problems(self, assignment: str | None = None) -> list[Assignment]:
        """The problem sets written so far, or the one of this name."""
        written = [each for each in self.assignments.values() if each.text.is_file()]
        found = [each for each in written if assignment in (None, each.name)]
        if assignment is not None and not found:
            names = [each.name for each in written]
            raise CourseError(
                f"there is no problem set {assignment} in {self.root / 'problems'}: it has "
                f"{', '.join(names) or 'none yet'}.{did_you_mean(assignment, names)}"
            )
        return found


# --- the table -----------------------------------------------------------------------------------

_OF_A_SET = ("title", "notebook", "questions", "findings")
_OF_A_QUESTION = ("points", "written", "defines")


def _assignment(root: Path, name: str, row: object, issues: list[str]) -> Assignment | None:
    """What a table of course.toml says, but for what goes to the issues; None where it is none."""
    where = f"{TABLE.as_posix()}, {name}"
    told = len(issues)
    row = _known(where, row, _OF_A_SET, issues)
    if row is None:
        return None
    title, notebook, rows, level = (row.get(key) for key in _OF_A_SET)
    if not (isinstance(rows, dict) and isinstance(title, str) and isinstance(notebook, str)):
        if len(issues) == told:  # else one that is misspelt would be told twice
            needed = "a title, a notebook and a table of questions with their points are needed"
            issues.append(f"{where}: {needed}.")
        return None
    if level not in (None, *Level):
        levels = ", ".join(repr(str(each)) for each in Level)
        issues.append(f"{where}: findings is {level!r}; write one of {levels}.")
    questions = {each: _question(where, each, row, issues) for each, row in rows.items()}
    level = Level(level) if level in list(Level) else Level.ANSWER
    return Assignment(name, title, notebook, questions, level, root)


def _question(where: str, name: str, row: object, issues: list[str]) -> CourseQuestion:
    """A question, of nan points where they can't be understood."""
    where = f"{where}, {name}"
    said = _known(where, row, _OF_A_QUESTION, issues)
    points, written, defines = ((said or {}).get(key) for key in _OF_A_QUESTION)
    if said is not None and points is None:
        issues.append(f"{where}: its points are missing; write points = 2, or as many as it is.")
    elif points is not None and (type(points) not in (int, float) or not 0 <= points < math.inf):
        issues.append(f"{where}: points are {points!r}; write a number, such as 2.")
        points = None
    if written not in (None, True, False):
        issues.append(f"{where}: written is {written!r}; write true, or leave it out.")
    if not isinstance(defines, (list, type(None))) or not all(map(_is_signature, defines or ())):
        form = 'a list of names and signatures, such as ["f(n, d)"]'
        issues.append(f"{where}: defines is {defines!r}; write {form}.")
        defines = None
    points = math.nan if points is None else points
    return CourseQuestion(name, points, bool(written), tuple(defines or ()))


def _known(where: str, row: object, keys: tuple[str, ...], issues: list[str]) -> dict | None:
    """A row of the table. An issue is where it is none, and a key that means nothing."""
    if not isinstance(row, dict):
        issues.append(f"{where} is {row!r}; write a table with {', '.join(keys)}.")
        return None
    for key in (key for key in row if key not in keys):
        near = did_you_mean(key, keys)
        issues.append(f"{where}: {key} means nothing here; write {', '.join(keys)}.{near}")
    return row


def _is_signature(text: object) -> bool:
    if not isinstance(text, str) or not text.partition("(")[0].isidentifier():
        return False
    try:
        ast.parse(f"def {text}: ..." if "(" in text else text)
    except SyntaxError:
        return False
    return True
