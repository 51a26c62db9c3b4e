"""Quotation: what a student chose (a file's name, a key, a message, a name), beside our own words.

Everything that is shown passes one of these, whichever medium it is for: what stands in quotation
marks is somebody's words, all else is the examiner's.
"""

from __future__ import annotations

import re
import unicodedata

MAX_NAME, MAX_QUOTED = 80, 300  # characters that are shown
_PLAIN = re.compile(r"[\w.+@~/-]+")  # a name that can't be taken for anything else,
_ALPHABETS = frozenset(["Lu", "Ll", "Lt", "Nd", "Mn"])  # where its letters are of these kinds
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # characters that look like no character
_MARKS = re.compile("[“”„‟«»‹›❛❜❝❞〝〞＂]")  # quotation marks, which seem to end a quotation
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")  # what Markdown may read, and takes back by a \
_FORMULA = ("=", "+", "-", "@")  # what a spreadsheet takes for a formula, after any spaces;
_CELLS = re.compile(r"([;\t]\s*)([=+@-])")  # some take these for the end of a cell


def printable(text: str) -> str:
    """A line without what acts on a terminal or turns the direction of writing."""
    return "".join(c if _is_shown(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def _is_shown(character: str) -> bool:
    return character == "\t" or (character.isprintable() and character not in _BLANK)


def quoted(text: str, most: int = MAX_QUOTED) -> str:
    """A text in quotation marks, which its own can't end."""
    text = _MARKS.sub('"', printable(text))
    return f"“{text if len(text) <= most else f'{text[: most - 1]}…'}”"


def quoted_name(name: str) -> str:
    """The name of a file or a person: in quotation marks where it is more than a plain word."""
    known = all(c.isascii() or unicodedata.category(c) in _ALPHABETS for c in name)
    plain = known and len(name) <= MAX_NAME and _PLAIN.fullmatch(name) and printable(name) == name
    return name if plain else quoted(name, MAX_NAME)


def named(student: str, name: str) -> str:
    """A student's id, and beside it the name, where the roster has another."""
    known = name not in ("", student)
    return f"{quoted_name(student)} {quoted(name, MAX_NAME)}" if known else quoted_name(student)


def on_terminal(text: str) -> str:
    """A text for rich, without markup; its further lines don't begin where one of a log does."""
    from rich.markup import escape  # a worker has no terminal

    return escape("\n    ".join(map(printable, text.splitlines() or [""])))


def in_markdown(text: str) -> str:
    """A line of plain text as Markdown that renders to it."""
    return _PUNCTUATION.sub(r"\\\1", printable(text))


def in_csv(cell: object) -> object:
    """A cell of a table that no spreadsheet takes for a formula, and that no terminal obeys."""
    if not isinstance(cell, str) or _is_number(cell):
        return cell
    first = unicodedata.normalize("NFKC", cell).lstrip()[:1]
    text = _CELLS.sub(r"\1'\2", printable(cell))
    return f"'{text}" if first in _FORMULA and first else text


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) is not None
