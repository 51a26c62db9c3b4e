"""Choices of drawn cases, saved on this machine, so that no process makes them twice.

A file holds the results of the sample draws of `CaseGenerator`, and its choices for some seeds. The
file's name is a digest of the data that the choices depend on: the code of the checks, the texts of
the course's modules, and the first sample draw. Only the owner of the cache folder can read and
write the files. If a file is missing or damaged, the choices are made anew.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ...cache_folder import cache_folder
from ...course_modules import digest_in_use
from ...digests import digest_of, digest_of_bytes, digest_of_code

FOLDER = "case-choices"
MAX_FILES = 2000  # in the folder: each version of a marking module has files of its own
MAX_SAVED = 32  # seeds in one file: case sets are few, and a submission's own cases come once
CODE = ("checks/**/*.py", "course_modules.py")

MutantPlace = tuple[int, int, int]  # the numbers of a mutant, a call and an output
# The number of a draw, and the places at which it differs from the wanted places.
Choice = tuple[int, Set[MutantPlace]]


@dataclass
class SavedChoices:
    """The saved choices of one generator.

    Attributes:
        file: The file; None if nothing can be saved.
        wanted: For each case, the places at which mutants should show in it; None if unknown.
        choices: Seed -> the choice for each case.
    """

    file: Path | None
    wanted: Sequence[Set[MutantPlace]] | None = None
    choices: dict[int, Sequence[Choice]] = field(default_factory=dict)

    @classmethod
    def read(cls, about: Any) -> SavedChoices:
        """Read the choices of a generator.

        Args:
            about: A JSON value that distinguishes the generator from all others of the course.
        """
        modules, folder = digest_in_use(), _folder()
        if not modules or folder is None:
            return cls(None)
        name = digest_of([_digest_of_checks(), np.__version__, modules, about])
        file = folder / f"{name}.json"
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            content = json.loads(file.read_bytes())
            wanted = [_places(each) for each in content["wanted"]]
            choices: dict[int, Sequence[Choice]] = {
                int(seed): [(int(number), _places(places)) for number, places in several]
                for seed, several in content["choices"].items()
            }
            if all(len(each) == len(wanted) for each in choices.values()):
                return cls(file, wanted, choices)
        return cls(file)

    def write(self) -> None:
        """Write the file, unless there is no room for another seed."""
        if self.file is None or self.wanted is None or len(self.choices) > MAX_SAVED:
            return
        choices = {
            seed: [(number, sorted(places)) for number, places in each]
            for seed, each in self.choices.items()
        }
        content = {"wanted": [sorted(each) for each in self.wanted], "choices": choices}
        with contextlib.suppress(OSError):  # as on a full disk: the next process makes them again
            descriptor, name = tempfile.mkstemp(dir=self.file.parent)
            with os.fdopen(descriptor, "w") as written:
                written.write(json.dumps(content))  # ten times as fast as `json.dump`
            os.replace(name, self.file)  # so that no process reads half a file
            _remove_oldest(self.file.parent)


def _places(listed: Sequence[Sequence[int]]) -> frozenset[MutantPlace]:
    """Read places from JSON. Raises ValueError or TypeError if they are none."""
    return frozenset((int(n), int(call), int(output)) for n, call, output in listed)


@cache  # it reads forty files, and every generator of a process needs it
def _digest_of_checks() -> str:
    return digest_of_code(CODE)


@cache
def _folder() -> Path | None:
    if (folder := cache_folder()) is None:
        return None
    with contextlib.suppress(OSError):
        (folder / FOLDER).mkdir(mode=0o700, exist_ok=True)
        return folder / FOLDER
    return None


def _remove_oldest(folder: Path) -> None:
    files = [*folder.iterdir()]
    if len(files) > MAX_FILES:
        for file in sorted(files, key=lambda each: each.stat().st_mtime)[: len(files) // 2]:
            file.unlink(missing_ok=True)


def described(value: Any) -> Any:
    """Describe a value as JSON; arrays by their digest, functions by their place in the code."""
    if isinstance(value, np.ndarray | np.generic):
        content = np.ascontiguousarray(value)
        is_plain = not content.dtype.hasobject
        digest = digest_of_bytes(content.tobytes()) if is_plain else repr(value)
        return [str(content.dtype), list(content.shape), digest]
    if isinstance(value, Mapping):
        return [[described(key), described(each)] for key, each in value.items()]
    if isinstance(value, tuple | list):
        return [type(value).__name__, *map(described, value)]
    if isinstance(value, Callable):  # type: ignore[arg-type]  # mypy knows no isinstance of it
        code = getattr(value, "__code__", None)
        place = [code.co_qualname, code.co_firstlineno] if code else []
        return [type(value).__name__, getattr(value, "__module__", ""), *place]
    is_plain = isinstance(value, str | bytes | int | float | complex | None)
    return [type(value).__name__, repr(value) if is_plain else ""]
