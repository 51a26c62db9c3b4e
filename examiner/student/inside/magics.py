"""Magics of other kernels: what Jupyter, Colab or Databricks has and plain IPython lacks.

In the student's notebook such a line works. Here it does nothing, and the cell goes on.
"""

from __future__ import annotations

import ast
import re
import sys
import types
from typing import Any

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

# Magics that set up the program around a notebook. If one fails here, nothing of the answer did.
OF_THE_PROGRAM = frozenset(
    """
    autoreload autosave bookmark cd colors conda config debug dhist edit gui history load_ext
    loadpy logoff logon logstart logstate logstop mamba matplotlib micromamba notebook page
    pastebin pdb pip pushd popd pylab quickref recall reload_ext rep rerun save store unload_ext
    uv xmode
    """.split()  # noqa: SIM905 - a list of so many would take as many lines
)
MODULES_OF_COLAB = (
    "auth",
    "data_table",
    "drive",
    "files",
    "output",
    "patches",
    "userdata",
    "widgets",
)
DEBUGGERS = frozenset({"debug", "pdb"})  # they wait for somebody who types
# Cell magics whose cells hold another language, or text, in the kernels that have them.
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
    """IPython in which no magic of another kernel stops a cell.

    skipped: The magics of the cell that runs which did nothing, as the student wrote them.
    """

    skipped: list[str] = []  # noqa: RUF012 - the base class makes its attributes traits

    def run_line_magic(self, magic_name: str, line: str, _stack_depth: int = 1) -> Any:
        """Run a line magic; one that is not there, or only fails here, does nothing."""
        forgiven = (UsageError, Exception) if magic_name in OF_THE_PROGRAM else (UsageError,)
        try:
            if magic_name in DEBUGGERS:
                raise UsageError("nobody is there to type")
            return super().run_line_magic(magic_name, line, _stack_depth + 1)
        except forgiven:
            self.note_skipped(f"%{magic_name}")
            return None

    def magic(self, arg_s: str) -> Any:
        """Run a line magic as programs did before IPython 9, which has no such method."""
        name, _, line = arg_s.strip().lstrip("%").partition(" ")
        return self.run_line_magic(name, line, 2)

    def run_cell_magic(self, magic_name: str, line: str, cell: str) -> Any:
        """Run a cell magic; of one that is not there, `transform_cell` says what becomes of it."""
        if self._has_cell_magic(magic_name):
            return super().run_cell_magic(magic_name, line, cell)
        return self.run_cell(f"%%{magic_name} {line}\n{cell}").result

    def system(self, cmd: str) -> None:
        """Do nothing for a line of the shell, such as `!pip install numpy`: it needs a terminal."""
        self.note_skipped(f"!{cmd.split()[0] if cmd.split() else ''}")

    def transform_cell(self, raw_cell: str) -> str:
        """Turn a cell into Python. Of a cell magic that is not there, only the body is left.

        A body in another language runs as Python only if it is Python that defines something.
        """
        found = _CELL_MAGIC.match(raw_cell)
        if found is None or self._has_cell_magic(name := found[1]):
            return super().transform_cell(raw_cell)
        self.note_skipped(f"%%{name}")
        body = raw_cell[found.end() :]
        # The lines of a traceback are those of the cell.
        above = "" if _CELL_MAGIC.match(body) else "\n" * found[0].count("\n")
        python = self.transform_cell(body)
        try:
            tree = ast.parse(python)
        except (SyntaxError, ValueError):
            # What was to be Python says so itself; nothing else is run.
            return "" if name in OTHER_LANGUAGES or not _may_be_python(body) else above + python
        defines = any(isinstance(each, (ast.FunctionDef, ast.ClassDef)) for each in tree.body)
        return above + python if defines or name not in OTHER_LANGUAGES else ""

    def enable_matplotlib(self, gui: str | None = None) -> tuple[str, str]:
        """Draw figures inline, whatever window or widget they were to be drawn in."""
        if gui not in (None, "auto", "inline"):
            self.note_skipped(f"%matplotlib {gui}")
        return super().enable_matplotlib("inline")

    def note_skipped(self, magic: str) -> None:
        """Note a magic that does nothing here."""
        if magic not in self.skipped:
            self.skipped.append(magic)

    def _has_cell_magic(self, name: str) -> bool:
        find = getattr(self, "_find_with_lazy_load", None)  # IPython 9
        there = find("cell", name) if find else self.find_cell_magic(name)
        return there is not None and name not in DEBUGGERS


def _may_be_python(body: str) -> bool:
    """Whether a cell that can't be parsed defines something, by the looks of it."""
    return bool(re.search(r"^(?:def|class)\b|^\w+[ \t]*=(?!=)", body, re.MULTILINE))


class _Anything:
    """An object of a module that only another program has: using it does nothing."""

    def __getattr__(self, name: str) -> _Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **named: Any) -> _Anything:
        return self


class _ModuleOfTheProgram(types.ModuleType):
    """A module that Colab has and that only concerns its window: mounting a drive, uploads."""

    def __getattr__(self, name: str) -> _Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything()


def add_modules_of_colab() -> None:
    """Let `from google.colab import drive` and the like do nothing."""
    for name in ("google.colab", *(f"google.colab.{each}" for each in MODULES_OF_COLAB)):
        parent, _, last = name.rpartition(".")
        sys.modules[name] = module = _ModuleOfTheProgram(name)
        module.__path__ = []
        holder = sys.modules.setdefault(parent, _ModuleOfTheProgram(parent))
        setattr(holder, last, module)


def draw_inline(pyplot: Any) -> None:
    """Let a backend of matplotlib that can't be had here change nothing: figures stay inline."""
    switch = pyplot.switch_backend

    def switch_backend(newbackend: str) -> None:
        """Switch to another backend of matplotlib, if it can be had here."""
        try:
            switch(newbackend)
        except Exception:  # each backend fails in its own way where its window system is missing
            switch("module://matplotlib_inline.backend_inline")

    pyplot.switch_backend = switch_backend
