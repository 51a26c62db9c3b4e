"""bubblewrap's command line: what there is in the sandbox, and what can be seen.

In the sandbox there are, read-only: Python and the packages that a student needs, the system's
libraries and programs, and one folder of this project, `inside`. There is no network, no home, no
course folder, no grade book, and nothing of the examiner's environment.
"""

from __future__ import annotations

import compileall
import contextlib
import fcntl
import json
import os
import re
import runpy
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from glob import glob
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

from ..digests import digest_of
from ..startup import ONE_THREAD, umask
from .errors import SandboxUnavailable
from .inside.isolation import HOME, UID
from .inside.limits import Limits

NEEDED = ("numpy", "matplotlib", "ipython")  # by a student; a notebook imports nothing else
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
INSIDE = Path(__file__).resolve().parent / "inside"
# Where the parts of an installation are shown.
_SHOWN = {
    "packages": "/opt/packages",
    "inside": "/opt/examiner/inside",
    "python": f"/opt/python/{sys.platlibdir}/{VERSION}",
}
_OF_RECORDS = ("METADATA", "entry_points.txt")  # the version, and matplotlib's backends
_NOT_OF_PYTHON = ("__pycache__", "*-packages", "config-*", "ensurepip", "test", "_sysconfigdata*")
# Hardly ever imported: not compiled, which halves the time that the copy takes.
_SELDOM = (
    ".*/(tests?|distutils|f2py|idlelib|jedi|lexers|lib2to3|prompt_toolkit|tkinter|turtledemo|tzdata"
    r"|wcwidth|fontTools/(?!misc)\w+)/"
)

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
SETTINGS = Path("/proc/sys")  # of the kernel
_NAMESPACES = re.compile("namespace|uid map|RTM_NEWADDR")  # what bubblewrap says without them
_KEEPS_OFF = {  # settings -> in which state they do so, and what lets it
    "user.max_user_namespaces": ("0", "15000"),
    "kernel.unprivileged_userns_clone": ("0", "1"),
    "kernel.apparmor_restrict_unprivileged_userns": ("1", "0"),  # in newer Ubuntu
}
EXTRA: list[str] = []  # more options for bubblewrap (tests: a kernel that lets nothing nest)


def command(limits: Limits) -> Command:
    """For a supervisor in bubblewrap. Raises SandboxUnavailable."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxUnavailable("bubblewrap (the program bwrap) is not installed.")
    options = ["--die-with-parent", "--new-session", "--hostname", "student"]
    options += [f"--unshare-{kind}" for kind in ("pid", "net", "ipc", "uts", "cgroup-try")]
    options += ["--cap-drop", "ALL"]
    uid = _nobody() if os.getuid() == 0 else None
    if uid is None:
        options += ["--unshare-user", "--uid", str(UID), "--gid", str(UID)]
    else:  # it stays root to reach the installation; inside, root is given up
        options += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    for place in _SYSTEM:
        if os.path.islink(place):
            options += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            options += _bind(place, place)
    for place in {os.path.realpath(place) for place in glob("/usr/lib*/python3*/*-packages")}:
        options += _empty(place)
    python, binds = _python()
    options += binds
    shown = installation()
    for name, place in _SHOWN.items():
        if (shown / name).exists():
            options += _bind(str(shown / name), place)
    # What is mapped from /dev/zero to be shared is memory that counts as nobody's.
    options += ["--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero", "--dir", HOME]
    options += ["--proc", "/proc", "--perms", "1777", "--tmpfs", "/tmp"]
    options += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", *EXTRA]
    environment = _ENVIRONMENT
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and sys.base_prefix != "/usr":
        environment = _ENVIRONMENT | {"LD_LIBRARY_PATH": "/opt/python/lib"}
    supervisor = _supervisor(python, _SHOWN["inside"], limits, [_SHOWN["packages"]], uid)
    return [bwrap, *options, *supervisor], environment


def did_not_start(said: str) -> SandboxUnavailable:
    """The error where bubblewrap is there and ends at once. said: what it says of it."""
    if not _NAMESPACES.search(said):
        return SandboxUnavailable(
            f"it did not start. {said}", "mend what it says there, and start again"
        )
    repair = "in a container, its own settings keep it off"
    for setting, (keeps_off, lets) in _KEEPS_OFF.items():
        with contextlib.suppress(OSError):  # a kernel that has none of that name
            if (SETTINGS / setting.replace(".", "/")).read_text().strip() == keeps_off:
                repair = f"say `sudo sysctl -w {setting}={lets}`"
    repair += " (or see docs/security.md, Without a sandbox)"
    why = f"bubblewrap is installed, and may not make namespaces here. {said}"
    return SandboxUnavailable(why, f"let it: {repair}")


def without(limits: Limits, folder: str) -> Command:
    """For a supervisor of trusted submissions, which work in folders in `folder`."""
    packages = [str(place) for place in package_folders()]
    supervisor = _supervisor(sys.executable, str(INSIDE), limits, packages, None, folder)
    folders = {"HOME": folder, "MPLCONFIGDIR": folder, "IPYTHONDIR": folder, "TMPDIR": folder}
    return supervisor, _ENVIRONMENT | folders


def _supervisor(
    python: str,
    inside: str,
    limits: Limits,
    packages: list[str],
    uid: int | None,
    trusted_in: str = "",
) -> list[str]:
    """The supervisor's own part of the command (see `inside/__main__.py`)."""
    settings = {"limits": asdict(limits), "packages": packages, "uid": uid}
    told = json.dumps(settings | {"trusted_in": trusted_in})
    # -S: no .pth file of the installation is run.
    return [python, "-s", "-S", "-P", f"{inside}/__main__.py", told]


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


# --- the copy of Python and its packages ---------------------------------------------------------


def installation() -> Path:
    """A folder with `packages`, `inside` and, if Python is not the system's own, `python`, in files
    that say nothing of this machine. Raises SandboxUnavailable.

    What Python has compiled names the folder that its source lies in, and packages keep records of
    where they came from: this is a copy without all that, of links where the file system has them,
    compiled as if from where it is shown. It is made when a sandbox is first started, and anew when
    packages were installed since.
    """
    state = [sys.version, sys.base_prefix]
    for place in (*package_folders(), *sorted(INSIDE.glob("*.py"))):
        state += [str(place), str(place.stat().st_mtime_ns)]
    home = _home() / digest_of(sys.prefix)[:16]
    wanted = home / digest_of(state)[:16]
    with umask(0o022):  # inside, another user reads it
        home.mkdir(exist_ok=True)
        with open(home / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not wanted.exists():
                _make(wanted)
            _use(wanted)
    return wanted


def package_folders() -> list[Path]:
    """The folders that packages are installed in."""
    folders = [Path(folder) for folder in dict.fromkeys(sys.path)]
    return [f for f in folders if f.name in ("site-packages", "dist-packages") and f.is_dir()]


@cache
def _use(folder: Path) -> None:
    """Let no other process remove it while this one is there."""
    fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_SH)


def _make(wanted: Path) -> None:
    for earlier in filter(Path.is_dir, wanted.parent.iterdir()):
        descriptor = os.open(earlier, os.O_RDONLY)
        with contextlib.suppress(BlockingIOError):  # somebody uses it
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever is killed here leaves no half of a copy.
            shutil.rmtree(earlier.rename(f"{earlier}-removed"), ignore_errors=True)
        os.close(descriptor)
    with tempfile.TemporaryDirectory(dir=wanted.parent, ignore_cleanup_errors=True) as folder:
        made = Path(folder, "made")
        shutil.copytree(INSIDE, made / "inside", ignore=shutil.ignore_patterns("__pycache__"))
        for package in _required(NEEDED):
            _copy_package(package, made / "packages")
        if sys.base_prefix != "/usr":
            _copy_python(made / "python")
        for name, place in _SHOWN.items():
            part = str(made / name)
            seldom = re.compile(re.escape(part) + _SELDOM)
            if os.path.exists(part):
                compileall.compile_dir(part, stripdir=part, prependdir=place, rx=seldom, quiet=2)
        made.rename(wanted)


def _home() -> Path:
    """Where copies are kept: no other user may write there."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    places = [cache / "examiner", Path(tempfile.gettempdir(), f"examiner-{os.getuid()}")]
    if sys.prefix != sys.base_prefix:  # a virtual environment, with which it comes and goes
        places.insert(0, Path(sys.prefix, "sandbox"))
    for place in places:
        with contextlib.suppress(OSError):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = place.lstat()
            if status.st_uid == os.getuid() and not status.st_mode & 0o022:
                return place
    why = "there is no folder for a copy of its packages."
    raise SandboxUnavailable(why, f"let this user write to {places[0]}")


def _required(names: Iterable[str]) -> list[Distribution]:
    """These packages with all that they require."""
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            package = found[name] = distribution(name)
        except PackageNotFoundError:
            raise SandboxUnavailable(f"{name} is not installed.", "run `make setup`") from None
        for requirement in map(Requirement, package.requires or ()):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                waiting.append(requirement.name)
    return list(found.values())


def _copy_package(package: Distribution, folder: Path) -> None:
    if package.files is None:
        why = f"{package.name} is installed without a list of its files."
        raise SandboxUnavailable(why, "run `make setup`, which installs all with pip")
    for file in package.files:
        of_records = file.parts[0].endswith(".dist-info") and file.name not in _OF_RECORDS
        if file.suffix == ".pyc" or ".." in file.parts or file.is_absolute() or of_records:
            continue
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # somebody removed it
            _copy(str(file.locate()), str(folder / file))


def _copy_python(folder: Path) -> None:
    """Python's library; of how it was built what names no place."""
    library = Path(sys.base_prefix, sys.platlibdir, VERSION)
    ignored = shutil.ignore_patterns(*_NOT_OF_PYTHON)
    shutil.copytree(library, folder, copy_function=_copy, ignore=ignored)
    for file in library.glob("_sysconfigdata*.py"):
        built = runpy.run_path(str(file))["build_time_vars"]
        told = {name: value for name, value in built.items() if "/" not in str(value)}
        (folder / file.name).write_text(f"build_time_vars = {told!r}\n")


def _copy(source: str, place: str) -> None:
    try:
        os.link(source, place)
    except OSError:  # another file system, or another owner
        shutil.copy2(source, place)
