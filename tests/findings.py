"""Findings that tests make, in words of their own."""

from __future__ import annotations

from typing import Any

from examiner.findings.finding import Finding
from examiner.findings.known_error import KnownError, Says


def found(
    about: str | Says,
    words: str,
    points: float = 0.0,
    most: float = 0.0,
    *,
    diagnosis: str = "",
    answer: str = "",
    error: str = "",
    **more: Any,
) -> Finding:
    """A finding that says these words; error: the id of the known error that it names."""
    said = Says("authored", {"words": words, "diagnosis": diagnosis, "answer": answer})
    errors = [KnownError(error, error.replace("-", " "))] if error else []
    return Finding.of(about, said, points=points, max_points=most, errors=errors, **more)
