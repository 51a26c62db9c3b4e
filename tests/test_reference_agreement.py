"""No total stands under points that the class was not graded by."""

from __future__ import annotations

from pathlib import Path

import pytest

from examiner import cli
from examiner.course import TABLE
from tests.messages import mentions
from tests.small_class import ASSIGNMENT, SQUARE, SmallClass

AGAIN = f"`examiner autograde {ASSIGNMENT}`"
CHANGED = ("problems/course.toml", "q1_sum", f"`nbgrader generate_assignment {ASSIGNMENT}`", AGAIN)
OLD = ("gradebook", "ada", "bob", AGAIN)


@pytest.fixture
def room(tmp_path: Path, courses, executor) -> SmallClass:
    """A class of two, graded."""
    room = SmallClass(tmp_path / "class", courses, executor)
    room.submit("ada", {})
    room.submit("bob", SQUARE)
    assert room.autograde().complete
    return room


def edit(room: SmallClass, file: Path, old: str, new: str) -> None:
    text = room.room.course.root / file
    assert old in text.read_text()
    text.write_text(text.read_text().replace(old, new))


def said(room: SmallClass, capsys, *words: str) -> str:
    """Return the error message of a command of the examiner; "" if the command succeeds."""
    capsys.readouterr()
    status = cli.main(["--course", str(room.room.course.root), words[0], ASSIGNMENT, *words[1:]])
    error = capsys.readouterr().err
    assert bool(status) == bool(error)
    return error


def all_say(room: SmallClass, capsys, facts: tuple[str, ...]) -> None:
    """Check that all commands that show totals fail with a line that names these facts."""
    for words in (["grades"], ["grades", "--format", "canvas"], ["report"], ["feedback"]):
        (line,) = said(room, capsys, *words).splitlines()
        assert mentions(line, *facts), words
    status, line = room.room.nbgrader_here("generate_feedback", ASSIGNMENT)
    assert (status, line.count("\n"), mentions(line, *facts)) == (1, 1, True)
    assert not list((room.room.course.root / "feedback").glob("*/*/*.html"))


@pytest.mark.slow(20)
def test_changed_points_stop_grades_report_and_pages_until_the_class_is_graded(room, capsys):
    edit(room, TABLE, "q1_sum = { points = 2", "q1_sum = { points = 4")
    all_say(room, capsys, CHANGED)
    book = room.room.course.root / "gradebook.db"
    earlier = book.read_bytes()
    assert room.room.nbgrader_here("generate_assignment", ASSIGNMENT)[0] == 0
    all_say(room, capsys, OLD)
    assert room.autograde(students=["bob"]).complete
    line = said(room, capsys, "grades")
    assert mentions(line, "gradebook", "ada", AGAIN)
    assert not mentions(line, "bob")
    away = room.room.submitted("ada").parent.rename(room.room.course.root / "away")
    away_line = said(room, capsys, "grades")
    assert mentions(away_line, "gradebook", "ada", AGAIN)
    assert away_line != line  # it says to put the submission back first
    away.rename(room.room.submitted("ada").parent)
    assert room.autograde().complete
    assert said(room, capsys, "grades") == ""
    assert said(room, capsys, "report") == ""
    book.write_bytes(earlier)  # restored from a backup of before
    assert mentions(said(room, capsys, "grades"), *CHANGED)


@pytest.mark.slow(5)
def test_another_wording_or_mark_by_hand_stops_no_grades(room, capsys):
    room.grade_by_hand("ada", "q2_written", manual_score=2.0)
    edit(room, room.room.problem.notebook_source, "Add the first", "Add up the first")
    assert said(room, capsys, "grades") == ""
    assert room.room.nbgrader_here("generate_assignment", ASSIGNMENT)[0] == 0
    assert said(room, capsys, "grades") == ""
    assert said(room, capsys, "report") == ""
