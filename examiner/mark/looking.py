"""What everybody looks at now: others pass it over for some minutes.

A row in the grade book for each browser, so all that serve the same grade book know it. It counts
until another answer is opened there, or until its time is over. No mark rests on it: who saves what
somebody else has marked meanwhile is told so.
"""

from __future__ import annotations

import time

from nbgrader.api import Gradebook
from sqlalchemy import Column, Float, String

from ..gradebook.own_tables import OwnTable

SECONDS = 600.0
_LOOKING = OwnTable(
    "looking",
    Column("browser", String(32), primary_key=True),
    Column("answer", String(32), nullable=False),
    Column("until", Float, nullable=False),
)


def looked_at(gradebook: Gradebook, browser: str) -> set[str]:
    """The ids of the answers that are open in other browsers than this."""
    others = _LOOKING.c.browser != browser, _LOOKING.c.until > time.time()
    return {row.answer for row in _LOOKING.read(gradebook, *others)}


def look_at(gradebook: Gradebook, browser: str, answer: str) -> None:
    """Note that this answer is open in this browser, and no other. The caller commits."""
    now = time.time()
    over = (_LOOKING.c.browser == browser) | (_LOOKING.c.until <= now)
    row = {"browser": browser, "answer": answer, "until": now + SECONDS}
    _LOOKING.replace(gradebook, [over], [row])
