"""A report as a table, in CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ..checks.verdict import format_points
from ..quoting import in_csv
from .item_statistics import items_of
from .report import ClassReport

HEAD = ("what", "question", "line", "text", "students", "mean", "out of", "difficulty")
HEAD += ("discrimination", "full", "none", "waiting", "who")


def report_table(report: ClassReport) -> str:
    """A row per question, finding, unnamed formula, question left open and mark that waits."""
    rows: list[tuple] = [HEAD]
    for i in items_of(report):
        numbers = map(_number, (i.mean, i.max_points, i.difficulty, i.discrimination))
        count = len(report.marks(i.question))
        rows.append(
            ("question", i.question, "", "", count, *numbers, i.full, i.none, i.waiting, "")
        )
    lists = {
        "finding": report.findings,
        "unnamed answer": report.unnamed,
        "left open": report.left_open,
        "for a person": report.waiting,
    }
    for what, found in lists.items():
        rows += [
            _row(what, s.question, s.line, s.text, *(report.who[each] for each in s.students))
            for s in found
        ]
    for row in report.rows:
        for number, points in enumerate(row.tries, 1):
            said = f"try {number}: {format_points(points)} points"
            rows.append(_row("tries", "", "", said, row.who))
    for row in report.rows:
        if row.read_as:
            rows.append(_row("read under another name", "", "", row.read_as, row.who))
    for row in report.rows:
        said = (*row.noted, *([row.of_time] if row.of_time else []))
        rows += [_row("to look at", "", "", each, row.who) for each in said]
    return csv_text(rows)


def _row(what: str, question: str, line: str, words: str, *who: str) -> tuple:
    return (what, question, line, words, len(who), *[""] * 7, "; ".join(who))


def _number(value: float | None) -> str:
    """With as many decimals as marks have; empty where it isn't known."""
    return "" if value is None else f"{value:.4f}".rstrip("0").rstrip(".")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV, whoever wrote what is in them."""
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(map(in_csv, row) for row in rows)
    return file.getvalue()
