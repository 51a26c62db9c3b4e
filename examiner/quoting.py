"""Safe quotation of texts that students choose: names, file names, keys and error messages.

Each of these texts passes through a function of this module before it appears on a page, in a table
or on a terminal. Text in quotation marks is a quotation; all other text is the examiner's own.
"""

from __future__ import annotations

import re
import unicodedata

MAX_NAME, MAX_QUOTED = 80, 300  # characters of a name and of a quotation
_PLAIN = re.compile(r"[\w.+@~/-]+")  # names that need no quotation marks, if their non-ASCII
_ALPHABETS = frozenset(["Lu", "Ll", "Lt", "Nd", "Mn"])  # characters are in these categories
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # printable characters that look empty
_MARKS = re.compile("[“”„‟«»‹›❛❜❝❞〝〞＂]")  # quotation marks, which could end a quotation early
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")  # possible Markdown; a backslash escapes it
_FORMULA = ("=", "+", "-", "@")  # the first characters of a spreadsheet's formulas
_CELLS = re.compile(r"([;\t]\s*)([=+@-])")  # a formula after `;` or a tab, which may separate cells


def printable(text: str) -> str:
    """Replace the characters of a line that control a terminal or reverse the writing direction."""
    return "".join(c if _is_shown(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def _is_shown(character: str) -> bool:
    return character == "\t" or (character.isprintable() and character not in _BLANK)


def quoted(text: str, most: int = MAX_QUOTED) -> str:
    """Put a text in quotation marks, and replace its own quotation marks.

    Args:
        text: The text to quote.
        most: The maximum length in characters; a longer text ends in “…”.
    """
    text = _MARKS.sub('"', printable(text))
    return f"“{text if len(text) <= most else f'{text[: most - 1]}…'}”"


def quoted_name(name: str) -> str:
    """Return the name of a file or a person, in quotation marks unless it is a plain word."""
    known = all(c.isascii() or unicodedata.category(c) in _ALPHABETS for c in name)
    plain = known and len(name) <= MAX_NAME and _PLAIN.fullmatch(name) and printable(name) == name
    return name if plain else quoted(name, MAX_NAME)


def named(student: str, name: str) -> str:
    """Return a student's id, followed by the name if the roster has one that differs."""
    known = name not in ("", student)
    return f"{quoted_name(student)} {quoted(name, MAX_NAME)}" if known else quoted_name(student)


def escape_for_terminal(text: str) -> str:
    """Escape a text for rich, and indent its further lines: none looks like a new log line."""
    from rich.markup import escape  # imported here, since workers have no terminal

    return escape("\n    ".join(map(printable, text.splitlines() or [""])))


def escape_markdown(text: str) -> str:
    """Escape a line of plain text, so that Markdown renders it unchanged."""
    return _PUNCTUATION.sub(r"\\\1", printable(text))


def escape_csv(cell: object) -> object:
    """Escape a cell of a table: no spreadsheet reads it as a formula, and no terminal obeys it."""
    if not isinstance(cell, str) or _is_number(cell):
        return cell
    first = unicodedata.normalize("NFKC", cell).lstrip()[:1]
    text = _CELLS.sub(r"\1'\2", printable(cell))
    return f"'{text}" if first in _FORMULA and first else text


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) is not None
