"""Lines of a mark scheme that were not met: what a person left unticked who marked by them.

They stand in a table of their own, beside nbgrader's, whose comments say what was met.
"""

from __future__ import annotations

from collections.abc import Mapping

from nbgrader.api import Gradebook
from sqlalchemy import Column, Float, String, Text

from .own_table import OwnTable

_UNMET = OwnTable(
    "unmet",
    Column("grade", String(32), primary_key=True),
    Column("points", Float, nullable=False),  # that were given; with others, lines say nothing
    Column("lines", Text, nullable=False),
)


def read_unmet(gradebook: Gradebook, by_hand: Mapping[str, float | None]) -> dict[str, str]:
    """The unmet lines of marks, a Markdown list each, by the ids of their rows.

    by_hand: the points that a person gave, by these ids. A mark that was given, or changed, without
    ticking lines has none.
    """
    given = {grade: points for grade, points in by_hand.items() if points is not None}
    rows = _UNMET.read(gradebook, _UNMET.c.grade.in_([*given]))
    return {row.grade: row.lines for row in rows if row.points == given[row.grade]}


def replace_unmet(
    gradebook: Gradebook, given: Mapping[str, tuple[float | None, str | None]]
) -> None:
    """Note which lines were unmet where these marks were given; None where nobody knows. The
    caller commits."""
    rows = [
        {"grade": grade, "points": points, "lines": lines}
        for grade, (points, lines) in given.items()
        if points is not None and lines is not None
    ]
    _UNMET.replace(gradebook, [_UNMET.c.grade.in_([*given])], rows)
