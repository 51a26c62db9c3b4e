"""Further problems: the questions of a problem set beyond its core, and how their points count.

Every total follows the two methods of `FurtherCount`. Pages and reports mark a further problem with
a star.
"""

from __future__ import annotations

from enum import StrEnum

STAR = "★"


class FurtherCount(StrEnum):
    """A rule for the points of further problems: the setting `c.FurtherProblems.count`."""

    FULL = "full"  # like the points of every other question
    EXTRA = "extra"  # added to the total, but not to its maximum
    NONE = "none"  # not at all, although the answers are graded

    @property
    def sentence(self) -> str:
        """The sentence that explains the star on a page or in a report."""
        return {
            FurtherCount.FULL: f"{STAR} A further problem: it counts like every other question.",
            FurtherCount.EXTRA: (
                f"{STAR} A further problem: its points are added to the total, and the maximum is "
                "that of the other questions."
            ),
            FurtherCount.NONE: f"{STAR} A further problem: it does not count towards the total.",
        }[self]
