"""How much findings say: a setting of a problem set, `findings` in problems/course.toml.

At the level "answer" all, at "diagnosis" nothing of the right answer, at "hint" no mistake by its
name either.
"""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """A level of detail, at which sentences are made."""

    HINT = "hint"
    DIAGNOSIS = "diagnosis"
    ANSWER = "answer"

    def below(self, other: Level) -> Level:
        """The one of two that says less."""
        return min(self, other, key=list(Level).index)

    def diagnosis(self, text: str, hint: str = "") -> str:
        """A part of a sentence that names what went wrong. hint: what "hint" says instead."""
        return text if self is not Level.HINT else hint if text else ""

    def answer(self, text: str, below: str = "") -> str:
        """A part of a sentence that says what is right. below: what other levels say instead."""
        return text if self is Level.ANSWER else below if text else ""
