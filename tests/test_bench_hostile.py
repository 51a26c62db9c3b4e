"""What ten of the worst submissions cost a class of thirty: `make bench` prints it."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import pytest

from examiner.grading import examination
from examiner.pages import markdown
from examiner.workers.worker import Settings
from tests.attack_runner import (
    ASSIGNMENT,
    FIGURE,
    RIGHT,
    TABLE,
    WRONG_EARNS,
    Arena,
    Attack,
    attacks,
)
from tests.classroom import Courses

pytestmark = pytest.mark.bench
WORST = (
    "denial_many_outputs",
    "denial_headings",
    "denial_link_copies",
    "denial_colour_codes",
    "denial_unclosed_tags",
    "denial_two_thousand_crashes",
    "denial_slow_to_print",
    "denial_name_of_a_process",
    "denial_replies_made_once",
    "denial_thousands_of_files",
)
CLASS = 30
NOTEBOOK_SECONDS = 3.0
LIMITS = ("--Examine.cell_seconds=1", f"--Examine.notebook_seconds={NOTEBOOK_SECONDS:g}")
# What each of them may take beyond what an honest one takes: all of its notebook's time, the time
# of a visible test once, the time for a page's Markdown.
LIMITS_OF_ONE = NOTEBOOK_SECONDS + examination.VISIBLE_SECONDS + markdown.SECONDS_TOGETHER


def honest(number: int) -> Attack:
    """A student who answers right, under the name of an attack."""
    return Attack(f"honest_{number:02}", "", answers=RIGHT, cells=(FIGURE, TABLE))


def seconds(folder: Path, courses: Courses, students: list[Attack]) -> tuple[Arena, float, float]:
    """The class, and how long its grading and its pages took."""
    arena = Arena(folder, courses, students)
    times = [time.monotonic()]
    arena.log = arena.nbgrader("autograde", ASSIGNMENT, *LIMITS)
    times.append(time.monotonic())
    arena.log += arena.nbgrader("generate_feedback", ASSIGNMENT)
    times.append(time.monotonic())
    return arena, times[1] - times[0], times[2] - times[1]


def test_ten_of_the_worst_in_a_class_of_thirty(tmp_path: Path, courses: Courses) -> None:
    quiet = [honest(i) for i in range(CLASS - 3)]  # three bystanders are in each arena
    worst = [attack for attack in attacks() if attack.name in WORST]
    assert len(worst) == len(WORST)
    _, *plain = seconds(tmp_path / "honest", courses, quiet)
    arena, *hostile = seconds(tmp_path / "hostile", courses, quiet[len(worst) :] + worst)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"\n\n{'a class of 30, in seconds':<44}{'graded':>9}{'pages':>9}")
    print(f"{'all of them honest':<44}{plain[0]:>9.1f}{plain[1]:>9.1f}")
    print(f"{'ten of them the worst of the attacks':<44}{hostile[0]:>9.1f}{hostile[1]:>9.1f}")
    print(f"{'the largest process of all, in MiB':<44}{largest / 2**20:>9.0f}")
    allowed = 2 * sum(plain) + len(worst) * LIMITS_OF_ONE
    assert sum(hostile) <= allowed
    assert largest < Settings().memory
    for student in quiet[len(worst) :]:
        graded = arena.room.marks(student.name)
        assert sum(points or 0 for points, _ in graded.values()) == 12.0, student.name
        assert arena.room.feedback(student.name).is_file()
    for attack in worst:
        assert len(arena.room.marks(attack.name)) > len(WRONG_EARNS), attack.name
        assert arena.room.feedback(attack.name).is_file(), attack.name
