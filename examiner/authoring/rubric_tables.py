"""The rubric of each question in its notebook: the items and their points, made by the build."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from nbformat import NotebookNode

from ..cell_kinds import is_test, question_of
from ..checks.question import RubricRow
from ..checks.verdict import format_points
from ..course import Assignment, Issue
from .marking_modules import file_of, question_object
from .notebook_source import RUBRIC, without_rubric


def add(source: NotebookNode, problem: Assignment) -> list[Issue]:
    """Write the rubric of each question below its statement.

    Args:
        source: The instructor's notebook. It is changed.
        problem: The problem set.

    Returns:
        The issues: questions without a statement, and rubrics that can't be made.
    """
    issues = []
    tables: dict[str, dict[str, str]] = {}  # statement -> question -> rubric
    for place, cell in enumerate(source.cells):
        if not is_test(cell):
            continue
        question = question_of(cell.id)
        above = (c for c in reversed(source.cells[:place]) if c.cell_type == "markdown")
        statement = next(above, None)
        try:
            rows = question_object(question, problem).rubric(problem.questions[question].points)
        except Exception as error:
            why = f"its rubric can't be made: {type(error).__name__} ({error})."
            issues.append(Issue(file_of(question, problem), "", why))
            continue
        if statement is None:
            why = "no text stands above it: write its statement in a Markdown cell."
            issues.append(Issue(problem.short(problem.text), cell.id, why))
        else:
            tables.setdefault(statement.id, {})[question] = table_of(rows)
    for cell in source.cells:
        if found := tables.get(cell.id):  # a statement may ask several questions
            named = [f"`{name}`\n\n{table}" for name, table in found.items()]
            text = "\n\n".join(named if len(found) > 1 else found.values())
            cell.source = f"{without_rubric(cell.source)}\n\n{RUBRIC}\n{text}"
    return issues


def table_of(rows: Sequence[RubricRow]) -> str:
    """The rubric in Markdown: a line for one row, a table for several.

    Example:
        >>> table_of([Row("the 4 lines", 0.5, "each")])
        '*Rubric:* the 4 lines, 0.5 points each.'
    """
    merged = [_merged([*alike]) for _, alike in groupby(rows, lambda row: row[1:])]
    if len(merged) == 1 and not merged[0].function:
        (row,) = merged
        points = f"{format_points(row.points)} point{'' if row.points == 1 else 's'}"
        if row.share == "together":
            return f"*Rubric:* {row.item} share {points}."
        return f"*Rubric:* {row.item}, {points}{' each' if row.share else ''}."
    named = any(row.function for row in merged)
    lines = ["| function | item | points |" if named else "| item | points |"]
    lines.append("|---|---|---|" if named else "|---|---|")
    for row in merged:
        function = [f"`{row.function}`"] if row.function else [""] * named
        cells = [*function, row.item.replace("|", "\\|"), _points(row)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _merged(rows: Sequence[RubricRow]) -> RubricRow:
    """One row for items with the same points."""
    if len(rows) == 1:
        return rows[0]
    item = "; ".join(row.item for row in rows)
    return rows[0]._replace(item=item, share="each")


def _points(row: RubricRow) -> str:
    return f"{format_points(row.points)} {row.share}".strip()
