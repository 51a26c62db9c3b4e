"""Magics of other kernels, which Jupyter, Colab or Databricks have and plain IPython lacks.

Such a line works in the student's notebook. Here it does nothing, and the cell continues.
"""

from __future__ import annotations

import ast
import re
import sys
import types
from typing import Any

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

# Magics that set up the program around a notebook. The answer can be right even if one fails here.
FRONTEND_MAGICS = frozenset(
    """
    autoreload autosave bookmark cd colors conda config debug dhist edit gui history load_ext
    loadpy logoff logon logstart logstate logstop mamba matplotlib micromamba notebook page
    pastebin pdb pip pushd popd pylab quickref recall reload_ext rep rerun save store unload_ext
    uv xmode
    """.split()  # noqa: SIM905 - a list would take one line for each name
)
COLAB_MODULES = (
    "auth",
    "data_table",
    "drive",
    "files",
    "output",
    "patches",
    "userdata",
    "widgets",
)
DEBUGGERS = frozenset({"debug", "pdb"})  # they wait for keyboard input
# Cell magics that mark a cell as text or as code in another language.
OTHER_LANGUAGES = frozenset(
    """
    ai bash bigquery c cpp csh cu cuda cython d2 dart duckdb dot f90 fortran fs gcc go groovy
    haskell htm html java javascript js julia kotlin ksh latex lua markdown matlab md mermaid node
    nu octave perl php plantuml powershell prolog prql pwsh R r ruby rust sas scala script sh shell
    spark spark_sql sparksql sql stan svg system tcl text ts txt typescript xml yaml zsh
    """.split()  # noqa: SIM905
)
_CELL_MAGIC = re.compile(r"\s*%%([^\W\d][\w.]*)(?![\w?])[^\n]*\n?")


class ForgivingShell(InteractiveShell):
    """An IPython shell in which magics of other kernels don't stop a cell.

    Attributes:
        skipped: The magics in the current cell that did nothing, as the student wrote them.
    """

    skipped: list[str] = []  # noqa: RUF012 - the base class makes its attributes traits

    def run_line_magic(self, magic_name: str, line: str, _stack_depth: int = 1) -> Any:
        """Run a line magic, or skip it if it is unknown or fails only here."""
        ignored_errors = (UsageError, Exception) if magic_name in FRONTEND_MAGICS else (UsageError,)
        try:
            if magic_name in DEBUGGERS:
                raise UsageError("there is no keyboard input")
            return super().run_line_magic(magic_name, line, _stack_depth + 1)
        except ignored_errors:
            self.note_skipped(f"%{magic_name}")
            return None

    def magic(self, arg_s: str) -> Any:
        """Run a line magic; IPython 9 removed this method, but older programs call it."""
        name, _, line = arg_s.strip().lstrip("%").partition(" ")
        return self.run_line_magic(name, line, 2)

    def run_cell_magic(self, magic_name: str, line: str, cell: str) -> Any:
        """Run a cell magic; `transform_cell` handles unknown ones."""
        if self._has_cell_magic(magic_name):
            return super().run_cell_magic(magic_name, line, cell)
        return self.run_cell(f"%%{magic_name} {line}\n{cell}").result

    def system(self, cmd: str) -> None:
        """Skip a shell command such as `!pip install numpy`, which needs a terminal."""
        self.note_skipped(f"!{cmd.split()[0] if cmd.split() else ''}")

    def transform_cell(self, raw_cell: str) -> str:
        """Turn a cell into Python, without its first line if that is an unknown cell magic.

        If the magic marks another language, the body runs only if it is Python that defines a
        function or class.
        """
        found = _CELL_MAGIC.match(raw_cell)
        if found is None or self._has_cell_magic(name := found[1]):
            return super().transform_cell(raw_cell)
        self.note_skipped(f"%%{name}")
        body = raw_cell[found.end() :]
        # Padding keeps the line numbers in tracebacks the same as in the cell.
        padding = "" if _CELL_MAGIC.match(body) else "\n" * found[0].count("\n")
        python = self.transform_cell(body)
        try:
            tree = ast.parse(python)
        except (SyntaxError, ValueError):
            # Intended Python raises its SyntaxError; anything else does not run.
            return "" if name in OTHER_LANGUAGES or not _may_define(body) else padding + python
        defines = any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in tree.body)
        return padding + python if defines or name not in OTHER_LANGUAGES else ""

    def enable_matplotlib(self, gui: str | None = None) -> tuple[str, str]:
        """Draw figures inline, even if the student chose a window or a widget."""
        if gui not in (None, "auto", "inline"):
            self.note_skipped(f"%matplotlib {gui}")
        return super().enable_matplotlib("inline")

    def note_skipped(self, magic: str) -> None:
        """Record a magic that does nothing here."""
        if magic not in self.skipped:
            self.skipped.append(magic)

    def _has_cell_magic(self, name: str) -> bool:
        find = getattr(self, "_find_with_lazy_load", None)  # IPython 9
        magic = find("cell", name) if find else self.find_cell_magic(name)
        return magic is not None and name not in DEBUGGERS


def _may_define(body: str) -> bool:
    """Check whether a cell that can't be parsed seems to define a function, class or variable."""
    return bool(re.search(r"^(?:def|class)\b|^\w+[ \t]*=(?!=)", body, re.MULTILINE))


class _NoOp:
    """An object whose attributes and calls do nothing, for modules that only Colab has."""

    def __getattr__(self, name: str) -> _NoOp:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **keywords: Any) -> _NoOp:
        return self


class _ColabModule(types.ModuleType):
    """A Colab module that only concerns Colab's user interface, such as uploads."""

    def __getattr__(self, name: str) -> _NoOp:
        if name.startswith("__"):
            raise AttributeError(name)
        return _NoOp()


def add_colab_modules() -> None:
    """Add modules so that `from google.colab import drive` and similar imports do nothing."""
    for name in ("google.colab", *(f"google.colab.{module}" for module in COLAB_MODULES)):
        parent, _, last = name.rpartition(".")
        sys.modules[name] = module = _ColabModule(name)
        module.__path__ = []
        holder = sys.modules.setdefault(parent, _ColabModule(parent))
        setattr(holder, last, module)


def fall_back_to_inline(pyplot: Any) -> None:
    """Keep figures inline if a student selects a matplotlib backend that is unavailable here."""
    switch = pyplot.switch_backend

    def switch_backend(newbackend: str) -> None:
        """Switch to another matplotlib backend, or to the inline backend if that fails."""
        try:
            switch(newbackend)
        except Exception:  # without its window system, each backend raises another error
            switch("module://matplotlib_inline.backend_inline")

    pyplot.switch_backend = switch_backend
