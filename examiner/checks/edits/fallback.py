"""Fallback: a wrong answer that no list explains, and edits of the right one by one rule equal."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ...findings.known_error import KnownError
from .authored import Definition, Reference
from .rules import EditedText, Rule, edits_of

# Rules by which nearly any number can come about: what one of the others explains, they don't.
WEAK = frozenset(["other-name", "names-exchanged", "constant", "size", "absolute", "epsilon"])
# Those whose words would mislead, or say nothing.
UNTOLD = frozenset(["constant", "step-missing", "case-missing"])


def fallback(reference: Reference, equals: Callable[[Definition], bool]) -> KnownError | None:
    """The known error that a wrong answer has, where edits of the right one by one rule equal it,
    and edits by no other do.

    It is for arrays: a number or a count equals many an edit by chance.

    equals: whether a function gives what the answer gave: where one of them is not finite the other
        isn't either. What raises equals nothing, so an answer that does is not asked about.
    """
    found: dict[str, Rule] = {}
    for edit in _edits(reference.source):
        if edit.rule.id not in found and _holds(equals, reference, edit):
            found[edit.rule.id] = edit.rule
    strong = found.keys() - WEAK or found.keys()
    told = [found[name] for name in strong if found[name].words and name not in UNTOLD]
    if len(strong) != 1 or not told:
        return None
    return KnownError(f"edit-{told[0].id}", told[0].words)


def _holds(equals: Callable[[Definition], bool], reference: Reference, edit: EditedText) -> bool:
    try:
        return equals(reference.defined_by(edit.text))
    except Exception:  # an edit may raise whatever it happens to raise
        return False


@lru_cache(maxsize=128)  # a class is graded by the same right answers
def _edits(source: str) -> list[EditedText]:
    return edits_of(source)
