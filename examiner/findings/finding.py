"""Findings: what a check found in one part of an answer, as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple

from .diagnosis import Diagnosis, Message, of_json
from .feedback_level import Level
from .sentences import in_words, say, together

IN_SHORT, WHOLE = (
    Message("in-short"),
    Message("whole"),
)  # what findings are about that sum others up


class Unit(StrEnum):
    """What a check counts in an answer. A hint sums the findings on one unit up."""

    TERM = "term"
    LINE = "line"
    ENTRY = "entry"
    SIZE = "size"
    OTHER = ""


class Shown(NamedTuple):
    """A finding as a student reads it. sign: right, wrong, or wrong and charged elsewhere."""

    sign: str
    heading: str
    message: str
    points: float
    max_points: float

    @property
    def line(self) -> str:
        return f"{self.heading}: {self.message}" if self.heading else self.message


@dataclass(frozen=True)
class Finding:
    """A finding: the result for one part of an answer, as data.

    Attributes:
        about: The part: the name of a term, a line, a case or an array; or a message that names it.
        says: The messages, one after the other.
        points: The points of this part.
        max_points: The most points of this part.
        passed: True if the part is right. A wrong part with all its points was charged elsewhere.
        errors: The misconceptions that explain the part. Reports count by them.
        function: The function that the finding is about, if the question has several.
        unit: The unit of the part: a term, a line, an entry, or a size. Hints count units.

    Example:
        >>> from examiner.checks import Finding, message
        >>> finding = Finding.of("the scores", message("These are right."), points=1, max_points=1)
        >>> finding.points
        1
    """

    about: str | Message
    says: tuple[Message, ...] = ()
    points: float = 0.0
    max_points: float = 0.0
    passed: bool = False
    errors: tuple[Diagnosis, ...] = ()
    function: str = ""
    unit: Unit = Unit.OTHER

    @classmethod
    def of(
        cls,
        about: str | Message,
        *says: Message,
        points: float = 0.0,
        max_points: float = 0.0,
        passed: bool = False,
        errors: Iterable[Diagnosis] = (),
        unit: Unit = Unit.OTHER,
    ) -> Finding:
        """A finding that says this."""
        return cls(about, says, points, max_points, passed, tuple(errors), unit=unit)

    @property
    def is_charged_elsewhere(self) -> bool:
        """Whether this is wrong for a reason that cost points in another part, and so none here."""
        return not self.passed and 0 < self.max_points <= self.points

    @property
    def in_short(self) -> bool:
        """Whether it sums the others up."""
        return self.about == IN_SHORT

    def without_points(self, reason: Message) -> Finding:
        """The same, where what is right earns nothing all the same."""
        # What a mistake costs is said of points that are earned.
        says = tuple(
            Message(each.id, {name: fact for name, fact in each.facts.items() if name != "cost"})
            for each in self.says
        )
        if not self.points:
            return replace(self, says=says)
        says = (*says, Message("but", {"reason": reason}))
        return replace(self, says=says, points=0.0, passed=False)

    def shown(self, level: str = Level.ANSWER) -> Shown:
        """What a student reads of it at a level."""
        level = Level(level)
        about = self.about if isinstance(self.about, str) else say(self.about, level)
        sign = "✓" if self.passed else "–" if self.is_charged_elsewhere else "✗"
        heading = f"{self.function}: {about}" if self.function else about
        return Shown(sign, heading, in_words(self.says, level), self.points, self.max_points)

    @property
    def names(self) -> str:
        """The known errors that it names, in words."""
        return together(self.errors, Level.ANSWER)

    def as_json(self) -> dict[str, Any]:
        return json.loads(json.dumps(asdict(self)))

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Finding:
        """What `as_json` wrote. TypeError, KeyError or ValueError for anything else."""
        read = [of_json(data[each.name]) for each in fields(cls)]
        about, says, points, most, passed, errors, function, unit = read
        fits = [isinstance(about, str | Message), (type(passed), type(function)) == (bool, str)]
        fits += [isinstance(each, Message) for each in says]
        fits += [isinstance(each, Diagnosis) for each in errors]
        fits += [type(number) in (int, float) for number in (points, most)]
        if not all(fits):
            raise TypeError("this is no finding")
        return cls(about, tuple(says), points, most, passed, tuple(errors), function, Unit(unit))
