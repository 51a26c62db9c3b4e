"""Sentences about derivations: their lines, the facts that steps use, and their last line."""

from __future__ import annotations

from collections.abc import Sequence

from .diagnosis import Diagnosis, Message
from .feedback_level import Level
from .sentences import add_sentences, render


def _line(level: Level, number: int) -> str:
    return f"line {number}" if number else "the left-hand side"


def _lines(level: Level, numbers: Sequence[int]) -> str:
    return f"{'lines' if len(numbers) > 1 else 'line'} {' and '.join(map(str, numbers))}"


def _does_not_follow(
    level: Level, before: int, because: Diagnosis | Message | None, example: Message
) -> str:
    reason = f"{render(because, level)}; " if because else ""
    details = level.diagnosis(f": {reason}{render(example, level)}")
    return f"it does not follow from {_line(level, before)}{details}"


def _mended_by(level: Level, changes: Sequence[Message]) -> str:
    """Render changes to a line. Each of them alone makes the line true."""
    texts = ", or ".join(render(change, level) for change in changes)
    return level.answer(texts, "a transpose or the order of factors is wrong")


NAMED_ELSEWHERE = "used, but the steps that name it are not exactly those that use it"
add_sentences(
    {
        # lines
        "line": _line,
        "lines": _lines,
        "does-not-follow": _does_not_follow,
        "mended-by": _mended_by,
        "no-derivation": "expected a list of lines (relation, expression, reason), not {value}",
        "too-many-lines": "{count} lines; at most {most}",
        "lines-too-long": "the lines are too long in total: use the short names",
        "line-left-out": "the check can't use this line and ignores it: {why}",
        "also": ("; {what}", ""),
        "for-example": "for {note}, {shown}",
        "starts-elsewhere": "a derivation starts with the left-hand side, {left}",
        "start-jumps": (
            "a derivation starts with the left-hand side, {left}: show the steps from there to this"
            " line"
        ),
        "other-matrix": "write `{right}` instead of `{there}` in `{around}`",
        "other-order": "swap the factors of `{product}`",
        "other-order-transposed": (
            "swap the factors of `{product}`: ({left} @ {right}).T = {right}.T @ {left}.T"
        ),
        "other-side-throughout": "`{name}` belongs on the other side of each product",
        "other-relation": "it is true, but `{relation}` cannot show the claim, which says `=`",
        "repeats-line": "it repeats line {number}: leave it out",
        "reason-not-listed": "{reason} is not in the list of reasons: {listed}",
        # steps
        "reasons-exchanged": (
            "their reasons are swapped: line {first} uses {fact}, line {second} uses {other}",
            "these steps do not use the reasons that they name",
        ),
        "facts-at-once": (
            "one step uses {facts}: put a line in between{way}",
            "one step uses too much: put a line in between",
        ),
        "or-show": ", or show {what} in the line before",
        "fact-not-named": (
            "the step uses {fact} but does not name it. It needs {says}: without this, {example}",
            "the step uses a fact that it does not name",
        ),
        "known-jump": ("{what}", "the step leaves out more than it says"),
        "fact-not-used": (
            "the step names {fact} but does not need it",
            "the step names a fact that it does not use",
        ),
        # facts
        "used-by-no-step": "no step uses it",
        "still-needed": "used in {lines}, but still needed after {line}: no points yet",
        "used-with-others": "the step to line {number} uses more than this fact{at_once}",
        "used-and-named": "named by each step that uses it, and by no other",
        "used-unnamed": ("used in {lines}, but not named there", NAMED_ELSEWHERE),
        "used-named-elsewhere": ("used in {lines}, but named in {others}", NAMED_ELSEWHERE),
        "named-elsewhere-too": (
            "used and named in {lines}, but also named in {others}, where it is not used",
            NAMED_ELSEWHERE,
        ),
        "named-with-needless": (
            "used in {lines}, but named there together with a fact that no proof needs",
            NAMED_ELSEWHERE,
        ),
        "at-once": (": {facts}; put a line in between{way}", ""),
        # the goal
        "ends-with": "not reached: the derivation ends with the {what} {number}",
        "stops-at": "not reached: the check ignores all lines after the {what} {number}",
        "reached-and-left": "reached in {at}, but the {what} {number} leaves it again",
        "no-line-reaches-the-end": "not reached by lines that the check can read",
        "end-is-not-the-goal": (
            "not reached yet: all your lines are true, but the last, {last}, is not the goal"
        ),
        "reached": "reached",
        "by-leap": (
            "one step uses too much: put a line between any two facts, so that each step uses one"
        ),
        "facts-unused": "no step uses {facts}",
        "facts-unnamed": (
            "a step uses {facts} and does not name it",
            "a step uses a fact that it does not name",
        ),
    }
)
