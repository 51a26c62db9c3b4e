"""What the marks in the grade book are of: digests of the answers and of what was asked.

They stand in a table of their own, beside nbgrader's. So an older grade book that is put back says
itself which answers its marks were given for, whatever autograded/ has by then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from nbgrader.api import Gradebook, SubmittedNotebook
from sqlalchemy import Column, String, Text

from .own_table import OwnTable

Asked = Mapping[str, str]  # question -> digest of the answer and of what was asked
_KEY = ("student", "assignment", "notebook")
_MARKED = OwnTable(
    "marked",
    *(Column(name, String(255), primary_key=True) for name in _KEY),
    Column("asked", Text, nullable=False),
)


def read_marked(gradebook: Gradebook, assignment: str, notebook: str) -> dict[str, Asked]:
    """Student -> what the marks are of; without those that an earlier version graded last."""
    wanted = _MARKED.c.assignment == assignment, _MARKED.c.notebook == notebook
    return {row.student: json.loads(row.asked) for row in _MARKED.read(gradebook, *wanted)}


def replace_marked(gradebook: Gradebook, notebook: SubmittedNotebook, now: Asked) -> Asked:
    """Note what the marks of a notebook are of from now on; what they were of. The caller
    commits."""
    values = notebook.student.id, notebook.assignment.name, notebook.name
    key = dict(zip(_KEY, values, strict=True))
    wanted = [_MARKED.c[name] == value for name, value in key.items()]
    found = _MARKED.read(gradebook, *wanted)
    _MARKED.replace(gradebook, wanted, [{**key, "asked": json.dumps(now)}])
    return json.loads(found[0].asked) if found else {}
