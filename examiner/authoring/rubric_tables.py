"""The rubrics in a notebook: the build lists the items of each question with their points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from nbformat import NotebookNode

from ..cell_kinds import is_test, question_of
from ..checks.question import RubricRow
from ..checks.verdict import format_points
from ..course import Assignment, Issue
from .marking_modules import marking_file, question_object
from .notebook_source import RUBRIC, without_rubric


def add_rubric_tables(source: NotebookNode, problem: Assignment) -> list[Issue]:
    """Write the rubric of each question below its statement.

    Args:
        source: The instructor's notebook. It is changed.
        problem: The problem set.

    Returns:
        The issues of questions without a statement, and of rubrics that can't be computed.
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
            message = f"its rubric can't be computed: {type(error).__name__} ({error})."
            issues.append(Issue(marking_file(question, problem), "", message))
            continue
        if statement is None:
            message = "no Markdown cell is above it: write the question's statement there."
            issues.append(Issue(problem.short(problem.notebook_source), cell.id, message))
        else:
            tables.setdefault(statement.id, {})[question] = rubric_table(rows)
    for cell in source.cells:
        if found := tables.get(cell.id):
            with_names = [f"`{name}`\n\n{table}" for name, table in found.items()]
            text = "\n\n".join(with_names if len(found) > 1 else found.values())
            cell.source = f"{without_rubric(cell.source)}\n\n{RUBRIC}\n{text}"
    return issues


def rubric_table(rows: Sequence[RubricRow]) -> str:
    """Format a rubric as Markdown: one row as a line of text, several rows as a table.

    Example:
        >>> rubric_table([RubricRow("the 4 lines", 0.5, "each")])
        '*Rubric:* the 4 lines, 0.5 points each.'
    """
    merged = [_merged([*equal]) for _, equal in groupby(rows, lambda row: row[1:])]
    if len(merged) == 1 and not merged[0].function:
        (row,) = merged
        points = f"{format_points(row.points)} point{'' if row.points == 1 else 's'}"
        if row.points_for == "together":
            return f"*Rubric:* {row.item} share {points}."
        return f"*Rubric:* {row.item}, {points}{' each' if row.points_for else ''}."
    has_functions = any(row.function for row in merged)
    lines = ["| function | item | points |" if has_functions else "| item | points |"]
    lines.append("|---|---|---|" if has_functions else "|---|---|")
    for row in merged:
        cells = [row.item.replace("|", "\\|"), _points(row)]
        if has_functions:
            cells.insert(0, f"`{row.function}`" if row.function else "")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _merged(rows: Sequence[RubricRow]) -> RubricRow:
    """Merge rows with the same points into one."""
    if len(rows) == 1:
        return rows[0]
    item = "; ".join(row.item for row in rows)
    return rows[0]._replace(item=item, points_for="each")


def _points(row: RubricRow) -> str:
    return f"{format_points(row.points)} {row.points_for}".strip()
