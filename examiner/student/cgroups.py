"""Control groups of Linux (cgroups, version 2), one for each student process.

With a cgroup, the kernel limits the memory that all processes of a student hold together, including
files in memory. If they exceed the limit, the kernel kills all of them.

A process may create groups only in a cgroup that was delegated to it. Such a cgroup contains only
this process and its descendants. Processes must be in the leaves, because a cgroup that passes its
controllers on may not contain processes itself:

    delegated cgroup
        examiner       the coordinator, if the cgroup was delegated to it; the worker; the sandbox
        student-7-1    a student process and its descendants
        student-7-2    another student process and its descendants
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
SYSTEMD_RUN = ("systemd-run", "--scope", "--quiet", "--collect", "--property=Delegate=yes")
SYSTEMD_SECONDS = 10.0
_REMOVE_SECONDS = 1.0


class NoCgroups(Exception):
    """Cgroups can't be created here; the message says why."""


class Cgroups:
    """Creates a cgroup for each student process, below the delegated cgroup `base`."""

    def __init__(self, base: Path) -> None:
        self._base, self._numbers = base, itertools.count(1)
        for stale in base.glob(
            f"{STUDENT}-*"
        ):  # workers that were killed leave their groups behind
            if not Path("/proc", stale.name.split("-")[1]).exists():
                _remove(stale)

    def create_group(self, limits: Limits) -> StudentCgroup:
        """Create a cgroup with the memory and process limits of one student.

        Raises:
            OSError: The kernel refuses.
        """
        path = self._base / f"{STUDENT}-{os.getpid()}-{next(self._numbers)}"
        path.mkdir()
        (path / "memory.max").write_text(str(limits.memory_with_files))
        with contextlib.suppress(OSError):  # the kernel does not count swap
            (path / "memory.swap.max").write_text("0")
        (path / "memory.oom.group").write_text("1")
        (path / "pids.max").write_text(
            str(limits.processes + 2)
        )  # + the process that starts it + init
        return StudentCgroup(path)


@dataclass(frozen=True)
class StudentCgroup:
    """The cgroup of one student process and its descendants.

    Attributes:
        path: The folder of the cgroup.
    """

    path: Path

    def open(self) -> int:
        """Return a descriptor; a process that writes "0" to it moves into this group.

        Raises:
            OSError: The kernel refuses.
        """
        return os.open(self.path / "cgroup.procs", os.O_WRONLY)

    def close(self) -> None:
        """Kill the processes that are left in the group, and remove the group."""
        with contextlib.suppress(OSError):  # Linux before 5.14 has no such file
            (self.path / "cgroup.kill").write_text("1")
        until = time.monotonic() + _REMOVE_SECONDS
        while self.path.exists() and not _remove(self.path) and time.monotonic() < until:
            time.sleep(0.005)


def delegated_cgroup() -> Path:
    """Return the cgroup that is delegated to this process, and move this process into a leaf of it.

    Raises:
        NoCgroups: No cgroup is delegated to this process.
    """
    own = own_cgroup()
    if own.name == LEAF and _words(own.parent / "cgroup.subtree_control") >= CONTROLLERS:
        return own.parent  # this process's parent has prepared it
    if missing := CONTROLLERS - _words(own / "cgroup.controllers"):
        raise NoCgroups(f"{own} has no controller for {' and '.join(sorted(missing))}")
    leaf = own / LEAF
    try:
        leaf.mkdir(exist_ok=True)
        _move_to(leaf)
        # The kernel refuses if `own` contains other processes: it was not delegated to this one.
        wanted = " ".join(f"+{name}" for name in sorted(CONTROLLERS))
        (own / "cgroup.subtree_control").write_text(wanted)
    except OSError as error:
        with contextlib.suppress(OSError):
            _move_to(own)
        _remove(leaf)
        raise NoCgroups(f"{own} is not this process's own: {error.strerror}") from None
    return own


def own_cgroup() -> Path:
    """Return the folder of the cgroup that this process is in.

    Raises:
        NoCgroups: No cgroups of version 2 are mounted.
    """
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
    """Return the command prefix that starts a process in a delegated cgroup.

    The prefix is empty if this process may create cgroups already, or if systemd delegates no
    cgroup to this user.
    """
    with contextlib.suppress(NoCgroups):
        delegated_cgroup()
        return ()
    runtime = os.environ.get("XDG_RUNTIME_DIR", "/nonexistent") if os.getuid() else "/run"
    if not shutil.which(SYSTEMD_RUN[0]) or not Path(runtime, "systemd/private").exists():
        return ()
    command = (*SYSTEMD_RUN, "--user") if os.getuid() else SYSTEMD_RUN
    try:
        trial = subprocess.run([*command, "true"], capture_output=True, timeout=SYSTEMD_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return command if trial.returncode == 0 else ()


def _move_to(cgroup: Path) -> None:
    (cgroup / "cgroup.procs").write_text(str(os.getpid()))


def _words(file: Path) -> frozenset[str]:
    try:
        return frozenset(file.read_text().split())
    except OSError:
        return frozenset()


def _remove(cgroup: Path) -> bool:
    """Remove a cgroup; return False if a process in it prevents that."""
    with contextlib.suppress(OSError):
        cgroup.rmdir()
        return True
    return False
