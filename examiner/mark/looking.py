"""What everybody looks at now: others pass it over for some minutes.

A row in the grade book for each browser, so all that serve the same grade book know it. It counts
until another answer is opened there, or until its time is over. No mark rests on it: who saves what
somebody else has marked meanwhile is told so.
"""

from __future__ import annotations

import time

from nbgrader.api import Gradebook
from sqlalchemy import Column, Float, MetaData, String, Table, delete, select

from ..gradebook.marked import has_table

SECONDS = 600.0
_TABLE = Table(
    "examiner_looking",
    MetaData(),
    Column("browser", String(32), primary_key=True),
    Column("answer", String(32), nullable=False),
    Column("until", Float, nullable=False),
)


def looked_at(gradebook: Gradebook, browser: str) -> set[str]:
    """The ids of the answers that are open in other browsers than this."""
    if not has_table(gradebook, _TABLE):
        return set()
    others = _TABLE.c.browser != browser, _TABLE.c.until > time.time()
    return set(gradebook.db.execute(select(_TABLE.c.answer).where(*others)).scalars())


def look_at(gradebook: Gradebook, browser: str, answer: str) -> None:
    """Note that this answer is open in this browser, and no other. The caller commits."""
    now = time.time()
    _TABLE.create(gradebook.db.connection(), checkfirst=True)
    over = (_TABLE.c.browser == browser) | (_TABLE.c.until <= now)
    gradebook.db.execute(delete(_TABLE).where(over))
    row = {"browser": browser, "answer": answer, "until": now + SECONDS}
    gradebook.db.execute(_TABLE.insert().values(**row))
