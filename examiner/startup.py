"""Setup of a process: entry points, number of threads, and permissions of the course folder.

A program needs these before it imports other modules or writes a file.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import Any

from . import guard

SETUP_HINT = "run `make setup`, and use the programs in .venv/bin"  # if a package is missing

STOPPED_STATUS = 130  # exit status of a command that a user stopped with Ctrl-C

# Files and folders that hold solutions, hidden tests, marks or answers: other users of the machine
# must not read them. tests/ has right answers, and .git has every earlier version of a file.
PRIVATE = (
    *(".git", "tests", "draft"),
    *("problems", "source", "downloaded", "submitted", "autograded", "feedback", "tries"),
    *("attempts", "backups", "course.key", "gradebook.db"),
)
OTHERS, GROUP, GROUP_WRITES = 0o007, 0o070, 0o020

# Numpy uses one thread everywhere, so that times don't depend on the number of cores.
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def examiner() -> int | None:
    """Run the program `examiner`, and return its exit status."""
    load_when_used("requests")  # nbgrader uses it only for a class on JupyterHub
    return run_program("examiner", "examiner.cli")


def nbgrader() -> int | None:
    """Run the program `nbgrader`, and return its exit status.

    This entry point replaces nbgrader's own. If a user presses Ctrl-C while packages load, it ends
    with one line. It never runs a submission without the sandbox (see `guard`).
    """
    guard.install()
    return run_program("nbgrader", "nbgrader.apps.nbgraderapp")


def worker_process() -> None:
    """Run a worker process (see `examiner.workers.worker_process`)."""
    run_program("worker", "examiner.workers.worker_process")


def run_program(name: str, module: str) -> int | None:
    """Run `main` of a module. The process then ends without freeing its memory piece by piece.

    Args:
        name: The name of the program in messages.
        module: The name of the module.

    Returns:
        The exit status, for `sys.exit`. After Ctrl-C, the program prints one line.
    """
    # A parent may ignore SIGCHLD, and bubblewrap would then wait for ever.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a locale may lack some characters
    collect_garbage_less_often()
    ended: list[int] = []
    atexit.register(_end_without_freeing, ended)  # the first function to register runs last
    status: int | None = 1
    try:
        status = import_module(module).main()
    except guard.Refused as refused:
        print(f"{name}: {refused}", file=sys.stderr)
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            raise
        status = end.code
    except BaseException as error:
        # If Ctrl-C comes while Python 3.11 creates a class, it raises RuntimeError from it.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        print(f"{name}: stopped", file=sys.stderr)
        status = STOPPED_STATUS
    ended.append(status or 0)
    return status


def _end_without_freeing(statuses: list[int]) -> None:
    """End this process before Python frees each object, if `main` ended with a status.

    To free them takes a quarter of the processor time of a short command that loads nbgrader.
    """
    with suppress(Exception):  # no status, or the output can't be written: Python ends as usual
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(*statuses)


def use_one_thread() -> None:
    """Make numpy calculate in one thread. Call this function before any import of numpy."""
    os.environ.update(ONE_THREAD)


def collect_garbage_less_often() -> None:
    """Run the garbage collector after 50,000 new objects, not after 700.

    With Python's default, it takes a seventh of the time in which packages load and reference
    notebooks are read, and it finds almost nothing.
    """
    gc.set_threshold(50_000)


class _Unloaded(ModuleType):
    """A module that Python loads when one of its attributes is first used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":  # Python asks for them at each import
            raise AttributeError(name)
        for other in [each for each, module in sys.modules.items() if type(module) is _Unloaded]:
            del sys.modules[other]
        return getattr(import_module(self.__name__), name)


def load_when_used(*names: str) -> None:
    """Defer the loading of these modules: an import loads them only when the program uses them.

    Args:
        *names: The names of modules that aren't loaded yet. All modules of a package load together,
            so name the package too.
    """
    for name in names:
        sys.modules[name] = _Unloaded(name)
        package, _, child = name.rpartition(".")
        if package:
            setattr(sys.modules[package], child, sys.modules[name])


@contextmanager
def private_course(root: Path) -> Iterator[None]:
    """Keep a course folder private to its owner during a `with` block.

    The function takes the permissions of other users from the files in `PRIVATE`, and new files
    have none. If a group shares the folder, the group keeps its permissions.

    Args:
        root: The course folder.
    """
    with umask(OTHERS if _is_shared(root) else OTHERS | GROUP):
        for path in filter(Path.exists, (root / name for name in PRIVATE)):
            _close(path)
        yield


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """Create files without the permissions in `mask` during a `with` block."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def _is_shared(root: Path) -> bool:
    """Check whether a group shares this folder, by the umask and the folder's mode."""
    os.umask(mask := os.umask(OTHERS))
    return not mask & GROUP_WRITES or bool(root.stat().st_mode & GROUP_WRITES)


def _close(path: Path) -> None:
    """Remove the permissions of other users, and of the group if it may not write."""
    mode = path.stat().st_mode & 0o7777
    private = mode & ~(OTHERS if mode & GROUP_WRITES else OTHERS | GROUP)
    try:
        if private != mode:
            path.chmod(private)
    except OSError:  # another user owns it
        if mode & OTHERS:
            print(
                f"All users of this machine can open {path}, and you don't own it: ask its owner "
                f"to run `chmod o-rwx {path}`",
                file=sys.stderr,
            )
