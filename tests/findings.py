"""Findings that tests make, in words of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from examiner.checks import Verdict
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
    """Make a finding with this text; `error` is the id of the misconception that it names."""
    said = Message("authored", {"words": words, "diagnosis": diagnosis, "answer": answer})
    errors = [Diagnosis(error, error.replace("-", " "))] if error else []
    return Finding.of(about, said, points=points, max_points=most, errors=errors, **more)


def messages_in(verdict: Verdict, id: str) -> list[Message]:
    """Return the messages with this id in the findings of a verdict, also within other messages."""
    messages = (each for finding in verdict.findings for each in _messages(finding.messages))
    return [message for message in messages if message.id == id]


def _messages(fact: Any) -> Iterator[Message]:
    if isinstance(fact, Message):
        yield fact
        fact = fact.facts
    if isinstance(fact, (list, tuple, dict)):
        for each in fact.values() if isinstance(fact, dict) else fact:
            yield from _messages(each)
