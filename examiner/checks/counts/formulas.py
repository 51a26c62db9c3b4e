"""Formulas as a question gives them, and the sizes they are in, read once: a class is marked by the
same ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ...findings.known_error import KnownError, read_errors
from .sizes import Sizes

Formulas = Mapping[str, str]
Items = tuple[tuple[str, str], ...]
# Known errors, id -> (words, how it counts): a formula, or part -> formula.
Errors = Mapping[str, Any]
Wrong = str | Items


def items_of(formulas: Formulas | None) -> Items:
    """Formulas by name, as something that can be looked up."""
    return tuple((formulas or {}).items())


def errors_of(errors: Errors | None) -> tuple[tuple[KnownError, Wrong], ...]:
    """Known errors with how each counts, as something that can be looked up."""
    return tuple(
        (error, wrong if isinstance(wrong, str) else items_of(wrong))
        for error, wrong in read_errors(errors)
    )


@lru_cache(maxsize=256)
def sizes_of(variables: str, where: Items, at_least: Items = ()) -> Sizes:
    """The sizes of a question, see `Sizes.read`."""
    return Sizes.read(variables, dict(where), dict(at_least))
