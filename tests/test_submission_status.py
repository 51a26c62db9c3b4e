"""The submission status: submissions in the roster, and files in wrong places."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook

from examiner.course import CourseError
from examiner.reports import report_commands, report_reading
from tests.messages import mentions, naming
from tests.small_class import ASSIGNMENT, SmallClass

ADD = "`nbgrader db student add ziggy`"
ZIGGY = ("ziggy", "submitted/ziggy", ADD.replace("add ziggy", "add ziggy --first-name ziggy"))


@pytest.fixture
def room(tmp_path, courses, executor) -> SmallClass:
    room = SmallClass(tmp_path / "class", courses, executor)
    for student in ("ada", "mria", "ziggy"):
        room.submit(student, {})
    return room


def enter(room: SmallClass, **students: dict[str, Any]) -> None:
    with Gradebook(room.db_url) as gradebook:
        for student, about in students.items():
            gradebook.add_student(student, **about)


NAMED = {name: {"first_name": name.title()} for name in ("ada", "mira", "zoe")}
IDS = {name: {} for name in NAMED}


MIRA = ("mria", "mira", "submitted/mria")


def check_status(lines: list[str], *facts: tuple[object, ...]) -> None:
    """Check that each line names its facts, and no other student."""
    assert len(lines) == len(facts)
    for line, named in zip(lines, facts, strict=True):
        assert mentions(line, *named), line
        others = {"ada", "kim", "mira", "mria", "ziggy", "zoe"} - {*named}
        assert not [student for student in others if mentions(line, student)], line


@pytest.mark.parametrize("roster", [NAMED, IDS])
def test_students_outside_the_roster_and_students_without_a_submission_are_named(
    room, capsys, roster
):
    """A student who was added by hand is in the roster; a roster of ids alone has no names."""
    assert room.dry_run().submission_status == []  # without a roster nobody is missing
    enter(room, **roster, kim={})
    done = room.autograde()  # which enters both as students
    add = ZIGGY if roster is NAMED else ("ziggy", "submitted/ziggy", ADD)
    check_status(done.submission_status, ("kim", "mira", "zoe"), MIRA, add)
    assert room.dry_run(students=["ada"]).submission_status == []
    if roster is IDS:
        return
    assert room.dry_run().submission_status == done.submission_status
    report_commands.moves(done)
    assert capsys.readouterr().out.splitlines()[-3:] == done.submission_status
    report_commands.summary(done, report_reading.read_report(room.grading().folder))
    assert capsys.readouterr().out.splitlines()[-3:] == done.submission_status
    words = shlex.split(ZIGGY[2].strip("`"))
    assert room.room.nbgrader_here(*words[1:])[0] == 0
    assert room.dry_run().submission_status == done.submission_status[:2]


def test_whoever_somebody_must_act_on_is_named_however_many_they_are(room, capsys):
    missing, unknown = ([f"{each}{i:02}" for i in range(50)] for each in ("missing", "unknown"))
    for student in unknown:
        (room.room.course.root / "submitted" / student / ASSIGNMENT).mkdir(parents=True)
    enter(room, **NAMED, **{student: {"first_name": "M"} for student in missing})
    report_commands.moves(room.dry_run())
    said = capsys.readouterr().out
    assert f": {', '.join(['mira', *missing, 'zoe'])}\n" in said
    assert all(f"\n{student}: not in the roster. " in said for student in unknown)
    assert all(f"{student}: nothing to grade: " in said for student in unknown)
    report_commands.not_in_zip(dict.fromkeys(unknown, Path("page.html")), "canvas")
    printed = capsys.readouterr().out
    assert f": {', '.join(unknown)}." in printed
    assert "page.html" in printed


def test_two_folders_of_one_person_are_said(room):
    """The submission was collected under a number before the number was in the roster."""
    for student in ("815", "816"):
        room.submit(student, {})
    enter(room, ada={"lms_user_id": "815"}, mria={"first_name": "M"}, ziggy={"first_name": "Z"})
    enter(room, zoe={"lms_user_id": "816"})
    _, of_ada, of_zoe = room.dry_run().submission_status
    assert mentions(of_ada, "815", "ada", "submitted/ada", "submitted/815")
    assert mentions(of_zoe, "816", "zoe", "submitted/816")
    assert not mentions(of_zoe, "submitted/zoe")  # nothing of zoe's is there


def test_folders_swapped_misspelt_and_left_out(room):
    """The name of a notebook doesn't matter.

    A notebook in another assignment's folder, or below a notebook in its place, is not reported.
    """
    submitted = room.room.course.root / "submitted"
    lost = (
        *("finn.ipynb", f".gil/{ASSIGNMENT}/sums.ipynb", "cyd/ps0_warmup/sums.ipynb"),
        *("dan/dan_sums.ipynb", f"eve/{ASSIGNMENT}/sub/sums.ipynb", f"{ASSIGNMENT}/bob.ipynb"),
    )
    (room.room.course.root / "source" / "project").mkdir()
    fine = (
        *("eve/project/plan.ipynb", "eve/.ipynb_checkpoints/a.ipynb", ".ipynb_checkpoints/a.ipynb"),
        f"ada/{ASSIGNMENT}/sub/sums.ipynb",
    )
    for path in (*lost, *fine):
        (submitted / path).parent.mkdir(parents=True, exist_ok=True)
        (submitted / path).write_bytes(b"{}")
    to = f"move notebooks of {ASSIGNMENT} to submitted/<student>/{ASSIGNMENT}/sums.ipynb"
    assert room.dry_run().submission_status == [f"submitted/{name}: ignored; {to}" for name in lost]
    for number in range(300):  # a download that was unpacked a folder too high
        (submitted / ASSIGNMENT / f"{number}.ipynb").write_bytes(b"{}")
    assert ", and 293 more: ignored; " in room.dry_run().submission_status[-1]


def test_a_folder_that_can_not_be_read_is_not_called_missing(room, monkeypatch):
    """As after `chmod 077`, from which root alone is free."""
    submitted, allowed, denied = room.room.course.root / "submitted", os.access, {"zoe"}
    (submitted / "zoe").mkdir()
    monkeypatch.setattr(os, "access", lambda p, mode: p.name not in denied and allowed(p, mode))
    with pytest.raises(CourseError, match=naming("submitted/zoe", "can't be read")):
        room.dry_run(students=["ada", "zoe"])
    (line,) = room.dry_run().submission_status
    assert mentions(line, "submitted/zoe", "can't be read", "`chmod -R u+rwX`")
    for student in ("ada", "mria", "ziggy"):
        shutil.rmtree(submitted / student)
    with pytest.raises(CourseError, match=naming("submitted/zoe", "can't be read")):
        room.autograde()
    denied.add("submitted")
    for run in (room.autograde, lambda: report_reading.read_report(room.folder)):
        with pytest.raises(CourseError, match=naming("submitted", "can't be read")):
            run()


def test_an_extension_is_no_submission(room, capsys):
    """An extension makes rows in the gradebook, which stay after the extension is withdrawn."""
    enter(room, ada={}, zoe={})
    with Gradebook(room.db_url) as gradebook:
        for student in ("ada", "zoe"):
            gradebook.update_or_create_submission(ASSIGNMENT, student)
    done = room.dry_run()
    assert (done.moves, done.graded_first) == ([], ["ada", "mria", "ziggy"])
    report_commands.moves(done)
    assert mentions(capsys.readouterr().out, "ada, mria, ziggy")
    room.autograde()
    found = report_reading.read_report(room.grading().folder)
    assert [row.student for row in found.rows] == ["ada", "mria", "ziggy"]
    assert room.dry_run(force=True).graded_first == []


def test_who_was_graded_under_another_name_is_said_until_forgotten(room):
    enter(room, **NAMED)
    room.autograde()
    submitted = room.room.course.root / "submitted"
    (submitted / "mria").rename(submitted / "mira")
    shutil.rmtree(submitted / "ada")
    forget = ("mria", "`nbgrader db student remove mria --force`", "autograded/mria")
    lines = room.autograde().submission_status
    check_status(lines, ("ada", "zoe"), forget, ZIGGY, ("ada", "submitted/"))
    assert "feedback/mria" not in lines[1]
    assert not any("`examiner mark`" in line for line in lines)
    (room.room.course.root / "feedback" / "mria").mkdir(parents=True)
    for student in ("ada", "mria"):  # marks that would be lost
        room.grade_by_hand(student, "q2_written", manual_score=2.0)
    offered = (1, "`examiner mark`")  # one mark by hand, which the page offers
    check_status(
        room.autograde().submission_status,
        ("ada", "zoe"),
        (*forget, "feedback/mria", *offered),
        ZIGGY,
        ("ada", "submitted/", *offered),
    )
