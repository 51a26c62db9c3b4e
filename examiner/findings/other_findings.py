"""Sentences about calls, unexpected values, choices, and the growth of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..quoting import quoted
from .diagnosis import Message
from .feedback_level import Level
from .sentences import add_sentences, render


def _authored(level: Level, words: str, diagnosis: str = "", answer: str = "") -> str:
    """Join a question's own text. diagnosis: names an error. answer: reveals the right answer."""
    return words + level.diagnosis(diagnosis) + level.answer(answer)


# Errors that don't explain themselves: type and message -> cause and remedy.
_CAUSES = {
    ("BdbQuit", ""): "your code has a breakpoint: remove breakpoint() or set_trace()",
    ("EOFError", "EOF when reading a line"): (
        "your code calls input(), but nobody can type during grading: remove it"
    ),
}


def _raised(level: Level, type: str, message: str, lacks_an_axis: str = "") -> str:
    """Render an error that a call raised. lacks_an_axis: the shape of an array without an axis."""
    if cause := _CAUSES.get((type, message)):
        return f"it raised {type}: {cause}"
    if not message:
        return f"it raised {type}"
    advice = f". {lacks_an_axis} lacks an axis: use keepdims=True in sums and maxima, or x[:, None]"
    return f"it raised {type}: {quoted(message)}{level.diagnosis(advice if lacks_an_axis else '')}"


_HOW = {"fast": "fast", "slow": "slowly"}
_KINDS = {  # one of a kind, and several
    "convention": ("another convention", "{number} other conventions"),
    "slip": ("a slip", "{number} slips"),
}
_NUMBERS = {2: "two", 3: "three"}
# The cost of the misconceptions -> what they would leave.
_LEFT = {
    0.25: "three quarters of the points",
    0.5: "half of the points",
    0.75: "a quarter of the points",
}


def _kinds(level: Level, kinds: Sequence[str], charged: bool, total: float = 0.0) -> str:
    """Name the kinds of the misconceptions in a finding; the kind decides the cost.

    Args:
        level: The level of detail.
        kinds: The kind of each misconception.
        charged: False if the right items earn at least as many points as the misconceptions leave.
        total: The cost of all, as a fraction of the points. Older graded notebooks lack it.
    """
    if not kinds:
        return ""
    if "idea" in kinds:
        text = "it misses the idea of the question: only your right items earn points"
        return level.diagnosis(f" ({text})")
    parts = []
    for kind in dict.fromkeys(kinds):
        one, several = _KINDS[kind]
        number = kinds.count(kind)
        parts.append(one if number == 1 else several.format(number=_NUMBERS.get(number, number)))
    words = _and(parts)
    if total and not charged:
        right = "your right items earn at least as many"
        if total >= 1:
            right = "only your right items earn points"
        words += f" would leave {_LEFT.get(total, 'nothing')}; {right}"
    return level.diagnosis(f" ({words})")


def _comments(level: Level, comments: Sequence[str | Message]) -> str:
    """Render the question's comments on the wrong and the missing options of an entry."""
    texts = (each if isinstance(each, str) else render(each, level) for each in comments)
    return level.diagnosis(f". {'. '.join(texts)}")


def _entries_not_asked(level: Level, entries: Sequence[str]) -> str:
    """Render the keys of a student's entries that the question doesn't have."""
    noun = "entry" if len(entries) == 1 else "entries"
    return f"this question has no {noun} {', '.join(map(quoted, entries))}"


def _option_missing(level: Level, options: Sequence[str], comment: str) -> str:
    one, several = "An option is missing", "Some options are missing"
    verb, unnamed = ("are", several) if len(options) > 1 else ("is", one)
    start = level.answer(f"{_and([*map(quoted, options)])} {verb} missing", unnamed)
    return start + (f": {comment[:1].lower()}{comment[1:]}" if comment else "")


def _listed(options: Sequence[str]) -> str:
    return ", ".join(f"“{option}”" for option in options)


def _growth_differs(
    level: Level,
    fast: Mapping[str, int],
    slow: Mapping[str, int],
    right: str,
    stopped: Message | None,
) -> str:
    """Render the growth of an answer that has another class than the right one.

    Args:
        level: The level of detail.
        fast: Argument -> its speed, along a ray on which the answer grows too fast; or empty.
        slow: The same for a ray on which it grows too slowly.
        right: The right class.
        stopped: The reason why the answer ended before the largest arguments.
    """
    differences = [
        f"{_growing(speeds)} it grows too {how}"
        for speeds, how in ((fast, "fast"), (slow, "slowly"))
        if speeds
    ]
    formula = right.replace("**2", "²").replace("**3", "³").replace("*", "·")
    text = level.diagnosis("; ".join(differences), "it grows in another way")
    text += level.answer(f"; the right class is Θ({formula})")
    return text + (f"; {render(stopped, level)}" if stopped else "")


def _growing(speeds: Mapping[str, int]) -> str:
    """Describe how arguments grow: "with T and J growing alike and K fixed"."""
    alike, squares, fixed = ([n for n in speeds if speeds[n] == speed] for speed in (1, 2, 0))
    text = f"with {_and(alike)} growing{' alike' if len(alike) > 1 else ''}"
    text += "".join(f", {name} as {alike[0]}²" for name in squares)
    return text + (f"{',' if squares else ''} and {_and(fixed)} fixed" if fixed else "")


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


add_sentences(
    {
        # the end of a call
        "needs-more-memory": "it needs more memory than allowed",
        "not-in-time": "{message}",
        "crashed": "{message}",
        "failed-at": "at {at} {how}",
        "unavailable": "{why}",
        "explained-by": ("{error}", ""),
        "kinds": _kinds,
        "rounding": "rounding",
        "rounded-mark": "{earned} points are rounded to quarters of a point",
        "authored": _authored,
        "raised": _raised,
        "cell-stopped": lambda level, type, message: (
            f"the cell with your answer stopped with {type}: "
            f"{_CAUSES.get((type, message)) or quoted(message)}"
        ),
        "another-shape": lambda level, shape, expected: (
            f"the answer has shape {shape}{level.answer(f', expected {expected}')}"
        ),
        # code
        "power-as-xor": "`^` is exclusive or in Python: write a power as `**`",
        # unexpected values
        "nothing-returned": "None (is a `return` missing?)",
        "array": "an array of shape {shape} and type {dtype}",
        "container": "a {type} of {count}",
        "long-number": "the {type} of about {digits} digits",
        "value": "the {type} {shown}",
        "other-value": "a value of type {type}",
        "unsent": "{what}",
        "not-expected": "expected {wanted}, not {value}",
        # choices
        "choice-right": "right",
        "choice-is-no-dict": "expected a dict, not {value}",
        "chose-everything": "it chooses every option in every entry",
        "chose-the-same": "it chooses the same option in every entry",
        "entry-missing": "your answer has no such entry",
        "chose-no-option": "expected an option or a set of options",
        "chose-several": "choose one option, not {count}",
        "chose-unknown": lambda level, unknown, options: (
            f"{quoted(unknown)} is not an option; choose from {_listed(options)}"
        ),
        "chose": lambda level, options: f"you have {_listed(options) or 'nothing'}",
        "comments": _comments,
        "entries-not-asked": _entries_not_asked,
        "option-missing": _option_missing,
        # growth
        "growth-differs": _growth_differs,
        "growth-in-size": lambda level, wrong: (
            f"the answer grows too {' and too '.join(_HOW[how] for how in wrong)} with this size"
            if wrong
            else "the answer grows with this size as it should"
        ),
        "growth-in-idle-size": "the answer grows with this size; the right one doesn't",
        "takes-sizes-alike": "it only adds or multiplies the sizes, and computes nothing else",
        "growth-right": "the right growth",
        "growth-right-so-far": "the right growth, as far as the answer could be called ({stopped})",
        "growth-stopped": (
            "{how}: use Python's ints, which math.log takes at any size; floats and numpy's numbers"
            " overflow"
        ),
        "growth-is-no-number": "expected a number, not {value} (at {at})",
        "growth-not-positive": "at {at} it returned {value}, but it must be positive",
        "growth-beyond-powers": "at {at} it returned {value}, larger than any power",
    }
)
