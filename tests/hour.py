"""An hour before a due date, of a class that submits often, with `examiner watch`.

    python -m tests.hour

In the exchange, 200 students leave some 420 submissions, half of them in the last ten minutes. Two
assistants mark the written question in `examiner mark` meanwhile. Watch and mark are the real
commands, in processes of their own. The submissions of the hour come in a quarter of an hour
(`--minutes`), so the load is four times as high.

The program prints the time of each page, from the submission to the page in the exchange, and the
losses. The exit status is 1 after a loss, or if a page took more than a minute.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import nbformat
from nbgrader.api import Gradebook

from examiner.cell_kinds import name_of
from examiner.course import Course
from examiner.demo import SampleClass, SampleSpec
from examiner.term.settings import Examine
from tests.classroom import ROOT, Classroom, Courses, Exchange
from tests.marking import Served

ASSIGNMENT, WRITTEN = "ps1_flops", "q5_written"
MOST = Examine().attempts_a_day
PROMISED = 60  # seconds from a submission to its page
LAST_MINUTES = 1 / 6  # of the hour; half of the submissions come in this part
HANDED_IN = (1, 1, 2, 2, 3, 4)  # how often, one student after the other
EAGER, TIMES = 4, 7  # so many students hand in so often
CHANGES_TEXT = 0.3  # the probability that the next submission has another written answer


@dataclass
class HandIn:
    """A submission in the exchange; `due` is its time in seconds after the start."""

    student: str
    number: int
    due: float
    file: bytes
    text: str
    came: float = 0.0
    page: float | None = None

    @property
    def secret(self) -> str:
        return f"{self.student}-{self.number}"


@dataclass
class Hour:
    """A class with an exchange, with all its submissions and marks.

    Attributes:
        end: The end of the hour.
        saved: Student -> points, comment, and the marked answer.
    """

    room: Classroom
    exchange: Exchange
    hand_ins: list[HandIn]
    end: float = 0.0
    saved: dict[str, tuple[float, str, str]] = field(default_factory=dict)
    saves: int = 0

    @property
    def last(self) -> dict[str, HandIn]:
        return {each.student: each for each in self.hand_ins}

    def hand_in(self, each: HandIn) -> None:
        made = self.exchange.root / "made"
        made.mkdir()
        (made / f"{self.room.problem.notebook}.ipynb").write_bytes(each.file)
        self.exchange.hand_in(made, each.student, ASSIGNMENT, each.secret, datetime.now(UTC))
        each.came = time.monotonic()

    def look(self) -> None:
        """Note the pages that are new."""
        for each in self.hand_ins:
            page = self.exchange.page(each.secret, self.room.problem.notebook)
            if each.came and each.page is None and page.is_file():
                each.page = time.monotonic()

    @property
    def delays(self) -> list[float]:
        """Return the seconds from each submission (or the end, if postponed) to its page."""
        told = [each for each in self.hand_ins if each.page is not None]
        return sorted(e.page - (self.end if e.number >= MOST else e.came) for e in told)


def hand_ins(room: Classroom, students: int, seconds: float, rng: random.Random) -> list[HandIn]:
    """Make the submissions of a class in their order; one in a hundred has an endless loop."""
    sample, files = room.course.assignments[ASSIGNMENT], []
    for seed in range(8):
        bank = ROOT / "tests" / "bank" / ASSIGNMENT
        found = SampleClass(
            sample, room.released(), bank, seed, SampleSpec.of(Course(ROOT)).wrong_answers
        ).submissions()
        files += [each.file for each in islice(found, 26 if seed < 2 else 24)]
    whole = []
    for number in range(students):
        student, text = f"student{number:03}", f"I am student{number:03}."
        times = TIMES if number < EAGER else HANDED_IN[number % len(HANDED_IN)]
        early, late = 1 - LAST_MINUTES, LAST_MINUTES
        drawn = [(rng.random(), rng.random() < 0.5) for _ in range(times)]
        shares = sorted(early + late * x if is_late else early * x for x, is_late in drawn)
        for which, share in enumerate(shares):
            if which and rng.random() < CHANGES_TEXT:
                text += " I thought again."
            notebook = nbformat.reads(rng.choice(files).decode(), as_version=4)
            next(cell for cell in notebook.cells if name_of(cell) == WRITTEN).source = text
            file = nbformat.writes(notebook).encode()
            whole.append(HandIn(student, which, seconds * share, file, text))
    return sorted(whole, key=lambda each: each.due)


@contextmanager
def command(room: Classroom, *words: str) -> Iterator[Callable[[], str]]:
    """Run `examiner …` in a process of its own; the block gets a function for its output.

    Raises:
        SystemExit: The command ended by itself. The exception has its output.
    """
    log = room.course.root / f"{words[0]}.log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "examiner.cli", *words],
            cwd=room.course.root,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
            stdout=out,
            stderr=subprocess.STDOUT,
        )

        def said() -> str:
            if process.poll() is not None:
                raise SystemExit(f"examiner {words[0]} has ended:\n{log.read_text()}")
            return log.read_text()

        try:
            yield said
        finally:
            process.terminate()
            process.wait()


def assist(hour: Hour, server: SimpleNamespace, name: str, over: Event) -> None:
    """Mark the open answers, one after the other, as a browser does."""
    page, rng = Served(server), random.Random(name)
    while not over.wait(rng.uniform(0.5, 2.0)):
        status, _, headers = page.get(f"{page.home}{ASSIGNMENT}/{WRITTEN}/")
        if status != 302:
            continue
        _, text, _ = page.get(headers["Location"])
        versions = page.versions(headers["Location"])
        said = re.search(r"I am (student\d+)\.(?: I thought again\.)*", text)
        points, comment = float(rng.randint(0, 8)) / 4, f"{name}, {hour.saves}"
        about = {"assignment": ASSIGNMENT, "question": WRITTEN, "versions": versions}
        about |= {"points": str(points), "comment": comment, "names": False}
        about |= {"lines": page.lines(headers["Location"]), "ticked": []}
        status, _ = page.post(f"{page.home}save", about | {"named": False})
        if status == 200:
            hour.saves += 1
            hour.saved[said[1]] = points, comment, said[0]


def lost(hour: Hour) -> Iterator[str]:
    """Yield the losses at the end."""
    with Gradebook(hour.room.db_url) as book:
        for student, each in hour.last.items():
            if hour.room.submitted(student).read_bytes() != each.file:
                yield f"{student}: the last hand-in was not collected"
            if each.page is None:
                yield f"{student}: no page of the last hand-in"
            if student not in hour.saved:
                continue
            points, comment, said = hour.saved[student]
            names = WRITTEN, hour.room.problem.notebook, ASSIGNMENT, student
            grade, written = book.find_grade(*names), book.find_comment(*names).manual_comment
            if (grade.manual_score, written) != (points, comment):
                yield f"{student}: {points:g}, {comment!r} became {grade.manual_score}, {written!r}"
            if grade.needs_manual_grade != (said != each.text):
                yield f"{student}: needs a person: {grade.needs_manual_grade}, wrongly"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--students", type=int, default=200)
    asked = parser.parse_args()
    seconds, rng = 60 * asked.minutes, random.Random(0)
    with tempfile.TemporaryDirectory(prefix="hour-") as name:
        exchange = Exchange(Path(name, "exchange"))
        room = Courses(Path(name, "courses")).classroom(
            Path(name, "course"), ASSIGNMENT, exchange.config
        )
        hour = Hour(room, exchange, hand_ins(room, asked.students, seconds, rng))
        end = datetime.now(UTC) + timedelta(seconds=seconds)
        with Gradebook(room.db_url) as book:
            book.update_or_create_assignment(ASSIGNMENT, duedate=end.replace(tzinfo=None))
        with command(room, "watch", ASSIGNMENT) as watch:
            go_through(hour, seconds, watch)
            print(report(hour, watch()))
        found = list(lost(hour))
        print("\n".join(found) or "nothing was lost")
    return bool(found or hour.delays[-1] > PROMISED)


def go_through(hour: Hour, seconds: float, watch: Callable[[], str]) -> None:
    """Let the hour pass, and wait until all students have their pages."""
    first, *coming = hour.hand_ins
    hour.hand_in(first)
    while first.page is None:  # without an answer, `examiner mark` has nothing to show
        watch()  # if it has ended, there is nothing to wait for
        time.sleep(0.2)
        hour.look()
    start, over = time.monotonic(), Event()
    hour.end = start + seconds
    with command(hour.room, "mark", ASSIGNMENT, "--no-browser") as mark:
        while not (found := re.search(r"http://[\d.]+:(\d+)(/\S+/)", mark())):
            time.sleep(0.1)
        port, home = int(found[1]), found[2]
        server = SimpleNamespace(port=port, home=home, address=f"http://127.0.0.1:{port}{home}")
        people = [Thread(target=assist, args=(hour, server, n, over)) for n in ("emmy", "alan")]
        for each in people:
            each.start()
        given_up = hour.end + 10 * PROMISED
        while time.monotonic() < hour.end or (
            time.monotonic() < given_up and any(e.page is None for e in hour.last.values())
        ):
            while coming and time.monotonic() > start + coming[0].due:
                hour.hand_in(coming.pop(0))
            hour.look()
            time.sleep(0.2)
        over.set()
        for each in people:
            each.join()


def report(hour: Hour, log: str) -> str:
    found, without = hour.delays, sum(each.page is None for each in hour.hand_ins)
    return "\n".join(
        [
            *log.splitlines()[-3:],
            f"{len(hour.hand_ins)} hand-ins of {len(hour.last)} students, {hour.saves} marks "
            f"saved, of {len(hour.saved)} students; {without} hand-ins were followed by another "
            "before they had a page",
            f"from a hand-in to its page: median {statistics.median(found):.0f} s, nine in ten "
            f"within {found[len(found) * 9 // 10]:.0f} s, all within {found[-1]:.0f} s",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
