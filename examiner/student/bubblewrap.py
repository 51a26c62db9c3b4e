"""bubblewrap's command line: what there is in the sandbox, and what can be seen.

In the sandbox there are, read-only: Python and the packages that a student needs (see
`installation`), the system's libraries and programs, and one folder of this project, `inside`.
There is no network, no home, no course folder, no grade book, and nothing of the examiner's
environment.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import asdict
from glob import glob
from pathlib import Path

from ..startup import ONE_THREAD
from .errors import SandboxUnavailable
from .inside.isolation import HOME, UID, SandboxSettings
from .inside.limits import Limits
from .installation import INSIDE, VERSION, installation, package_folders

_INSIDE, _PACKAGES, _COMPILED = "/opt/examiner/inside", "/opt/packages", "/opt/compiled"

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
    "PYTHONPYCACHEPREFIX": _COMPILED,
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
SETTINGS = Path("/proc/sys")  # of the kernel
_NAMESPACES = re.compile("namespace|uid map|RTM_NEWADDR")  # what bubblewrap says without them
_KEEPS_OFF = (  # settings, in which state they do so, and how that is changed
    (
        "kernel.apparmor_restrict_unprivileged_userns",
        "1",
        "AppArmor keeps it off, as in newer Ubuntu. Say `sudo sysctl -w "
        "kernel.apparmor_restrict_unprivileged_userns=0`, or give bwrap alone a profile "
        "(docs/security.md, Without a sandbox)",
    ),
    (
        "kernel.unprivileged_userns_clone",
        "0",
        "say `sudo sysctl -w kernel.unprivileged_userns_clone=1`",
    ),
    ("user.max_user_namespaces", "0", "say `sudo sysctl -w user.max_user_namespaces=15000`"),
)
_IN_A_CONTAINER = (
    "in a container, its own settings keep it off (docs/security.md, Without a sandbox)"
)
EXTRA: list[str] = []  # more options for bubblewrap (tests: a kernel that lets nothing nest)


# Imports what a supervisor does.
_COMPILE = f"""
import sys
sys.path[:0] = ["/opt/examiner", "{_PACKAGES}"]
from inside import boot, fork_server, shell, supervisor
shell.make_shell()
"""


def command(limits: Limits) -> Command:
    """For a supervisor in bubblewrap. Raises SandboxUnavailable."""
    uid = _nobody() if os.getuid() == 0 else None
    settings = SandboxSettings([_PACKAGES], asdict(limits), uid)
    options = _sandbox(installation(_compile), "--ro-bind")
    return [*options, *_supervisor(_python()[0], _INSIDE, settings)], _environment()


def _compile(made: Path) -> None:
    """Let Python compile in a sandbox what it will read there. Raises SandboxUnavailable."""
    environment = {**_environment(), "PYTHONDONTWRITEBYTECODE": ""}
    command = [*_sandbox(made, "--bind"), _python()[0], "-s", "-S", "-P", "-c", _COMPILE]
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode:
        raise did_not_start(done.stderr.decode(errors="replace").strip()[-2000:])


def did_not_start(said: str) -> SandboxUnavailable:
    """The error where bubblewrap is there and ends at once. said: what it says of it."""
    if not _NAMESPACES.search(said):
        return SandboxUnavailable(
            f"it did not start. {said}", "mend what it says there, and start again"
        )
    keeping = [words for setting, value, words in _KEEPS_OFF if _reads(setting) == value]
    return SandboxUnavailable(
        f"bubblewrap is installed, and may not make namespaces here. {said}",
        f"let it: {keeping[0] if keeping else _IN_A_CONTAINER}",
    )


def _reads(setting: str) -> str:
    """What a setting of the kernel is; "" where it has none of that name."""
    try:
        return (SETTINGS / setting.replace(".", "/")).read_text().strip()
    except OSError:
        return ""


def _sandbox(shown: Path, compiled: str) -> list[str]:
    """bubblewrap, without the program to run in it; `compiled`: how compiled modules are shown."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxUnavailable("bubblewrap (the program bwrap) is not installed.")
    options = ["--die-with-parent", "--new-session", "--hostname", "student"]
    options += [f"--unshare-{kind}" for kind in ("pid", "net", "ipc", "uts", "cgroup-try")]
    options += ["--cap-drop", "ALL"]
    if os.getuid() == 0:  # it stays root to reach the installation; inside, root is given up
        options += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        options += ["--unshare-user", "--uid", str(UID), "--gid", str(UID)]
    for place in _SYSTEM:
        if os.path.islink(place):
            options += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            options += _bind(place, place)
    for place in {os.path.realpath(place) for place in glob("/usr/lib*/python3*/*-packages")}:
        options += _empty(place)
    options += _python()[1]
    if (python := shown / "python").exists():
        options += _bind(str(python), f"/opt/python/{sys.platlibdir}/{VERSION}")
    options += _bind(str(shown / "packages"), _PACKAGES)
    options += [compiled, str(shown / "compiled"), _COMPILED]
    options += _bind(str(INSIDE), _INSIDE)
    if (INSIDE / "__pycache__").exists():
        options += _empty(f"{_INSIDE}/__pycache__")
    # What is mapped from /dev/zero to be shared is memory that counts as nobody's.
    options += ["--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero", "--dir", HOME]
    options += ["--proc", "/proc", "--perms", "1777", "--tmpfs", "/tmp"]
    options += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", *EXTRA]
    return [bwrap, *options]


def _environment() -> dict[str, str]:
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and sys.base_prefix != "/usr":
        return _ENVIRONMENT | {"LD_LIBRARY_PATH": "/opt/python/lib"}
    return _ENVIRONMENT


def without(limits: Limits, folder: str) -> Command:
    """For a supervisor of trusted submissions, which work in folders in `folder`."""
    packages = [str(place) for place in package_folders()]
    settings = SandboxSettings(packages, asdict(limits), trusted_in=folder)
    folders = {"HOME": folder, "MPLCONFIGDIR": folder, "IPYTHONDIR": folder, "TMPDIR": folder}
    return _supervisor(sys.executable, str(INSIDE), settings), _ENVIRONMENT | folders


def _supervisor(python: str, inside: str, settings: SandboxSettings) -> list[str]:
    """-S: no .pth file of the installation is run."""
    return [python, "-s", "-S", "-P", f"{inside}/__main__.py", json.dumps(asdict(settings))]


def _python() -> tuple[str, list[str]]:
    """The interpreter's path in the sandbox, and what to bind for it beside its library."""
    if sys.base_prefix == "/usr":
        return f"/usr/bin/{VERSION}", []
    executable = f"/opt/python/bin/{VERSION}"
    binds = _bind(os.path.realpath(sys.executable), executable)
    for name in {"lib", sys.platlibdir}:
        folder = Path(sys.base_prefix, name)
        binds += _bind(str(folder), f"/opt/python/{name}") if folder.is_dir() else []
        for hidden in {*folder.glob("python*"), *folder.glob("pkgconfig")}:
            shown = (name, hidden.name) == (sys.platlibdir, VERSION)  # a copy of it
            if hidden.is_dir() and not hidden.is_symlink() and not shown:
                binds += _empty(f"/opt/python/{name}/{hidden.name}")
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
