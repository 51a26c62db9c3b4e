"""A guard in every Python that this package is set up in: nbgrader runs no submission unprotected.

nbgrader's autograding and its validator run a notebook's code as whoever calls them, beside
solutions and the gradebook. nbgrader_config.py leads its commands to the sandbox, but a script with
a fresh `Config()` reads no such file. So `.ci/make-venv` has each start of Python import this
module (examiner_guard.pth), and whatever imports nbgrader gets the functions below.

Nothing is imported here that takes time.
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
OUR_IMPORT = b"from examiner"  # in the nbgrader_config.py of a course of this package
UNGUARDED = "EXAMINER_UNGUARDED"  # a variable; "yes": nbgrader runs submissions as it is
STAFF_FOLDERS = ("source", "release", "draft")  # folders of a course without students' code
AUTOGRADING_REFUSED = (
    "nbgrader's own autograding runs students' code without the sandbox, and is refused here. In "
    "the course folder, run `examiner autograde` or `nbgrader autograde`; in a program, call "
    "NbGraderAPI with config=examiner.term.settings.read_settings(Course.find())."
)
VALIDATION_REFUSED = (
    "{}: `nbgrader validate` runs a notebook without the sandbox, and is refused for submissions. "
    "Run `examiner autograde`, which says what is wrong with each answer. (A notebook in source/ "
    "or release/ can be validated.)"
)


class Refused(RuntimeError):
    """nbgrader was asked to run a submission without the sandbox; the message says what to do."""


class _State:
    in_course = False  # whether this process has the settings of a course


def enter_course() -> None:
    """Tell the guard that this process has a course's settings: it is no student's."""
    _State.in_course = True


def refuse_autograding(self: Any, *arguments: Any, **named: Any) -> None:
    """Stand in for what runs submissions in `nbgrader.converters.autograde.Autograde`."""
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
    """Guard `Validator.validate`: students validate their own work, instructors their notebooks."""

    @wraps(original)
    def guard_validate(self: Any, filename: str) -> Any:
        if may_hold_a_submission(Path(filename)):
            raise Refused(VALIDATION_REFUSED.format(filename))
        return original(self, filename)

    return guard_validate


def guard_validate_command(original: Callable[..., Any]) -> Callable[..., Any]:
    """Guard `nbgrader validate`: a refusal is a line, and no traceback."""

    @wraps(original)
    def start(self: Any) -> Any:
        named = [found for pattern in self.extra_args for found in glob.glob(pattern)]
        for file in named:
            if may_hold_a_submission(Path(file)):
                self.fail(VALIDATION_REFUSED.format(file))
        return original(self)

    return start


def may_hold_a_submission(file: Path) -> bool:
    """Whether a notebook may be somebody else's: it is in a course folder, or this process is an
    instructor's, and it is not in a folder for the course's own notebooks."""
    file = file.resolve()
    for folder in file.parents:
        config = folder / CONFIG
        try:
            if OUR_IMPORT in config.read_bytes():
                return file.relative_to(folder).parts[0] not in STAFF_FOLDERS
        except OSError:  # there is none, or none that can be read
            continue
    return _State.in_course


# Module of nbgrader -> class -> method -> what takes its place, made of the original.
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


# A function that took the place of one of nbgrader's, or a class -> that of nbgrader.
ORIGINALS: dict[Callable[..., Any], Callable[..., Any]] = {}


def original_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of nbgrader that this one replaces."""
    return ORIGINALS[function]


def _apply(module: ModuleType) -> None:
    """Put the guard into a module of nbgrader."""
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
    """A loader that guards what another one has loaded."""

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
    """Finds the guarded modules as all other finders do, and has them guarded."""

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
    """Guard nbgrader in this process, once."""
    if os.environ.get(UNGUARDED) == "yes" or any(
        isinstance(finder, _Finder) for finder in sys.meta_path
    ):
        return
    sys.meta_path.insert(0, _Finder())
    for name in _GUARDED:
        if name in sys.modules:
            _apply(sys.modules[name])


install()
