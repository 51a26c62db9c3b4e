"""A guard that keeps nbgrader from running a submission outside the sandbox.

Autograding and validation by nbgrader run a notebook's code with all rights of the caller, who can
read solutions and the gradebook. The file `nbgrader_config.py` redirects nbgrader's commands to the
sandbox. But a script that creates its own `Config()` never reads that file.

So `.ci/make-venv` installs examiner_guard.pth, which makes every Python of the environment import
this module at its start. When a program later imports nbgrader, the guard replaces the unsafe
functions.

Every start of Python pays for the imports of this module, so it imports nothing slow.
"""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

CONFIG = "nbgrader_config.py"
OUR_IMPORT = b"from examiner"  # its presence in nbgrader_config.py marks a course of the examiner
UNGUARDED = "EXAMINER_UNGUARDED"  # an environment variable; "yes" switches the guard off
STAFF_FOLDERS = ("source", "release", "draft")  # folders of a course without students' code
AUTOGRADING_REFUSED = (
    "nbgrader's own autograding runs students' code without the sandbox, so the examiner refused "
    "it. In the course folder, run `examiner autograde` or `nbgrader autograde`. In a program, "
    "call NbGraderAPI with config=examiner.term.settings.read_settings(Course.find())."
)
VALIDATION_REFUSED = (
    "{}: `nbgrader validate` runs a notebook without the sandbox, so it is refused for "
    "submissions. Run `examiner autograde`: it reports the mistakes in each answer. (You can "
    "validate a notebook in source/ or release/.)"
)


class Refused(RuntimeError):
    """Somebody asked nbgrader to run a submission without the sandbox.

    The message names the command to use instead.
    """


class _State:
    in_course = False  # whether this process has read the settings of a course


def enter_course() -> None:
    """Record that this process has read a course's settings, so it is not a student's."""
    _State.in_course = True


def refuse_autograding(self: Any, *arguments: Any, **named: Any) -> None:
    """Replace the methods of nbgrader's `Autograde` that run submissions.

    Raises:
        Refused: Always.
    """
    raise Refused(AUTOGRADING_REFUSED)


def guard_execute(original: Callable[..., Any]) -> Callable[..., Any]:
    """Guard `Execute.preprocess`, which runs a notebook for autograding and for the validator."""

    @wraps(original)
    def preprocess(self: Any, *arguments: Any, **named: Any) -> Any:
        if os.environ.get("NBGRADER_EXECUTION") == "autograde":
            raise Refused(AUTOGRADING_REFUSED)
        return original(self, *arguments, **named)

    return preprocess


def guard_validate(original: Callable[..., Any]) -> Callable[..., Any]:
    """Guard `Validator.validate`, so that it refuses a notebook that may be a submission.

    Students can still validate their own work, and instructors the notebooks of the course.
    """

    @wraps(original)
    def guard_validate(self: Any, filename: str) -> Any:
        if may_hold_a_submission(Path(filename)):
            raise Refused(VALIDATION_REFUSED.format(filename))
        return original(self, filename)

    return guard_validate


def guard_validate_command(original: Callable[..., Any]) -> Callable[..., Any]:
    """Guard `nbgrader validate`, so that a refusal is one line and no traceback."""

    @wraps(original)
    def start(self: Any) -> Any:
        named = [found for pattern in self.extra_args for found in glob.glob(pattern)]
        for file in named:
            if may_hold_a_submission(Path(file)):
                self.fail(VALIDATION_REFUSED.format(file))
        return original(self)

    return start


def may_hold_a_submission(file: Path) -> bool:
    """Check whether a notebook may be a submission.

    In a course folder, every notebook may be one, except in the folders for the course's own
    notebooks. Elsewhere, a notebook may be one if an instructor's process asks.
    """
    file = file.resolve()
    for folder in file.parents:
        config = folder / CONFIG
        try:
            if OUR_IMPORT in config.read_bytes():
                return file.relative_to(folder).parts[0] not in STAFF_FOLDERS
        except OSError:  # the folder has no config, or this user can't read it
            continue
    return _State.in_course


# Module of nbgrader -> class -> method -> a function that makes the guarded method.
_GUARDED: dict[str, dict[str, dict[str, Callable[[Any], Any]]]] = {
    "nbgrader.converters.autograde": {
        "Autograde": {
            "start": lambda original: refuse_autograding,
            "convert_single_notebook": lambda original: refuse_autograding,
        }
    },
    "nbgrader.preprocessors.execute": {"Execute": {"preprocess": guard_execute}},
    "nbgrader.validator": {"Validator": {"validate": guard_validate}},
    "nbgrader.apps.validateapp": {"ValidateApp": {"start": guard_validate_command}},
}


# The replacement of a function (or class) of nbgrader -> the original.
ORIGINALS: dict[Callable[..., Any], Callable[..., Any]] = {}


def original_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of nbgrader that a function of the examiner replaces."""
    return ORIGINALS[function]


def _apply(module: ModuleType) -> None:
    """Replace the unsafe methods of a module of nbgrader."""
    for class_name, methods in _GUARDED[module.__name__].items():
        owner = getattr(module, class_name)
        for name, make in methods.items():
            original = getattr(owner, name)
            guarded = make(original)
            if guarded is refuse_autograding:
                guarded = wraps(original)(lambda self, *a, **n: refuse_autograding(self, *a, **n))
            ORIGINALS[guarded] = original
            setattr(owner, name, guarded)


class _AfterLoading(Loader):
    """A loader that lets another loader load a module, then guards the module."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        _apply(module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


class _Finder(MetaPathFinder):
    """A finder that finds nbgrader's unsafe modules by the other finders, to guard them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in _GUARDED:
            return None
        for finder in sys.meta_path:
            if finder is not self and (spec := finder.find_spec(name, path, target)):
                spec.loader = _AfterLoading(spec.loader)
                return spec
        return None


def install() -> None:
    """Guard nbgrader in this process. Calls after the first one do nothing."""
    if os.environ.get(UNGUARDED) == "yes" or any(
        isinstance(finder, _Finder) for finder in sys.meta_path
    ):
        return
    sys.meta_path.insert(0, _Finder())
    for name in _GUARDED:
        if name in sys.modules:
            _apply(sys.modules[name])


install()
