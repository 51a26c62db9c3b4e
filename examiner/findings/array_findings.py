"""Sentences about arrays, properties, memory and time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..wording import several
from .diagnosis import Diagnosis, Message
from .feedback_level import Level
from .sentences import (
    OR,
    OR_INSTEAD,
    add_sentences,
    join_texts,
    render,
    render_diagnoses,
)

NAN = " (not a number: 0/0, ∞ − ∞ or 0 · ∞)"
FEW_DIGITS = {
    "float32": ": it was computed in float32",
    "small": ", and every entry is too small: do you add a small number to a denominator?",
}


def _array_wrong(
    level: Level,
    what: Sequence[Message],
    readings: Sequence[Sequence[Diagnosis]] = (),
    where: str = "",
) -> str:
    """Render the finding on a wrong array.

    Args:
        level: The level of detail.
        what: The differences from the right array.
        readings: Alternative sets of misconceptions; each set explains the array.
        where: The name of the first wrong case; "" if all cases are wrong in the same way.
    """
    explanation = level.diagnosis(_alternatives(level, readings))
    differences = (render(each, level) for each in what)
    return ": ".join(filter(None, (explanation, where, *differences)))


def _explained(level: Level, readings: Sequence[Sequence[Diagnosis]]) -> str:
    """Render the misconceptions that explain everything that is wrong."""
    return level.diagnosis(_alternatives(level, readings))


def _alternatives(level: Level, readings: Sequence[Sequence[Diagnosis]]) -> str:
    has_sets = any(len(errors) > 1 for errors in readings)
    separator = OR_INSTEAD if has_sets else OR
    return join_texts([render_diagnoses(errors, level) for errors in readings], separator)


def _numbers_differ(
    level: Level,
    got: str,
    expected: str,
    index: Sequence[int] = (),
    differing: int = 1,
    size: int = 1,
) -> str:
    """Render the difference between two arrays.

    Args:
        level: The level of detail.
        got: The first entry that differs, in the answer.
        expected: The same entry in the right array; "" if it is no number.
        index: The index of this entry.
        differing: The number of entries that differ.
        size: The number of entries.
    """
    values = f"you have {got}{NAN if got == 'nan' else ''}"
    values += level.answer(f", expected {expected}" if expected else "")
    if size == 1:
        return values
    if level is Level.HINT:  # the indices would reveal which guesses are right
        return "every entry differs" if differing == size else "some entries differ"
    first = f"[{', '.join(map(str, index))}]"
    return f"{differing} of {size} entries differ, the first at {first}: {values}"


def _unequal(level: Level, words: str, difference: Message) -> str:
    """Render two values that should be equal. words: the question's text about them."""
    return ": ".join(filter(None, (words, render(difference, level))))


def _with_sizes(level: Level, how: Message, sizes: Mapping[str, int]) -> str:
    """Render the failure of a property. sizes: the smallest sizes that show it."""
    listed = ", ".join(f"{name} = {value}" for name, value in sizes.items())
    return f"with {listed}: {render(how, level)}" if listed else render(how, level)


add_sentences(
    {
        # generic misconceptions
        "transposed": "it is transposed",
        "one-more": "it is the right value plus 1",
        "one-less": "it is the right value minus 1",
        "factor": "it is {factor} times the right value",
        "size-missing": "a factor {size} is missing",
        "size-too-many": "it has one factor {size} too many",
        "size-divides": "it is the right value divided by {size}",
        "size-multiplies": "it is the right value multiplied by {size}",
        "another-output": "this is the right value for {name}",
        "exchanged": "{names} are swapped",
        "factors-of-arrays": "it is the right value times a number that changes from call to call",
        "factors-of-parts": "each {part} is the right one times a factor of its own",
        "reshaped": "these are the right numbers in another shape",
        # answers that compute nothing
        "constant": "it is {value} everywhere, for all arguments",
        "given-back": "it returns one of its arguments unchanged, and computes nothing",
        "same-always": "it is the same for all arguments",
        "there-already": ("{words}", "it is given already"),
        # arguments that an answer ignores, and calls that it gets right
        "ignores": ("it doesn't depend on {name}", ""),
        "ignores-scale": (
            "it doesn't change when {name} is multiplied by {scale}: do you normalise {name}?",
            "",
        ),
        "right-without": ("the wrong cases would be right without {name}", ""),
        "right-with-one": ("the wrong cases would be right with {name} = 1", ""),
        # headings
        "the-method": "the method",
        "a-function": "side effects and type",
        "memory-for": "{mebibytes} MiB for {sizes}",
        "time-between": "time from {short} to {long}",
        # values
        "value-right": "right",
        "array-type": "right, but a {kind}; the question asks for an array",
        "no-such-key": "the dict has no key {key}",
        "bools": "true or false, but the question asks for numbers",
        "bool-for-number": "true or false, but the question asks for a number",
        "number-for-bool": "numbers other than 0 and 1, but the question asks for true or false",
        "all-nan": f"you have nan everywhere{NAN}",
        "rounded": (
            "its numbers are rounded to {places} decimal places",
            "its numbers are rounded",
        ),
        "same-reason": "wrong for the same reason",
        "method-excluded": ("{words}", ""),
        "method-not-shown": (
            "your answer returns no array in the case “{where}”; this case shows whether a formula"
            " gives the derivatives"
        ),
        "some-digits-only": (
            "only a few digits of {whose} are right; a formula gives about 15. Either you measured"
            " slopes, which this question excludes, or you computed in float32: the check can't"
            " tell",
            "",
        ),
        "changes-argument": "it changes its argument {name} in place",
        "not-repeatable": "if it is called again with the same arguments, the result differs",
        "remembers": "it remembers earlier calls: it may use only its arguments",
        # properties, memory and time
        "not-looked-at": (
            "not checked yet: the values must first earn half of their points, or lose them by one"
            " named mistake"
        ),
        "property-holds": "holds",
        "property-needs": "not counted: it means nothing unless “{name}” holds",
        "property-broken": ("{how}", "it does not hold"),
        "by-the-mistake": (", because of the error in the values", ""),
        "asked-again": "called again in another order, {how}",
        "asked-again-differs": (
            "called again in another order, it returns something else for the same arguments"
        ),
        "limit-kept": "kept",
        "given-code-in-pieces": (
            "kept, but calling `{name}` piece by piece keeps it as well: this limit earns points"
            " only if the time limit is kept, too"
        ),
        "not-right-here": ("{how}", "wrong for this input"),
        "time-grows": (
            "its time grows faster than the length: it {quadratic}, at once or piece by piece",
            "its time grows faster than the length",
        ),
        "no-memory-to-time": (
            "the long call ran out of memory before its time could be measured: perhaps it"
            " {quadratic}, at once or piece by piece",
            "the long call ran out of memory before its time could be measured",
        ),
        "too-much-memory": (
            "it needs more memory than allowed: perhaps it {hoards}",
            "it needs more memory than allowed",
        ),
        # wrong arrays
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
