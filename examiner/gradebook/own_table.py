"""The base class of the examiner's own tables, which stand beside nbgrader's in the gradebook."""

from __future__ import annotations

from sqlalchemy.orm import DeclarativeBase


class OwnTable(DeclarativeBase):
    """A table of the examiner; opening the gradebook creates the missing ones."""
