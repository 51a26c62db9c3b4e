"""A class report as one page of HTML: it needs no network and no script, and grows with the class
alone.

All text goes through the template's escaping, whoever wrote it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..checks.verdict import format_points
from ..pages.feedback import environment_of
from .report import ClassReport, Row, Shared
from .show import remarks_on

MAX_LISTED = 60  # findings, formulas and reasons, each
MAX_TEXT = 500  # characters of one of them
WIDTH, HEIGHT, FOOT = 360, 130, 26  # of the distribution, and of what stands below its bars


def report_page(report: ClassReport) -> str:
    """The page's HTML."""
    rows = report.rows
    environment = environment_of(Path(__file__).parent / "templates" / "report")
    return environment.get_template("index.html.j2").render(
        {kind: _entries(report, shared) for kind, shared in report.shared.items()},
        report=report,
        assignment=report.assignment,
        rows=[_student(report, row) for row in rows],
        complete=sum(row.complete for row in rows),
        bars=_bars(report) if rows else [],
        late=[row for row in rows if row.hours_late or row.penalty],
        size=(WIDTH, HEIGHT, FOOT),
    )


def _entries(report: ClassReport, shared: list[Shared]) -> dict[str, Any]:
    """What is listed of it, and how much more there is. share: of the class, from 0 to 1."""
    everybody = max(len(report.rows) + len(report.ungraded), 1)
    entries = [
        {
            "question": each.question,
            "text": each.what if len(each.what) <= MAX_TEXT else f"{each.what[:MAX_TEXT]}…",
            "count": len(each.students),
            "share": len(each.students) / everybody,
            "names": [report.who[name] for name in each.students],
            "line": each.known_error,
        }
        for each in shared[:MAX_LISTED]
    ]
    return {"entries": entries, "left_out": max(len(shared) - MAX_LISTED, 0)}


def _student(report: ClassReport, row: Row) -> dict[str, Any]:
    """A student's line: the strip has a letter for each question, which names a colour: waiting,
    full, half or more, less, none."""
    strip, words = [], []
    for name, points in row.points.items():
        if points is None:
            strip.append("w")
            words.append(f"{name} not graded yet")
        else:
            most = report.assignment.questions[name].points
            share = points / most
            strip.append("f" if share >= 1 else "m" if share >= 0.5 else "l" if share > 0 else "n")
            words.append(f"{name} {format_points(points)} of {format_points(most)}")
    about = {"row": row, "strip": strip, "words": "; ".join(words)}
    return about | {"remarks": "; ".join(remarks_on(row))}


def _bars(report: ClassReport) -> list[dict[str, Any]]:
    """The distribution's bars, in the units of the drawing."""
    bars = report.distribution
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
