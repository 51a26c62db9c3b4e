"""Who handed in, held against the roster, and what is not where it belongs."""

from __future__ import annotations

import re
import shlex
import shutil
from typing import Any

import pytest
from nbgrader.api import Gradebook

from examiner.reports import report_reading, show
from examiner.term.plan import Turnout
from tests.small_class import ASSIGNMENT, SmallClass

ZIGGY = (
    "ziggy: not in the roster. Move submitted/ziggy away, or run "
    "`nbgrader db student add ziggy --first-name ziggy`."
)


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


@pytest.mark.parametrize("roster", [NAMED, IDS])
def test_who_is_not_in_the_roster_and_who_handed_nothing_in(room, capsys, roster):
    """Who is added by hand belongs to it; a roster of ids alone is left without names."""
    assert room.dry_run().turnout == Turnout()  # without a roster nobody is missing
    enter(room, **roster, kim={})
    (room.room.course.root / "submitted" / "[b].ipynb").touch()
    unknown = {"mria": "mira", "ziggy": ""}
    misplaced = {"submitted/[b].ipynb": f"submitted/<student>/{ASSIGNMENT}/sums.ipynb"}
    expected = Turnout(
        unknown, {}, ("kim", "mira", "zoe"), misplaced=misplaced, named=roster is NAMED
    )
    done = room.autograde()  # which enters both as students
    assert done.turnout == expected
    assert room.dry_run(students=["ada"]).turnout == Turnout()
    if roster is IDS:
        return
    assert room.dry_run().turnout == expected
    ends = (
        "submitted/[b].ipynb: not looked at, for it belongs at "
        f"submitted/<student>/{ASSIGNMENT}/sums.ipynb",
        "mria: not in the roster. Did you mean mira? Then rename submitted/mria.",
        ZIGGY,
        "in the roster, and nothing handed in: kim, mira, zoe",
    )
    show.moves(done)
    said = capsys.readouterr().out
    assert said.splitlines()[-4:] == [*ends]
    show.summary(done, report_reading.collect(room.grading().folder))
    assert capsys.readouterr().out.splitlines()[-4:] == [*ends]
    add = re.search(r"ziggy: not in the roster.*`nbgrader (.*)`", said)[1]
    assert room.room.nbgrader_here(*shlex.split(add))[0] == 0
    assert room.dry_run().turnout.unknown == {"mria": "mira"}


def test_two_folders_of_one_person_are_said(room, capsys):
    """Who was collected by number before the number was in the roster."""
    for student in ("815", "816"):
        room.submit(student, {})
    enter(room, ada={"lms_user_id": "815"}, mria={"first_name": "M"}, ziggy={"first_name": "Z"})
    enter(room, zoe={"lms_user_id": "816"})
    found = room.dry_run()
    assert found.turnout.numbers == {"815": "ada", "816": "zoe"}
    show.moves(found)
    assert capsys.readouterr().out.splitlines()[-3:-1] == [
        "815: not in the roster, but ada's number, who handed in as ada as well: keep one in "
        "submitted/ada, and move submitted/815 away.",
        "816: not in the roster, but zoe's number: rename submitted/816 to zoe.",
    ]


def test_folders_swapped_misspelt_and_left_out(room):
    submitted = room.room.course.root / "submitted"
    names = (
        *(f"{ASSIGNMENT}/bob/sums.ipynb", "cyd/ps0_warmup/sums.ipynb", "dan/sums.ipynb"),
        *("finn.ipynb", f".gil/{ASSIGNMENT}/sums.ipynb"),
    )
    for path in names:
        (submitted / path).parent.mkdir(parents=True, exist_ok=True)
        (submitted / path).write_bytes(b"{}")
    assert room.dry_run().turnout.misplaced == {
        f"submitted/{name}": f"submitted/<student>/{ASSIGNMENT}/sums.ipynb" for name in names
    }


def test_an_extension_is_no_submission(room, capsys):
    """It makes rows in the grade book, which stay when it is taken back."""
    enter(room, ada={}, zoe={})
    with Gradebook(room.db_url) as gradebook:
        for student in ("ada", "zoe"):
            gradebook.update_or_create_submission(ASSIGNMENT, student)
    done = room.dry_run()
    assert (done.moves, done.first) == ([], ["ada", "mria", "ziggy"])
    show.moves(done)
    assert "\nfor the first time: ada, mria, ziggy\nno mark would move\n" in capsys.readouterr().out
    room.autograde()
    found = report_reading.collect(room.grading().folder)
    assert [row.student for row in found.rows] == ["ada", "mria", "ziggy"]
    assert room.dry_run(force=True).first == []


def test_who_was_graded_under_another_name_is_said_until_forgotten(room, capsys):
    enter(room, **NAMED)
    room.autograde()
    submitted = room.room.course.root / "submitted"
    (submitted / "mria").rename(submitted / "mira")
    shutil.rmtree(submitted / "ada")
    done = room.autograde()
    assert (done.turnout.gone, done.turnout.missing) == (("ada", "mria"), ("ada", "zoe"))
    show.moves(done)
    assert capsys.readouterr().out.splitlines()[-4:-1] == [
        "mria: not in the roster, and gone from submitted/. Run `nbgrader db student remove mria "
        "--force`, and delete autograded/mria and feedback/mria.",
        ZIGGY,
        "ada: graded, but gone from submitted/",
    ]
