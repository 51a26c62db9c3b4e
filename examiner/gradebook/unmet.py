"""Lines of a mark scheme that were not met: what a person left unticked who marked by them.

They stand in a table of their own, beside nbgrader's, whose comments say what was met.
"""

from __future__ import annotations

from collections.abc import Mapping

from nbgrader.api import Gradebook
from sqlalchemy import Column, Float, MetaData, String, Table, Text, delete, select

from .marked import has_table

_TABLE = Table(
    "examiner_unmet",
    MetaData(),
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
    if not given or not has_table(gradebook, _TABLE):
        return {}
    rows = gradebook.db.execute(select(_TABLE).where(_TABLE.c.grade.in_(list(given))))
    return {grade: lines for grade, points, lines in rows if points == given[grade]}


def replace_unmet(
    gradebook: Gradebook, given: Mapping[str, tuple[float | None, str | None]]
) -> None:
    """Note which lines were unmet where these marks were given; None where nobody knows. The
    caller commits."""
    _TABLE.create(gradebook.db.connection(), checkfirst=True)
    gradebook.db.execute(delete(_TABLE).where(_TABLE.c.grade.in_(list(given))))
    for grade, (points, lines) in given.items():
        if points is not None and lines is not None:
            row = {"grade": grade, "points": points, "lines": lines}
            gradebook.db.execute(_TABLE.insert().values(**row))
