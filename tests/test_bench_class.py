"""The command for a class is killed at fifty random moments: `make bench` does that.

Nothing here fails because a machine is slow.
"""

from __future__ import annotations

import random
import shutil
import signal
import time
from itertools import islice
from pathlib import Path

import pytest

from tests.classroom import Courses
from tests.small_class import RIGHT, SQUARE, InThisProcess, SmallClass, command

pytestmark = pytest.mark.bench
STUDENTS, KILLS = 12, 50
STARTING = 3.0  # seconds, in which nothing is graded yet


def test_fifty_kills(courses: Courses, tmp_path: Path, sandbox) -> None:
    """At random moments: while it starts, and after one to three submissions more are saved."""
    room = SmallClass(tmp_path / "course", courses, InThisProcess(sandbox))
    for number in range(STUDENTS):
        room.submit(f"s{number}", RIGHT if number % 2 else SQUARE)
    expected = room.undisturbed()
    root = room.room.course.root
    book = (root / "gradebook.db").read_bytes()
    rng, starting, saving, ended = random.Random(0), 0, 0, 0
    while starting + saving < KILLS:
        with command(room) as run:
            if lines := rng.randrange(4):
                seen = list(islice((line for line in run.stdout if " graded in " in line), lines))
                time.sleep(rng.uniform(0, 0.2))
            else:
                seen = []
                time.sleep(rng.uniform(0, STARTING))
            run.send_signal(signal.SIGKILL)
        assert run.returncode in (0, -signal.SIGKILL)
        if run.returncode:
            starting, saving = starting + (not seen), saving + bool(seen)
        else:
            ended += 1
            assert room.contents() == expected
            shutil.rmtree(root / "autograded")
            (root / "gradebook.db").write_bytes(book)
    room.autograde()
    assert room.contents() == expected
    assert saving > KILLS / 2
    print(f"\n\n{starting} runs were killed early and {saving} while they saved, {ended} ended")
