"""The copy of Python and the packages for students' processes (see `bubblewrap.installation`)."""

from __future__ import annotations

import compileall
import contextlib
import fcntl
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

from .bubblewrap import INSIDE, MOUNT_POINTS, VERSION
from .errors import SandboxUnavailable

STUDENT_PACKAGES = ("numpy", "matplotlib", "ipython")  # a notebook imports nothing else
_KEPT_METADATA = ("METADATA", "entry_points.txt")  # hold the version and matplotlib's backends
_EXCLUDED_FROM_PYTHON = (
    "__pycache__",
    "*-packages",
    "config-*",
    "ensurepip",
    "test",
    "_sysconfigdata*",
)
# More than half of all files: editors complete names with them, and no cell does.
_EXCLUDED_FROM_PACKAGES = "jedi/third_party/"
# Writes a list of the fonts that are part of matplotlib, and of no other font of this machine.
_LISTS_FONTS = """
import sys
from matplotlib import font_manager
font_manager.X11FontDirectories = []
name = f"fontlist-v{font_manager.FontManager.__version__}.json"
font_manager.json_dump(font_manager.FontManager(), f"{sys.argv[1]}/{name}")
"""
# These modules are not compiled, which halves the time to make the copy.
_RARELY_IMPORTED = (
    ".*/(tests?|distutils|f2py|idlelib|jedi|lexers|lib2to3|prompt_toolkit|tkinter|turtledemo|tzdata"
    r"|wcwidth|fontTools/(?!misc)\w+)/"
)


def make_copy(target: Path) -> None:
    """Make a copy of the packages, and remove older copies that no process uses.

    Args:
        target: The folder of the copy, which does not exist yet.

    Raises:
        SandboxUnavailable: A package is missing.
    """
    for earlier in filter(Path.is_dir, target.parent.iterdir()):
        descriptor = os.open(earlier, os.O_RDONLY)
        with contextlib.suppress(BlockingIOError):  # another process uses it
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # After the rename, a process killed here can't leave half a copy under its name.
            shutil.rmtree(earlier.rename(f"{earlier}-removed"), ignore_errors=True)
        os.close(descriptor)
    with tempfile.TemporaryDirectory(dir=target.parent, ignore_cleanup_errors=True) as folder:
        copy = Path(folder, "made")
        shutil.copytree(INSIDE, copy / "inside", ignore=shutil.ignore_patterns("__pycache__"))
        for package in _with_dependencies(STUDENT_PACKAGES):
            _copy_package(package, copy / "packages")
        if sys.base_prefix != "/usr":
            _copy_python(copy / "python")
        _list_fonts(copy / "fonts", copy / "packages")
        for name, place in MOUNT_POINTS.items():
            part = str(copy / name)
            rarely_imported = re.compile(re.escape(part) + _RARELY_IMPORTED)
            if os.path.exists(part):
                compileall.compile_dir(
                    part, stripdir=part, prependdir=place, rx=rarely_imported, quiet=2
                )
        copy.rename(target)


def _with_dependencies(names: Iterable[str]) -> list[Distribution]:
    """Return the packages of these names and all their dependencies."""
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
        raise SandboxUnavailable(why, "run `make setup`, which installs all packages with pip")
    for file in package.files:
        is_record = file.parts[0].endswith(".dist-info") and file.name not in _KEPT_METADATA
        if file.suffix == ".pyc" or ".." in file.parts or file.is_absolute() or is_record:
            continue
        if file.as_posix().startswith(_EXCLUDED_FROM_PACKAGES):
            continue
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # the file was removed after the installation
            _link_or_copy(str(file.locate()), str(folder / file))


def _copy_python(folder: Path) -> None:
    """Copy Python's library, and its build settings that contain no path."""
    library = Path(sys.base_prefix, sys.platlibdir, VERSION)
    ignored = shutil.ignore_patterns(*_EXCLUDED_FROM_PYTHON)
    shutil.copytree(library, folder, copy_function=_link_or_copy, ignore=ignored)
    for file in library.glob("_sysconfigdata*.py"):
        built = runpy.run_path(str(file))["build_time_vars"]
        kept = {name: value for name, value in built.items() if "/" not in str(value)}
        (folder / file.name).write_text(f"build_time_vars = {kept!r}\n")


def _list_fonts(folder: Path, packages: Path) -> None:
    """Write matplotlib's list of its fonts: each sandbox would take 0.2 s to make it anew.

    Raises:
        SandboxUnavailable: matplotlib can't make the list.
    """
    folder.mkdir()
    with tempfile.TemporaryDirectory() as elsewhere:
        # Without a PATH, matplotlib finds no program that lists the fonts of this machine.
        environment = os.environ | {"PATH": "", "MPLCONFIGDIR": elsewhere}
        environment |= {"PYTHONPATH": str(packages), "MPLBACKEND": "agg"}
        command = [sys.executable, "-B", "-s", "-S", "-c", _LISTS_FONTS, str(folder)]
        made = subprocess.run(command, env=environment, capture_output=True, text=True)
    if made.returncode:
        why = f"matplotlib can't list its fonts. {made.stderr.strip()[-2000:]}"
        raise SandboxUnavailable(why, "run `make setup`")


def _link_or_copy(source: str, place: str) -> None:
    try:
        os.link(source, place)
    except OSError:  # the file lies on another file system, or has another owner
        shutil.copy2(source, place)
