"""A due date, an extension or a rule that changes after grading: nobody has to be graded again."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from nbgrader.api import Gradebook
from traitlets.log import get_logger

from examiner import cli
from examiner.reports import report_commands, report_reading
from examiner.term.class_runner import LATENESS
from examiner.term.settings import StartedDays
from tests.messages import mentions
from tests.small_class import ASSIGNMENT, DUE, SQUARE, SmallClass

ZERO_IF_LATE = "c.LateSubmissionPlugin.penalty_method = 'zero'"


@pytest.fixture
def graded(tmp_path, courses, executor) -> SmallClass:
    """Three students, in time and graded; being late costs all points."""
    room = SmallClass(tmp_path / "course", courses, executor, ZERO_IF_LATE)
    for student, answers in (("ada", {}), ("bob", SQUARE), ("eve", {})):
        room.submit(student, answers)
    assert room.autograde().moves == []
    return room


def due(room: SmallClass, hours: float) -> None:
    """Let the assignment be due so many hours after (before) the students submitted."""
    with Gradebook(room.db_url) as gradebook:
        when = DUE.replace(hour=20, minute=0) + timedelta(hours=hours)
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=when)


def extend(room: SmallClass, student: str, hours: int) -> None:
    with Gradebook(room.db_url) as gradebook:
        gradebook.grant_extension(ASSIGNMENT, student, hours=hours)


def penalties(room: SmallClass) -> dict[str, float | None]:
    rows = room.contents()["submitted_notebook"]
    return {row[0]: row[-1] for row in rows}


def moved(done) -> list[tuple]:
    assert {move.question for move in done.moves} <= {LATENESS}
    return [(m.student, m.before, m.after, *m.was, *m.now) for m in done.moves]


def test_an_earlier_due_date_costs_what_a_regrade_would_take_off(graded, capsys):
    due(graded, -1.5)
    extend(graded, "eve", 2)
    expected = [
        ("ada", 0.0, -6.0, "nothing taken off", "1.5 h late: 6 taken off"),
        ("bob", 0.0, -5.0, "nothing taken off", "1.5 h late: 5 taken off"),
    ]
    before, count = graded.contents(), graded.executor.count
    assert moved(graded.dry_run()) == expected
    assert graded.contents() == before
    assert moved(graded.autograde(students=["bob"])) == expected[1:]
    assert penalties(graded) == {"ada": None, "bob": 5.0, "eve": None}
    done = graded.autograde()
    assert (moved(done), done.plan.tasks, graded.executor.count) == (expected[:1], [], count)
    assert penalties(graded) == {"ada": 6.0, "bob": 5.0, "eve": None}
    unforced = graded.contents()
    assert graded.autograde(force=True).moves == []
    assert graded.contents() == unforced
    due(graded, 1)
    done = graded.autograde()
    assert [row[2] for row in moved(done)] == [0.0, 0.0]
    assert penalties(graded) == dict.fromkeys(("ada", "bob", "eve"))
    assert graded.autograde().moves == []
    report_commands.summary(done, report_reading.read_report(graded.grading().folder))
    text = capsys.readouterr().out
    assert f"{LATENESS}: 2 up" in text
    (line,) = (line for line in text.splitlines() if line.startswith(" bob"))
    assert line.split()[:3] == ["bob", "-5", "0"]


def test_a_dry_run_and_the_run_name_the_same_that_lateness_costs_something(graded, caplog):
    """Some students are graded for the first time, or again since their answer changed.

    The penalty also takes off the points that a person gave.
    """
    due(graded, -1)
    for student in ("cy", "dan", "bob"):
        graded.submit(student, {})
    (graded.room.submitted("dan").parent / "timestamp.txt").write_text("yesterday")
    graded.grade_by_hand("ada", "q2_written", manual_score=2.0)
    before = graded.contents()
    get_logger().addHandler(caplog.handler)
    try:
        dry = graded.dry_run()
    finally:
        get_logger().removeHandler(caplog.handler)
    assert mentions(caplog.text, "dan/ps0_warm_up/timestamp.txt")
    assert graded.contents() == before
    assert dry.graded_first == ["cy", "dan"]
    costs = {"ada": -8.0, "bob": -6.0, "cy": -6.0, "eve": -6.0}
    moves = [("q1_sum", "bob", 1.0, 2.0), *((LATENESS, s, 0.0, p) for s, p in costs.items())]
    for done in (dry, graded.autograde()):
        assert [(m.question, m.student, m.before, m.after) for m in done.moves] == moves
    assert penalties(graded) == {s: -points for s, points in costs.items()} | {"dan": None}


# --- by command ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hours", "score", "lost"),
    [
        (0.01, 20, 2),
        (24, 20, 2),
        (24.01, 20, 4),
        (48, 20, 4),
        (500, 20, 7),
        (48, 3, 3),
        (1, 0, None),
    ],
)
def test_each_started_day_costs_points_up_to_a_limit(hours, score, lost):
    rule = StartedDays(points=2.0, most=7.0)
    assert rule.late_submission_penalty("ada", score, 3600 * hours) == lost


def test_lateness_costs_nothing_as_shipped():
    assert StartedDays().late_submission_penalty("ada", 20, 3600) is None


@pytest.fixture
def by_days(tmp_path, courses, executor) -> SmallClass:
    room = SmallClass(tmp_path / "course", courses, executor, "c.StartedDays.points = 1.5")
    room.submit("ada", {})
    room.submit("bob", SQUARE)
    room.autograde()
    return room


def command(room: SmallClass, *words: str) -> int:
    return cli.main(["--course", str(room.room.course.root), *words])


def test_due_dates_and_extensions_are_set_by_command(by_days, capsys):
    assert command(by_days, "due", ASSIGNMENT, "2026-10-29 12:00 +0200") == 0
    with Gradebook(by_days.db_url) as gradebook:
        gradebook.add_student("eve")
    both = ("--student", "bob", "--student", "eve")
    assert command(by_days, "due", ASSIGNMENT, *both, "--days", "1") == 0
    shown = capsys.readouterr().out
    assert all(mentions(shown, name, "2026-10-30 10:00 UTC", 1) for name in ("bob", "eve"))
    assert command(by_days, "due", ASSIGNMENT, "--student", "eve", "--hours", "12") == 0
    capsys.readouterr()
    assert command(by_days, "due", ASSIGNMENT) == 0
    of_all, *later = capsys.readouterr().out.splitlines()
    assert mentions(of_all, ASSIGNMENT, "2026-10-29 10:00 UTC")
    assert [line.partition(",")[0] for line in later] == [
        "  bob: 2026-10-30 10:00 UTC",
        "  eve: 2026-10-29 22:00 UTC",
    ]
    assert mentions(later[1], "12.0 h")
    by_days.autograde()
    assert penalties(by_days) == {"ada": 3.0, "bob": 1.5, "eve": None}
    found = report_reading.read_report(by_days.grading().folder)
    assert [(row.student, row.total) for row in found.rows] == [("ada", 3.0), ("bob", 3.5)]
    by_days.submit("eve", {})
    assert report_reading.read_report(by_days.grading().folder).ungraded == ("eve",)
    by_days.autograde()
    assert penalties(by_days)["eve"] == 1.5
    assert command(by_days, "due", ASSIGNMENT, "--student", "bob") == 0
    by_days.autograde()
    assert penalties(by_days)["bob"] == 1.5  # which was only shown
    capsys.readouterr()
    assert command(by_days, "due", ASSIGNMENT, "--student", "bob", "--days", "0") == 0
    assert "  bob: no extension\n" in capsys.readouterr().out
    by_days.autograde()
    assert penalties(by_days)["bob"] == 3.0


def test_what_is_to_be_run_is_said_where_somebody_was_graded(tmp_path, courses, executor, capsys):
    room = SmallClass(tmp_path / "course", courses, executor)
    for said in (False, True):
        assert command(room, "due", ASSIGNMENT, "2026-10-29 12:00 +0200") == 0
        assert ("run `examiner autograde" in capsys.readouterr().out) == said
        room.submit("ada", {})
        room.autograde()


def test_a_due_date_is_said_in_both_clocks_and_where_it_is_over(by_days, capsys, monkeypatch):
    """Tries are counted by the day of this machine, due dates are in UTC."""
    monkeypatch.setenv("TZ", "Europe/Vienna")
    time.tzset()
    try:
        for year, over in ((2001, ", which has passed"), (2999, "")):
            assert command(by_days, "due", ASSIGNMENT, f"{year}-01-29 23:30") == 0
            here = f"({year}-01-30 00:30 on this machine)"
            assert f"due {year}-01-29 23:30 UTC {here}{over}\n" in capsys.readouterr().out
    finally:
        monkeypatch.undo()
        time.tzset()


MISTAKES = [
    *(
        (text, 'is no date with a time of day: write it as "2026-10-30 23:59"')
        for text in ("some day", "2026-10-30", "10/11/2026 18:00 +0200")
    ),
    (["--student", "bobby", "--days", "1"], "no student bobby: check the name"),
    (["2026-10-30", "--student", "ada"], "--days or --hours"),
    (["--student", "ada", "--student", "bobby", "--days", "1"], "no student bobby: check the"),
    (["--student", "ada,bob", "--days", "1"], "--student ada --student bob."),
    (["--days", "1"], "add --student ada"),
]


def test_mistakes_of_an_instructor_are_a_line(by_days, capsys):
    before = by_days.contents()
    for words, repair in MISTAKES:
        given = [words] if isinstance(words, str) else words
        assert command(by_days, "due", ASSIGNMENT, *given) == 1, words
        (line,) = capsys.readouterr().err.splitlines()
        assert repair in line, words
        assert by_days.contents() == before
