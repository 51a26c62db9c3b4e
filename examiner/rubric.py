"""The rubric of a written question: items with points. Only this module parses a rubric.

A rubric is Markdown with tables. A row of a table is one rubric item. A row becomes several items
if its parts have points, or if the question asks for the same thing more than once:

    | points | for |
    |---|---|
    | 1 | the mean is $d$ |
    | 1 | a task: its input (0.5), its target (0.5) |
    | 2 × 0.5 | the price of a pattern |

If the head of a column has points, each cell below it is an item:

    | parameter | the path, 1 point | the shape, 1 point |
    |---|---|---|
    | $W_1$ | through $H$ | $(d, e)$ |

Text outside such tables is advice for graders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from .checks.verdict import format_points

_NUMBER = r"\d+(?:\.\d+)?"
_POINTS = re.compile(rf"(?:(\d+) *[×x] *)?({_NUMBER})")  # "0.5" or "2 × 0.5"
_HEAD_WITH_POINTS = re.compile(rf"(.+?),? +({_NUMBER}) points?")  # "the path, 1 point"
_PART_POINTS = re.compile(rf" +\(({_NUMBER})\)[,;]? *")  # the "(0.5)," in "its input (0.5),"
_RULE = re.compile(r"\|? *:?-+:? *(?:\| *:?-+:? *)*\|?")  # the row of dashes below a table's head
# Group 1 is a bar that ends a cell: an escaped bar, or one in a formula, does not.
_BAR = re.compile(r"\\.|\$(?:\\.|[^$\\])*\$|(\|)")
_POINTS_COLUMN = "points"


@dataclass(frozen=True)
class RubricItem:
    """An item of a rubric: its points, and in Markdown the answer that earns them."""

    points: float
    text: str

    @property
    def words(self) -> str:
        """The item as students read it, as an item of a Markdown list.

        The gradebook stores these lines, so their form must not change.
        """
        points = f"{format_points(self.points)} point{'' if self.points == 1 else 's'}"
        return f"- {points}: {self.text}"


@dataclass(frozen=True)
class Rubric:
    """A rubric: its items in their order, and the Markdown outside its tables."""

    items: tuple[RubricItem, ...] = ()
    notes: str = ""

    @property
    def points(self) -> float:
        """The sum of the points of all items."""
        return sum(item.points for item in self.items)


def read_rubric(text: str) -> Rubric:
    """Parse a rubric.

    Args:
        text: Markdown, without the delimiters around the rubric in a notebook's source.
    """
    items: list[RubricItem] = []
    notes: list[str] = []
    for is_table, group in groupby(text.split("\n"), lambda row: row.lstrip().startswith("|")):
        rows = list(group)
        found = list(_items_of_table(rows)) if is_table else []
        items += found
        notes += [] if found else rows
    advice = re.sub(r"\n{3,}", "\n\n", "\n".join(notes)).strip()
    return Rubric(tuple(items), advice)


def column_heads(text: str) -> tuple[str, list[tuple[str, float]]]:
    """Find the first table with points in the heads of its columns.

    The heads give no answer away.

    Args:
        text: Markdown, as in `read_rubric`.

    Returns:
        The head of its first column, which names the rows; and the heads with points. Both are
        empty if there is no such table.

    Example:
        >>> column_heads("| weight | path, 1 point |\\n|---|---|\\n| $W$ | through $Z$ |")
        ('weight', [('path', 1.0)])
    """
    for is_table, group in groupby(text.split("\n"), lambda row: row.lstrip().startswith("|")):
        rows = [row.strip() for row in group]
        if is_table and len(rows) > 2 and _RULE.fullmatch(rows[1]):
            head = _cells_of_row(rows[0])
            matches = filter(None, map(_HEAD_WITH_POINTS.fullmatch, head))
            if columns := [(match[1], float(match[2])) for match in matches]:
                return head[0], columns
    return "", []


def _items_of_table(rows: list[str]) -> Iterator[RubricItem]:
    """Yield the items of a table; none if the table has no points."""
    if len(rows) < 3 or not _RULE.fullmatch(rows[1].strip()):
        return
    head, *body = (_cells_of_row(row) for row in [rows[0], *rows[2:]])
    columns = {
        column: match
        for column, text in enumerate(head)
        if (match := _HEAD_WITH_POINTS.fullmatch(text))
    }
    for cells in body:
        if head[0].lower() == _POINTS_COLUMN:
            if match := _POINTS.fullmatch(cells[0]):
                times = int(match[1] or 1)
                parts = _split_item(float(match[2]), " ".join(cells[1:]))
                for turn in range(1, times + 1):
                    which = f" ({turn} of {times})" if times > 1 else ""
                    yield from (RubricItem(points, text + which) for points, text in parts)
            continue
        for column, match in columns.items():
            if column < len(cells) and cells[column]:
                text = ": ".join(filter(None, [cells[0] if column else "", match[1]]))
                yield RubricItem(float(match[2]), f"{text}: {cells[column]}")


def _split_item(points: float, text: str) -> list[tuple[float, str]]:
    """Split an item into its parts if their points add up to the item's; else return the item."""
    *pieces, rest = _PART_POINTS.split(text)
    texts, part_points = pieces[::2], [float(number) for number in pieces[1::2]]
    if len(part_points) < 2 or rest.strip(" .") or abs(sum(part_points) - points) > 1e-9:
        return [(points, text)]
    topic, colon, _ = texts[0].partition(": ")
    if colon:  # only the first part names the topic, but the topic belongs to all of them
        texts[1:] = [f"{topic}: {each}" for each in texts[1:]]
    return list(zip(part_points, texts, strict=True))


def _cells_of_row(row: str) -> list[str]:
    """Split a row of a table into its cells, without the bars and the space around them."""
    text = row.strip().removeprefix("|")
    cells, start = [], 0
    for match in _BAR.finditer(text):
        if match[1]:
            cells.append(text[start : match.start()].strip())
            start = match.end()
    return [*cells, text[start:].strip()] if text[start:].strip() else cells
