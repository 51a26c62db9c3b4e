"""The modules of a problem set: what marks its questions, and its notebook source.

A marking module is ordinary Python in `problems/<set>/marking/`, and imports given code and
solutions from the notebook source (`from ..flops import forward`). Ruff, mypy, an editor and a
debugger read that file as it stands. When it is imported, only the cells of given code and of
answers run: the examiner needs neither tests nor figures.

A notebook source, and a file that one of its cells includes, can have a head: what stands above its
first `# %%` line. It imports names that other parts of the notebook define, so that the tools know
them as well. The notebook doesn't have it, and it never runs.

A worker has no course folder. It gets the texts of these modules with the reference notebook
(`CourseModules.use`). Every other process reads them from the course folder around its working
directory. Importing this module makes `problems` importable.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import unwrap
from pathlib import Path, PurePosixPath
from posixpath import normpath
from types import CodeType, ModuleType
from typing import Any

from .digests import digest_of
from .regions import REGIONS

PACKAGE = "problems"
MARKING, SHARED = "marking", "shared"
MAX_KEPT = 16  # versions of problem sets whose modules stay loaded
MAX_BEHIND = 2000  # digests of modules that are kept
_HEADER = re.compile(r"^# %%.*$", re.MULTILINE)
_KEPT_CELL = re.compile(r'(?<![\w\]])(?:given|answer)="')
_INCLUDE = re.compile(r'\binclude="([^"]*)"')


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook source that runs when the source is imported.

    first, last: the numbers of its lines, from 1 on. code: these lines. includes: the paths of the
    files whose code runs in its place, seen from the folder of the source.
    """

    first: int
    last: int
    code: str
    includes: tuple[str, ...] = ()


def cells_of(text: str) -> Iterator[Cell]:
    """The cells of given code and of answers in a notebook source (jupytext's percent format)."""
    lines = text.split("\n")
    starts = [i for i, line in enumerate(lines) if _HEADER.fullmatch(line)]
    ends = [*starts[1:], len(lines)] if starts else []
    for start, end in zip(starts, ends, strict=True):
        about = lines[start][len("# %%") :]
        if about.lstrip().startswith("[markdown]") or not _KEPT_CELL.search(about):
            continue
        includes = _INCLUDE.search(about)
        paths = tuple(includes[1].split()) if includes else ()
        yield Cell(start + 2, end, "\n".join(lines[start + 1 : end]), paths)


def marking_path(assignment: str, question: str) -> str:
    """Return the path of the module that marks a question, from the course folder on."""
    return f"{PACKAGE}/{assignment}/{MARKING}/{question}.py"


def is_notebook(text: str) -> bool:
    """Whether a module is a notebook source."""
    return _HEADER.search(text) is not None


def split_head(text: str) -> tuple[str, str]:
    """Split a notebook source, or a file that it includes, into its head and the rest.

    Returns:
        What stands above the first `# %%` line, and the text from that line on. Without such a
        line, all of the text is the rest.
    """
    first = _HEADER.search(text)
    at = first.start() if first else 0
    return text[:at], text[at:]


def included_code(text: str) -> str:
    """Return what a notebook has of an included file: what stands below the file's head."""
    first = _HEADER.search(text)
    return text[first.end() + 1 :] if first else text


def cell_text(function: Callable[..., Any]) -> str:
    """The code of the answer cell that defines this function of a notebook source, without the
    marks around its solution. ValueError for a function of another module."""
    text, at = _place_of(function)
    if text is None or not is_notebook(text):
        raise ValueError(f"{function.__qualname__} is not defined in a cell of a notebook source")
    code = next(cell.code for cell in cells_of(text) if cell.first <= at <= cell.last)
    marks = REGIONS["solution"]
    lines = [line for line in code.split("\n") if not any(mark in line for mark in marks)]
    return "\n".join(lines).strip("\n")


def function_text(function: Callable[..., Any]) -> str:
    """The code of a function that a marking module defines. ValueError for any other function."""
    text, at = _place_of(function)
    if text is not None and not is_notebook(text):
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.lineno == at:
                return ast.get_source_segment(text, node) or ""
    raise ValueError(f"{function.__qualname__} is no function of a marking module")


def is_of_notebook(function: Callable[..., Any]) -> bool:
    """Whether a notebook source defines this function."""
    text, _ = _place_of(function)
    return text is not None and is_notebook(text)


def _place_of(function: Callable[..., Any]) -> tuple[str | None, int]:
    """The text of the course's module that defines a function, and the number of its line; None for
    a function of another module."""
    function = unwrap(function)
    loader = function.__globals__.get("__loader__")
    return loader.text if isinstance(loader, _Loader) else None, function.__code__.co_firstlineno


@dataclass(frozen=True)
class CourseModules:
    """The texts of a problem set's modules.

    texts: path in the course folder -> text. root: the course folder; "" if it isn't at hand.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    root: str = ""

    @classmethod
    def read(cls, source: Path, root: Path) -> CourseModules:
        """Read the modules of the problem set with this notebook source, as far as they are there:
        marking modules may have been copied without it."""
        folder = source.parent
        paths = [source] if source.is_file() else []
        paths += [*(folder / MARKING).glob("*.py"), *(root / PACKAGE / SHARED).glob("*.py")]
        texts = {_short(path, root): path.read_text("utf-8") for path in sorted(paths)}
        for cell in cells_of(texts.get(_short(source, root), "")):
            for path in (folder / each for each in cell.includes):
                if path.is_file():
                    texts[_short(path, root)] = path.read_text("utf-8")
        return cls(texts, str(root))

    @classmethod
    def around(cls, start: Path) -> CourseModules | None:
        """All modules of the course folder at or above `start`; None if there is none."""
        for root in (start, *start.parents):
            if (root / PACKAGE / "course.toml").is_file():
                paths = [*(root / PACKAGE).rglob("*.py")]
                texts = {_short(path, root): path.read_text("utf-8") for path in sorted(paths)}
                return cls(texts, str(root))
        return None

    @cached_property
    def digest(self) -> str:
        """The digest of the texts, without the folder in which they lie."""
        return digest_of(dict(self.texts))

    def digest_behind(self, path: str) -> str:
        """Return the digest of a module and of those that it imports; "" without that module.

        The notebook source is left out: a word in a statement changes no mark.

        Args:
            path: Path of a marking module in the course folder.
        """
        if path not in self.texts:
            return ""
        if (known := _behind.get((self.digest, path))) is None:
            found, left = dict[str, str](), [path]
            while left:
                each = left.pop()
                if each not in found and not is_notebook(self.texts[each]):
                    found[each] = self.texts[each]
                    left += filter(self.texts.__contains__, _imported_by(found[each], each))
            if len(_behind) >= MAX_BEHIND:
                _behind.clear()
            known = _behind[self.digest, path] = digest_of(found)
        return known

    def use(self) -> None:
        """Let `problems` be these modules from now on. Modules that were loaded from the same texts
        earlier are kept as they are."""
        if not self.texts or _finder.version == self._version:
            return
        _finder.keep()
        _finder.modules = self
        sys.modules.update(_finder.kept.pop(self._version, {}))

    @property
    def _version(self) -> tuple[str, str]:
        return self.root, self.digest

    def where(self, path: str) -> str:
        """The name of a file as tracebacks and debuggers show it."""
        return str(Path(self.root, path)) if self.root else path

    def is_package(self, path: str) -> bool:
        return any(each.startswith(f"{path}/") for each in self.texts)


def _imported_by(text: str, path: str) -> Iterator[str]:
    """The paths of modules of the course that a module may import."""
    package = path.split("/")[:-1]
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ImportFrom):
            continue
        base = package[: len(package) - node.level + 1] if node.level else []
        base = [*base, *(node.module or "").split(".")] if node.module else base
        yield f"{'/'.join(base)}.py"
        yield from (f"{'/'.join([*base, each.name])}.py" for each in node.names)


def _short(path: Path, root: Path) -> str:
    """The path from the course folder on; includes may lie outside of problems/."""
    short = path.relative_to(root) if path.is_relative_to(root) else path
    return normpath(short.as_posix())


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules in `problems`.

    modules: those in use; None until a process has chosen some, or looked around for a course.
    kept: loaded modules of versions that aren't in use.
    """

    def __init__(self) -> None:
        self.modules: CourseModules | None = None
        self.kept: dict[tuple[str, str], dict[str, ModuleType]] = {}

    @property
    def version(self) -> tuple[str, str] | None:
        return self.modules._version if self.modules else None

    def keep(self) -> None:
        """Take the modules in use out of `sys.modules`, and keep them for later."""
        names = [n for n in sys.modules if n == PACKAGE or n.startswith(f"{PACKAGE}.")]
        loaded = {name: sys.modules.pop(name) for name in names}
        if self.modules and loaded:
            while len(self.kept) >= MAX_KEPT:
                del self.kept[next(iter(self.kept))]
            self.kept[self.modules._version] = loaded

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] != PACKAGE:
            return None
        if self.modules is None:
            self.modules = CourseModules.around(Path.cwd())
        modules = self.modules
        if modules is None:
            return None
        name = fullname.replace(".", "/")
        if f"{name}.py" in modules.texts:
            loader, where = _Loader(modules, f"{name}.py"), modules.where(f"{name}.py")
            spec = importlib.machinery.ModuleSpec(fullname, loader, origin=where)
            spec.has_location = True  # so that `__file__` is there, as it stands
            return spec
        if not modules.is_package(name):
            return None
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = [modules.where(name)]
        return spec


class _Loader(importlib.abc.InspectLoader):
    """Loads a module from its text. Of a notebook source, the cells of given code and answers."""

    def __init__(self, modules: CourseModules, path: str) -> None:
        self.modules, self.path, self.text = modules, path, modules.texts[path]

    def get_source(self, fullname: str) -> str:
        return self.text  # which tracebacks show, also where there is no course folder

    def get_filename(self, fullname: str) -> str:
        return self.modules.where(self.path)

    def exec_module(self, module: ModuleType) -> None:
        for code in self._code():
            exec(code, vars(module))

    def _code(self) -> Iterator[CodeType]:
        if not is_notebook(self.text):
            yield self._compiled(self.text, self.path)
            return
        folder = PurePosixPath(self.path).parent
        for cell in cells_of(self.text):
            yield self._compiled("\n" * (cell.first - 1) + cell.code, self.path)
            for include in cell.includes:
                path = normpath((folder / include).as_posix())
                text = self._included(path)
                code = included_code(text)
                above = text.removesuffix(code).count("\n")
                yield self._compiled("\n" * above + code, path)

    def _included(self, path: str) -> str:
        if path in self.modules.texts:
            return self.modules.texts[path]
        return Path(self.modules.root, path).read_text("utf-8")

    def _compiled(self, text: str, path: str) -> CodeType:
        return compile(text, self.modules.where(path), "exec", dont_inherit=True)


_behind: dict[tuple[str, str], str] = {}  # digest of all texts, and path -> `digest_behind`
_finder = _Finder()
sys.meta_path.insert(0, _finder)
