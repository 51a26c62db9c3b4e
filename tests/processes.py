"""The processes below one, which tests count and wait for."""

from __future__ import annotations

import contextlib
import time

import psutil


def below(pid: int | None = None, running: str = "", *, children: bool = False) -> set[int]:
    """Ids of the processes below this one, or below `pid`, those without parents left out.

    running: only with this in their command lines.
    children: not theirs.
    """
    found = set()
    for process in psutil.Process(pid).children(recursive=not children):
        with contextlib.suppress(psutil.Error):  # it has ended in between
            if not running or running in " ".join(process.cmdline()):
                found.add(process.pid)
    return found


def gone(pids: set[int], seconds: float = 60.0) -> None:
    """Wait until none of these processes is there any more; a busy machine takes its time."""
    deadline = time.monotonic() + seconds
    while left := [pid for pid in pids if psutil.pid_exists(pid)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.01)
