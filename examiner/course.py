"""The course folder, its problem sets, and the table of their questions, problems/course.toml."""

from __future__ import annotations

import ast
import math
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from .cell_kinds import question_of, test_name
from .findings.feedback_level import Level
from .further import STAR, FurtherCount
from .wording import did_you_mean

TABLE = Path("problems", "course.toml")
GUIDE = Path("docs", "student.md")  # the optional guide for students; released with each notebook


class CourseError(Exception):
    """An error that a person can fix.

    The message names the problem, the file or question, and the next step.
    """


@dataclass(frozen=True)
class Issue:
    """A problem in a file of a problem set.

    Attributes:
        file: The path of the file, relative to the course folder.
        cell: The id of the affected cell; "" if the file is a marking module.
        message: The problem, and how to fix it.
    """

    file: str
    cell: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}, {cell_place(self.cell)}" if self.cell else self.file
        return f"{where}: {self.message}"

    @property
    def question(self) -> str:
        """The question of the affected cell or marking module."""
        return question_of(self.cell) if self.cell else Path(self.file).stem


def cell_place(cell: str) -> str:
    """Name a cell, or the place of a cell without a name (see `notebook_source.cell_ids`).

    Args:
        cell: The id of the cell.

    Returns:
        "cell q1_sum", or "cell 2 below q1_sum".
    """
    above, _, number = cell.rpartition("-")
    if not (above and number.isdecimal()):
        return f"cell {cell}"
    return f"cell {number} {'at the start' if above == 'start' else f'below {above}'}"


def raise_if_any(issues: Iterable[object]) -> None:
    """Raise a CourseError that lists the issues, one per line, if there are any."""
    if found := [str(issue) for issue in issues]:
        raise CourseError("\n".join(found))


@dataclass(frozen=True)
class CourseQuestion:
    """A question of the table.

    Attributes:
        name: The grade_id of the answer cell.
        points: The maximum points.
        written: True if graders mark the answer by hand.
        defines: The signatures and names that the answer must define, such as "f(n, d)" or "best".
        further: True if the question is a further problem, beyond the core of the problem set.
    """

    name: str
    points: float
    written: bool = False
    defines: tuple[str, ...] = ()
    further: bool = False

    @property
    def starred(self) -> str:
        """The name, with a star if the question is a further problem."""
        return f"{self.name} {STAR}" if self.further else self.name

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


# In the address of a database, "?" begins its options, and "%41" stands for "A". In a pattern for
# files, "[ab]" stands for "a" or "b".
_MISREAD = re.compile(r"\?|%[0-9A-Fa-f]{2}|\[.*\]")


class _InCourseFolder:
    """A base class for objects that know the course folder, `root`."""

    root: Path

    def short(self, path: Path) -> str:
        """Return a path relative to the course folder, as messages show it."""
        return path.relative_to(self.root).as_posix()


@dataclass(frozen=True)
class Assignment(_InCourseFolder):
    """A problem set.

    Its notebook exists in three forms: the notebook source (a .py file in problems/), the
    instructor's notebook (in source/), and the students' notebook (in release/).

    Attributes:
        name: The name of the problem set's folder.
        title: The title that people read.
        notebook: The file name of the notebook, without its suffix.
        questions: The questions by name, in the order of the table.
        level: The amount of detail in findings (see `findings.feedback_level`).
        root: The course folder.
        further_count: How the points of further problems count (a setting of the course).
    """

    name: str
    title: str
    notebook: str
    questions: dict[str, CourseQuestion] = field(hash=False)
    level: Level = Level.ANSWER
    root: Path = Path()
    further_count: FurtherCount = FurtherCount.FULL

    @property
    def points(self) -> float:
        """The maximum of a student's total; extra points can exceed it."""
        return sum(map(self.maximum_of, self.questions))

    def adds_points(self, question: str) -> bool:
        """Return whether the points earned in a question are part of a student's total."""
        return not self.questions[question].further or self.further_count is not FurtherCount.NONE

    def adds_to_maximum(self, question: str) -> bool:
        """Return whether the points of a question are part of the maximum of a total."""
        return not self.questions[question].further or self.further_count is FurtherCount.FULL

    def maximum_of(self, question: str) -> float:
        """Return the points that a question adds to the maximum of a total."""
        return self.questions[question].points if self.adds_to_maximum(question) else 0

    @property
    def uncounted(self) -> frozenset[str]:
        """The questions whose points are part of no total."""
        return frozenset(name for name in self.questions if not self.adds_points(name))

    @property
    def further_note(self) -> str:
        """The sentence that explains the star; "" if no question has one."""
        has_further = any(question.further for question in self.questions.values())
        return self.further_count.sentence if has_further else ""

    @property
    def notebook_source(self) -> Path:
        """The path of the notebook source, which authors edit."""
        return self.root / "problems" / self.name / f"{self.notebook}.py"

    @property
    def source(self) -> Path:
        """The path of the instructor's notebook, in nbgrader's folder source/."""
        return self.root / "source" / self.name / f"{self.notebook}.ipynb"

    @property
    def release(self) -> Path:
        """The path of the students' notebook, in nbgrader's folder release/."""
        return self.root / "release" / self.name / f"{self.notebook}.ipynb"

    @property
    def bank(self) -> Path:
        """The folder with one folder of answers per question (see `examiner.bank`)."""
        return self.root / "tests" / "bank" / self.name

    @property
    def guides(self) -> tuple[Path, Path]:
        """The paths of the students' guide: beside the instructor's and the students' notebook."""
        return self.source.with_name(GUIDE.name), self.release.with_name(GUIDE.name)


@dataclass(frozen=True)
class Course(_InCourseFolder):
    """A course folder.

    Attributes:
        root: The folder.
        lenient: Skip invalid entries of the table. Otherwise they raise a CourseError.
    """

    root: Path
    lenient: bool = False

    def __post_init__(self) -> None:
        """Refuse a folder whose path nbgrader and SQLite would read as another path.

        Raises:
            CourseError: The path contains a question mark, brackets, or a percent sign with digits.
        """
        if found := _MISREAD.search(str(self.root)):
            raise CourseError(
                f"{self.root} can't be a course folder: nbgrader and SQLite read “{found[0]}” in a "
                "path as something else. Rename the folder."
            )

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """Find the course folder.

        Args:
            start: Search this folder and those above it for nbgrader_config.py. The default is the
                working directory.

        Raises:
            CourseError: No folder has that file.
        """
        start = (start or Path.cwd()).resolve()
        for folder in (start, *start.parents):
            if (folder / "nbgrader_config.py").is_file():
                return cls(folder)
        raise CourseError(
            f"{start} is not in a course folder: neither it nor any folder above it has an "
            "nbgrader_config.py. Change to the course folder, or name it with --course."
        )

    @cached_property
    def assignments(self) -> dict[str, Assignment]:
        """The assignments of problems/course.toml, even those without a notebook source yet."""
        table, issues = self.table
        if not self.lenient:
            raise_if_any(issues)
        return {name: assignment for name, assignment in table.items() if assignment}

    @cached_property
    def table(self) -> tuple[dict[str, Assignment | None], list[str]]:
        """The entries of problems/course.toml by name, and the issues of the invalid ones.

        An entry is None if it can't be read at all.

        Raises:
            CourseError: The file is missing or is not TOML.
        """
        path = self.root / TABLE
        if not path.is_file():
            raise CourseError(f"{path} is missing: it is the table of the course's questions.")
        try:
            rows = tomllib.loads(path.read_text("utf-8"))
        except ValueError as error:  # not UTF-8, or not TOML
            raise CourseError(f"{TABLE.as_posix()} is not TOML: {error}.") from None
        issues: list[str] = []
        table = {name: _assignment(self.root, name, row, issues) for name, row in rows.items()}
        return table, issues

    @property
    def built_assignments(self) -> list[str]:
        """The names of the assignments that have a notebook in source/, in the table's order."""
        return [name for name, each in self.assignments.items() if each.source.is_file()]

    def assignment(self, name: str) -> Assignment:
        """Return an assignment that has been built.

        Raises:
            CourseError: The table has no such assignment, or it isn't built. The message names the
                built ones.
        """
        built = self.built_assignments
        if name in built:
            return self.assignments[name]
        unbuilt = self.assignments.get(name)
        if unbuilt and unbuilt.notebook_source.is_file():
            raise CourseError(f"{unbuilt.short(unbuilt.source)} is missing: run `make build`.")
        if unbuilt:
            path = unbuilt.short(unbuilt.notebook_source)
            raise CourseError(f"{name} has no notebook source yet: write {path}.")
        known = f"there are {', '.join(built)}" if built else "none is built yet: run `make build`"
        raise CourseError(f"there is no assignment {name}; {known}.{did_you_mean(name, built)}")

    def cells_of_other_assignments(self, assignment: str) -> dict[str, str]:
        """Map the answer and test cells of all other assignments to the assignment's name.

        Returns:
            grade_id -> assignment; empty if the course has no table.
        """
        assignments = self.assignments if (self.root / TABLE).is_file() else {}
        return {
            cell: name
            for name, other in assignments.items()
            if name != assignment
            for question in other.questions.values()
            for cell in (question.name, question.test)
        }

    def problems(self, assignment: str | None = None) -> list[Assignment]:
        """Return the assignments that have a notebook source.

        Args:
            assignment: Return only the assignment of this name.

        Raises:
            CourseError: The named assignment has no notebook source.
        """
        written = [each for each in self.assignments.values() if each.notebook_source.is_file()]
        found = [each for each in written if assignment in (None, each.name)]
        if assignment is not None and not found:
            names = [each.name for each in written]
            raise CourseError(
                f"there is no problem set {assignment} in {self.root / 'problems'}: it has "
                f"{', '.join(names) or 'none yet'}.{did_you_mean(assignment, names)}"
            )
        return found


# --- the table -----------------------------------------------------------------------------------

_ASSIGNMENT_KEYS = ("title", "notebook", "questions", "findings")
_QUESTION_KEYS = ("points", "written", "defines", "further")


def _assignment(root: Path, name: str, entry: object, issues: list[str]) -> Assignment | None:
    """Read an entry of course.toml, and add its issues; None if the entry can't be read."""
    place = f"{TABLE.as_posix()}, {name}"
    issues_before = len(issues)
    row = _checked_row(place, entry, _ASSIGNMENT_KEYS, issues)
    if row is None:
        return None
    title, notebook, rows, level = (row.get(key) for key in _ASSIGNMENT_KEYS)
    if not (isinstance(rows, dict) and isinstance(title, str) and isinstance(notebook, str)):
        if len(issues) == issues_before:  # a misspelt key is an issue already
            needed = "a title, a notebook and a table of questions with their points are needed"
            issues.append(f"{place}: {needed}.")
        return None
    if level not in (None, *Level):
        levels = ", ".join(repr(str(each)) for each in Level)
        issues.append(f"{place}: findings is {level!r}; write one of {levels}.")
    questions = {each: _question(place, each, row, issues) for each, row in rows.items()}
    level = Level(level) if level in list(Level) else Level.ANSWER
    return Assignment(name, title, notebook, questions, level, root)


def _question(place: str, name: str, entry: object, issues: list[str]) -> CourseQuestion:
    """Read a question, and add its issues; its points are nan if they can't be read."""
    place = f"{place}, {name}"
    row = _checked_row(place, entry, _QUESTION_KEYS, issues)
    points, written, defines, further = ((row or {}).get(key) for key in _QUESTION_KEYS)
    if row is not None and points is None:
        issues.append(f"{place}: its points are missing; add them, such as points = 2.")
    elif points is not None and (type(points) not in (int, float) or not 0 <= points < math.inf):
        issues.append(f"{place}: points are {points!r}; write a number, such as 2.")
        points = None
    for key, value in (("written", written), ("further", further)):
        if value not in (None, True, False):
            issues.append(f"{place}: {key} is {value!r}; write true, or delete the key.")
    if not isinstance(defines, (list, type(None))) or not all(map(_is_signature, defines or ())):
        form = 'a list of names and signatures, such as ["f(n, d)"]'
        issues.append(f"{place}: defines is {defines!r}; write {form}.")
        defines = None
    points = math.nan if points is None else points
    return CourseQuestion(name, points, bool(written), tuple(defines or ()), bool(further))


def _checked_row(
    place: str, entry: object, keys: tuple[str, ...], issues: list[str]
) -> dict | None:
    """Return an entry that is a table, else None; add issues for other types and unknown keys."""
    if not isinstance(entry, dict):
        issues.append(f"{place} is {entry!r}; write a table with {', '.join(keys)}.")
        return None
    for key in (key for key in entry if key not in keys):
        near = did_you_mean(key, keys)
        issues.append(f"{place}: unknown key {key}; the keys are {', '.join(keys)}.{near}")
    return entry


def _is_signature(text: object) -> bool:
    if not isinstance(text, str) or not text.partition("(")[0].isidentifier():
        return False
    try:
        ast.parse(f"def {text}: ..." if "(" in text else text)
    except SyntaxError:
        return False
    return True
