"""The level of detail of feedback: the setting `findings` of a problem set in problems/course.toml.

At "answer" a finding says everything. At "diagnosis" it doesn't reveal the right answer. At "hint"
it doesn't name misconceptions either.
"""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """A level of detail at which sentences are rendered, from the least detail to the most."""

    HINT = "hint"
    DIAGNOSIS = "diagnosis"
    ANSWER = "answer"

    def capped_at(self, other: Level) -> Level:
        """Return this level, or `other` if that gives less detail."""
        return min(self, other, key=list(Level).index)

    def diagnosis(self, text: str, hint: str = "") -> str:
        """Return the part of a sentence that names the error, or its replacement at "hint".

        Args:
            text: The part of the sentence; "" if there is none.
            hint: The replacement.
        """
        return text if self is not Level.HINT else hint if text else ""

    def answer(self, text: str, otherwise: str = "") -> str:
        """Return the part of a sentence that reveals the right answer, or its replacement.

        Args:
            text: The part of the sentence; "" if there is none.
            otherwise: The replacement at the levels "diagnosis" and "hint".
        """
        return text if self is Level.ANSWER else otherwise if text else ""
