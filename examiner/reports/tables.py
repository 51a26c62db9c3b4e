"""A report as a table, in CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ..intake.times import UNDATED
from .item_statistics import items_of
from .report import ClassReport, Shared

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for a formula


def report_table(report: ClassReport) -> str:
    """A row per question, finding, unnamed formula, question left open and mark that waits."""
    head = ("what", "question", "line", "text", "students", "mean", "out of", "difficulty")
    rows = []
    for i in items_of(report):
        numbers = map(_number, (i.mean, i.max_points, i.difficulty, i.discrimination))
        count = len(report.marks(i.question))
        counts = (i.full, i.none, i.waiting)
        rows.append(("question", i.question, "", "", count, *numbers, *counts, ""))
    lists = (
        ("finding", report.findings),
        ("unnamed answer", report.unnamed),
        ("left open", report.left_open),
        ("for a person", report.waiting),
    )
    rows += [_shared(what, each) for what, found in lists for each in found]
    rows += [
        ("read under another name", "", "", text(row.read_as), 1, *[""] * 7, text(row.student))
        for row in report.rows
        if row.read_as
    ]
    rows += [
        ("to look at", "", "", text(line), 1, *[""] * 7, text(row.student))
        for row in report.rows
        for line in (*row.noted, *([UNDATED] if row.undated else []))
    ]
    return csv_text([(*head, "discrimination", "full", "none", "waiting", "who"), *rows])


def _shared(what: str, each: Shared) -> tuple:
    who = "; ".join(each.students)
    shown = (text(each.line), text(each.text), len(each.students))
    return (what, each.question, *shown, *[""] * 7, text(who))


def text(value: str) -> str:
    """A text that no spreadsheet takes for a formula, whoever wrote it."""
    return f"'{value}" if value.startswith(_FORMULA) else value


def _number(value: float | None) -> str:
    """With as many decimals as marks have; empty where it isn't known."""
    return "" if value is None else f"{value:.4f}".rstrip("0").rstrip(".")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; what has a comma in it is quoted."""
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()
