"""What is said of calls, of values that were none of what was asked for, and of choices."""

from __future__ import annotations

from collections.abc import Sequence

from ..quoting import quoted
from .known_error import Says
from .level import Level
from .sentences import say, sentence, templates

templates(
    {
        # how a call ended
        "needs-more-memory": "it needs more memory than allowed",
        "not-in-time": "{message}",
        "crashed": "{message}",
        "failed-at": "at {at} {how}",
        "unavailable": "{why}",
        "explained-by": ("{error}", ""),
        # code
        "power-as-xor": "`^` is no power in Python, but exclusive or: a power is written `**`",
        # a value that is none of what was asked for
        "nothing-returned": "None (is a `return` missing?)",
        "array": "an array of shape {shape} and type {dtype}",
        "container": "a {type} of {count}",
        "long-number": "the {type} of about {digits} digits",
        "value": "the {type} {shown}",
        "other-value": "a value of type {type}",
        "not-expected": "expected {wanted}, not {value}",
        # choices
        "choice-right": "right",
        "choice-is-no-dict": "expected a dict, not {value}",
        "chose-everything": "it names every option in every entry",
        "chose-the-same": "it names the same option in every entry",
        "entry-missing": "no such entry in the answer",
        "chose-no-option": "expected an option or a set of options",
        "chose-several": "choose one option, not {count}",
    }
)


@sentence("authored")
def _(level: Level, words: str, diagnosis: str = "", answer: str = "") -> str:
    """What a question's marking says in words of its own.

    diagnosis: what names an error. answer: what says what is right.
    """
    return words + level.diagnosis(diagnosis) + level.answer(answer)


@sentence("raised")
def _(level: Level, type: str, message: str, lacks_an_axis: str = "") -> str:
    """lacks_an_axis: the shape of the array that lost one."""
    if not message:
        return f"it raised {type}"
    lost = f". {lacks_an_axis} lacks an axis: sums and maxima keep it with keepdims=True, and "
    lost = f"{lost}x[:, None] puts one in" if lacks_an_axis else ""
    return f"it raised {type}: {quoted(message)}{level.diagnosis(lost)}"


@sentence("cell-stopped")
def _(level: Level, type: str, message: str) -> str:
    return f"the cell of the answer stopped with {type}: {quoted(message)}"


@sentence("another-shape")
def _(level: Level, shape: str, expected: str) -> str:
    return f"the answer has shape {shape}{level.answer(f', expected {expected}')}"


@sentence("chose-unknown")
def _(level: Level, unknown: str, options: Sequence[str]) -> str:
    return f"{quoted(unknown)} is not an option; choose from {_listed(options)}"


@sentence("chose")
def _(level: Level, options: Sequence[str]) -> str:
    return f"you have {_listed(options) or 'nothing'}"


@sentence("comments")
def _(level: Level, comments: Sequence[str | Says]) -> str:
    """What the question says of options that are wrong or missing in an entry."""
    texts = (each if isinstance(each, str) else say(each, level) for each in comments)
    return level.diagnosis(f". {'. '.join(texts)}")


@sentence("entries-not-asked")
def _(level: Level, entries: Sequence[str]) -> str:
    """entries: keys of the student's."""
    there = "is no entry" if len(entries) == 1 else "are no entries"
    return f"there {there} {', '.join(map(quoted, entries))} in this question"


@sentence("option-missing")
def _(level: Level, option: str, comment: str) -> str:
    what = level.answer(f"{quoted(option)} is missing: ", "One is missing: ")
    return what + comment[:1].lower() + comment[1:]


def _listed(options: Sequence[str]) -> str:
    return ", ".join(f"“{option}”" for option in options)
