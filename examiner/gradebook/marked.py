"""What the marks in the grade book are of: digests of the answers and of what was asked.

They stand in a table of their own, beside nbgrader's. So an older grade book that is put back says
itself which answers its marks were given for, whatever autograded/ has by then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from nbgrader.api import Gradebook, SubmittedNotebook
from sqlalchemy import Column, MetaData, String, Table, Text, delete, inspect, select

Asked = Mapping[str, str]  # question -> digest of the answer and of what was asked
_KEY = ("student", "assignment", "notebook")
_TABLE = Table(
    "examiner_marked",
    MetaData(),
    *(Column(name, String(255), primary_key=True) for name in _KEY),
    Column("asked", Text, nullable=False),
)


def read_marked(gradebook: Gradebook, assignment: str, notebook: str) -> dict[str, Asked]:
    """Student -> what the marks are of; without those that an earlier version graded last."""
    if not has_table(gradebook, _TABLE):
        return {}
    columns = _TABLE.c
    wanted = columns.assignment == assignment, columns.notebook == notebook
    rows = gradebook.db.execute(select(columns.student, columns.asked).where(*wanted))
    return {student: json.loads(text) for student, text in rows}


def replace_marked(gradebook: Gradebook, notebook: SubmittedNotebook, now: Asked) -> Asked:
    """Note what the marks of a notebook are of from now on; what they were of. The caller
    commits."""
    values = notebook.student.id, notebook.assignment.name, notebook.name
    key = dict(zip(_KEY, values, strict=True))
    _TABLE.create(gradebook.db.connection(), checkfirst=True)
    wanted = [_TABLE.c[name] == value for name, value in key.items()]
    found = gradebook.db.execute(select(_TABLE.c.asked).where(*wanted)).scalar()
    gradebook.db.execute(delete(_TABLE).where(*wanted))
    gradebook.db.execute(_TABLE.insert().values(**key, asked=json.dumps(now)))
    return json.loads(found) if found else {}


def has_table(gradebook: Gradebook, table: Table) -> bool:
    """Whether a table of our own is in this grade book, which may be an earlier version's."""
    return inspect(gradebook.db.connection()).has_table(table.name)
