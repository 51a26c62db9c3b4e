"""Fallback: a wrong answer that no list explains, and edits of the right one by one rule equal."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ...findings.known_error import KnownError
from .authored import Definition, Reference
from .rules import EditedText, edits_of

# Rules whose words say something, and what they say is seldom a coincidence.
TOLD = frozenset(
    [
        "term-missing",
        "factor-missing",
        "divisor-missing",
        "function-missing",
        "constant-factor",
        "sign",
        "divided-for-multiplied",
        "power",
        "exchanged",
        "axis",
        "transposed",
        "other-function",
        "names-exchanged",
        "other-name",
    ]
)


def fallback(reference: Reference, equals: Callable[[Definition], bool]) -> KnownError | None:
    """The known error that a wrong answer has, where edits of the right one by one rule equal it,
    and edits by no other do.

    equals: whether a function gives what the answer gave, wherever that is finite. What raises
        equals nothing.
    """
    found = None
    for edit in _edits(reference.source):
        if _holds(equals, reference, edit):
            if edit.rule.id not in TOLD or (found and found.rule.id != edit.rule.id):
                return None
            found = edit
    return KnownError(f"edit-{found.rule.id}", found.rule.words) if found else None


def _holds(equals: Callable[[Definition], bool], reference: Reference, edit: EditedText) -> bool:
    try:
        return equals(reference.defined_by(edit.text))
    except Exception:  # an edit may raise whatever it happens to raise
        return False


@lru_cache(maxsize=128)  # a class is graded by the same right answers
def _edits(source: str) -> list[EditedText]:
    return edits_of(source)
