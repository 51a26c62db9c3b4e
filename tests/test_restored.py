"""Marks by hand after a restore: none stands for an answer that nobody read."""

from __future__ import annotations

import re

import pytest

from examiner.course import CourseError
from examiner.gradebook.gradebook_file import back_up_book
from examiner.term.agreement import class_that_agrees
from examiner.term.backups import Term
from tests.small_class import ASSIGNMENT, SmallClass


@pytest.fixture
def marked(tmp_path, courses, executor) -> SmallClass:
    """A student's written answer, marked by hand."""
    found = SmallClass(tmp_path / "course", courses, executor)
    found.submit("ada", {})
    found.autograde()
    found.grade_by_hand("ada", "q2_written", manual_score=2.0)
    return found


def waits(room: SmallClass) -> bool:
    _, manual, _, waits = room.grades()["ada", "q2_written"]
    assert manual == 2.0
    return waits


@pytest.mark.parametrize(
    ("alone", "force"), [(False, True), (True, False)], ids=["term", "grade book"]
)
def test_an_answer_that_was_rewritten_since_waits_again(marked, alone, force):
    course = marked.room.course
    term = Term.of(course)
    kept = back_up_book(term.book, term.root) if alone else term.back_up()
    marked.submit("ada", {"q2_written": "Something else."})
    marked.autograde()
    assert waits(marked)
    term.restore(kept)
    assert not waits(marked)
    message = "marks of other answers, than these were graded with: ada: run"
    with pytest.raises(CourseError, match=re.escape(message)):
        class_that_agrees(course, ASSIGNMENT)
    done = marked.autograde(force=force)
    assert (list(done.seconds), waits(marked)) == (["ada"], True)
    class_that_agrees(course, ASSIGNMENT)
    assert not marked.autograde().seconds


def test_an_answer_that_is_what_it_was_stays_settled(marked):
    term = Term.of(marked.room.course)
    kept = term.back_up()
    term.restore(kept)
    assert not marked.autograde().seconds
    marked.autograde(force=True)
    assert not waits(marked)
