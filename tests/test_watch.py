"""`examiner watch`: who hands in is told at once, as much as helps, as often as is allowed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from nbgrader.api import Gradebook

from examiner.course import CourseError
from examiner.intake import exchange
from examiner.term.attempts import Attempts
from examiner.term.class_feedback import Feedback
from examiner.term.feedback_rule import CaseSetChoice, FeedbackRule, are_answers_out
from examiner.term.watch import AssignmentWatch, watching
from examiner.workers import executors
from examiner.workers.executors import Pool
from tests.classroom import Exchange
from tests.messages import lines_naming, mentions, numbers
from tests.small_class import ASSIGNMENT, DUE, RIGHT, SQUARE, InThisProcess, SmallClass

NOW = DUE.replace(tzinfo=UTC) - timedelta(days=2)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
CUBE = {"q1_sum": "def total(n):\n    return n ** 3"}
EXPECTED = "expected"  # a finding has this word before a right value, at the level "answer"


class Watched:
    """A class with an exchange, and the watch of it."""

    def __init__(self, folder: Path, courses: Any, executor: InThisProcess) -> None:
        self.exchange = Exchange(folder / "exchange")
        config = f"{self.exchange.config}c.Examine.attempts_a_day = 2\n"
        self.room = SmallClass(folder / "course", courses, executor, config)
        self.pool = Pool(self.room.executor, lambda: 2)
        self.lines: list[str] = []
        self.begin()

    def begin(self) -> None:
        """Start a watch that knows only the files on disk."""
        self.watch = AssignmentWatch(self.room.folder, self.pool, self.lines.append)

    def hand_in(self, student: str, answers: dict[str, str], when: datetime) -> None:
        """Submit to the exchange as `nbgrader submit` does."""
        made = self.room.room.submit(student, RIGHT | answers).parent
        self.exchange.hand_in(made, student, ASSIGNMENT, secret=student, when=when)

    def due(self, when: datetime, later: tuple[str, ...] = ()) -> None:
        """later: who has a day more."""
        with Gradebook(self.room.db_url) as book:
            due = when.astimezone(UTC).replace(tzinfo=None)
            book.update_or_create_assignment(ASSIGNMENT, duedate=due)
            for student in later:
                book.update_or_create_student(student)
                book.update_or_create_submission(ASSIGNMENT, student).extension = DAY
            book.db.commit()

    def round(self, when: datetime) -> list[str]:
        self.lines.clear()
        self.watch.round(when)
        return self.lines

    def page(self, student: str) -> str:
        """Return the page that the student fetches; "" as long as there is none."""
        path = self.released(student)
        return path.read_text() if path.is_file() else ""

    def tells(self, student: str) -> bool:
        """Check whether the student's page says a right value."""
        return EXPECTED in text(self.page(student))

    def released(self, student: str) -> Path:
        return self.exchange.page(student, "sums")


@pytest.fixture
def watched(tmp_path, courses, executor) -> Watched:
    return Watched(tmp_path, courses, executor)


def text(page: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", page.partition("</style>")[2]).split())


def attempt(line: str) -> tuple[str | float, ...]:
    """Return the student of a line, the number of the attempt, and the attempts of a day."""
    student, _, rest = line.partition(": ")
    return (student, *numbers(rest.partition(":")[0]))


def attempt_on(page: str) -> list[float]:
    """Return the numbers in a page's sentence on the attempt: its number, of how many, in all."""
    return numbers(re.search(r"\bAttempt [^.]*", text(page))[0])


def pages_in(line: str) -> float:
    """Return the number of pages that a line says are released."""
    assert "released" in line
    return numbers(line)[0]


def test_a_page_is_a_hint_before_the_due_date_and_all_after_it(watched):
    watched.hand_in("ada", SQUARE, NOW)
    watched.hand_in("bob", SQUARE, NOW)
    watched.due(DUE.replace(tzinfo=UTC), later=("bob",))
    *graded, released = watched.round(NOW)
    assert sorted(map(attempt, graded)) == [("ada", 1, 2), ("bob", 1, 2)]
    assert pages_in(released) == 2
    assert attempt_on(watched.page("ada")) == [1, 2]
    assert not watched.tells("ada")
    assert watched.round(NOW + MINUTE) == []
    over = DUE.replace(tzinfo=UTC) + MINUTE
    assert watched.round(over) == []  # bob may still submit, and ada's page could be passed on
    assert (watched.tells("ada"), watched.tells("bob")) == (False, False)
    assert [*map(pages_in, watched.round(over + DAY))] == [2]
    assert (watched.tells("ada"), watched.tells("bob")) == (True, True)


def points_of(watched: Watched, student: str) -> float | None:
    return watched.room.room.marks(student)["q1_sum_test"][0]


def test_late_work_counts_for_nothing_once_pages_say_what_is_right(watched, command, monkeypatch):
    """Otherwise a reader of the pages would submit the right answer for full points."""
    monkeypatch.setattr(
        "examiner.term.watch.submission_time", lambda record: record.time
    )  # as named
    due = DUE.replace(tzinfo=UTC)
    for student in ("ada", "bob"):
        watched.hand_in(student, SQUARE, due - MINUTE)
    watched.due(due, later=("bob",))
    watched.round(due - MINUTE)
    early = points_of(watched, "ada")
    watched.hand_in("ada", CUBE, due + MINUTE)
    watched.round(due + 2 * MINUTE)  # all pages are hints
    assert points_of(watched, "ada") != early
    watched.round(due + DAY + MINUTE)
    watched.hand_in("bob", {}, due + DAY - MINUTE)  # in time, and not collected yet
    watched.hand_in("bob", CUBE, due + DAY + 2 * MINUTE)
    watched.hand_in("ada", {}, due + DAY + 2 * MINUTE)
    watched.hand_in("zoe", {}, due + DAY + 2 * MINUTE)  # who has read ada's page
    said = watched.round(due + DAY + 3 * MINUTE)
    late = lines_naming(said, ASSIGNMENT, "late")
    assert {line[1:4] for line in late} == {"ada", "bob", "zoe"}
    assert watched.round(due + DAY + 4 * MINUTE) == []
    # The new folder replaced ada's collected submission; the one from before the due date is back.
    assert points_of(watched, "ada") == early < points_of(watched, "bob")
    assert not watched.page("zoe")
    # A folder made now, with a time before the due date in its name.
    monkeypatch.setattr("examiner.term.watch.submission_time", exchange.submission_time)
    watched.hand_in("bob", CUBE, due + DAY - MINUTE / 2)
    assert mentions(watched.round(due + DAY + 4.5 * MINUTE)[0], "bob", "late")
    # without an exchange; and where no time is known
    notebook = watched.room.room.submit("ada", RIGHT)
    (notebook.parent / "timestamp.txt").write_text(f"{due + MINUTE:%Y-%m-%d %H:%M:%S} UTC")
    watched.round(due + DAY + 5 * MINUTE)
    assert watched.room.autograde().plan.left_out.keys() == {"ada"}
    assert points_of(watched, "ada") == early
    (notebook.parent / "timestamp.txt").unlink()
    os.utime(notebook, 2 * ((due + MINUTE).timestamp(),))
    watched.round(due + DAY + 6 * MINUTE)
    assert points_of(watched, "ada") == early
    command("autograde", ASSIGNMENT, "--student", "ada")
    assert points_of(watched, "ada") > early
    assert watched.room.autograde(force=True).plan.left_out == {}  # it was graded once


def test_the_same_work_submitted_again_costs_no_attempt_and_meets_no_new_inputs(watched):
    watched.hand_in("ada", SQUARE, NOW)
    assert attempt(watched.round(NOW)[0]) == ("ada", 1, 2)
    before = watched.page("ada")
    watched.hand_in("ada", SQUARE, NOW + MINUTE)
    assert attempt(watched.round(NOW + MINUTE)[0]) == ("ada",)  # the line counts no attempt
    assert watched.page("ada") == before
    watched.begin()  # the try is on disk
    watched.hand_in("ada", SQUARE, NOW + 2 * MINUTE)
    assert not any(len(attempt(line)) > 2 for line in watched.round(NOW + 2 * MINUTE))
    watched.hand_in("ada", CUBE, NOW + 3 * MINUTE)
    assert attempt(watched.round(NOW + 3 * MINUTE)[0]) == ("ada", 2, 2)
    watched.hand_in("ada", SQUARE, NOW + 4 * MINUTE)  # as at first, which is another try
    assert attempt(watched.round(NOW + 4 * MINUTE)[0]) == ("ada", 2)  # all of today are used up


def test_the_same_bytes_are_not_graded_again_whatever_the_code_looks_at(watched):
    guess = {"q1_sum": "import time\n\ndef total(n):\n    return time.time_ns() % 7 * n"}
    watched.hand_in("ada", guess, NOW)
    watched.round(NOW)
    page = watched.page("ada")
    for minutes in range(1, 4):
        watched.hand_in("ada", guess, NOW + minutes * MINUTE)
        watched.round(NOW + minutes * MINUTE)
        assert watched.page("ada") == page


def test_further_attempts_wait_for_the_next_day_and_each_says_what_it_changed(watched):
    for minutes, answers in enumerate([CUBE, {}, SQUARE]):
        when = NOW + minutes * MINUTE
        watched.hand_in("ada", answers, when)
        said = watched.round(when)
    assert [*map(attempt, said)] == [("ada", 2)]  # all attempts of today are used up
    assert attempt_on(watched.page("ada")) == [2, 2]
    page = text(watched.page("ada"))
    assert "graded when the day ends" in page
    assert re.search(r"[\d.]+ → 2\b", page)
    assert watched.round(NOW + 5 * MINUTE) == []
    watched.begin()  # stopped, and started again
    watched.round(NOW + 6 * MINUTE)
    assert len(Attempts(watched.room.room.course.root, ASSIGNMENT).by_student["ada"]) == 2
    (line, released) = watched.round(NOW + DAY)
    assert attempt(line) == ("ada", 1, 2)
    assert pages_in(released) == 1
    assert attempt_on(watched.page("ada")) == [1, 2, 3]  # the third in all


def test_what_waits_for_the_due_date_is_graded_after_it(watched):
    """It is no try of so many; who waits for a page gets it before those who have read one."""
    due = DUE.replace(tzinfo=UTC)
    watched.hand_in("bob", SQUARE, NOW)
    watched.round(NOW)
    for minutes in (3, 2, 1):
        watched.hand_in("ada", [{}, CUBE, SQUARE][minutes - 1], due - minutes * MINUTE)
        watched.round(due - minutes * MINUTE)
    watched.hand_in("zoe", SQUARE, due - MINUTE)
    lines = watched.round(due + MINUTE)
    assert ("ada", 3) in [attempt(line)[:2] for line in lines]
    assert pages_in(lines[-1]) == 3
    assert attempt_on(watched.page("ada")) == [3]
    zoe, bob = (watched.released(student).stat().st_mtime_ns for student in ("zoe", "bob"))
    assert zoe < bob


def test_a_page_waits_for_nobody_else(watched):
    """A graded student has the page before the next student's grades are logged."""
    pages = []

    def log(line: str) -> None:
        if attempt(line)[1:] == (1, 2):
            pages.append([s for s in ("ada", "bob", "cy") if watched.page(s)])

    watched.watch._log = log
    for student in ("ada", "bob", "cy"):
        watched.hand_in(student, SQUARE, NOW)
    watched.round(NOW)
    assert [len(found) for found in pages] == [0, 1, 2]


def test_who_came_another_way_is_named_where_pages_are_released(watched):
    by_the_lms(watched, "bob")
    watched.hand_in("ada", SQUARE, NOW)
    line = watched.round(NOW)[-1]
    assert pages_in(line) == 2
    assert mentions(line, "bob", "feedback/")
    assert not mentions(line, "ada")
    shutil.rmtree(watched.exchange.root)
    by_the_lms(watched, "cy")
    line = watched.round(NOW)[-1]
    assert numbers(line) == [1]
    assert mentions(line, "exchange", "feedback/")


def test_what_is_there_already_costs_no_attempt_and_its_page_is_released(watched):
    watched.hand_in("ada", SQUARE, NOW)
    watched.watch._collect(FeedbackRule.of(watched.room.folder, NOW))
    watched.room.autograde()
    assert [*map(pages_in, watched.round(NOW))] == [1]
    assert watched.page("ada")
    assert Attempts(watched.room.room.course.root, ASSIGNMENT).by_student == {}


def test_what_fails_is_told_once_and_tried_again(watched):
    watched.hand_in("ada", {}, NOW)
    book = watched.room.room.course.root / "gradebook.db"
    book.rename(book.with_name("elsewhere.db"))
    assert len(watched.round(NOW)) == 1
    assert watched.round(NOW) == []
    book.with_name("elsewhere.db").rename(book)
    assert len(watched.round(NOW)) == 2
    assert watched.page("ada")


def test_who_can_not_be_collected_or_read_stops_nobody_and_is_said_once(watched, monkeypatch):
    watched.hand_in("bob", SQUARE, NOW)
    watched.round(NOW)
    for student in ("ada", "bob", "cy"):
        watched.hand_in(student, CUBE, NOW + MINUTE)
    (record,) = watched.exchange.inbound.glob("cy+*")
    opened = os.open

    def denying(name: Any, *flags: Any, **options: Any) -> int:
        if name == record.name or (name == "bob" and "dir_fd" in options):
            raise PermissionError(13, "Permission denied")
        return opened(name, *flags, **options)

    monkeypatch.setattr(os, "open", denying)
    lines = watched.round(NOW + 2 * MINUTE)
    assert watched.page("ada")
    assert [line for line in lines if line.startswith(("not collected: cy.", "bob: not graded: "))]
    (line,) = watched.round(NOW + 3 * MINUTE)  # bob's, there now, is not replaced unread
    assert line.startswith("not collected: bob, cy.")
    assert watched.round(NOW + 3 * MINUTE) == []
    monkeypatch.undo()
    watched.round(NOW + 4 * MINUTE)
    assert watched.page("cy")


def test_a_folder_that_can_not_be_read_is_said_once(watched, monkeypatch):
    """As after `chmod 077`, from which root alone is free."""
    (watched.room.room.course.root / "submitted" / "zoe").mkdir(parents=True)
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda p, mode: Path(p).name != "zoe" and allowed(p, mode))
    assert mentions(watched.round(NOW), "submitted/zoe", "`chmod -R u+rwX`")
    assert watched.round(NOW + MINUTE) == []


def test_two_watches_and_a_broken_file_of_attempts(watched):
    folder = watched.room.folder
    with watching(folder, print), pytest.raises(CourseError, match="another"):
        watching(folder, print).__enter__()
    watched.hand_in("ada", {}, NOW)
    watched.watch._collect(FeedbackRule.of(watched.room.folder, NOW))
    with watching(folder, print), pytest.raises(CourseError, match="End the watch"):
        watched.room.autograde()
    file = folder.course.root / "attempts" / f"{ASSIGNMENT}.jsonl"
    file.write_text(json.dumps({"student": "ada"}))
    with pytest.raises(CourseError, match=r"attempts/ps0_warm_up\.jsonl can't be read"):
        watched.begin()


@pytest.fixture
def command(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A command of the examiner, with the tests' own workers."""
    monkeypatch.setattr(executors, "local", watched.room.executor.pool)
    return watched.room.room.examiner_here


def test_pages_that_other_commands_make_tell_no_more(watched, command):
    """`examiner feedback` and `nbgrader generate_feedback` before a due date that is to come: the
    pages of the watch, unless whole ones are asked for; after it all is told."""
    now = datetime.now(UTC)
    watched.due(now + timedelta(hours=1), later=("bob",))
    for student in ("ada", "bob"):
        watched.hand_in(student, SQUARE, now)
    watched.round(now)
    folder = watched.room.room.course.root / "feedback"

    def pages() -> list[str]:
        return [(folder / s / ASSIGNMENT / "sums.html").read_text() for s in ("ada", "bob")]

    def made(*words: str) -> list[bool]:
        """Make pages, and check whether the pages of ada and bob say a right value."""
        command("feedback", ASSIGNMENT, *words)
        return [EXPECTED in text(page) for page in pages()]

    hints = pages()
    assert made("--force") == [False, False]
    assert pages() == hints
    shutil.rmtree(folder)
    said = watched.room.room.nbgrader("generate_feedback", ASSIGNMENT)
    assert mentions(said, "ada", "bob", f"examiner feedback {ASSIGNMENT}", "--whole")
    assert pages() == hints
    assert made("--whole") == [True, True]
    assert made() == [False, False]
    watched.due(now - timedelta(hours=1))
    assert made() == [False, False]
    watched.due(now - timedelta(hours=25), later=("bob",))
    assert made() == [True, True]


def test_pages_made_before_the_first_watch_are_released_as_hints(watched, command):
    """By `nbgrader release_feedback`, as long as the due date is ahead, unless whole ones were
    asked for."""
    room, now = watched.room.room, datetime.now(UTC)
    watched.due(now + timedelta(hours=1))
    watched.hand_in("ada", SQUARE, now)
    room.nbgrader("collect", ASSIGNMENT)
    watched.room.autograde()
    command("feedback", ASSIGNMENT)
    room.nbgrader("release_feedback", ASSIGNMENT)
    assert watched.tells("ada")  # no watch, no hints
    Attempts(room.course.root, ASSIGNMENT).begin()  # of a watch that ended at once
    assert "hints only" in room.nbgrader("release_feedback", ASSIGNMENT)
    assert not watched.tells("ada")
    command("feedback", ASSIGNMENT, "--whole")
    room.nbgrader("release_feedback", ASSIGNMENT)
    assert watched.tells("ada")


def by_the_lms(watched: Watched, student: str) -> Path:
    """Store a submission as `nbgrader zip_collect` does, in the place of an earlier one."""
    shutil.rmtree(watched.room.folder.submitted(student).parent, ignore_errors=True)
    notebook = watched.room.room.submit(student, RIGHT)
    (notebook.parent / "timestamp.txt").unlink(missing_ok=True)
    return notebook


@pytest.mark.slow(8)
def test_the_command_ends_when_it_is_stopped(watched):
    watched.hand_in("ada", SQUARE, datetime.now(UTC))
    words = [sys.executable, "-m", "examiner.cli", "watch", ASSIGNMENT, "--workers", "1"]
    process = subprocess.Popen(
        words, cwd=watched.room.room.course.root, stdout=subprocess.PIPE, text=True
    )
    late = Timer(240, process.kill)  # a missing line would be waited for without end
    late.start()
    try:
        lines = []
        while not lines or "released" not in lines[-1]:
            lines.append(process.stdout.readline())
        assert "cheating attempt?" in lines[1]  # as nbgrader warns: it is no account of ada's
        times, found = zip(*(line.split(" ", 1) for line in lines[-2:]), strict=True)
        assert all(re.fullmatch(r"\d\d:\d\d:\d\d", each) for each in times)
        assert attempt(found[0]) == ("ada", 1, 2)
        assert pages_in(found[1]) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        late.cancel()
        process.kill()
        process.communicate()


def test_no_submission_meets_cases_that_a_page_may_have_shown(watched):
    """A page shows what a student's cells print, such as the arguments of each call."""
    room = watched.room
    collect = room.folder.collect
    room.submit("ada", RIGHT)
    room.submit("ben", SQUARE)
    assert CaseSetChoice.of(room.folder).number(collect("ada")) in range(2)
    assert CaseSetChoice.of(room.folder).number(collect("ben")) in range(2)
    (page := room.folder.folder("feedback", "ada")).mkdir(parents=True)
    assert CaseSetChoice.of(room.folder).number(collect("ben")) is None
    page.rmdir()
    assert CaseSetChoice.of(room.folder).number(collect("ben")) is not None
    room.autograde()
    Feedback(room.folder, open_pool=room.executor.pool).run()
    shutil.rmtree(page.parent.parent)  # a restored backup has no pages either
    assert CaseSetChoice.of(room.folder).number(collect("ben")) is None
    assert are_answers_out(room.folder)


def test_no_submission_meets_cases_that_the_page_of_a_watch_may_have_shown(watched):
    watched.hand_in("ada", SQUARE, NOW)
    watched.round(NOW)
    watched.hand_in("ben", RIGHT, NOW + MINUTE)
    assert watched.page("ada") != ""
    folder = watched.room.folder
    assert CaseSetChoice.of(folder).number(folder.collect("ben")) is None
