"""Findings that tests make, in words of their own."""

from __future__ import annotations

from typing import Any

from examiner.findings.diagnosis import Diagnosis, Message
from examiner.findings.finding import Finding


def found(
    about: str | Message,
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
    said = Message("authored", {"words": words, "diagnosis": diagnosis, "answer": answer})
    errors = [Diagnosis(error, error.replace("-", " "))] if error else []
    return Finding.of(about, said, points=points, max_points=most, errors=errors, **more)
