"""problems/sources.toml -> docs/sub-problems.md: the problem sheets that the course goes back to.

Where each sub-problem is asked, how it is graded, its points, how many answers the bank has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..cells import name_of
from ..course import Course, Problem, Question
from ..regions import split
from .build import source_of
from .sources import SOURCES, SubProblem, read_sources
from .trial import checks_in

TABLE = Path("docs", "sub-problems.md")
HEAD = """\
# Where each problem comes from, and where it is

The course goes back to five problem sheets. This is where it asks each of their sub-problems; facts
and figures come from there, wording, code and checks are the course's own. In the column *graded
by* stand the checks of the answer (see [adding a problem](adding-a-problem.md#the-checks)).

*Made by `examiner sub-problems` from `{sources}` and the problem sets: don't edit it
here.*
"""
COLUMNS = "| sub-problem | asks for | question | graded by | points | answers in the bank |"


@dataclass(frozen=True)
class Asked:
    """A question where it stands. check: what it is graded by, in words."""

    problem_set: str
    question: Question
    check: str
    answers: int


class Sources:
    """What problems/sources.toml says. CourseError for a file that can't be understood."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.sheets = read_sources(course)

    @cached_property
    def named(self) -> set[str]:
        """The questions that it names."""
        rows = (row for rows in self.sheets.values() for row in rows)
        return {question for row in rows for question in row.questions}

    @cached_property
    def asked(self) -> Mapping[str, Asked]:
        """The questions of all problem sets, by name."""
        found = {}
        for problem in self.course.problems():
            tests = {name_of(cell): cell.source for cell in source_of(problem).cells}
            for question in problem.table.questions.values():
                check = "a person" if question.written else _checks_in(tests[question.test])
                answers = len(list(self._bank(problem, question).glob("*/*.py")))
                found[question.name] = Asked(problem.assignment, question, check, answers)
        return found

    def _bank(self, problem: Problem, question: Question) -> Path:
        return self.course.root / "tests" / "bank" / problem.assignment / question.name

    def table(self) -> str:
        """The text of docs/sub-problems.md."""
        parts = [HEAD.format(sources=SOURCES.as_posix())]
        for sheet, rows in self.sheets.items():
            lines = [line for row in rows for line in self._lines(row)]
            parts.append("\n".join([f"## {sheet}\n", COLUMNS, "|---|---|---|---|---|---|", *lines]))
        return "\n\n".join(part.strip("\n") for part in parts) + "\n"

    def _lines(self, row: SubProblem) -> Iterator[str]:
        first = (row.number, row.asks)
        for name in row.questions:
            if (asked := self.asked.get(name)) is None:
                rest = (f"`{name}`", "not written yet", "", "")
            else:
                where = f"`{name}` of `{asked.problem_set}`"
                bank = "" if asked.question.written else f"{asked.answers}"
                rest = (where, asked.check, f"{asked.question.points:g}", bank)
            yield f"| {' | '.join((*first, *rest))} |"
            first = ("", "")


def _checks_in(test: str) -> str:
    """The checks of a hidden test, in the order of the text."""
    return ", ".join(f"`{name}`" for name in checks_in(split(test, "hidden tests")[1]))
