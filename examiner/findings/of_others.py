"""What is said of calls, of values that were none of what was asked for, and of choices."""

from __future__ import annotations

from collections.abc import Sequence

from .known_error import Says
from .level import Level
from .sentences import say, sentence

# --- how a call ended ----------------------------------------------------------------------------


@sentence("needs-more-memory")
def _(level: Level) -> str:
    return "it needs more memory than allowed"


@sentence("not-in-time")
def _(level: Level, message: str) -> str:
    return message or "not finished in time"


@sentence("crashed")
def _(level: Level, message: str) -> str:
    return message or "your code crashed"


@sentence("raised")
def _(level: Level, type: str, message: str, lacks_an_axis: str = "") -> str:
    """lacks_an_axis: the shape of the array that lost one."""
    if not message:
        return f"it raised {type}"
    lost = f". {lacks_an_axis} lacks an axis: sums and maxima keep it with keepdims=True, and "
    lost = f"{lost}x[:, None] puts one in" if lacks_an_axis else ""
    return f"it raised {type}: {_quoted(message)}{level.diagnosis(lost)}"


@sentence("failed-at")
def _(level: Level, at: str, how: Says) -> str:
    return f"at {at} {say(how, level)}"


@sentence("cell-stopped")
def _(level: Level, type: str, message: str) -> str:
    """How the cell of an answer ended."""
    return f"the cell of the answer stopped with {type}: {message}"


@sentence("unavailable")
def _(level: Level, why: str) -> str:
    """Why what a student defined can't be looked at."""
    return why


# --- values --------------------------------------------------------------------------------------


@sentence("value")
def _(
    level: Level,
    type: str,
    shown: str = "",
    digits: int = 0,
    count: int | None = None,
    shape: str = "",
    dtype: str = "",
) -> str:
    """A value in a few words: its type, its shape, the start of it."""
    if type == "NoneType":
        return "None (is a `return` missing?)"
    if shape:
        return f"an array of shape {shape} and type {dtype}"
    if count is not None:
        return f"a {type} of {count}"
    if digits:
        return f"the {type} of about {digits} digits"
    return f"the {type} {shown}" if shown else f"a value of type {type}"


@sentence("not-expected")
def _(level: Level, wanted: str, value: Says) -> str:
    """value: what there is in place of what is wanted."""
    return f"expected {wanted}, not {say(value, level)}"


@sentence("authored")
def _(level: Level, words: str) -> str:
    """What a problem's text says, at every level."""
    return words


@sentence("another-shape")
def _(level: Level, shape: str, expected: str) -> str:
    return f"the answer has shape {shape}{level.answer(f', expected {expected}')}"


# --- choices -------------------------------------------------------------------------------------


@sentence("choice-right")
def _(level: Level) -> str:
    return "right"


@sentence("choice-is-no-dict")
def _(level: Level, value: Says) -> str:
    return f"expected a dict, not {say(value, level)}"


@sentence("chose-everything")
def _(level: Level) -> str:
    return "it names every option in every entry"


@sentence("entry-missing")
def _(level: Level) -> str:
    return "no such entry in the answer"


@sentence("entry-not-asked")
def _(level: Level) -> str:
    return "there is no such entry in this question"


@sentence("chose-no-option")
def _(level: Level) -> str:
    return "expected an option or a set of options"


@sentence("chose-unknown")
def _(level: Level, unknown: str, options: Sequence[str]) -> str:
    return f"{_quoted(unknown)} is not an option; choose from {_listed(options)}"


@sentence("chose-several")
def _(level: Level, count: int) -> str:
    return f"choose one option, not {count}"


@sentence("chose")
def _(level: Level, options: Sequence[str]) -> str:
    return f"you have {_listed(options) or 'nothing'}"


@sentence("comments")
def _(level: Level, comments: Sequence[str | Says]) -> str:
    """What the question says of options that are wrong or missing in an entry."""
    texts = (each if isinstance(each, str) else say(each, level) for each in comments)
    return level.diagnosis(f". {'. '.join(texts)}")


@sentence("option-missing")
def _(level: Level, option: str, comment: str) -> str:
    what = level.answer(f"{_quoted(option)} is missing: ", "One is missing: ")
    return what + comment[:1].lower() + comment[1:]


def _quoted(text: str) -> str:
    """A text of a student's; its own quotation marks would seem to end the quotation."""
    text = text.replace("“", '"').replace("”", '"')
    return f"“{text}”"


def _listed(options: Sequence[str]) -> str:
    return ", ".join(f"“{option}”" for option in options)
