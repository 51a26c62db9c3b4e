"""Starting the sandbox: bubblewrap around a warm parent, and what may be seen in it.

In the sandbox there are, read-only: the Python installation, the packages, the system's libraries
and programs, and five files of this project. There is no network, no home, no course folder, no
grade book, and nothing of the examiner's environment.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examiner.student import wire
from examiner.student.walls import HOME, UID

MIB = 2**20
_PROJECT = Path(__file__).resolve().parents[2]
_SHIPPED = ("parent.py", "shell.py", "walls.py", "wire.py", "worker.py")
_START_SECONDS, _REPLY_SECONDS = 60.0, 30.0


class SandboxUnavailable(RuntimeError):
    """Submissions can't be run in a sandbox on this machine; says why, and the two ways on."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"No sandbox for students' code: {why}\n"
            "Either install bubblewrap (for example: sudo apt-get install bubblewrap),\n"
            "or, if you trust every submission as you trust your own code, say so in "
            "nbgrader_config.py: c.Examine.trusted = True"
        )


@dataclass(frozen=True)
class Limits:
    """What a submission may use. Sizes in bytes, times in seconds of the examiner's clock."""

    memory: int = 2048 * MIB
    """Address space of each process on top of what Python with its packages takes; where students'
    processes are forked from a warm one, also the memory that all of them hold together."""
    processes: int = 64
    """Processes and threads alive at a time."""
    files: int = 64 * MIB
    """All files in the working folder, /tmp and /dev/shm together."""
    open_files: int = 256
    """Open files of each process."""
    output: int = MIB
    """Output of each cell; what goes beyond is cut off, with a note."""
    message: int = wire.MESSAGE_LIMIT
    """All that is sent in answer to one question."""
    cell_seconds: float = 10.0
    """For each cell, look-up or call (a check can set another limit for its calls)."""
    notebook_seconds: float = 60.0
    """For everything that is asked of one submission, replays after a crash included."""


class NestingRefused(Exception):
    """The kernel lets bubblewrap make namespaces, but nobody inside it."""


class Host:
    """One running sandbox: bubblewrap (or, for trusted submissions, nothing) around a warm parent.

    `walls`: "nested", any number of students, each in namespaces of its own; "outer", one student
    inside bubblewrap's own; "none". Raises SandboxUnavailable, NestingRefused.
    """

    def __init__(self, limits: Limits, walls: str) -> None:
        self.limits = limits
        self._folder = tempfile.TemporaryDirectory(prefix="examiner-") if walls == "none" else None
        if self._folder:
            command, environment = _plain(self._folder.name)
        else:
            command, environment = _walled(walls, limits)
        self._control, inner = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inner, tempfile.TemporaryFile() as errors:
            self._process = subprocess.Popen(
                command,
                env=environment,
                stdin=inner,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd="/",
            )
            inner.close()
            try:
                said = self._receive(_START_SECONDS)
            except (OSError, wire.WireError) as error:
                self.close()
                errors.seek(0)
                why = errors.read(2000).decode(errors="replace").strip() or str(error)
                raise SandboxUnavailable(f"it did not start. {why}") from None
        if said != "warm":
            self.close()
            raise NestingRefused

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def start(self) -> tuple[socket.socket, int]:
        """A new student's process: the examiner's end of its socket, and its id in the sandbox."""
        ours, theirs = socket.socketpair()
        limits = dataclasses.asdict(self.limits)
        limits["processor_seconds"] = int(self.limits.notebook_seconds) + 10
        with theirs:
            pid = self._ask(("start", limits), [theirs.fileno()])
        return ours, pid

    def end(self, pid: int, seconds: float = 0.0) -> int | None:
        """Kill a student's process with all its descendants, unless it ends within `seconds`.

        Returns its exit status (128 + signal where one killed it), None where that is not known.
        """
        try:
            return self._ask(("end", pid, seconds))
        except SandboxUnavailable:
            return None

    def close(self) -> None:
        """End bubblewrap, and with it everything in the sandbox."""
        self._control.close()
        if self._folder:  # no walls: the parent ends by itself, when it has ended what it started
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2.0)
        self._process.kill()
        self._process.wait()
        if self._folder:
            self._folder.cleanup()

    def _ask(self, request: tuple, descriptors: Sequence[int] = ()) -> int:
        try:
            socket.send_fds(self._control, [wire.encode(request)], descriptors)
            kind, answer = self._receive(_REPLY_SECONDS)
        except (OSError, wire.WireError, ValueError, TypeError) as error:
            self.close()
            raise SandboxUnavailable(f"its parent process does not answer ({error}).") from None
        if kind == "failed" or type(answer) is not int:
            raise SandboxUnavailable(str(answer))
        return answer

    def _receive(self, seconds: float) -> Any:
        self._control.settimeout(seconds)
        return wire.decode(self._control.recv(2**16))


_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": HOME,
    "USER": "student",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",  # each thread's arena counts as 64 MiB of address space
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "IPYTHONDIR": "/tmp/ipython",
}
# What programs and libraries of the system need; nothing of it is the course's or a person's.
_SYSTEM = (
    *("/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/zoneinfo"),
    *("/bin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/nix/store"),
)
_EXTRA: list[str] = []  # more options for bubblewrap (tests: a kernel that lets nothing nest)


def _packages() -> list[Path]:
    """The folders that numpy, IPython and the rest are installed in."""
    folders = [Path(folder) for folder in dict.fromkeys(sys.path)]
    return [f for f in folders if f.name in ("site-packages", "dist-packages") and f.is_dir()]


def _parent(python: str, project: str, **settings: Any) -> list[str]:
    """The warm parent's command line; -S: no .pth file of the installation is run."""
    script = f"{project}/examiner/student/parent.py"
    return [python, "-s", "-S", "-P", script, json.dumps({"project": [project], **settings})]


def _plain(folder: str) -> tuple[list[str], dict[str, str]]:
    packages = [str(p) for p in _packages()]
    command = _parent(
        sys.executable, str(_PROJECT), walls="none", uid=None, folder=folder, packages=packages
    )
    folders = {"HOME": folder, "MPLCONFIGDIR": folder, "IPYTHONDIR": folder, "TMPDIR": folder}
    return command, _ENVIRONMENT | folders


def _walled(walls: str, limits: Limits) -> tuple[list[str], dict[str, str]]:
    """bubblewrap's command line and the environment inside."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxUnavailable("bubblewrap (the program bwrap) is not installed.")
    root = os.getuid() == 0
    command = [bwrap, "--die-with-parent", "--new-session", "--hostname", "student"]
    command += [f"--unshare-{kind}" for kind in ("pid", "net", "ipc", "uts", "cgroup-try")]
    command += ["--cap-drop", "ALL"]
    if root:  # bubblewrap stays root to reach the installation; the parent gives root up at once
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        command += ["--unshare-user", "--uid", str(UID), "--gid", str(UID)]
    for place in _SYSTEM:
        if os.path.islink(place):
            command += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            command += _bind(place, place)
    python, binds = _python()
    command += binds
    packages = [f"/opt/packages/{i}" for i, _ in enumerate(_packages())]
    for folder, place in zip(_packages(), packages, strict=True):
        command += _bind(str(folder), place)
        if (folder / "examiner").exists():
            command += _empty(f"{place}/examiner")
    for name in _SHIPPED:
        source = str(Path(__file__).with_name(name))
        command += _bind(source, f"/opt/examiner/examiner/student/{name}")
    command += ["--dev", "/dev", "--dir", HOME]
    if walls == "nested":
        command += ["--proc", "/proc", "--perms", "1777", "--tmpfs", "/tmp"]
    else:
        for place in (HOME, "/tmp", "/dev/shm"):
            command += ["--perms", "1777", "--size", str(limits.files), "--tmpfs", place]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", *_EXTRA]
    settings = {
        "walls": walls,
        "uid": _nobody() if root else None,
        "packages": packages,
        "memory": limits.memory,
    }
    command += _parent(python, "/opt/examiner", **settings)
    environment = dict(_ENVIRONMENT)
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and sys.base_prefix != "/usr":
        environment["LD_LIBRARY_PATH"] = "/opt/python/lib"
    return command, environment


def _python() -> tuple[str, list[str]]:
    """The interpreter's path in the sandbox, and what to bind for it."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if sys.base_prefix == "/usr":
        return f"/usr/bin/{version}", []
    executable = f"/opt/python/bin/{version}"
    binds = _bind(os.path.realpath(sys.executable), executable)
    for name in ("lib", "lib64"):
        if os.path.isdir(f"{sys.base_prefix}/{name}"):
            binds += _bind(f"{sys.base_prefix}/{name}", f"/opt/python/{name}")
    packages = f"lib/{version}/site-packages"  # another installation's, or shown as /opt/packages
    if os.path.isdir(f"{sys.base_prefix}/{packages}"):
        binds += _empty(f"/opt/python/{packages}")
    return executable, binds


def _nobody() -> int:
    """A user id that no account has; another one in each of several examiners."""
    wanted = 1_900_000_000 + os.getpid() % 100_000_000
    spans = [line.split() for line in Path("/proc/self/uid_map").read_text().splitlines()]
    if any(int(first) <= wanted < int(first) + int(count) for first, _, count in spans):
        return wanted
    return 60_000 + os.getpid() % 5_000  # in a container that maps few ids


def _bind(source: str, place: str) -> list[str]:
    """Show `source` at `place`, read-only; folders on the way are made so that all may enter."""
    parents = [str(folder) for folder in reversed(Path(place).parents)][1:]
    command = [part for folder in parents for part in ("--dir", folder)]
    return [*command, "--ro-bind", source, place]


def _empty(place: str) -> list[str]:
    """Cover a folder with an empty one that nobody can write to."""
    return ["--tmpfs", place, "--remount-ro", place]
