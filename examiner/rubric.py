"""The mark scheme of a written question: lines with points, read here and nowhere else.

A scheme is Markdown. A row of a table is a line, or several where its parts are worth points of
their own, or where the same is asked for more than once:

    | points | for |
    |---|---|
    | 1 | the mean is $d$ |
    | 1 | a task: its input (0.5), its target (0.5) |
    | 2 × 0.5 | the price of a pattern |

Where columns are worth points, each cell below them is a line:

    | parameter | the path, 1 point | the shape, 1 point |
    |---|---|---|
    | $W_1$ | through $H$ | $(d, e)$ |

What stands outside such tables is advice to whoever marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from .checks.verdict import format_points

_NUMBER = r"\d+(?:\.\d+)?"
_POINTS = re.compile(rf"(?:(\d+) *[×x] *)?({_NUMBER})")  # 0.5, or 2 × 0.5
_WORTH = re.compile(rf"(.+?),? +({_NUMBER}) points?")  # the head of a column: the path, 1 point
_PART = re.compile(rf" +\(({_NUMBER})\)[,;]? *")  # behind a part of a line: its input (0.5),
_RULE = re.compile(r"\|? *:?-+:? *(?:\| *:?-+:? *)*\|?")  # what stands below the head of a table
_BAR = re.compile(r"\\.|\$(?:\\.|[^$\\])*\$|(\|)")  # an end of a cell: no formula, not escaped
_HEAD = "points"


@dataclass(frozen=True)
class RubricItem:
    """What earns so many points, in words (Markdown)."""

    points: float
    text: str

    @property
    def words(self) -> str:
        """What a student is told of it, an item of a list."""
        worth = f"{format_points(self.points)} point{'' if self.points == 1 else 's'}"
        return f"- {worth}: {self.text}"


@dataclass(frozen=True)
class Rubric:
    """The lines of a mark scheme, in order, and what else it says (Markdown)."""

    items: tuple[RubricItem, ...] = ()
    notes: str = ""

    @property
    def points(self) -> float:
        """What all lines are worth together."""
        return sum(line.points for line in self.items)


def read_rubric(text: str) -> Rubric:
    """The mark scheme that stands in `text`, which is Markdown without the marks around it."""
    lines: list[RubricItem] = []
    notes: list[str] = []
    for is_table, group in groupby(text.split("\n"), lambda row: row.lstrip().startswith("|")):
        rows = list(group)
        found = list(_items_of_table(rows)) if is_table else []
        lines += found
        notes += [] if found else rows
    said = re.sub(r"\n{3,}", "\n\n", "\n".join(notes)).strip()
    return Rubric(tuple(lines), said)


def _items_of_table(rows: list[str]) -> Iterator[RubricItem]:
    """The lines in a table; none where it is another kind of table."""
    if len(rows) < 3 or not _RULE.fullmatch(rows[1].strip()):
        return
    head, *body = (_cells_of_row(row) for row in [rows[0], *rows[2:]])
    worth = {place: match for place, text in enumerate(head) if (match := _WORTH.fullmatch(text))}
    for cells in body:
        if head[0].lower() == _HEAD:
            if match := _POINTS.fullmatch(cells[0]):
                times = int(match[1] or 1)
                parts = _split_item(float(match[2]), " ".join(cells[1:]))
                for turn in range(1, times + 1):
                    which = f" ({turn} of {times})" if times > 1 else ""
                    yield from (RubricItem(points, text + which) for points, text in parts)
            continue
        for place, match in worth.items():
            if place < len(cells) and cells[place]:
                text = ": ".join(filter(None, [cells[0] if place else "", match[1]]))
                yield RubricItem(float(match[2]), f"{text}: {cells[place]}")


def _split_item(points: float, text: str) -> list[tuple[float, str]]:
    """The parts of a line, where these are worth its points together; else the line."""
    *pieces, rest = _PART.split(text)
    words, worth = pieces[::2], [float(number) for number in pieces[1::2]]
    if len(worth) < 2 or rest.strip(" .") or abs(sum(worth) - points) > 1e-9:
        return [(points, text)]
    about, colon, _ = words[0].partition(": ")
    if colon:  # what the first of them says of all
        words[1:] = [f"{about}: {word}" for word in words[1:]]
    return list(zip(worth, words, strict=True))


def _cells_of_row(row: str) -> list[str]:
    """The cells of a row of a table, without what is around them."""
    text = row.strip().removeprefix("|")
    cells, start = [], 0
    for match in _BAR.finditer(text):
        if match[1]:
            cells.append(text[start : match.start()].strip())
            start = match.end()
    return [*cells, text[start:].strip()] if text[start:].strip() else cells
