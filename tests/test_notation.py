"""A symbol has one meaning in all problem sets: the tables of symbols on their front pages agree.

A row may say that its symbol means something else *here*, or that it belongs to one part alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby

import pytest

from examiner.authoring.notebook_source import parse_cells
from examiner.cell_kinds import CellKind
from examiner.course import Assignment
from examiner.regions import visible
from tests.bank_runner import COURSE

PROBLEMS = COURSE.problems()
each_set = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda each: each.name)
# Symbol -> what its row says. A symbol that two sets use must be in this table.
MEANINGS = {
    "L": r"number of tokens|tokens in a sequence",
    "N": r"weights of a model",
    "M": r"tokens that a model is trained on",
    "D": r"width of a token",
    "d": r"\bwidth\b",
    "e": r"width of (a|one) head",
    "H": r"\bheads\b",
    "X": r"\btokens\b",
    "q": r"\bquery\b",
    "k": r"\bkeys?\b",
    "v": r"\bvalues?\b",
    "Q": r"\bqueries\b",
    "K": r"\bkeys\b",
    "V": r"\bvalues\b",
    "A": r"attention weights",
    "P": r"\bpermutation\b",
    "mask": r"may be seen",
}
# A formula has these symbols only in a set whose table has them.
LISTED = {"L", "N", "H", "P"}
ELSEWHERE = re.compile(r"\b(here|(later|other) sets)\b")
LOCAL = re.compile(r"\(part \d\)")
HEADS = ("symbol", "in the text")  # of the first column of a table of symbols
_BAR = re.compile(r"(?<!\\)\|")
_FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)
_WORDS = re.compile(r"\\(?:text|mathrm|operatorname)\{[^}]*\}|\\[a-zA-Z]+")
_CAPITAL = re.compile(r"(?<![A-Za-z_])(?<!_\{)[A-Z](?![A-Za-z])")
_HIDES = re.compile(r"`?True`?[^.]*\b(hides|hidden|not be seen|no query may see|is padding)\b")
_NAMED = re.compile(r"key_padding_mask|is_padding|`hidden`|as in \S")


def markdown(problem: Assignment) -> Iterator[str]:
    """The Markdown that students see."""
    for cell in parse_cells(problem.notebook_source.read_text()):
        if cell.cell_type == "markdown":
            yield visible(cell.source)


def front_page(problem: Assignment) -> str:
    """The Markdown above the first answer."""
    cells = parse_cells(problem.notebook_source.read_text())
    kinds = [cell.kind in (CellKind.ANSWER, CellKind.WRITTEN) for cell in cells]
    above = cells[: kinds.index(True)]
    return "\n\n".join(cell.source for cell in above if cell.cell_type == "markdown")


@cache
def symbols(problem: Assignment) -> dict[str, str]:
    """Symbol -> its row in the set's table of symbols."""
    tables = []
    for is_row, lines in groupby(
        front_page(problem).split("\n"), lambda line: line.startswith("|")
    ):
        rows = [[cell.strip() for cell in _BAR.split(line)[1:-1]] for line in lines]
        if is_row and rows[0][0] in HEADS:
            tables.append(rows[2:])
    assert len(tables) == 1, "the front page needs one table of symbols"
    (rows,) = tables
    return {name: " | ".join(row[1:]) for row in rows for name in symbols_in(row[0])}


def symbols_in(cell: str) -> list[str]:
    """The symbols in a cell: `$L$, $D$`, or words such as `mask`."""
    formulas = [first or second for first, second in _FORMULA.findall(cell)]
    if not formulas:
        return re.findall(r"\w+", cell)
    parts = [part for formula in formulas for part in re.split(r",(?:\\ )?", formula)]
    return [part.partition("=")[0].strip() for part in parts]


@each_set
def test_a_symbol_means_the_same_in_all_sets(problem: Assignment) -> None:
    wrong = [
        f"{symbol}: {row}"
        for symbol, row in symbols(problem).items()
        if symbol in MEANINGS and not re.search(MEANINGS[symbol], row) and not ELSEWHERE.search(row)
    ]
    assert wrong == []


def test_the_meaning_of_each_symbol_that_sets_share_is_known() -> None:
    tables = (symbols(problem).items() for problem in PROBLEMS)
    counts = Counter(name for table in tables for name, row in table if not LOCAL.search(row))
    shared = {name for name, count in counts.items() if count > 1}
    assert shared <= MEANINGS.keys(), "add what they mean to MEANINGS"


@each_set
def test_each_set_names_the_length(problem: Assignment) -> None:
    assert "L" in symbols(problem)


def capitals(text: str) -> set[str]:
    """The capital letters that stand alone in the formulas of a text, subscripts excepted."""
    formulas = (first or second for first, second in _FORMULA.findall(text))
    bare = (_WORDS.sub(" ", formula) for formula in formulas)
    return {letter for each in bare for letter in _CAPITAL.findall(each)}


@each_set
def test_a_symbol_of_all_sets_is_in_the_table_of_a_set_that_uses_it(problem: Assignment) -> None:
    texts = {"a text": "\n\n".join(markdown(problem))}
    for path in sorted((problem.notebook_source.parent / "cells").glob("*.py")):
        texts[path.name] = path.read_text()
    unlisted = {
        place: sorted(found)
        for place, text in texts.items()
        if (found := capitals(text) & LISTED - symbols(problem).keys())
    }
    assert unlisted == {}


@each_set
def test_true_shows_a_token_unless_the_name_says_otherwise(problem: Assignment) -> None:
    sentences = [s for text in markdown(problem) for s in re.split(r"(?<=\.)\s", text)]
    hiding = [sentence for sentence in sentences if _HIDES.search(sentence)]
    assert [sentence for sentence in hiding if not _NAMED.search(sentence)] == []


def test_symbols_are_found_in_cells_and_in_formulas() -> None:
    assert symbols_in(r"$d_\text{head}=d/H$; $q,\ k$, $V$") == [r"d_\text{head}", "q", "k", "V"]
    assert symbols_in("mask, `True`") == ["mask", "True"]
    assert capitals(r"$O(L^2)$ of $\text{N}$ and $d_H$, $$\frac{P}{2}$$ or A") == {"O", "L", "P"}
