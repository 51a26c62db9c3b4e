"""What is said of a call of an answer: how it ended, and what it gave in place of an array."""

from __future__ import annotations

from collections.abc import Sequence

from .level import Level
from .sentences import sentence


@sentence("authored")
def _authored(level: Level, words: str) -> str:
    """What a problem's text says, at every level."""
    return words


@sentence("call-ended")
def _call_ended(level: Level, text: str, lacks_axis: str = "") -> str:
    """lacks_axis: the shape of an array that could not be broadcast, for want of an axis."""
    cure = (
        f". {lacks_axis} lacks an axis: sums and maxima keep it with keepdims=True, and x[:, None]"
        " puts one in"
    )
    return text + (level.diagnosis(cure) if lacks_axis else "")


@sentence("not-expected")
def _not_expected(level: Level, wanted: str, value: str) -> str:
    """value: what there is in place of what is wanted."""
    return f"expected {wanted}, not {value}"


@sentence("answer-shape")
def _answer_shape(level: Level, got: Sequence[int], expected: Sequence[int]) -> str:
    wanted = level.answer(f", expected {tuple(expected)}")
    return f"the answer has shape {tuple(got)}{wanted}"
