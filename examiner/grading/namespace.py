"""The names of a test cell: its own, what given cells define, then the student's."""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import io
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

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
    @lru_cache(maxsize=8)  # run once for all submissions of an assignment
    def run(cls, sources: tuple[str, ...]) -> Given:
        """Run the given cells, one after the other, each even if another one raised."""
        names: dict[str, Any] = {"__name__": "__given__", "__builtins__": builtins}
        lost: dict[str, str] = {}
        for number, source in enumerate(sources):
            try:
                with quiet():
                    exec(compile(without_magics(source), f"<given cell {number}>", "exec"), names)
            except Exception as error:
                why = f"{type(error).__name__}: {error}"
                lost |= {name: why for name in bound_names(source) if name not in names}
        return cls(names, lost)


class TestNamespace(dict):
    """The namespace in which one test cell runs."""

    __test__ = False  # not a test class, whatever pytest thinks of its name

    def __init__(self, given: Given, student: Student) -> None:
        super().__init__(given.names)
        self["__name__"] = "__test__"
        self._given, self._student = given, student
        self.own: set[str] = set()  # names that no student is asked for

    def __missing__(self, name: str) -> Any:
        if why := self._given.lost.get(name):
            raise GivenCodeFailed(f"the given cell that defines {name} raised {why}")
        # Never the student's idea of `isinstance` or `float`, or of what the test itself defines.
        if hasattr(builtins, name) or name in self.own:
            raise KeyError(name)
        value = self._look_up(name)
        if isinstance(value, ModuleName):
            if value.name != MODULES.get(name):
                raise Unavailable(f"{name}: a module, where an answer is expected")
            value = importlib.import_module(value.name)
        super().__setitem__(name, value)
        return value

    def _look_up(self, name: str) -> Any:
        try:
            return self._student.look_up(name)
        except NameError:
            raise KeyError(name) from None
        except (TimeoutError, ChildProcessError):
            raise
        except Exception as error:
            raise Unavailable(f"{name}: {error}") from error


# --- running code of the course ------------------------------------------------------------------


def run(source: str, namespace: dict[str, Any], out: io.StringIO) -> tuple[Any, Exception | None]:
    """The value of the code's last expression, and the exception that ended it, if one did.

    out: gets what it prints.
    """
    try:
        with quiet(out):
            statements, last = _compiled(source)
            exec(statements, namespace)
            return (eval(last, namespace) if last else None), None
    except Exception as error:
        return None, error


@lru_cache(maxsize=512)  # a class is graded by the same tests, submission after submission
def _compiled(source: str) -> tuple[CodeType, CodeType | None]:
    """The code of a cell but for its last expression, and that expression. SyntaxError."""
    tree = ast.parse(without_magics(source), "<test cell>")
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        only_text = len(tree.body) == 1 and ast.get_docstring(tree)
        last = None if only_text else ast.Expression(tree.body.pop().value)
    code = compile(tree, "<test cell>", "exec")
    return code, last and compile(last, "<test cell>", "eval")


def bound_names(source: str) -> set[str]:
    """The names that code binds, but for those that it also deletes. SyntaxError."""
    bound: set[str] = set()
    deleted: set[str] = set()
    for node in ast.walk(ast.parse(without_magics(source))):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                bound |= {(a.asname or a.name).partition(".")[0] for a in aliases}
            case ast.Name(id=name, ctx=ast.Store()):
                bound.add(name)
            case ast.Name(id=name, ctx=ast.Del()):
                deleted.add(name)
    return bound - deleted


def without_magics(source: str) -> str:
    """Without IPython's magics and shell lines, which have no meaning in a test."""
    lines = ("pass" if line[:1] in ("%", "!") else line for line in source.split("\n"))
    return "\n".join(lines)


@contextlib.contextmanager
def quiet(out: io.StringIO | None = None) -> Iterator[None]:
    """What is printed goes to `out`, or nowhere; warnings are ignored."""
    out = out or io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield
