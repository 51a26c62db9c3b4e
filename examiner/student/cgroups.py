"""Control groups of Linux (version 2): the kernel itself limits what all processes of a student
hold together, files in memory included, and ends all of them where it is more.

A process may make groups where a cgroup was given to it ("delegated"): it is then alone in that one
with what it started. Processes are only in leaves, since a cgroup that hands its controllers on may
hold none itself:

    cgroup that was delegated
        examiner       the coordinator, if it was given the cgroup; the worker; the sandbox
        student-7-1    a student process with all that it starts, and so on
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .inside.limits import Limits

LEAF, STUDENT = "examiner", "student"
CONTROLLERS = frozenset({"memory", "pids"})
SCOPE = ("systemd-run", "--scope", "--quiet", "--collect", "--property=Delegate=yes")
SYSTEMD_SECONDS = 10.0
_REMOVE_SECONDS = 1.0


class NoCgroups(Exception):
    """No cgroups can be made here; the message says why."""


class Cgroups:
    """The maker of students' groups, in `base`."""

    def __init__(self, base: Path) -> None:
        self._base, self._numbers = base, itertools.count(1)
        for left in base.glob(f"{STUDENT}-*"):  # by workers that were killed
            if not Path("/proc", left.name.split("-")[1]).exists():
                _remove(left)

    def group(self, limits: Limits) -> StudentCgroup:
        """A new one. Raises OSError."""
        path = self._base / f"{STUDENT}-{os.getpid()}-{next(self._numbers)}"
        path.mkdir()
        (path / "memory.max").write_text(str(limits.memory_with_files))
        with contextlib.suppress(OSError):  # where the kernel counts no swap
            (path / "memory.swap.max").write_text("0")
        (path / "memory.oom.group").write_text("1")
        (path / "pids.max").write_text(str(limits.processes + 2))  # what starts it, its process 1
        return StudentCgroup(path)


@dataclass(frozen=True)
class StudentCgroup:
    """The cgroup of one student process and all that it starts. Raises OSError."""

    path: Path

    def open(self) -> int:
        """A descriptor: who writes "0" to it is in this group from then on."""
        return os.open(self.path / "cgroup.procs", os.O_WRONLY)

    def close(self) -> None:
        """End what is left in it, and remove it."""
        with contextlib.suppress(OSError):  # Linux before 5.14
            (self.path / "cgroup.kill").write_text("1")
        until = time.monotonic() + _REMOVE_SECONDS
        while self.path.exists() and not _remove(self.path) and time.monotonic() < until:
            time.sleep(0.005)


def delegated() -> Path:
    """The cgroup in which this process may make others; it moves into a leaf of that. NoCgroups."""
    own = own_cgroup()
    if own.name == LEAF and _words(own.parent / "cgroup.subtree_control") >= CONTROLLERS:
        return own.parent  # prepared by the process that started this one
    if missing := CONTROLLERS - _words(own / "cgroup.controllers"):
        raise NoCgroups(f"{own} has no controller for {' and '.join(sorted(missing))}")
    leaf = own / LEAF
    try:
        leaf.mkdir(exist_ok=True)
        _move_to(leaf)
        # Refused where other processes are in it: then it is not this one's to divide.
        wanted = " ".join(f"+{name}" for name in sorted(CONTROLLERS))
        (own / "cgroup.subtree_control").write_text(wanted)
    except OSError as error:
        with contextlib.suppress(OSError):
            _move_to(own)
        _remove(leaf)
        raise NoCgroups(f"{own} is not this process's own: {error.strerror}") from None
    return own


def own_cgroup() -> Path:
    """The folder of the cgroup that this process is in. Raises NoCgroups."""
    lines = Path("/proc/self/cgroup").read_text().splitlines()
    path = next((line.removeprefix("0::") for line in lines if line.startswith("0::")), None)
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        fields, _, kind = line.partition(" - ")
        root, place = fields.split()[3:5]
        if path and kind.startswith("cgroup2 ") and Path(path).is_relative_to(root):
            return Path(place, Path(path).relative_to(root))
    raise NoCgroups("no cgroups of version 2 are mounted")


@cache
def launcher() -> tuple[str, ...]:
    """The prefix of a command that is to make groups: none where it may do so anyway, or where
    systemd gives no cgroup to this user.
    """
    with contextlib.suppress(NoCgroups):
        delegated()
        return ()
    runtime = os.environ.get("XDG_RUNTIME_DIR", "/nonexistent") if os.getuid() else "/run"
    if not shutil.which(SCOPE[0]) or not Path(runtime, "systemd/private").exists():
        return ()
    command = (*SCOPE, "--user") if os.getuid() else SCOPE
    try:
        tried = subprocess.run([*command, "true"], capture_output=True, timeout=SYSTEMD_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return command if tried.returncode == 0 else ()


def _move_to(cgroup: Path) -> None:
    (cgroup / "cgroup.procs").write_text(str(os.getpid()))


def _words(file: Path) -> frozenset[str]:
    try:
        return frozenset(file.read_text().split())
    except OSError:
        return frozenset()


def _remove(cgroup: Path) -> bool:
    """Whether it is gone: not while a process is in it."""
    with contextlib.suppress(OSError):
        cgroup.rmdir()
        return True
    return False
