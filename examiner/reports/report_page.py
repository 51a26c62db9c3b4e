"""A class report as one page of HTML: it needs no network and no script, and its size is bounded.

All text goes through the template's escaping, whoever wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..checks.verdict import format_points
from ..pages.templating import environment_of
from ..student.files import printable_name
from .item_statistics import distribution, items_of, quartiles
from .report import ClassReport, Row, Shared, mistakes_line
from .show import remarks_on

MAX_LISTED = 60  # findings, formulas and reasons, each
MAX_TEXT = 500  # characters of one of them
MAX_NAMES = 500  # students of one of them
MAX_STUDENTS = 2000
WIDTH, HEIGHT, FOOT = 360, 130, 26  # of the distribution, and of what stands below its bars


def report_page(report: ClassReport) -> str:
    """The page's HTML."""
    complete = [row for row in report.rows if row.complete]
    return _template().render(
        report=report,
        assignment=report.assignment,
        rows=[_student(report, row) for row in report.rows[:MAX_STUDENTS]],
        rows_left_out=max(len(report.rows) - MAX_STUDENTS, 0),
        complete=len(complete),
        quartiles=quartiles([row.total for row in report.rows]) if report.rows else None,
        bars=_bars(report) if report.rows else [],
        items=items_of(report),
        findings=_entries(report, report.findings),
        unnamed=_entries(report, report.unnamed),
        left_open=_entries(report, report.left_open),
        waiting=_entries(report, report.waiting),
        late=[row for row in report.rows if row.hours_late or row.penalty][:MAX_STUDENTS],
        renamed=[row for row in report.rows if row.read_as][:MAX_STUDENTS],
        size=(WIDTH, HEIGHT, FOOT),
    )


@cache
def _template() -> Any:
    folder = Path(__file__).parent / "templates" / "report"
    environment = environment_of(folder)
    environment.filters["shown"] = _shown
    return environment.get_template("index.html.j2")


def _shown(text: str) -> str:
    """A name or a text with nothing in it that can't be seen."""
    return printable_name(text)


@dataclass(frozen=True)
class _Entry:
    """Something shared, as it is shown. share: of the class, from 0 to 1. line: for `mistakes=`."""

    question: str
    text: str
    count: int
    share: float
    names: list[str]
    names_left_out: int
    line: str


def _entries(report: ClassReport, shared: list[Shared]) -> dict[str, Any]:
    """What is listed of it, and how much more there is."""
    everybody = max(len(report.rows) + len(report.ungraded), 1)
    entries = []
    for each in shared[:MAX_LISTED]:
        text = f"{each.line}: {each.text}" if each.line else each.text
        entries.append(
            _Entry(
                question=each.question,
                text=text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…",
                count=len(each.students),
                share=len(each.students) / everybody,
                names=[_shown(name) for name in each.students[:MAX_NAMES]],
                names_left_out=max(len(each.students) - MAX_NAMES, 0),
                line=mistakes_line(each),
            )
        )
    return {"entries": entries, "left_out": max(len(shared) - MAX_LISTED, 0)}


def _student(report: ClassReport, row: Row) -> dict[str, Any]:
    """A student's line: the strip has a letter for each question, which names a colour."""
    questions, strip, words = report.assignment.questions, [], []
    for name, points in row.points.items():
        most = questions[name].points
        strip.append(_level(points, most))
        mark = "not graded yet" if points is None else f"{format_points(points)} of "
        words.append(f"{name} {mark}{'' if points is None else format_points(most)}")
    return {
        "row": row,
        "strip": strip,
        "words": "; ".join(words),
        "remarks": "; ".join(remarks_on(row)),
    }


def _level(points: float | None, most: float) -> str:
    """Waiting, full, more than half, less, nothing."""
    if points is None:
        return "w"
    share = points / most
    return "f" if share >= 1 else "m" if share >= 0.5 else "l" if share > 0 else "n"


def _bars(report: ClassReport) -> list[dict[str, Any]]:
    """The distribution's bars, in the units of the drawing."""
    bars = distribution(report)
    most, width = max(bar.count for bar in bars), WIDTH / len(bars)
    room = HEIGHT - FOOT - 16  # a number stands above the highest bar
    return [
        {
            "x": round(i * width + 1.5, 1),
            "middle": round((i + 0.5) * width, 1),
            "width": round(width - 3, 1),
            "height": round(room * bar.count / most, 1),
            "low": format_points(bar.low),
            "high": format_points(bar.high),
            "count": bar.count,
        }
        for i, bar in enumerate(bars)
    ]
