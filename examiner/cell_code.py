"""The code of a cell: the names it binds and needs, and running it for the value it ends in."""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import re
import tokenize
import warnings
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from symtable import SymbolTable, symtable
from types import CodeType
from typing import Any

# A line that begins with a magic or a command of the shell. Below the top level, `% b` may go on
# with an expression, so the name must follow at once.
_MAGIC_LINE = re.compile(r"^((?=[%!])|[ \t]+(?=%{1,2}[A-Za-z_]|![A-Za-z_./]))[^\n]*", re.MULTILINE)
_ASSIGNED_MAGIC = re.compile(r"^([ \t]*\w+[ \t]*=[ \t]*)(?:%[A-Za-z_]|![^=])[^\n]*", re.MULTILINE)
_DEFINES = re.compile(
    r"^(?:async[ \t]+)?(?:def|class|type)[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]*)?=(?!=)", re.MULTILINE
)
MAX_TOKENIZED = 20_000  # characters of a student's code


def bound_names(source: str, *, imported: bool = True) -> set[str]:
    """The names that code binds at its top level, but for those that it deletes. SyntaxError.

    imported: whether those count that it imports and does nothing else with.
    """
    code = without_magics(source)
    table = symtable(code, "<cell>", "exec")
    symbols = table.get_symbols()
    bound = {s.get_name() for s in symbols if s.is_assigned() or (imported and s.is_imported())}
    nodes = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name))
    return bound - {node.id for node in nodes if isinstance(node.ctx, ast.Del)}


def needed_names(source: str) -> set[str]:
    """The names that code, its functions included, takes from elsewhere. SyntaxError."""
    table = symtable(without_magics(source), "<cell>", "exec")
    return set(_global_names(table)) - bound_names(source) - set(dir(builtins))


def _global_names(table: SymbolTable) -> Iterator[str]:
    top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (top or symbol.is_global()):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _global_names(child)


def writes_powers_as_xor(source: str) -> bool:
    """Whether a student's code has `^` before a number, which is no power in Python.

    It is not parsed: it may be nested so deeply that a parser runs out of its stack or of memory.
    What is too long, or can't be read, has none.
    """
    if len(source) > MAX_TOKENIZED:
        return False
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(without_magics(source)).readline))
    except (SyntaxError, ValueError, tokenize.TokenError):
        return False
    return any(
        one.string == "^" and other.type == tokenize.NUMBER for one, other in pairwise(tokens)
    )


def without_magics(source: str) -> str:
    """Without IPython's magics and shell lines, which mean nothing outside a notebook."""
    return _ASSIGNED_MAGIC.sub(r"\1None", _MAGIC_LINE.sub(r"\1pass", source))


def defined_by_looks(source: str) -> set[str]:
    """The names that a cell defines at its top level, by the looks of it: it need not be Python."""
    return {found[1] or found[2] for found in _DEFINES.finditer(source)}


def run(
    source: str,
    names: dict[str, Any],
    out: io.StringIO | None = None,
    errors: io.StringIO | None = None,
) -> tuple[Any, BaseException | None]:
    """Run code: the value of the expression that it ends in, and the exception that ended it.

    names: its namespace. out: gets what it prints; by default that is dropped. errors: gets what
    it prints to stderr in the place of `out`.
    """
    try:
        with quiet(out, errors):
            statements, last = _compiled(source)
            exec(statements, names)
            return (eval(last, names) if last else None), None
    except (Exception, SystemExit) as error:
        return None, error


@lru_cache(maxsize=1024)  # a class is graded by the same code, submission after submission
def _compiled(source: str) -> tuple[CodeType, CodeType | None]:
    """The code of a cell but for its last expression, and that expression. SyntaxError."""
    tree = ast.parse(without_magics(source), "<cell>")
    expression = None
    if tree.body and isinstance(last := tree.body[-1], ast.Expr):
        only_text = len(tree.body) == 1 and ast.get_docstring(tree) is not None
        if not only_text:
            del tree.body[-1]
            expression = ast.Expression(last.value)
    # Not with the futures of this module: annotations in a cell are what they say, not text.
    code = compile(tree, "<cell>", "exec", dont_inherit=True)
    if expression is None:
        return code, None
    return code, compile(expression, "<cell>", "eval", dont_inherit=True)


@contextlib.contextmanager
def quiet(out: io.StringIO | None = None, errors: io.StringIO | None = None) -> Iterator[None]:
    """What is printed goes to `out`, or nowhere; warnings are ignored.

    errors: where what is printed to stderr goes instead.
    """
    out = io.StringIO() if out is None else out
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out if errors is None else errors),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


def not_python(error: SyntaxError) -> str:
    """What is wrong with a cell's code, by the text of the line: a number would count from the cell
    on, and nobody sees where that begins."""
    line = (error.text or "").strip()
    return f"it is not Python ({error.msg}{f', in `{line}`' if line else ''})."
