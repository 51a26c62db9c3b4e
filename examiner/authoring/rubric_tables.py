"""The rubrics in a notebook: the build lists the items of each question with their points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from nbformat import NotebookNode

from ..cell_kinds import CellKind, cell_kind, is_test, question_of
from ..checks.question import RubricRow
from ..checks.verdict import format_points
from ..course import Assignment, Issue
from ..course_modules import marking_path
from ..regions import RUBRIC_MARK, split, visible
from ..rubric import column_heads
from .marking_modules import question_object
from .notebook_source import without_rubric

HEADING = "*Rubric:*"
EVERY_CASE = ", right in every case"
MAX_DENOMINATOR = 10_000  # of points: shares of a question are fractions of small numbers


def add_rubric_tables(source: NotebookNode, problem: Assignment) -> list[Issue]:
    """Write the rubric of each question below its statement.

    The rubric of a written question holds its answer, so students don't see it. If its points are
    in the heads of columns, the build writes these heads, unless the statement has a rubric. Else
    the text of the question gives the points of its parts.

    Args:
        source: The instructor's notebook. It is changed.
        problem: The problem set.

    Returns:
        The issues of questions without a statement, and of rubrics that can't be computed.
    """
    issues = []
    tables: dict[str, dict[str, str]] = {}  # statement -> question -> rubric
    for place, cell in enumerate(source.cells):
        above = (c for c in reversed(source.cells[:place]) if c.cell_type == "markdown")
        statement = next(above, None)
        if cell_kind(cell) is CellKind.WRITTEN:
            heads = "" if visible(cell.source).strip() else _written_rubric(cell)
            if heads and statement and HEADING not in without_rubric(statement.source):
                tables.setdefault(statement.id, {})[cell.id] = heads
            continue
        if not is_test(cell):
            continue
        question = question_of(cell.id)
        try:
            rows = question_object(question, problem).rubric(problem.questions[question].points)
        except Exception as error:
            message = f"its rubric can't be computed: {type(error).__name__} ({error})."
            issues.append(Issue(marking_path(problem.name, question), "", message))
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
            cell.source = f"{without_rubric(cell.source)}\n\n{RUBRIC_MARK}\n{text}"
    return issues


def _written_rubric(cell: NotebookNode) -> str:
    """Format the heads with points of a written question's rubric; "" if it has none."""
    rows, columns = column_heads(split(cell.source, "mark scheme")[1])
    listed = "; ".join(f"{name}, {_with_unit(format_points(points))}" for name, points in columns)
    return f"{HEADING} for each {rows}: {listed}." if columns else ""


def _with_unit(points: str) -> str:
    """Put the unit behind the number of points: "2 points each" for "2 each"."""
    number, space, rest = points.partition(" ")
    return f"{number} {'point' if number == '1' else 'points'}{space}{rest}"


def rubric_table(rows: Sequence[RubricRow]) -> str:
    """Format a rubric as Markdown: one row as a line of text, several rows as a table.

    Points are exact: they add up to the points of the question.

    Example:
        >>> rubric_table([RubricRow("the 4 lines", 0.5, 4)])
        '*Rubric:* the 4 lines, 0.5 points each.'
        >>> rubric_table([RubricRow("the 6 entries", 1 / 6, 6)])
        '*Rubric:* the 6 entries, 1 point in equal shares.'
    """
    lines = [
        line
        for _, of_function in groupby(rows, lambda row: row.function)
        for line in _lines_of([row for row in of_function if row.points])
    ]
    items = [line for line in lines if line.points]
    if len(items) == 1 and not items[0].function:
        notes = "".join(f"; {note.item}" for note in lines[1:])
        return f"{HEADING} {items[0].item}, {_with_unit(items[0].points)}{notes}."
    has_functions = any(line.function for line in lines)
    table = ["| function | item | points |" if has_functions else "| item | points |"]
    table.append("|---|---|---|" if has_functions else "|---|---|")
    for line in lines:
        cells = [line.item.replace("|", "\\|"), line.points]
        if has_functions:
            cells.insert(0, f"`{line.function}`" if line.function else "")
        table.append(f"| {' | '.join(cells)} |")
    return "\n".join([HEADING, "", *table])


class _Line(NamedTuple):
    """A row of the table. A note has no points."""

    item: str
    points: str
    function: str


class _Items(NamedTuple):
    """Items of a function with equal points.

    Attributes:
        text: The items, as students read them.
        points: The points of each.
        number: Their number; 0 if the row doesn't say it, and `points` is their sum.
    """

    text: str
    points: Fraction
    number: int = 1

    @property
    def sum(self) -> Fraction:
        """The points of all of them."""
        return self.points * (self.number or 1)


def _lines_of(rows: Sequence[RubricRow]) -> Iterator[_Line]:
    """Yield the lines of a function's rows."""
    found, notes = list[_Items](), dict[str, None]()
    # A row that doesn't say its number stands alone: each such row has the points in equal shares.
    for (points, *_), group in groupby(
        rows, lambda row: (row.points, min(row.number, 2), not row.number and row.item)
    ):
        equal = [*group]
        notes |= {_shares_of_outputs(row.outputs): None for row in equal if row.outputs}
        exact = Fraction(points).limit_denominator(MAX_DENOMINATOR)
        text = _joined([row.item for row in equal])
        found.append(_Items(text, exact, sum(row.number for row in equal)))
    function = rows[0].function if rows else ""
    odd = [each for each in found if not _points_of(each)]
    for each in found:
        yield _Line(each.text, _points_of(each) or _shares_of(each, odd), function)
        if odd and each is odd[-1] and not all(map(_as_fraction, odd)):
            total = sum(other.sum for other in odd)
            yield _Line("all shares", _decimal(total) or str(total), function)
    for note in notes:
        yield _Line(note, "", function)


def _joined(texts: Sequence[str]) -> str:
    """List items; say only once that they must be right in every case."""
    if len(texts) > 1 and all(text.endswith(EVERY_CASE) for text in texts):
        return "; ".join(text.removesuffix(EVERY_CASE) for text in texts) + EVERY_CASE
    return "; ".join(texts)


def _points_of(items: _Items) -> str:
    """Format points: of each item, or of all if that is shorter; "" if neither is short."""
    if not items.number:
        return f"{_decimal(items.sum)} in equal shares"
    if each := _decimal(items.points):
        return each if items.number == 1 else f"{each} each"
    together = _decimal(items.sum)
    return f"{together} in equal shares" if together else ""


def _shares_of(items: _Items, odd: Sequence[_Items]) -> str:
    """Format points that aren't short decimals: as fractions, or all as multiples of a share."""
    each = " each" if items.number > 1 else ""
    if all(map(_as_fraction, odd)):
        return _as_fraction(items) + each
    least = min(other.points for other in odd)
    ratios = [(other.points / least).limit_denominator(12) for other in odd]
    unit = least / math.lcm(*(ratio.denominator for ratio in ratios))
    shares = round(items.points / unit)
    return f"{shares} share{'' if shares == 1 else 's'}{each}"


def _as_fraction(items: _Items) -> str:
    """Format a fraction that people know, such as 1/3; "" for others."""
    return str(items.points) if items.points.denominator <= 12 else ""


def _decimal(number: Fraction | int) -> str:
    """Format a number as a decimal of at most three digits; "" if it has more."""
    return (
        f"{float(number):.3f}".rstrip("0").rstrip(".")
        if 1000 % Fraction(number).denominator == 0
        else ""
    )


def _shares_of_outputs(outputs: Sequence[tuple[str, float]]) -> str:
    """Format the shares of a case's outputs: with simple fractions if they add up to 1."""
    if len({share for _, share in outputs}) == 1:
        return f"of a case, equal shares for {', '.join(name for name, _ in outputs)}"
    fractions = {name: Fraction(share).limit_denominator(12) for name, share in outputs}
    if any(abs(fractions[name] - share) > 1e-9 for name, share in outputs):
        return f"of a case: {', '.join(f'{name} {share:.0%}' for name, share in outputs)}"
    listed = []
    for fraction, equal in groupby(fractions, fractions.__getitem__):
        names = [*equal]
        listed.append(f"{fraction} {'each ' if len(names) > 1 else ''}for {', '.join(names)}")
    return f"of a case, {'; '.join(listed)}"
