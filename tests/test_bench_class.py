"""The command for a class is killed at fifty random moments: `make bench` does that.

Nothing here fails because a machine is slow.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.classroom import ROOT, Courses
from tests.small_class import ASSIGNMENT, RIGHT, SQUARE, InThisProcess, SmallClass

pytestmark = pytest.mark.bench
STUDENTS, KILLS = 12, 50


def test_fifty_kills(courses: Courses, tmp_path: Path, sandbox) -> None:
    """At random moments of its run, its start included; then it is run again."""
    room = SmallClass(tmp_path / "course", courses, InThisProcess(sandbox))
    for number in range(STUDENTS):
        room.submit(f"s{number}", RIGHT if number % 2 else SQUARE)
    expected = room.undisturbed()
    root = room.room.course.root
    book = (root / "gradebook.db").read_bytes()
    rng, killed, ended, whole = random.Random(0), 0, 0, 0.0
    while killed < KILLS:
        start = time.monotonic()
        words = [sys.executable, "-m", "examiner.cli", "autograde", ASSIGNMENT]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        run = subprocess.Popen(words, cwd=root, env=environment, stdout=subprocess.DEVNULL)
        if whole:
            time.sleep(rng.uniform(0, whole))
            run.send_signal(signal.SIGKILL)
        killed += run.wait() == -signal.SIGKILL
        if not run.returncode:
            whole = whole or time.monotonic() - start
            assert room.contents() == expected
            ended += 1
            shutil.rmtree(root / "autograded")
            (root / "gradebook.db").write_bytes(book)
        assert run.returncode in (0, -signal.SIGKILL)
    room.autograde()
    assert room.contents() == expected
    print(f"\n\n{killed} runs were killed, {ended} came to an end: all was as without")
