"""What is said of answers that are arrays: values, properties, memory and time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..wording import several
from .diagnosis import Diagnosis, Message
from .feedback_level import Level
from .sentences import OR, OR_INSTEAD, say, sentences, together

NAN = " (no number: 0/0, ∞ − ∞ or 0 · ∞)"
FEW_DIGITS = {
    "float32": ": it was computed in float32",
    "small": ", and all of it is too small: is a small number added to a denominator?",
}


def _array_wrong(
    level: Level,
    what: Sequence[Message],
    readings: Sequence[Sequence[Diagnosis]] = (),
    where: str = "",
) -> str:
    """readings: known errors that explain it, one reading as well as the other. where: the first
    case in which it is so."""
    named = level.diagnosis(_named(level, readings))
    return ": ".join(filter(None, (named, where, *(say(each, level) for each in what))))


def _explained(level: Level, readings: Sequence[Sequence[Diagnosis]]) -> str:
    """The misconceptions that explain everything that is wrong."""
    return level.diagnosis(_named(level, readings))


def _named(level: Level, readings: Sequence[Sequence[Diagnosis]]) -> str:
    several = any(len(errors) > 1 for errors in readings)
    return (OR_INSTEAD if several else OR).join(together(errors, level) for errors in readings)


def _numbers_differ(
    level: Level,
    got: str,
    expected: str,
    index: Sequence[int] = (),
    differing: int = 1,
    size: int = 1,
) -> str:
    """The first entry that differs, of `differing` among `size`. expected: "" if it is no number"""
    values = f"you have {got}{NAN if got == 'nan' else ''}"
    values += level.answer(f", expected {expected}" if expected else "")
    if size == 1:
        return values
    if level is Level.HINT:  # which entries are wrong would say which guesses are right
        return f"{'every entry differs' if differing == size else 'some entries differ'}"
    first = f"[{', '.join(map(str, index))}]"
    return f"{differing} of {size} entries differ; first {first}: {values}"


def _unequal(level: Level, words: str, difference: Message) -> str:
    """words: what should be equal, as a problem's text says it."""
    return ": ".join(filter(None, (words, say(difference, level))))


def _with_sizes(level: Level, how: Message, sizes: Mapping[str, int]) -> str:
    """The smallest sizes at which a property does not hold, or nothing came of which it could."""
    listed = ", ".join(f"{name} = {value}" for name, value in sizes.items())
    return f"with {listed}: {say(how, level)}" if listed else say(how, level)


sentences(
    {
        # the usual errors
        "transposed": "it is transposed",
        "one-more": "this is the right one plus 1",
        "one-less": "this is the right one minus 1",
        "factor": "{factor} times the right one",
        "size-missing": "a factor {size} is missing",
        "size-too-many": "a factor {size} is too many",
        "size-divides": "divided by {size}",
        "size-multiplies": "multiplied by {size}",
        "another-output": "this is right for {name}",
        "exchanged": "{names} have changed places",
        "factors-of-arrays": "it is the right one times a number, not the same one in every call",
        "factors-of-parts": "each {part} is the right one times a factor of its own",
        "reshaped": "these are the right numbers in another shape",
        # answers in which nothing is computed
        "constant": "it is {value} everywhere, whatever the arguments",
        "given-back": "it gives back one of its arguments as it is, and computes nothing",
        "same-always": "it is the same whatever the arguments",
        "there-already": ("{words}", "it is there already"),
        # where an answer is right, and what it ignores
        "ignores": ("it doesn't depend on {name}", ""),
        "ignores-scale": (
            "it doesn't change when {name} is multiplied by {scale}: is it divided by its own"
            " size?",
            "",
        ),
        "right-without": ("it is right without {name}", ""),
        "right-with-one": ("it is right only with {name} = 1", ""),
        # what was looked at
        "the-method": "the method",
        "a-function": "side effects and type",
        "memory-for": "{mebibytes} MiB for {sizes}",
        "time-between": "time from {short} to {long}",
        # what was found
        "value-right": "right",
        "array-type": "right, but a {kind}, where an array is asked for",
        "no-such-key": "the dict has no {key}",
        "bools": "true or false, where numbers are expected",
        "bool-for-number": "true or false, where numbers are expected: how much, not whether",
        "number-for-bool": "numbers other than 0 and 1, where true or false is expected",
        "all-nan": f"you have nan everywhere{NAN}",
        "rounded": ("rounded to {places} decimal places", "its numbers are rounded"),
        "same-reason": "wrong for the same reason",
        "method-excluded": ("{words}", ""),
        "some-digits-only": (
            "{whose} agree with the right ones to some digits only, where a formula gives about"
            " 15: if you measured slopes, that is excluded here; float32 can't be told from it",
            "",
        ),
        "changes-argument": "it changes its argument {name} in place",
        "not-repeatable": "called again with the same arguments it returns something else",
        "remembers": "it remembers earlier calls: all it may know of them is in its arguments",
        # properties, memory and time
        "not-looked-at": (
            "not looked at: first the values have to be right, or wrong for one known reason"
        ),
        "property-holds": "holds",
        "property-needs": "not counted: it says nothing without “{name}”",
        "property-broken": ("{how}", "it does not hold"),
        "by-the-mistake": (", by the mistake in the values", ""),
        "asked-again": "asked again in another order, {how}",
        "asked-again-differs": (
            "asked again in another order, it gives something else for the same arguments"
        ),
        "limit-kept": "kept",
        "given-code-in-pieces": "earns only with the time kept: so much does `{name}` in pieces",
        "not-right-here": ("{how}", "not right here"),
        "time-grows": (
            "{quadratic}, at once or piece by piece: its time grows faster than the length",
            "its time grows faster than the length",
        ),
        "no-memory-to-time": (
            "the long call ran out of memory before its time could be measured; perhaps it"
            " {quadratic}, at once or piece by piece",
            "the long call ran out of memory before its time could be measured",
        ),
        "too-much-memory": (
            "it needs more memory than allowed; perhaps it {hoards}",
            "it needs more memory than allowed",
        ),
        # of an array
        "array-wrong": _array_wrong,
        "explained": _explained,
        "more-cases": lambda level, number: several(number, "more case"),
        "array-shape": lambda level, got, expected: (
            f"its shape is {tuple(got)}{level.answer(f', expected {tuple(expected)}')}"
        ),
        "numbers-differ": _numbers_differ,
        "some-digits": lambda level, digits, why="": level.diagnosis(
            f"agrees to about {digits} digits only{FEW_DIGITS.get(why, '')}",
            "close to the right one, but not equal to it",
        ),
        "unequal": _unequal,
        "with-sizes": _with_sizes,
    }
)
