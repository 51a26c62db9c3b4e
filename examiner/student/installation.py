"""The part of this Python installation that is shown in a sandbox: numpy, matplotlib, IPython and
what these require, and Python's own library, in files that say nothing of this machine.

What Python has compiled names the folder that its source lies in, and packages keep records of
where they came from. So there is a copy without all that, of links where the file system has them,
and what is compiled for it is compiled inside. It is made when a sandbox is first started, and anew
when packages were installed since.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import runpy
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

from ..digests import digest_of
from ..startup import umask
from .errors import SandboxUnavailable

NEEDED = ("numpy", "matplotlib", "ipython")  # by a student; a notebook imports nothing else
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
INSIDE = Path(__file__).resolve().parent / "inside"
_OF_RECORDS = ("METADATA", "entry_points.txt")  # the version, and matplotlib's backends
_NOT_OF_PYTHON = ("__pycache__", "*-packages", "config-*", "ensurepip", "test", "_sysconfigdata*")

Compile = Callable[[Path], None]  # fills the folder "compiled" of an installation


def package_folders() -> list[Path]:
    """The folders that packages are installed in."""
    folders = [Path(folder) for folder in dict.fromkeys(sys.path)]
    return [f for f in folders if f.name in ("site-packages", "dist-packages") and f.is_dir()]


def installation(compiled_by: Compile) -> Path:
    """A folder with `packages`, `compiled` and, if Python is not the system's own, `python`. Raises
    SandboxUnavailable.
    """
    home = _home() / digest_of(sys.prefix)[:16]
    wanted = home / digest_of([*map(str, _state())])[:16]
    with umask(0o022):  # inside, another user reads it
        home.mkdir(exist_ok=True)
        with open(home / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not wanted.exists():
                _make(wanted, compiled_by)
            _use(wanted)
    return wanted


@cache
def _use(folder: Path) -> None:
    """Let no other process remove it while this one is there."""
    fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_SH)


def _remove_unused(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        gone = folder.rename(f"{folder}-removed")  # whoever is killed here leaves no half of a copy
        shutil.rmtree(gone, ignore_errors=True)
    os.close(descriptor)


def _make(wanted: Path, compiled_by: Compile) -> None:
    for earlier in wanted.parent.iterdir():
        if earlier.is_dir():
            _remove_unused(earlier)
    with tempfile.TemporaryDirectory(dir=wanted.parent, ignore_cleanup_errors=True) as folder:
        made = Path(folder, "made")
        for name in ("packages", "compiled"):
            (made / name).mkdir(parents=True)
        for package in _required(NEEDED):
            _copy_package(package, made / "packages")
        if sys.base_prefix != "/usr":
            _copy_python(made / "python")
        compiled_by(made)
        made.rename(wanted)


def _state() -> Iterator[object]:
    """What a copy depends on: packages that are installed or removed change their folder."""
    yield from (sys.version, sys.base_prefix)
    yield from ((folder, folder.stat().st_mtime_ns) for folder in package_folders())
    yield from ((file.name, file.stat().st_mtime_ns) for file in sorted(INSIDE.glob("*.py")))


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


def _required(names: tuple[str, ...]) -> list[Distribution]:
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
