"""Findings: the result of a check for one part of an answer, as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple

from .diagnosis import Diagnosis, Message, of_json
from .feedback_level import Level
from .sentences import render, render_diagnoses, render_messages

# The subjects of findings on the whole answer. A summary names the misconceptions.
SUMMARY, WHOLE = Message("in-short"), Message("whole")
ROUNDING = Message("rounding")  # the subject of the finding on a rounded mark
_JSON_KEYS = {"messages": "says"}  # attribute -> its older key in graded notebooks


class Unit(StrEnum):
    """The unit that a check counts in an answer. Hints summarise the findings on one unit."""

    TERM = "term"
    LINE = "line"
    ENTRY = "entry"
    SIZE = "size"
    OTHER = ""


class RenderedFinding(NamedTuple):
    """A finding as a student reads it.

    Attributes:
        sign: "✓" for right, "✗" for wrong, "–" for wrong but charged in another finding.
        heading: The part of the answer; "" if the message needs none.
        message: The messages, as one text.
        points: The points of this part.
        max_points: The most points of this part.
    """

    sign: str
    heading: str
    message: str
    points: float
    max_points: float

    @property
    def line(self) -> str:
        """The heading and the message, in one line."""
        return f"{self.heading}: {self.message}" if self.heading else self.message


@dataclass(frozen=True)
class Finding:
    """A finding: the result for one part of an answer, as data.

    Attributes:
        about: The part: the name of a term, a line, a case or an array; or a message that names it.
        messages: The messages, in the order in which students read them.
        points: The points of this part.
        max_points: The most points of this part.
        passed: True if the part is right. A wrong part with all its points was charged elsewhere.
        errors: The misconceptions that explain the part. Reports count how often each occurs.
        function: The function that the finding is about, if the question has several.
        unit: The unit of the part: a term, a line, an entry, or a size. Hints count units.

    Example:
        >>> from examiner.checks import Finding, message
        >>> finding = Finding.of("the scores", message("These are right."), points=1, max_points=1)
        >>> finding.points
        1
    """

    about: str | Message
    messages: tuple[Message, ...] = ()
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
        *messages: Message,
        points: float = 0.0,
        max_points: float = 0.0,
        passed: bool = False,
        errors: Iterable[Diagnosis] = (),
        unit: Unit = Unit.OTHER,
    ) -> Finding:
        """Make a finding with these messages; see the attributes of the class."""
        return cls(about, messages, points, max_points, passed, tuple(errors), unit=unit)

    @property
    def is_charged_elsewhere(self) -> bool:
        """True if the part is wrong but keeps its points, because another part was charged."""
        return not self.passed and 0 < self.max_points <= self.points

    @property
    def is_summary(self) -> bool:
        """True if the finding summarises the others."""
        return self.about == SUMMARY

    @property
    def is_rounding(self) -> bool:
        """True if the finding tells the points before they were rounded."""
        return self.about == ROUNDING

    def without_points(self, reason: Message) -> Finding:
        """Copy the finding without its points.

        Args:
            reason: The reason why the part earns nothing. It is added only to a part with points.

        Returns:
            The copy.
        """
        # Without points, a misconception costs nothing, so the messages lose the fact "cost".
        messages = tuple(
            Message(each.id, {name: fact for name, fact in each.facts.items() if name != "cost"})
            for each in self.messages
        )
        if not self.points:
            return replace(self, messages=messages)
        messages = (*messages, Message("but", {"reason": reason}))
        return replace(self, messages=messages, points=0.0, passed=False)

    def shown(self, level: str = Level.ANSWER) -> RenderedFinding:
        """Render the finding for a student at a level of detail."""
        level = Level(level)
        about = self.about if isinstance(self.about, str) else render(self.about, level)
        sign = "✓" if self.passed else "–" if self.is_charged_elsewhere else "✗"
        heading = f"{self.function}: {about}" if self.function else about
        text = render_messages(self.messages, level)
        return RenderedFinding(sign, heading, text, self.points, self.max_points)

    @property
    def misconception_text(self) -> str:
        """The messages of the misconceptions that the finding names, as one text."""
        return render_diagnoses(self.errors, Level.ANSWER)

    def as_json(self) -> dict[str, Any]:
        """Convert the finding to JSON data; `of_json` reads it."""
        data = {_JSON_KEYS.get(name, name): value for name, value in _values(self).items()}
        return json.loads(json.dumps(data, default=_values))

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Finding:
        """Restore the finding that `as_json` wrote.

        Raises:
            TypeError, KeyError, ValueError: The data is no finding.
        """
        read = [of_json(data[_JSON_KEYS.get(each.name, each.name)]) for each in fields(cls)]
        about, messages, points, most, passed, errors, function, unit = read
        fits = [isinstance(about, str | Message), (type(passed), type(function)) == (bool, str)]
        fits += [isinstance(each, Message) for each in messages]
        fits += [isinstance(each, Diagnosis) for each in errors]
        fits += [type(number) in (int, float) for number in (points, most)]
        if not all(fits):
            raise TypeError("this is no finding")
        return cls(
            about, tuple(messages), points, most, passed, tuple(errors), function, Unit(unit)
        )


def _values(data: Any) -> dict[str, Any]:
    """Return the attributes of a finding, or of a message in it, by their names."""
    return {each.name: getattr(data, each.name) for each in fields(data)}
