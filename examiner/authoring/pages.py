"""Pages of the docs that say what the course holds: the build writes them.

docs/sub-problems.md: where each sub-problem of the problem sheets is asked, how it is graded, its
points, how many answers the bank has. README.md: the points of the problem sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from nbformat import NotebookNode

from .. import checks
from ..checks.worth import gives_points
from ..course import Assignment, Course, Question
from ..regions import split
from .sources import SOURCES, read_sources

README = Path("README.md")
SUB_PROBLEMS = Path("docs", "sub-problems.md")
HEAD = """\
# Where each problem comes from, and where it is

The course goes back to five problem sheets. This is where it asks each of their sub-problems; facts
and figures come from there, wording, code and checks are the course's own. In the column *graded
by* stand the checks of the answer (see [adding a problem](adding-a-problem.md#the-checks)).

*Made by `make build` from `{sources}` and the problem sets: don't edit it here.*
"""
COLUMNS = "| sub-problem | asks for | question | graded by | points | answers in the bank |"
# The row of a problem set: its name, what a person wrote of it, its points.
_ROW = re.compile(r"^\| `(\w+)` \|(.*)\| [\d.]+ \|$", re.MULTILINE)


def pages(course: Course, sources: Mapping[Assignment, NotebookNode]) -> dict[Path, str]:
    """The pages, as far as a course has them. sources: all its problem sets, as they are built."""
    made = {}
    if (course.root / SOURCES).is_file():
        made[course.root / SUB_PROBLEMS] = sub_problems(course, sources)
    if (readme := course.root / README).is_file():
        made[readme] = with_points(readme.read_text("utf-8"), sources)
    return made


def with_points(readme: str, problems: Mapping[Assignment, object]) -> str:
    """A page whose table of problem sets, if it has one, has the points of all of them."""
    rows = {row[1]: row for row in _ROW.finditer(readme)}
    if not rows:
        return readme
    about = {name: row[2] for name, row in rows.items()}
    lines = [
        f"| `{each.name}` |{about.get(each.name, f' {each.title} ')}| {each.points:g} |"
        for each in problems
    ]
    first, *_, last = [row.span() for row in rows.values()] * 2
    return readme[: first[0]] + "\n".join(lines) + readme[last[1] :]


def sub_problems(course: Course, sources: Mapping[Assignment, NotebookNode]) -> str:
    """The text of docs/sub-problems.md. CourseError for sources that can't be understood."""
    asked = {name: row for problem in sources for name, row in _rows(problem, sources[problem])}
    parts = [HEAD.format(sources=SOURCES.as_posix()).strip("\n")]
    for sheet, rows in groupby(read_sources(course), key=lambda row: row.sheet):
        lines = [f"## {sheet}\n", COLUMNS, "|---|---|---|---|---|---|"]
        for row in rows:
            first = (row.number, row.asks)
            for name in row.questions:
                rest = asked.get(name, (f"`{name}`", "not written yet", "", ""))
                lines.append(f"| {' | '.join((*first, *rest))} |")
                first = ("", "")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _rows(problem: Assignment, source: NotebookNode) -> Iterator[tuple[str, tuple[str, ...]]]:
    tests = {cell.id: cell.source for cell in source.cells}
    for question in problem.questions.values():
        where = f"`{question.name}` of `{problem.name}`"
        check, bank = "a person", ""
        if not question.written:
            check = checks_in(split(tests[question.test], "hidden tests")[1])
            bank = f"{_answers(problem, question)}"
        yield question.name, (where, check, f"{question.points:g}", bank)


def _answers(problem: Assignment, question: Question) -> int:
    folder = problem.root / "tests" / "bank" / problem.name / question.name
    return len(list(folder.glob("*/*.py")))


def checks_in(code: str) -> str:
    """The checks that code asks, each once, in the order of the text, as the page has them."""
    asked = dict.fromkeys(re.findall(r"\bchecks\.(\w+)\(", code))
    return ", ".join(f"`{name}`" for name in asked if gives_points(getattr(checks, name, None)))
