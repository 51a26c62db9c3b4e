"""Tables of our own in the grade book, beside nbgrader's.

`marked`: what marks are of, digests of the answers and of what was asked. So an older grade book
that is put back says itself which answers its marks were given for, whatever autograded/ has by
then. `unmet`: the lines of a mark scheme that were not met, which a person left unticked who marked
by them; nbgrader's comments say what was met.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from nbgrader.api import Gradebook, SubmittedNotebook
from sqlalchemy import (
    Column,
    ColumnElement,
    Float,
    MetaData,
    Row,
    String,
    Table,
    Text,
    and_,
    delete,
    inspect,
    select,
)


class OwnTable:
    """A table that is made when something is first written: a grade book of an earlier version
    hasn't it. c: its columns. The caller commits."""

    def __init__(self, name: str, *columns: Column) -> None:
        self._table = Table(f"examiner_{name}", MetaData(), *columns)
        self.c = self._table.c

    def read(self, gradebook: Gradebook, *wanted: ColumnElement[bool]) -> list[Row]:
        """The rows for which all of this is so."""
        if not inspect(gradebook.db.connection()).has_table(self._table.name):
            return []
        return [*gradebook.db.execute(select(self._table).where(*wanted))]

    def replace(
        self,
        gradebook: Gradebook,
        old: Iterable[ColumnElement[bool]],
        rows: Iterable[Mapping[str, Any]],
    ) -> None:
        """Write these rows in the place of those for which all of `old` is so."""
        self._table.create(gradebook.db.connection(), checkfirst=True)
        gradebook.db.execute(delete(self._table).where(and_(*old)))
        for row in rows:
            gradebook.db.execute(self._table.insert().values(**row))


Asked = Mapping[str, str]  # question -> digest of the answer and of what was asked
_KEY = ("student", "assignment", "notebook")
_MARKED = OwnTable(
    "marked",
    *(Column(name, String(255), primary_key=True) for name in _KEY),
    Column("asked", Text, nullable=False),
)
_UNMET = OwnTable(
    "unmet",
    Column("grade", String(32), primary_key=True),
    Column("points", Float, nullable=False),  # that were given; with others, lines say nothing
    Column("lines", Text, nullable=False),
)


def read_marked(gradebook: Gradebook, assignment: str, notebook: str) -> dict[str, Asked]:
    """Student -> what the marks are of; without those that an earlier version graded last."""
    wanted = _MARKED.c.assignment == assignment, _MARKED.c.notebook == notebook
    return {row.student: json.loads(row.asked) for row in _MARKED.read(gradebook, *wanted)}


def replace_marked(gradebook: Gradebook, notebook: SubmittedNotebook, now: Asked) -> Asked:
    """Note what the marks of a notebook are of from now on; what they were of."""
    values = notebook.student.id, notebook.assignment.name, notebook.name
    key = dict(zip(_KEY, values, strict=True))
    wanted = [_MARKED.c[name] == value for name, value in key.items()]
    found = _MARKED.read(gradebook, *wanted)
    _MARKED.replace(gradebook, wanted, [{**key, "asked": json.dumps(now)}])
    return json.loads(found[0].asked) if found else {}


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
    """Note which lines were unmet where these marks were given; None where nobody knows."""
    rows = [
        {"grade": grade, "points": points, "lines": lines}
        for grade, (points, lines) in given.items()
        if points is not None and lines is not None
    ]
    _UNMET.replace(gradebook, [_UNMET.c.grade.in_([*given])], rows)
