"""What has to be settled before a process imports anything else, or writes anything."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from . import guard

SETUP = "run `make setup`, and use the programs in .venv/bin"  # where packages are missing

STOPPED = 130  # exit status of a command that was ended by Ctrl-C

# What other users of the machine must not read: solutions (in tests/, right answers; in .git, all
# there ever was), hidden tests, marks, answers.
PRIVATE = (
    *(".git", "tests", "draft"),
    *("problems", "source", "downloaded", "submitted", "autograded", "feedback", "tries"),
    *("attempts", "backups", "course.key", "gradebook.db"),
)
OTHERS, GROUP, GROUP_WRITES = 0o007, 0o070, 0o020

# Answers are run, timed and compared with one thread everywhere, however many cores a machine has.
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def examiner() -> int | None:
    """The program `examiner`."""
    return _program("examiner", "examiner.cli")


def nbgrader() -> int | None:
    """The program `nbgrader`, in the place of nbgrader's own, which differs in what Ctrl-C gives
    while packages are loaded, and runs submissions in a course alone (see `guard`)."""
    guard.install()
    return _program("nbgrader", "nbgrader.apps.nbgraderapp")


def _program(name: str, module: str) -> int | None:
    """Run `main` of a module; the exit status. Ctrl-C is a line wherever it comes."""
    try:
        return import_module(module).main()
    except guard.Refused as refused:
        print(f"{name}: {refused}", file=sys.stderr)
        return 1
    except BaseException as error:
        # Python 3.11 gives a RuntimeError where it comes while a class is made.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        print(f"{name}: stopped", file=sys.stderr)
        return STOPPED


def use_one_thread() -> None:
    """Let numpy calculate in one thread. Call it before anything imports numpy."""
    os.environ.update(ONE_THREAD)


def look_for_less_garbage() -> None:
    """Let this process look for garbage after 50,000 new objects, not after 700: it takes a seventh
    of the time in which packages load and a class's master is read, and finds next to none."""
    gc.set_threshold(50_000)


@contextmanager
def closed(root: Path) -> Iterator[None]:
    """Inside, a course folder is its owner's: what is private there can't be read by others, and
    nothing is written that could. A group keeps what it shares: where it may write."""
    with umask(OTHERS if _is_shared(root) else OTHERS | GROUP):
        for path in filter(Path.exists, (root / name for name in PRIVATE)):
            _close(path)
        yield


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """Inside, files are made without these permissions."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def _is_shared(root: Path) -> bool:
    """Whether a group works in this folder, by its mode or the umask."""
    os.umask(mask := os.umask(OTHERS))
    return not mask & GROUP_WRITES or bool(root.stat().st_mode & GROUP_WRITES)


def _close(path: Path) -> None:
    mode = path.stat().st_mode & 0o7777
    less = mode & ~(OTHERS if mode & GROUP_WRITES else OTHERS | GROUP)
    try:
        if less != mode:
            path.chmod(less)
    except OSError:  # it is somebody else's
        if mode & OTHERS:
            print(
                f"{path} is open to all users of this machine, and not yours: ask its owner to run "
                f"`chmod o-rwx {path}`",
                file=sys.stderr,
            )
