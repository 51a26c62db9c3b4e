"""The checks of one question, which know what it is worth."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from .verdict import Verdict

MARKING = frozenset(
    ["arrays", "choices", "derivation", "flops", "ledger", "polynomial", "properties", "resources"]
)


class Checks:
    """The names of `examiner.checks`, where no check is told how many points it gives.

    A check gives all of the question's points, or with `share=` a part of them: the verdicts of
    `checks.arrays(..., share=1/2) + checks.resources(..., share=1/2)` add up.
    """

    def __init__(self, points: float) -> None:
        self._points = points

    def __getattr__(self, name: str) -> Any:
        value = getattr(sys.modules[__package__], name)
        return functools.partial(self._mark, value) if name in MARKING else value

    def _mark(
        self, check: Callable[..., Verdict], *arguments: Any, share: float = 1.0, **settings: Any
    ) -> Verdict:
        if "points" in settings:
            raise TypeError(
                "points= is not for problem texts: a question's points stand in "
                "problems/course.toml, and share= says what part of them a check gives"
            )
        return check(*arguments, points=round(self._points * share, 9), **settings)


def worth(points: float) -> Checks:
    """The checks of a question of so many points. The build puts `checks = worth(4)` at the head of
    each hidden test.
    """
    return Checks(points)
