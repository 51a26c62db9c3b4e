"""Tables of our own in the grade book, beside nbgrader's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nbgrader.api import Gradebook
from sqlalchemy import Column, ColumnElement, MetaData, Row, Table, and_, delete, inspect, select


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
