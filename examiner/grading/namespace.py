"""The names of a test cell: its own, what given cells define, then the student's."""

from __future__ import annotations

import builtins
import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..cell_code import bound_names, run
from ..checks import Verdict
from ..checks.worth import KEY, MARKED, QUESTION
from ..student import ModuleName, Student

# What a test's name for a module stands for. Not what the student says it does: to import a module
# is to run its code, and there are modules in every submission's folder.
MODULES = {"np": "numpy", "plt": "matplotlib.pyplot"} | {
    name: name for name in ("numpy", "math", "cmath", "random", "itertools", "functools")
}


class Unavailable(Exception):
    """What the student defined under a name can't be had: it is not sendable."""


class GivenCodeFailed(Exception):
    """A test needs a name that a given cell should have defined, and that cell raised."""


@dataclass(frozen=True)
class Given:
    """What the given cells of a notebook define.

    names: what they defined. lost: names that they bind, but did not define because they raised
    -> why. A student never answers for either.
    """

    names: dict[str, Any]
    lost: dict[str, str]

    @classmethod
    def run(cls, sources: Iterable[str]) -> Given:
        """Run the given cells, one after the other, each even if another one raised.

        They are run for each submission: what one does to a given list is gone for the next.
        """
        names: dict[str, Any] = {"__name__": "__given__", "__builtins__": builtins}
        lost: dict[str, str] = {}
        for source in sources:
            _, error = run(source, names)
            if error is not None:
                why = f"{type(error).__name__}: {error}"
                lost |= {name: why for name in bound_names(source) if name not in names}
        return cls(names, lost)


class TestNamespace(dict):
    """The namespace in which one test cell runs.

    marked: the verdicts on earlier questions of the same submission. key: the course's. question:
    the one that the test is of.
    """

    __test__ = False  # not a test class, whatever pytest thinks of its name

    def __init__(
        self,
        given: Given,
        student: Student,
        marked: Mapping[str, Verdict] | None = None,
        key: str = "",
        question: str = "",
    ) -> None:
        super().__init__(given.names)
        self.update({"__name__": "__test__", KEY: key, QUESTION: question})
        self[MARKED] = dict(marked or {})
        self._given, self._student = given, student
        self.own: set[str] = set()  # names that no student is asked for
        self.missing: set[str] = set()  # names that the student was asked for, and lacks

    def __missing__(self, name: str) -> Any:
        if why := self._given.lost.get(name):
            raise GivenCodeFailed(f"the given cell that defines {name} raised {why}")
        # Never the student's idea of `isinstance` or `float`, or of what the test itself defines.
        if hasattr(builtins, name) or name in self.own:
            raise KeyError(name)
        try:
            value = self._student.look_up(name)
        except NameError:
            self.missing.add(name)
            raise KeyError(name) from None
        except (TimeoutError, ChildProcessError):
            raise
        except Exception as error:
            raise Unavailable(f"{name}: {error}") from error
        if isinstance(value, ModuleName):
            if value.name != MODULES.get(name):
                raise Unavailable(f"{name}: a module, where an answer is expected")
            value = importlib.import_module(value.name)
        super().__setitem__(name, value)
        return value
