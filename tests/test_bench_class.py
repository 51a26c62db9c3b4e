"""What grading a class costs, beside stock nbgrader in the same run: `make bench` prints it.

Nothing here fails because a machine is slow. What is asserted is that all came to the same.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from examiner.grading.demo import SampleClass
from tests.classroom import ROOT, Classroom, Courses
from tests.small_class import ASSIGNMENT, RIGHT, SQUARE, InThisProcess, SmallClass

pytestmark = pytest.mark.bench
HONEST = 21  # of the sample class: those whose notebooks neither hang nor crash
STOCK = 6  # of them that stock nbgrader grades
GROWTH = (10, 100, 300)
KILLS = 50


@dataclass(frozen=True)
class Cost:
    """What a run cost. memory: the largest of its processes, in MiB."""

    what: str
    submissions: int
    seconds: float
    processor: float
    memory: float

    @property
    def per_minute(self) -> float:
        return 60 * self.submissions / self.seconds


@pytest.fixture(scope="module")
def costs() -> Iterator[list[Cost]]:
    """Takes costs, and prints them all at the end; ratios are to the first."""
    costs: list[Cost] = []
    yield costs
    titles = ("submissions", "seconds", "per minute", "ratio", "CPU s each", "MiB")
    print(f"\n\n{'a class of ps1_flops':<40}" + "".join(f"{title:>12}" for title in titles))
    for cost in costs:
        ratio = cost.per_minute / costs[0].per_minute
        print(
            f"{cost.what:<40}{cost.submissions:>12}{cost.seconds:>12.1f}{cost.per_minute:>12.0f}"
            f"{ratio:>11.1f}x{cost.processor / cost.submissions:>12.2f}{cost.memory:>12.0f}"
        )


def measure(what: str, submissions: int, folder: Path, *words: str) -> Cost:
    """Run a command, start and end included."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": programs}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return Cost(what, submissions, seconds, used, after.ru_maxrss / 1024)


def examiner(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "examiner.cli", "autograde", *words)


def fill(room: Classroom, count: int) -> list[str]:
    """Put in `count` submissions of the sample class's honest students, over and over."""
    bank = ROOT / "tests" / "bank" / room.problem.assignment
    found = list(SampleClass(room.released(), bank).submissions())[:HONEST]
    names = [f"{found[n % HONEST].student}{n}" for n in range(count)]
    for number, name in enumerate(names):
        path = room.submitted(name)
        path.parent.mkdir(parents=True)
        path.write_bytes(found[number % HONEST].file)
    return names


def test_a_class_against_stock(costs: list[Cost], courses: Courses, tmp_path: Path) -> None:
    stock, here = (courses.classroom(tmp_path / name, "ps1_flops") for name in ("stock", "here"))
    names = fill(stock, STOCK)
    fill(here, HONEST)
    config = here.course.root / "nbgrader_config.py"
    (stock.course.root / config.name).write_text("c = get_config()\n")
    command = (sys.executable, "-m", "nbgrader", "autograde", "ps1_flops")
    costs.append(measure("nbgrader as it is", STOCK, stock.course.root, *command))
    costs.append(measure("nbgrader autograde, here", HONEST, here.course.root, *command))
    marks = {name: here.marks(name) for name in names}
    for workers in ("1", "2"):
        words = examiner("ps1_flops", "--force", "--workers", workers)
        what = f"examiner autograde, {workers} worker(s)"
        costs.append(measure(what, HONEST, here.course.root, *words))
        assert {name: here.marks(name) for name in names} == marks


def test_growth(costs: list[Cost], courses: Courses, tmp_path: Path) -> None:
    """Time for each submission, and memory, as the class grows; graded twice, it is the same."""
    for count in GROWTH:
        room = courses.classroom(tmp_path / str(count), "ps1_flops")
        names = fill(room, count)
        root = room.course.root
        costs.append(measure("examiner autograde", count, root, *examiner("ps1_flops")))
        marks = {name: room.marks(name) for name in names}
        shutil.rmtree(root / "autograded")
        measure("again", count, root, *examiner("ps1_flops"))
        assert {name: room.marks(name) for name in names} == marks
        costs.append(measure("  nothing changed", count, root, *examiner("ps1_flops")))


def test_fifty_kills(courses: Courses, tmp_path: Path, sandbox) -> None:
    """The command is killed at random moments, its start included, and run again."""
    room = SmallClass(tmp_path / "course", courses, InThisProcess(sandbox))
    for number in range(30):
        answers = RIGHT if number % 2 else SQUARE
        room.submit(f"s{number}", answers)
    root = room.room.course.root
    book = (root / "gradebook.db").read_bytes()
    room.autograde()
    expected = room.contents()
    rng, killed = random.Random(0), 0
    for _ in range(KILLS):
        if room.contents() == expected:
            shutil.rmtree(root / "autograded")
            (root / "gradebook.db").write_bytes(book)
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        words = examiner(ASSIGNMENT)
        run = subprocess.Popen(words, cwd=root, env=environment, stdout=subprocess.DEVNULL)
        time.sleep(rng.uniform(0, 10))
        run.send_signal(signal.SIGKILL)
        killed += run.wait() == -signal.SIGKILL
    room.autograde()
    assert room.contents() == expected
    print(f"\n\n{killed} of {KILLS} runs were killed; the next came to the same")
