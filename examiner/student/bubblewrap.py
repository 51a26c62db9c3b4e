"""The bubblewrap command line, which decides which files and devices exist in the sandbox.

The sandbox has read-only access to Python, the packages that students need, the system's libraries
and programs, and one folder of this project, `inside`. It has no network, no home folder, no course
folder, no gradebook, and none of the examiner's environment variables.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shutil
import sys
import sysconfig
from functools import cache
from glob import glob
from pathlib import Path

from ..cache_folder import cache_folder, cache_folders
from ..digests import digest_of
from ..startup import ONE_THREAD, umask
from .errors import SandboxUnavailable
from .inside.isolation import HOME, UID

VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
INSIDE = Path(__file__).resolve().parent / "inside"
# The paths in the sandbox at which the parts of an installation are mounted.
MOUNT_POINTS = {
    "packages": "/opt/packages",
    "inside": "/opt/examiner/inside",
    "fonts": "/opt/fonts",
    "python": f"/opt/python/{sys.platlibdir}/{VERSION}",
}
Command = tuple[list[str], dict[str, str]]  # command line, environment

_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": HOME,
    "USER": "student",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "SOURCE_DATE_EPOCH": "0",  # sets the time stamp that some figures contain
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    **ONE_THREAD,
    "MALLOC_ARENA_MAX": "2",  # each arena takes 64 MiB of address space
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "IPYTHONDIR": "/tmp/ipython",
}
# Files that system programs and libraries need. None of them is private to a person or a course.
_SYSTEM_PATHS = (
    *("/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/zoneinfo"),
    *("/bin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/nix/store"),
)
KERNEL_SETTINGS = Path("/proc/sys")
_NAMESPACES_REFUSED = re.compile("namespace|uid map|RTM_NEWADDR")  # in its message
_BLOCKING_SETTINGS = {  # setting -> the value that blocks namespaces, the value that allows them
    "user.max_user_namespaces": ("0", "15000"),
    "kernel.unprivileged_userns_clone": ("0", "1"),
    "kernel.apparmor_restrict_unprivileged_userns": ("1", "0"),  # in newer Ubuntu
}
EXTRA_OPTIONS: list[str] = []  # tests add options, for example to forbid nested namespaces


def sandbox_command() -> Command:
    """Return the command that starts a supervisor in bubblewrap.

    Raises:
        SandboxUnavailable: bubblewrap or a package is missing, or the copy of Python can't be kept.
    """
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxUnavailable("bubblewrap (the program bwrap) is not installed.")
    options = ["--die-with-parent", "--new-session", "--hostname", "student"]
    options += [f"--unshare-{kind}" for kind in ("pid", "net", "ipc", "uts", "cgroup-try")]
    options += ["--cap-drop", "ALL"]
    uid = _unused_uid() if os.getuid() == 0 else None
    if uid is None:
        options += ["--unshare-user", "--uid", str(UID), "--gid", str(UID)]
    else:  # root can reach the installation; the process inside gives root up
        options += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    for place in _SYSTEM_PATHS:
        if os.path.islink(place):
            options += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            options += _bind(place, place)
    for place in {os.path.realpath(place) for place in glob("/usr/lib*/python3*/*-packages")}:
        options += _cover(place)
    python, binds = _interpreter()
    options += binds
    installed = installation()
    for name, place in MOUNT_POINTS.items():
        if (installed / name).exists():
            options += _bind(str(installed / name), place)
    # Shared mappings of /dev/zero would be memory that no process is charged for.
    options += ["--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero", "--dir", HOME]
    options += ["--proc", "/proc", "--perms", "1777", "--tmpfs", "/tmp"]
    options += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", *EXTRA_OPTIONS]
    environment = _ENVIRONMENT
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and sys.base_prefix != "/usr":
        environment = _ENVIRONMENT | {"LD_LIBRARY_PATH": "/opt/python/lib"}
    supervisor = _supervisor_command(
        python, MOUNT_POINTS["inside"], [MOUNT_POINTS["packages"]], MOUNT_POINTS["fonts"], uid
    )
    return [bwrap, *options, *supervisor], environment


def startup_error(message: str) -> SandboxUnavailable:
    """Return the error for a bubblewrap that is installed but ended at once.

    Args:
        message: The text that bubblewrap wrote to stderr.
    """
    if not _NAMESPACES_REFUSED.search(message):
        return SandboxUnavailable(
            f"it did not start. {message}", "repair the cause named there, and start again"
        )
    repair = "in a container, the container's own settings forbid it"
    for setting, (blocking, allowing) in _BLOCKING_SETTINGS.items():
        with contextlib.suppress(OSError):  # this kernel has no such setting
            if (KERNEL_SETTINGS / setting.replace(".", "/")).read_text().strip() == blocking:
                repair = f"run `sudo sysctl -w {setting}={allowing}`"
    repair += " (or see docs/security.md, Without a sandbox)"
    why = f"bubblewrap is installed, but may not create namespaces here. {message}"
    return SandboxUnavailable(why, f"allow it to: {repair}")


def trusted_command(folder: str) -> Command:
    """Return the command that starts a supervisor without bubblewrap, for trusted submissions.

    Args:
        folder: The folder that holds the working folders of the submissions.
    """
    packages, fonts = [str(place) for place in package_folders()], str(installation() / "fonts")
    supervisor = _supervisor_command(sys.executable, str(INSIDE), packages, fonts, None, folder)
    folders = {"HOME": folder, "MPLCONFIGDIR": folder, "IPYTHONDIR": folder, "TMPDIR": folder}
    return supervisor, _ENVIRONMENT | folders


def _supervisor_command(
    python: str,
    inside: str,
    packages: list[str],
    fonts: str,
    uid: int | None,
    trusted_folder: str = "",
) -> list[str]:
    """Return the part of the command after bubblewrap's (see `inside/__main__.py`)."""
    settings = {"packages": packages, "fonts": fonts, "uid": uid, "trusted_in": trusted_folder}
    arguments = json.dumps(settings)
    # -S keeps Python from running the installation's .pth files.
    return [python, "-s", "-S", "-P", f"{inside}/__main__.py", arguments]


def _interpreter() -> tuple[str, list[str]]:
    """Return the interpreter's path in the sandbox, and the options that mount it.

    The installation (see `installation`) provides the library.
    """
    if sys.base_prefix == "/usr":
        return f"/usr/bin/{VERSION}", []
    executable = f"/opt/python/bin/{VERSION}"
    binds = _bind(os.path.realpath(sys.executable), executable)
    for name in {"lib", sys.platlibdir}:
        folder = Path(sys.base_prefix, name)
        binds += _bind(str(folder), f"/opt/python/{name}") if folder.is_dir() else []
        for hidden in {*folder.glob("python*"), *folder.glob("pkgconfig")}:
            is_replaced = (name, hidden.name) == (sys.platlibdir, VERSION)  # by the copy
            if hidden.is_dir() and not hidden.is_symlink() and not is_replaced:
                binds += _cover(f"/opt/python/{name}/{hidden.name}")
    return executable, binds


def _unused_uid() -> int:
    """Return a user id that no account has, and that differs between examiners."""
    uid = 1_900_000_000 + os.getpid() % 100_000_000
    spans = [line.split() for line in Path("/proc/self/uid_map").read_text().splitlines()]
    if any(int(first) <= uid < int(first) + int(count) for first, _, count in spans):
        return uid
    return 60_000 + os.getpid() % 5_000  # a container maps few ids


def _bind(source: str, place: str) -> list[str]:
    """Mount `source` read-only at `place`, below folders that every user may enter."""
    parents = [str(folder) for folder in reversed(Path(place).parents)][1:]
    command = [part for folder in parents for part in ("--dir", folder)]
    return [*command, "--ro-bind", source, place]


def _cover(place: str) -> list[str]:
    """Cover a folder with an empty, read-only one."""
    return ["--tmpfs", place, "--remount-ro", place]


# --- the copy of Python and its packages ---------------------------------------------------------


def installation() -> Path:
    """Return a folder with a copy of the packages that reveals nothing about this machine.

    Compiled Python files name the folder of their source, and packages record where they came from.
    The copy has no such records, and is compiled as if it lay at its mount point. Its files are
    hard links if the file system allows. The first sandbox makes the copy, and the next sandbox
    after an installation of packages makes a new one.

    Returns:
        A folder with `packages`, `inside`, matplotlib's list of `fonts` and, unless Python is the
        system's own, `python`.

    Raises:
        SandboxUnavailable: A package is missing, or there is no folder for the copy.
    """
    state = [sys.version, sys.base_prefix]
    for place in (*package_folders(), *sorted(INSIDE.glob("*.py"))):
        state += [str(place), str(place.stat().st_mtime_ns)]
    home = _cache_folder() / digest_of(sys.prefix)[:16]
    target = home / digest_of(state)[:16]
    with umask(0o022):  # another user reads it in the sandbox
        home.mkdir(exist_ok=True)
        with open(home / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not target.exists():
                from .package_copy import make_copy  # it loads slowly, and a copy is rarely made

                make_copy(target)
            _mark_in_use(target)
    return target


def package_folders() -> list[Path]:
    """Return the folders that packages are installed in."""
    folders = [Path(folder) for folder in dict.fromkeys(sys.path)]
    return [f for f in folders if f.name in ("site-packages", "dist-packages") and f.is_dir()]


@cache
def _mark_in_use(folder: Path) -> None:
    """Keep other processes from removing `folder` while this process runs."""
    fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_SH)


def _cache_folder() -> Path:
    """Return the folder for copies, to which no other user may write."""
    if (folder := cache_folder()) is not None:
        return folder
    why = "there is no folder for a copy of its packages."
    raise SandboxUnavailable(why, f"allow this user to write to {cache_folders()[0]}")
