"""What is said of derivations: of their lines, of the facts that steps use, and of their end."""

from __future__ import annotations

from collections.abc import Sequence

from .diagnosis import Diagnosis, Message
from .feedback_level import Level
from .sentences import say, sentences


def _line(level: Level, number: int) -> str:
    return f"line {number}" if number else "the left-hand side"


def _lines(level: Level, numbers: Sequence[int]) -> str:
    return f"line{'s' * (len(numbers) > 1)} {' and '.join(map(str, numbers))}"


def _does_not_follow(
    level: Level, before: int, because: Diagnosis | Message | None, example: Message
) -> str:
    reason = f"{say(because, level)}; " if because else ""
    shown = level.diagnosis(f": {reason}{say(example, level)}")
    return f"it does not follow from {_line(level, before)}{shown}"


def _mended_by(level: Level, changes: Sequence[Message]) -> str:
    """The changes each of which would make a line true."""
    texts = ", or ".join(say(change, level) for change in changes)
    return level.answer(texts, "a transpose or the order of factors is wrong")


NAMED_ELSEWHERE = "used, but not named by exactly the steps that use it"
sentences(
    {
        # of lines
        "line": _line,
        "lines": _lines,
        "does-not-follow": _does_not_follow,
        "mended-by": _mended_by,
        "no-derivation": "expected a list of lines (relation, expression, reason), not {value}",
        "too-many-lines": "{count} lines; at most {most}",
        "lines-too-long": "the lines are too long, together: use the short names",
        "line-left-out": "it cannot be used, and is left out: {why}",
        "also": ("; {what}", ""),
        "for-example": "for {note}, {shown}",
        "starts-elsewhere": "a derivation starts with the left-hand side, {left}",
        "start-jumps": (
            "a derivation starts with the left-hand side, {left}: what leads from there to this"
            " line is not shown"
        ),
        "other-matrix": "`{right}` should stand in the place of `{there}` in `{around}`",
        "other-order": "the factors of `{product}` should change places",
        "other-order-transposed": (
            "the factors of `{product}` should change places: ({left} @ {right}).T ="
            " {right}.T @ {left}.T"
        ),
        "other-side-throughout": "`{name}` should stand on the other side throughout",
        "other-relation": "it is true, but `{relation}` cannot show the claim, which says `=`",
        "repeats-line": "it repeats line {number}: leave it out",
        "reason-not-listed": "{reason} is not on the list of reasons: {listed}",
        # of steps
        "reasons-exchanged": (
            "their reasons have changed places: line {first} uses {fact}, line {second} {other}",
            "the reasons of these steps are not theirs",
        ),
        "facts-at-once": (
            "one step uses {facts}: put a line in between{way}",
            "one step uses too much: put a line in between",
        ),
        "or-show": ", or show {what} in the line before",
        "fact-not-named": (
            "the step uses {fact} and does not name it: {says} is needed; without it, {example}",
            "the step uses what it does not name",
        ),
        "known-jump": ("{what}", "the step leaves out more than it says"),
        "fact-not-used": (
            "the step names {fact} and does not use it: it holds without it",
            "the step names what it does not use",
        ),
        # of facts
        "used-by-no-step": "no step uses it",
        "still-needed": "used in {lines}, and still needed below {line}: no points yet",
        "used-with-others": "used by the step to line {number} together with others{at_once}",
        "used-and-named": "used alone, and named where it is used",
        "used-unnamed": ("used in {lines}, not named there", NAMED_ELSEWHERE),
        "used-named-elsewhere": ("used in {lines}, named in {others}", NAMED_ELSEWHERE),
        "named-with-others": (
            "used in {lines}, and named there with a fact that is not used",
            NAMED_ELSEWHERE,
        ),
        "at-once": (": {facts}; put a line in between{way}", ""),
        # of the end
        "ends-with": "not reached: the derivation ends with the {what} {number}",
        "stops-at": "not reached: lines after the {what} {number} are not looked at",
        "reached-and-left": "reached in {at}, and left again by the {what} {number}",
        "no-line-reaches-the-end": "not reached by lines that can be read",
        "end-is-not-the-goal": (
            "not reached yet: all your lines are true, and the last, {last}, is not the goal"
        ),
        "reached": "reached",
        "by-leap": (
            "a step uses too much: put a line between any two facts, so that it can be seen where"
            " each is used"
        ),
        "facts-unused": "no step uses {facts}",
        "facts-unnamed": (
            "a step uses {facts} and does not name it",
            "a step uses what it does not name",
        ),
    }
)
