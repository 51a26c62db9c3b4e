"""Generated pages of the docs. Every build writes them, even a build of one problem set.

- docs/checks.md: the public names of `examiner.checks` (see `checks_page`).
- docs/sub-problems.md: for each sub-problem of the problem sheets (problems/sources.toml), the
  questions that ask it, their checks, their points, and the number of their answers in the bank.
- README.md: the points of the problem sets.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from ..cell_kinds import CellKind
from ..course import TABLE, Assignment, Course, CourseError
from ..course_modules import marking_path
from ..further import STAR
from ..regions import visible
from ..wording import did_you_mean
from .checks_page import checks_page
from .marking_modules import question_object, raise_if_no_module
from .notebook_source import parse_cells

SOURCES = Path("problems", "sources.toml")
OWN = "Added by the course"  # the section for questions that come from no problem sheet
NOT_YET = "not written yet"
README = Path("README.md")
SUB_PROBLEMS = Path("docs", "sub-problems.md")
AUTHORS, CHECKS = Path("docs", "adding-a-problem.md"), Path("docs", "checks.md")
HEAD = """\
# Where each problem comes from, and where it is

The course goes back to published problem sheets. This page lists where it asks each of their
sub-problems. Facts and figures come from there; wording, code and checks are the course's own. The
column *graded by* names the checks of the answer (see [the checks](checks.md)). A question is part
of the core of its problem set, or a further problem (★).

*Made by `make build` from `problems/sources.toml` and the problem sets: don't edit it here.*"""
COLUMNS = """\
| sub-problem | asks for | question | core or ★ | graded by | points | answers in the bank |
|---|---|---|---|---|---|---|"""
# The row of a problem set: its name; its description, which a person writes; and its points, as one
# number or as two, for the core and for the further problems.
_ROW = re.compile(r"^\| `(\w+)` \|(.*?)\|((?: [\d.]+ \|){1,2})$", re.MULTILINE)
_NUMBER = re.compile(r"^#+ (?:Question )?(\d+(?:\.\d+)*)\b", re.MULTILINE)  # of a heading


class SubProblem(NamedTuple):
    """A sub-problem of a problem sheet.

    Attributes:
        sheet: The title of the problem sheet.
        number: The number of the sub-problem.
        asks: A short description.
        questions: The questions of the course that ask it.
    """

    sheet: str
    number: str
    asks: str
    questions: list[str]


def read_sources(course: Course) -> list[SubProblem]:
    """Read problems/sources.toml.

    Returns:
        The sub-problems, in the order of the file.

    Raises:
        CourseError: The file is invalid.
    """
    try:
        sheets = tomllib.loads((course.root / SOURCES).read_text("utf-8"))
        found = [
            SubProblem(sheet, number, row["asks"], row["questions"])
            for sheet, rows in sheets.items()
            for number, row in rows.items()
        ]
        if wrong := [each.number for each in found if not isinstance(each.questions, list)]:
            raise TypeError(f"the questions of {wrong[0]} are not a list")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        needs = f"each sub-problem needs `asks` and `questions` ({type(error).__name__}: {error})."
        raise CourseError(f"{SOURCES.as_posix()}: {needs}") from None
    return found


def source_issues(course: Course, problems: list[Assignment]) -> Iterator[str]:
    """Find questions that problems/sources.toml lacks, and its entries for unknown questions.

    A course without that file has no such issues.
    """
    if not (course.root / SOURCES).is_file():
        return
    try:
        found = read_sources(course)
    except CourseError as error:
        yield str(error)
        return
    known = [name for table in course.assignments.values() for name in table.questions]
    for row in found:
        for name in (name for name in row.questions if name not in known):
            where = f"{SOURCES.as_posix()}, {row.sheet}, {row.number}"
            near = did_you_mean(name, known)
            yield f"{where}: {TABLE.as_posix()} has no question {name}; correct it.{near}"
    named = {name for row in found for name in row.questions}
    for problem in problems:
        if missing := [name for name in problem.questions if name not in named]:
            listed = ", ".join(f'"{name}"' for name in missing)
            yield (
                f"{SOURCES.as_posix()}: no source of {', '.join(missing)}; add each question to "
                "the `questions` of its sub-problem. Put questions without a sub-problem at the "
                f'end, below ["{OWN}"]: "{problem.title}" = '
                f'{{ asks = "…", questions = [{listed}] }}'
            )


def docs_pages(course: Course) -> dict[Path, str]:
    """Return the generated pages that this course has: path -> content."""
    found = {}
    if (course.root / SOURCES).is_file():
        found[course.root / SUB_PROBLEMS] = _sub_problems(course)
    if (course.root / AUTHORS).is_file():
        found[course.root / CHECKS] = checks_page()
    if (readme := course.root / README).is_file():
        found[readme] = with_points(readme.read_text("utf-8"), course.problems())
    return found


def with_points(readme: str, problems: Iterable[Assignment]) -> str:
    """Update the table of problem sets in a page.

    Args:
        readme: The page. Without such a table it stays as it is.
        problems: The problem sets. Each gets a row with its points. If the rows have two columns of
            points, these are the points of the core and those of further problems.

    Returns:
        The page, with the descriptions that a person wrote.
    """
    rows = list(_ROW.finditer(readme))
    if not rows:
        return readme
    descriptions = {row[1]: row[2] for row in rows}
    lines = []
    for each in problems:
        points = [each.points]
        if rows[0][3].count("|") == 2:
            further = sum(q.points for q in each.questions.values() if q.further)
            points = [each.points - further, further]
        cells = [f" `{each.name}` ", descriptions.get(each.name, f" {each.title} ")]
        lines.append(f"|{'|'.join([*cells, *(f' {number:g} ' for number in points)])}|")
    return readme[: rows[0].start()] + "\n".join(lines) + readme[rows[-1].end() :]


def numbers_in(problem: Assignment) -> dict[str, str]:
    """Return the number of each question, from the last numbered heading above its answer."""
    found, number = {}, ""
    for cell in parse_cells(problem.notebook_source.read_text("utf-8")):
        if cell.cell_type == "markdown":
            number = [number, *_NUMBER.findall(visible(cell.source))][-1]
        if cell.kind in (CellKind.ANSWER, CellKind.WRITTEN):
            found[cell.name] = number
    return found


def _sub_problems(course: Course) -> str:
    """Return the page docs/sub-problems.md."""
    cells_of_question = {}
    for problem in course.problems():
        numbers = numbers_in(problem)
        for question in problem.questions.values():
            check, answers = "a person", ""
            if not question.written:
                check = _checks_of(question.name, problem)
                answers = str(len(list(problem.bank.glob(f"{question.name}/*/*.py"))))
            where = f"`{problem.name}` {numbers.get(question.name, '')}".strip()
            where = f"{where}: `{question.name}`"
            core = STAR if question.further else "core"
            points = f"{question.points:g}"
            cells_of_question[question.name] = (where, core, check, points, answers)
    parts = [HEAD]
    for sheet, rows in groupby(read_sources(course), key=lambda row: row.sheet):
        lines = [f"## {sheet}\n", COLUMNS]
        counted_in: dict[str, str] = {}  # question -> the sub-problem of the row with its points
        for row in rows:
            first = (row.number, row.asks)
            for name in row.questions:
                rest = cells_of_question.get(name, (f"`{name}`", "", NOT_YET, "", ""))
                if name in counted_in:
                    rest = (*rest[:3], f"see {counted_in[name]}", "")
                counted_in.setdefault(name, row.number)
                lines.append(f"| {' | '.join((*first, *rest))} |")
                first = ("", "")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _checks_of(question: str, problem: Assignment) -> str:
    """List the types of check of a question, each once, in the order of its marking module."""
    try:
        raise_if_no_module(question, problem)
    except CourseError:  # possible for a problem set that is not built now
        return NOT_YET
    kinds = (type(each).__name__ for each in question_object(question, problem).checks)
    if names := dict.fromkeys(kinds):
        return ", ".join(f"`{name}`" for name in names)
    file = marking_path(problem.name, question)  # `Custom`, without any check
    return f"its own code, [{file.rpartition('/')[2]}](../{file})"
