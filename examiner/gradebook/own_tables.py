"""Tables of our own in the grade book, beside nbgrader's, made where they are missing when it is
opened."""

from __future__ import annotations

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
