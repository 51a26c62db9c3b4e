"""What is said of calls, of values that were none of what was asked for, of choices, and of how an
answer grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..quoting import quoted
from .diagnosis import Message
from .feedback_level import Level
from .sentences import say, sentences


def _authored(level: Level, words: str, diagnosis: str = "", answer: str = "") -> str:
    """What a question's marking says in words of its own.

    diagnosis: what names an error. answer: what says what is right.
    """
    return words + level.diagnosis(diagnosis) + level.answer(answer)


# Errors that say nothing to whoever didn't look for them: type and message -> what caused them.
_CAUSES = {
    ("BdbQuit", ""): "a breakpoint stands in your code: remove breakpoint() or set_trace()",
    ("EOFError", "EOF when reading a line"): (
        "your code calls input(), and nobody types when you are graded: remove it"
    ),
}


def _raised(level: Level, type: str, message: str, lacks_an_axis: str = "") -> str:
    """lacks_an_axis: the shape of the array that lost one."""
    if cause := _CAUSES.get((type, message)):
        return f"it raised {type}: {cause}"
    if not message:
        return f"it raised {type}"
    lost = f". {lacks_an_axis} lacks an axis: sums and maxima keep it with keepdims=True, and "
    lost = f"{lost}x[:, None] puts one in" if lacks_an_axis else ""
    return f"it raised {type}: {quoted(message)}{level.diagnosis(lost)}"


_HOW = {"fast": "fast", "slow": "slowly"}
_KINDS = {
    "convention": "another convention",
    "slip": "a slip",
    "idea": "it misses the idea of the question",
}


def _kinds(level: Level, kinds: Sequence[str], charged: bool) -> str:
    """The kinds of the misconceptions that a finding names: they decide what these cost.

    charged: whether they cost points, or the items give more.
    """
    words = " and ".join(dict.fromkeys(_KINDS[kind] for kind in kinds))
    more = "" if charged or "idea" in kinds else "; the items give at least as much"
    return level.diagnosis(f" ({words}{more})" if words else "")


def _comments(level: Level, comments: Sequence[str | Message]) -> str:
    """What the question says of options that are wrong or missing in an entry."""
    texts = (each if isinstance(each, str) else say(each, level) for each in comments)
    return level.diagnosis(f". {'. '.join(texts)}")


def _entries_not_asked(level: Level, entries: Sequence[str]) -> str:
    """entries: keys of the student's."""
    there = "is no entry" if len(entries) == 1 else "are no entries"
    return f"there {there} {', '.join(map(quoted, entries))} in this question"


def _option_missing(level: Level, option: str, comment: str) -> str:
    what = level.answer(f"{quoted(option)} is missing: ", "One is missing: ")
    return what + comment[:1].lower() + comment[1:]


def _listed(options: Sequence[str]) -> str:
    return ", ".join(f"“{option}”" for option in options)


def _growth_differs(
    level: Level,
    fast: Mapping[str, int],
    slow: Mapping[str, int],
    right: str,
    stopped: Message | None,
) -> str:
    """fast, slow: the speeds of arguments with which it grows too fast, and too slowly.

    stopped: what ended the answer before the largest.
    """
    differences = [
        f"{_growing(speeds)} it grows too {how}"
        for speeds, how in ((fast, "fast"), (slow, "slowly"))
        if speeds
    ]
    formula = right.replace("**2", "²").replace("**3", "³").replace("*", "·")
    text = level.diagnosis("; ".join(differences), "it is of another class")
    text += level.answer(f"; right is Θ({formula})")
    return text + (f"; {say(stopped, level)}" if stopped else "")


def _growing(speeds: Mapping[str, int]) -> str:
    """ "with T and J growing alike and K fixed"."""
    alike, squares, fixed = ([n for n in speeds if speeds[n] == speed] for speed in (1, 2, 0))
    text = f"with {_and(alike)} growing{' alike' if len(alike) > 1 else ''}"
    text += "".join(f", {name} as {alike[0]}²" for name in squares)
    return text + (f"{',' if squares else ''} and {_and(fixed)} fixed" if fixed else "")


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


sentences(
    {
        # how a call ended
        "needs-more-memory": "it needs more memory than allowed",
        "not-in-time": "{message}",
        "crashed": "{message}",
        "failed-at": "at {at} {how}",
        "unavailable": "{why}",
        "explained-by": ("{error}", ""),
        "kinds": _kinds,
        "rounding": "rounding",
        "rounded-mark": "{earned} is rounded to quarters of a point",
        "authored": _authored,
        "raised": _raised,
        "cell-stopped": lambda level, type, message: (
            f"the cell of the answer stopped with {type}: "
            f"{_CAUSES.get((type, message)) or quoted(message)}"
        ),
        "another-shape": lambda level, shape, expected: (
            f"the answer has shape {shape}{level.answer(f', expected {expected}')}"
        ),
        # code
        "power-as-xor": "`^` is no power in Python, but exclusive or: a power is written `**`",
        # a value that is none of what was asked for
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
        "chose-everything": "it names every option in every entry",
        "chose-the-same": "it names the same option in every entry",
        "entry-missing": "no such entry in the answer",
        "chose-no-option": "expected an option or a set of options",
        "chose-several": "choose one option, not {count}",
        "chose-unknown": lambda level, unknown, options: (
            f"{quoted(unknown)} is not an option; choose from {_listed(options)}"
        ),
        "chose": lambda level, options: f"you have {_listed(options) or 'nothing'}",
        "comments": _comments,
        "entries-not-asked": _entries_not_asked,
        "option-missing": _option_missing,
        # how an answer grows
        "growth-differs": _growth_differs,
        "growth-in-size": lambda level, wrong: (
            f"the answer grows too {' and too '.join(_HOW[how] for how in wrong)} with it"
            if wrong
            else "the answer grows with it as it should"
        ),
        "growth-in-idle-size": "the answer grows with it; the right one doesn't",
        "takes-sizes-alike": "it only adds or multiplies sizes as they are",
        "growth-right": "of the right class",
        "growth-right-so-far": "of the right class, as far as it goes ({stopped})",
        "growth-stopped": (
            "{how}: math.log takes ints of any size; floats and numpy's numbers end"
        ),
        "growth-is-no-number": "expected a number, not {value} (at {at})",
        "growth-not-positive": "at {at} it returned {value}: it has to be positive",
        "growth-beyond-powers": "at {at} it returned {value}, larger than any power",
    }
)
