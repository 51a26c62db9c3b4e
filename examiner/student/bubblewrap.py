"""bubblewrap's command line: what there is in the sandbox, and what can be seen.

In the sandbox there are, read-only: the Python installation, the packages, the system's libraries
and programs, and one folder of this project, `inside`. There is no network, no home, no course
folder, no grade book, and nothing of the examiner's environment.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
from dataclasses import asdict
from pathlib import Path

from ..startup import ONE_THREAD
from .errors import SandboxUnavailable
from .inside.isolation import HOME, UID, Isolation, SandboxSettings
from .inside.limits import Limits

INSIDE = Path(__file__).resolve().parent / "inside"
_SHOWN_AT = "/opt/examiner/inside"

Command = tuple[list[str], dict[str, str]]  # command line, environment

_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": HOME,
    "USER": "student",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "SOURCE_DATE_EPOCH": "0",  # the time in a figure, where it has one
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    **ONE_THREAD,
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
EXTRA: list[str] = []  # more options for bubblewrap (tests: a kernel that lets nothing nest)


def command(limits: Limits, isolation: Isolation) -> Command:
    """For a supervisor in bubblewrap. Raises SandboxUnavailable."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxUnavailable("bubblewrap (the program bwrap) is not installed.")
    root = os.getuid() == 0
    options = ["--die-with-parent", "--new-session", "--hostname", "student"]
    options += [f"--unshare-{kind}" for kind in ("pid", "net", "ipc", "uts", "cgroup-try")]
    options += ["--cap-drop", "ALL"]
    if root:  # bubblewrap stays root to reach the installation; inside, root is given up at once
        options += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        options += ["--unshare-user", "--uid", str(UID), "--gid", str(UID)]
    for place in _SYSTEM:
        if os.path.islink(place):
            options += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            options += _bind(place, place)
    python, binds = _python()
    options += binds
    packages = [f"/opt/packages/{i}" for i, _ in enumerate(_packages())]
    for folder, place in zip(_packages(), packages, strict=True):
        options += _bind(str(folder), place)
        for name in _telling(folder):
            options += ["--ro-bind", "/dev/null", f"{place}/{name}"]
        if (folder / "examiner").exists():
            options += _empty(f"{place}/examiner")
    options += _bind(str(INSIDE), _SHOWN_AT)
    for folder in INSIDE.rglob("__pycache__"):  # already compiled, modules would take other memory
        options += _empty(f"{_SHOWN_AT}/{folder.relative_to(INSIDE)}")
    # What is mapped from /dev/zero to be shared is memory that counts as nobody's.
    options += ["--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero", "--dir", HOME]
    if isolation is Isolation.NESTED:
        options += ["--proc", "/proc", "--perms", "1777", "--tmpfs", "/tmp"]
    else:
        for place in (HOME, "/tmp", "/dev/shm"):
            options += ["--perms", "1777", "--size", str(limits.files), "--tmpfs", place]
    options += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", *EXTRA]
    settings = SandboxSettings(isolation, packages, asdict(limits), uid=_nobody() if root else None)
    environment = dict(_ENVIRONMENT)
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and sys.base_prefix != "/usr":
        environment["LD_LIBRARY_PATH"] = "/opt/python/lib"
    return [bwrap, *options, *_supervisor(python, _SHOWN_AT, settings)], environment


def without(limits: Limits, folder: str) -> Command:
    """For a supervisor of trusted submissions, which work in folders in `folder`."""
    packages = [str(place) for place in _packages()]
    settings = SandboxSettings(Isolation.NONE, packages, asdict(limits), folder=folder)
    folders = {"HOME": folder, "MPLCONFIGDIR": folder, "IPYTHONDIR": folder, "TMPDIR": folder}
    return _supervisor(sys.executable, str(INSIDE), settings), _ENVIRONMENT | folders


def _supervisor(python: str, inside: str, settings: SandboxSettings) -> list[str]:
    """-S: no .pth file of the installation is run."""
    return [python, "-s", "-S", "-P", f"{inside}/__main__.py", json.dumps(asdict(settings))]


def _packages() -> list[Path]:
    """The folders that numpy, IPython and the rest are installed in."""
    folders = [Path(folder) for folder in dict.fromkeys(sys.path)]
    return [f for f in folders if f.name in ("site-packages", "dist-packages") and f.is_dir()]


def _telling(folder: Path) -> list[str]:
    """The files of installed packages that say where this project, or another, lies."""
    kinds = ("*.pth", "*.egg-link", "__editable__*.py", "*.dist-info/direct_url.json")
    files = [file for kind in kinds for file in folder.glob(kind)]
    return sorted(str(file.relative_to(folder)) for file in files)


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
