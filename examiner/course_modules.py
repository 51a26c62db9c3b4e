"""The Python modules of a problem set: its marking modules and its notebook source.

A marking module is ordinary Python in `problems/<set>/marking/`. It imports given code and
solutions from the notebook source (`from ..flops import forward`), which is a Python file for Ruff,
mypy, editors and debuggers. Importing a notebook source runs only its cells of given code and of
answers, because the examiner needs neither tests nor figures.

A notebook source can have a head: the lines above its first `# %%` line. So can a file that one of
its cells includes. The head imports names that other parts of the notebook define, so that the
tools know them. The head is not part of the notebook, and it never runs.

A worker has no course folder. It receives the texts of these modules with the reference notebook
(`CourseModules.use`). Every other process reads them from the course folder at or above its working
directory. Importing this module makes the package `problems` importable.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from inspect import unwrap
from pathlib import Path, PurePosixPath
from posixpath import normpath
from types import CodeType, ModuleType
from typing import Any

from .digests import digest_of
from .regions import REGIONS

PACKAGE = "problems"
MARKING, SHARED = "marking", "shared"
MAX_UNUSED_VERSIONS = 16  # versions of problem sets with loaded modules, besides the one in use
MAX_CACHED_DIGESTS = 2000
_HEADER = re.compile(r"^# %%.*$", re.MULTILINE)
_RUNNABLE_CELL = re.compile(r'(?<![\w\]])(?:given|answer)="')
_INCLUDE = re.compile(r'\binclude="([^"]*)"')


@dataclass(frozen=True)
class RunnableCell:
    """A cell that runs when its notebook source is imported.

    Attributes:
        first: The number of its first line of code, from 1.
        last: The number of its last line of code.
        code: These lines.
        includes: The files with the cell's code, if it has none of its own. Their paths are
            relative to the folder of the notebook source.
    """

    first: int
    last: int
    code: str
    includes: tuple[str, ...] = ()


def cells_of(text: str) -> Iterator[RunnableCell]:
    """Find the cells of given code and of answers in a notebook source.

    Args:
        text: The notebook source, in jupytext's percent format.
    """
    lines = text.split("\n")
    starts = [i for i, line in enumerate(lines) if _HEADER.fullmatch(line)]
    ends = [*starts[1:], len(lines)] if starts else []
    for start, end in zip(starts, ends, strict=True):
        header = lines[start][len("# %%") :]
        if header.lstrip().startswith("[markdown]") or not _RUNNABLE_CELL.search(header):
            continue
        includes = _INCLUDE.search(header)
        paths = tuple(includes[1].split()) if includes else ()
        yield RunnableCell(start + 2, end, "\n".join(lines[start + 1 : end]), paths)


@lru_cache(maxsize=32)
def _includes_of(text: str) -> tuple[str, ...]:
    """Return the files that the cells of a notebook source include."""
    return tuple(path for cell in cells_of(text) for path in cell.includes)


def marking_path(assignment: str, question: str) -> str:
    """Return the path of a question's marking module, relative to the course folder."""
    return f"{PACKAGE}/{assignment}/{MARKING}/{question}.py"


def is_notebook_source(text: str) -> bool:
    """Check whether a module is a notebook source: it has a `# %%` line."""
    return _HEADER.search(text) is not None


def split_head(text: str) -> tuple[str, str]:
    """Split a notebook source, or a file that it includes, into its head and the rest.

    Returns:
        The text above the first `# %%` line, and the text from that line on. Without such a line,
        the head is empty.
    """
    first = _HEADER.search(text)
    start = first.start() if first else 0
    return text[:start], text[start:]


def included_code(text: str) -> str:
    """Return the part of an included file that goes into the notebook: the text below its head."""
    first = _HEADER.search(text)
    return text[first.end() + 1 :] if first else text


def cell_text(function: Callable[..., Any]) -> str:
    """Return the code of the answer cell that defines a function, without solution delimiters.

    Raises:
        ValueError: No cell of a notebook source defines the function.
    """
    text, line_number = _definition_of(function)
    if text is None or not is_notebook_source(text):
        raise ValueError(f"{function.__qualname__} is not defined in a cell of a notebook source")
    code = next(cell.code for cell in cells_of(text) if cell.first <= line_number <= cell.last)
    delimiters = REGIONS["solution"]
    lines = [line for line in code.split("\n") if not any(each in line for each in delimiters)]
    return "\n".join(lines).strip("\n")


def function_text(function: Callable[..., Any]) -> str:
    """Return the code of a function that a marking module defines.

    Raises:
        ValueError: No marking module defines the function.
    """
    text, line_number = _definition_of(function)
    if text is not None and not is_notebook_source(text):
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.lineno == line_number:
                return ast.get_source_segment(text, node) or ""
    raise ValueError(f"{function.__qualname__} is no function of a marking module")


def is_defined_in_notebook(function: Callable[..., Any]) -> bool:
    """Check whether a notebook source defines this function."""
    text, _ = _definition_of(function)
    return text is not None and is_notebook_source(text)


def _definition_of(function: Callable[..., Any]) -> tuple[str | None, int]:
    """Return the text of the module that defines a function, and the line number there.

    The text is None if the module is not one of the course's.
    """
    function = unwrap(function)
    loader = function.__globals__.get("__loader__")
    return loader.text if isinstance(loader, _Loader) else None, function.__code__.co_firstlineno


@dataclass(frozen=True)
class CourseModules:
    """The texts of a problem set's modules.

    Attributes:
        texts: Path relative to the course folder -> text.
        root: The course folder; "" in a process that has none.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    root: str = ""

    @classmethod
    def read(cls, source: Path, root: Path) -> CourseModules:
        """Read the existing modules of a problem set.

        Args:
            source: The notebook source. It may be missing, since marking modules can be copied
                without it.
            root: The course folder.
        """
        folder = source.parent
        paths = [source] if source.is_file() else []
        paths += [*(folder / MARKING).glob("*.py"), *(root / PACKAGE / SHARED).glob("*.py")]
        texts = {_relative(path, root): path.read_text("utf-8") for path in sorted(paths)}
        for path in map(folder.joinpath, _includes_of(texts.get(_relative(source, root), ""))):
            if path.is_file():
                texts[_relative(path, root)] = path.read_text("utf-8")
        return cls(texts, str(root))

    @classmethod
    def find(cls, start: Path) -> CourseModules | None:
        """Read all modules of the course folder at or above `start`; None if there is none."""
        for root in (start, *start.parents):
            if (root / PACKAGE / "course.toml").is_file():
                paths = [*(root / PACKAGE).rglob("*.py")]
                texts = {_relative(path, root): path.read_text("utf-8") for path in sorted(paths)}
                return cls(texts, str(root))
        return None

    @cached_property
    def digest(self) -> str:
        """The digest of the texts, independent of the course folder's path."""
        return digest_of(dict(self.texts))

    def digest_with_imports(self, path: str) -> str:
        """Return the digest of a marking module and of all course modules that it imports.

        The notebook source is excluded, because editing a statement changes no mark.

        Args:
            path: The path of the marking module, relative to the course folder.

        Returns:
            The digest; "" if there is no such module.
        """
        if path not in self.texts:
            return ""
        if (digest := _digests.get((self.digest, path))) is None:
            visited, to_visit = dict[str, str](), [path]
            while to_visit:
                each = to_visit.pop()
                if each not in visited and not is_notebook_source(self.texts[each]):
                    visited[each] = self.texts[each]
                    to_visit += filter(self.texts.__contains__, _imports_of(visited[each], each))
            if len(_digests) >= MAX_CACHED_DIGESTS:
                _digests.clear()
            digest = _digests[self.digest, path] = digest_of(visited)
        return digest

    def use(self) -> None:
        """Make these the modules of the package `problems`.

        Modules that were loaded from the same texts before are used again.
        """
        in_use = _finder.modules
        if not self.texts or (in_use and (in_use.root, in_use.texts) == (self.root, self.texts)):
            return
        _finder.unload()
        _finder.modules = self
        sys.modules.update(_finder.unused.pop(self._version, {}))

    @property
    def _version(self) -> tuple[str, str]:
        return self.root, self.digest

    def file_name(self, path: str) -> str:
        """Return the file name of a module as tracebacks and debuggers show it."""
        return str(Path(self.root, path)) if self.root else path

    def is_package(self, path: str) -> bool:
        """Check whether a path is a folder with modules."""
        return any(each.startswith(f"{path}/") for each in self.texts)


def digest_in_use() -> str:
    """Return the digest of the modules in use; "" if there are none."""
    return _finder.version[1] if _finder.version else ""


def _imports_of(text: str, path: str) -> Iterator[str]:
    """Yield the paths of the course modules that a module may import."""
    package = path.split("/")[:-1]
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ImportFrom):
            continue
        base = package[: len(package) - node.level + 1] if node.level else []
        base = [*base, *(node.module or "").split(".")] if node.module else base
        yield f"{'/'.join(base)}.py"
        yield from (f"{'/'.join([*base, each.name])}.py" for each in node.names)


def _relative(path: Path, root: Path) -> str:
    """Return a path relative to the course folder; an include may lead outside of problems/."""
    relative = path.relative_to(root) if path.is_relative_to(root) else path
    return normpath(relative.as_posix())


class _Finder(importlib.abc.MetaPathFinder):
    """The import finder for the package `problems`.

    Attributes:
        modules: The modules in use. None until `CourseModules.use` or the first import of
            `problems`, which looks for a course folder.
        unused: The loaded modules of versions that are not in use.
    """

    def __init__(self) -> None:
        self.modules: CourseModules | None = None
        self.unused: dict[tuple[str, str], dict[str, ModuleType]] = {}

    @property
    def version(self) -> tuple[str, str] | None:
        return self.modules._version if self.modules else None

    def unload(self) -> None:
        """Move the modules in use from `sys.modules` to `unused`."""
        names = [n for n in sys.modules if n == PACKAGE or n.startswith(f"{PACKAGE}.")]
        loaded = {name: sys.modules.pop(name) for name in names}
        if self.modules and loaded:
            while len(self.unused) >= MAX_UNUSED_VERSIONS:
                del self.unused[next(iter(self.unused))]
            self.unused[self.modules._version] = loaded

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] != PACKAGE:
            return None
        if self.modules is None:
            self.modules = CourseModules.find(Path.cwd())
        modules = self.modules
        if modules is None:
            return None
        name = fullname.replace(".", "/")
        if f"{name}.py" in modules.texts:
            loader, file_name = _Loader(modules, f"{name}.py"), modules.file_name(f"{name}.py")
            spec = importlib.machinery.ModuleSpec(fullname, loader, origin=file_name)
            spec.has_location = True  # sets the module's `__file__`
            return spec
        if not modules.is_package(name):
            return None
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = [modules.file_name(name)]
        return spec


class _Loader(importlib.abc.InspectLoader):
    """A loader that runs a module's text; of a notebook source, only its runnable cells."""

    def __init__(self, modules: CourseModules, path: str) -> None:
        self.modules, self.path, self.text = modules, path, modules.texts[path]

    def get_source(self, fullname: str) -> str:
        return self.text  # so that tracebacks show lines even without a course folder

    def get_filename(self, fullname: str) -> str:
        return self.modules.file_name(self.path)

    def exec_module(self, module: ModuleType) -> None:
        for code in self._code():
            exec(code, vars(module))

    def _code(self) -> Iterator[CodeType]:
        if not is_notebook_source(self.text):
            yield self._compile(self.text, self.path)
            return
        folder = PurePosixPath(self.path).parent
        for cell in cells_of(self.text):
            # Blank lines above keep the line numbers of the file in tracebacks.
            yield self._compile("\n" * (cell.first - 1) + cell.code, self.path)
            for include in cell.includes:
                path = normpath((folder / include).as_posix())
                text = self._included_text(path)
                code = included_code(text)
                lines_above = text.removesuffix(code).count("\n")
                yield self._compile("\n" * lines_above + code, path)

    def _included_text(self, path: str) -> str:
        if path in self.modules.texts:
            return self.modules.texts[path]
        return Path(self.modules.root, path).read_text("utf-8")

    def _compile(self, text: str, path: str) -> CodeType:
        return compile(text, self.modules.file_name(path), "exec", dont_inherit=True)


_digests: dict[tuple[str, str], str] = {}  # (digest of all texts, path) -> digest_with_imports
_finder = _Finder()
sys.meta_path.insert(0, _finder)
