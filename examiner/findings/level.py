"""How much findings say: a setting of a problem set, `findings` in problems/course.toml.

At the level "answer" all, at "diagnosis" nothing of the right answer, at "hint" no mistake by its
name either.
"""

from __future__ import annotations

from enum import IntEnum


class Level(IntEnum):
    """A level of detail. A sentence is made at one: see `sentences`."""

    HINT = 0
    DIAGNOSIS = 1
    ANSWER = 2

    @classmethod
    def named(cls, name: str) -> Level:
        """The level that course.toml calls so. KeyError for another name."""
        return cls[name.upper()]

    def diagnosis(self, text: str, hint: str = "") -> str:
        """A part of a sentence that names what went wrong. hint: what "hint" says instead."""
        return text if self >= Level.DIAGNOSIS else hint if text else ""

    def answer(self, text: str, below: str = "") -> str:
        """A part of a sentence that says what is right. below: what other levels say instead."""
        return text if self >= Level.ANSWER else below if text else ""
