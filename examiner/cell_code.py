"""Analysis and execution of a cell's code: bound names, needed names, and the last value."""

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

# A line that begins with a magic or a shell command. An indented `% b` may continue an expression,
# so there the name must follow immediately.
_MAGIC_LINE = re.compile(r"^((?=[%!])|[ \t]+(?=%{1,2}[A-Za-z_]|![A-Za-z_./]))[^\n]*", re.MULTILINE)
_ASSIGNED_MAGIC = re.compile(r"^([ \t]*\w+[ \t]*=[ \t]*)(?:%[A-Za-z_]|![^=])[^\n]*", re.MULTILINE)
_DEFINES = re.compile(
    r"^(?:async[ \t]+)?(?:def|class|type)[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]*)?=(?!=)", re.MULTILINE
)
_BLANK_LINE = re.compile(r"^[^\S\n]++$", re.MULTILINE)
# An alternative text: `# alt: …`, continued in lines that begin with at least two spaces.
ALTERNATIVE = re.compile(r"^# alt:.*(?:\n#[ \t]{2,}.*)*", re.MULTILINE)
MAX_TOKENIZED = 20_000  # characters of a student's code


def alternative_texts(source: str) -> list[str]:
    """Return the alternative texts of the pictures that a cell draws.

    >>> alternative_texts("# alt: A line from (0, 1)\\n#      to (1, 2).\\nplt.plot([1, 2])")
    ['A line from (0, 1) to (1, 2).']

    Args:
        source: The code of a cell. A comment `# alt: …` describes a picture; if there are several,
            the first comment describes the first picture.
    """
    comments = (match[0].removeprefix("# alt:") for match in ALTERNATIVE.finditer(source))
    return [" ".join(comment.replace("\n#", " ").split()) for comment in comments]


def alternative_text(texts: list[str], picture: int) -> str:
    """Return the alternative text of a picture of a cell; "" if there is none.

    Args:
        texts: The alternative texts of the cell. The last one also describes all further pictures.
        picture: The index of the picture among those of the cell.
    """
    return texts[min(picture, len(texts) - 1)] if texts else ""


def bound_names(source: str, *, imported: bool = True) -> set[str]:
    """Return the names that code binds at its top level and does not delete.

    Args:
        source: The code of a cell.
        imported: Include names that the code only imports.

    Raises:
        SyntaxError: The code is not Python.
    """
    code = without_magics(source)
    table = symtable(code, "<cell>", "exec")
    symbols = table.get_symbols()
    bound = {s.get_name() for s in symbols if s.is_assigned() or (imported and s.is_imported())}
    nodes = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name))
    return bound - {node.id for node in nodes if isinstance(node.ctx, ast.Del)}


def needed_names(source: str) -> set[str]:
    """Return the names that code, including its functions, uses without defining them.

    Raises:
        SyntaxError: The code is not Python.
    """
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
    """Check whether a student's code has `^` before a number: in Python that is XOR, not a power.

    The code is tokenized, not parsed, because deeply nested code can exhaust a parser's stack or
    memory. For code that is too long or can't be tokenized the result is False.
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
    """Replace IPython's magics and shell commands, which are not Python, by `pass` or `None`."""
    return _ASSIGNED_MAGIC.sub(r"\1None", _MAGIC_LINE.sub(r"\1pass", source))


def with_empty_lines(source: str) -> str:
    """Remove the spaces from lines that have nothing else.

    Pygments takes time that grows with the square of the number of such lines.
    """
    return _BLANK_LINE.sub("", source)


def guessed_definitions(source: str) -> set[str]:
    """Guess the names that code defines at its top level.

    A parser could fail, because a student's code may be broken or nested too deeply.
    """
    return {found[1] or found[2] for found in _DEFINES.finditer(source)}


def run_code(
    source: str,
    names: dict[str, Any],
    out: io.StringIO | None = None,
    errors: io.StringIO | None = None,
) -> tuple[Any, BaseException | None]:
    """Run the code of a cell.

    Args:
        source: The code.
        names: Its namespace, which the code changes.
        out: Receives the printed text; the default discards it.
        errors: Receives the text printed to stderr; the default is `out`.

    Returns:
        The value of the expression on which the code ends, if any; and the exception that stopped
        the code, if any.
    """
    try:
        with quiet(out, errors):
            statements, last = _compiled(source)
            exec(statements, names)
            return (eval(last, names) if last else None), None
    except (Exception, SystemExit) as error:
        return None, error


@lru_cache(maxsize=1024)  # the same tests run for every submission of a class
def _compiled(source: str) -> tuple[CodeType, CodeType | None]:
    """Compile the statements of a cell, and separately the expression on which it ends."""
    tree = ast.parse(without_magics(source), "<cell>")
    expression = None
    if tree.body and isinstance(last := tree.body[-1], ast.Expr):
        only_text = len(tree.body) == 1 and ast.get_docstring(tree) is not None
        if not only_text:
            del tree.body[-1]
            expression = ast.Expression(last.value)
    # Cells don't inherit `from __future__ import annotations`: their annotations are evaluated.
    code = compile(tree, "<cell>", "exec", dont_inherit=True)
    if expression is None:
        return code, None
    return code, compile(expression, "<cell>", "eval", dont_inherit=True)


@contextlib.contextmanager
def quiet(out: io.StringIO | None = None, errors: io.StringIO | None = None) -> Iterator[None]:
    """Capture printed text and ignore warnings.

    Args:
        out: Receives the printed text; the default discards it.
        errors: Receives the text printed to stderr; the default is `out`.
    """
    out = io.StringIO() if out is None else out
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out if errors is None else errors),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


def syntax_error_message(error: SyntaxError) -> str:
    """Describe a syntax error of a cell."""
    # Quote the line: its number counts within the cell, which a reader can't look up in the file.
    line = (error.text or "").strip()
    return f"it is not Python ({error.msg}{f', in `{line}`' if line else ''})."
