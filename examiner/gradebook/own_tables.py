"""Tables of our own in the grade book, beside nbgrader's, made where they are missing when it is
opened."""

from __future__ import annotations

import json
from collections.abc import Mapping

from nbgrader.api import Gradebook, SubmittedNotebook
from sqlalchemy import Column, Float, String, Text
from sqlalchemy.orm import declarative_base

OwnTable = declarative_base()


class Marked(OwnTable):
    """What marks are of: digests of the answers and of what was asked, by question, as JSON.

    So an older grade book that is put back says itself which answers its marks were given for,
    whatever autograded/ has by then.
    """

    __tablename__ = "examiner_marked"
    student = Column(String(255), primary_key=True)
    assignment = Column(String(255), primary_key=True)
    notebook = Column(String(255), primary_key=True)
    asked = Column(Text, nullable=False)


class Unmet(OwnTable):
    """The lines of a mark scheme that were not met, as a Markdown list: a person left them unticked
    who marked by them; nbgrader's comments say what was met.

    grade: the id of the mark's row. points: that were given; with others, lines say nothing.
    """

    __tablename__ = "examiner_unmet"
    grade = Column(String(32), primary_key=True)
    points = Column(Float, nullable=False)
    lines = Column(Text, nullable=False)


class Looking(OwnTable):
    """The answer that is open in a browser. until: in seconds since 1970."""

    __tablename__ = "examiner_looking"
    browser = Column(String(32), primary_key=True)
    answer = Column(String(32), nullable=False)
    until = Column(Float, nullable=False)


Asked = Mapping[str, str]  # question -> digest of the answer and of what was asked


def read_marked(gradebook: Gradebook, assignment: str, notebook: str) -> dict[str, Asked]:
    """Student -> what the marks are of."""
    rows = gradebook.db.query(Marked).filter_by(assignment=assignment, notebook=notebook)
    return {row.student: json.loads(row.asked) for row in rows}


def replace_marked(gradebook: Gradebook, notebook: SubmittedNotebook, now: Asked) -> Asked:
    """Note what the marks of a notebook are of from now on; what they were of."""
    key = notebook.student.id, notebook.assignment.name, notebook.name
    found = gradebook.db.get(Marked, key) or Marked(
        student=key[0], assignment=key[1], notebook=key[2], asked="{}"
    )
    before, found.asked = json.loads(found.asked), json.dumps(now)
    gradebook.db.add(found)
    return before


def read_unmet(gradebook: Gradebook, by_hand: Mapping[str, float | None]) -> dict[str, str]:
    """The unmet lines of marks by the ids of their rows; none of a mark that was given, or changed,
    without ticking lines. by_hand: the points that a person gave, by these ids."""
    rows = gradebook.db.query(Unmet).filter(Unmet.grade.in_([*by_hand]))
    return {row.grade: row.lines for row in rows if row.points == by_hand[row.grade]}


def replace_unmet(
    gradebook: Gradebook, given: Mapping[str, tuple[float | None, str | None]]
) -> None:
    """Note which lines were unmet where these marks were given; None where nobody knows."""
    gradebook.db.query(Unmet).filter(Unmet.grade.in_([*given])).delete()
    for grade, (points, lines) in given.items():
        if points is not None and lines is not None:
            gradebook.db.add(Unmet(grade=grade, points=points, lines=lines))
    gradebook.db.flush()
