"""What is said of answers that are arrays: values, properties, memory and time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .known_error import KnownError, Says
from .level import Level
from .sentences import AND, OR, say, sentence

COSTS = {
    "values": "half of the points for the values",  # there may be others, for properties and speed
    "array": "one array's share",
    "number": "one number's share",
}
NAN = " (no number: 0/0, ∞ − ∞ or 0 · ∞)"
GIVEN_BACK = "it gives back one of its arguments as it is, and computes nothing"
PARTS = {-1: "row", -2: "column"}

# What is said in the same words at every level.
SAME_WORDS = {
    # the usual errors
    "transposed": "it is transposed",
    "squared": "this is the square of the right one",
    "rooted": "this is the root of the right one",
    "one-more": "this is the right one plus 1",
    "one-less": "this is the right one minus 1",
    "unsigned": "this is the right one without its signs",
    "zero": "it is zero",
    "truth-values": "it is 0 or 1, as for whether something holds: a number is asked for",
    "reshaped": "these are the right numbers in another shape",
    "unsummed": "these are the items; asked for is the sum",
    "summed": "this is the sum of what is asked for",
    # answers in which nothing is computed
    "given-back": GIVEN_BACK,
    "same-always": "it is the same whatever the arguments",
    # what was looked at
    "the-method": "the method",
    "a-function": "a function of its arguments",
    # what was found
    "value-right": "right",
    "same-reason": "wrong for the same reason",
    "not-repeatable": "called again with the same arguments it returns something else",
    "remembers": "it remembers earlier calls: all it may know of them is in its arguments",
    "complex": "right, but complex numbers, where real ones are asked for",
    "cut": "cut to whole numbers",
    "rounded-whole": "rounded to whole numbers",
    "bools": "true or false, where numbers are expected",
    "bool-for-number": "true or false, where numbers are expected: how much, not whether",
    "all-nan": f"you have nan everywhere{NAN}",
    "property-holds": "holds",
    "limit-kept": "kept",
    "limit-kept-by-half": "kept, by values with a mistake: half",
    "asked-again-differs": (
        "asked again in another order, it gives something else for the same arguments"
    ),
    "not-looked-at": (
        "not looked at: first the values have to be right, or wrong for one known reason"
    ),
}


def _register(name: str, words: str) -> None:
    sentence(name)(lambda level: words)


for _name, _words in SAME_WORDS.items():
    _register(_name, _words)


# --- the usual errors that are made of facts ------------------------------------------------------


@sentence("constant")
def _constant(level: Level, value: float, digits: int = 6) -> str:
    return f"it is {value:.{digits}g} everywhere, whatever the arguments"


@sentence("factor")
def _factor(level: Level, factor: str) -> str:
    return f"{factor} times the right one"


@sentence("factor-of-size")
def _factor_of_size(level: Level, size: str, power: float, of_numbers: bool) -> str:
    """of_numbers: whether the answers are numbers; of these a size is said to be a factor."""
    if of_numbers and abs(power) == 1:
        return f"a factor {size} is {'missing' if power < 0 else 'too many'}"
    root = "" if abs(power) == 1 else "the root of "
    return f"{'divided' if power < 0 else 'multiplied'} by {root}{size}"


@sentence("factors-of-parts")
def _factors_of_parts(level: Level, axis: int) -> str:
    part = PARTS.get(axis, f"part along axis {axis}")
    return f"each {part} is the right one times a factor of its own"


@sentence("argument")
def _argument(level: Level, name: str) -> str:
    return f"this is {name}"


@sentence("another-output")
def _another_output(level: Level, name: str) -> str:
    return f"this is right for {name}"


@sentence("exchanged")
def _exchanged(level: Level, names: str, where: str = "") -> str:
    """names: of arguments, outputs or roles. where: of roles, the arguments that have them."""
    return f"{names} have changed places" + (f", in {where}" if where else "")


# --- what is wrong --------------------------------------------------------------------------------


@sentence("array-wrong")
def _array_wrong(
    level: Level,
    what: Sequence[Says],
    readings: Sequence[Sequence[KnownError]] = (),
    where: str = "",
) -> str:
    """readings: known errors that explain it, one reading as well as the other. where: the first
    case in which it is so."""
    named = level.diagnosis(_named(level, readings))
    return ": ".join(filter(None, (named, where, *(say(each, level) for each in what))))


@sentence("explained")
def _explained(level: Level, readings: Sequence[Sequence[KnownError]], cost: str = "") -> str:
    """The known errors that explain all that is wrong, and what that costs."""
    these, s = ("these two", "") if len(readings[0]) > 1 else ("this", "s")
    verdict = f"{these} explain{s} every difference"
    if cost:
        verdict += f" and cost{s} {COSTS[cost]}{'' if s else ' each'}"
    return level.diagnosis(f"{_named(level, readings)}; {verdict}")


def _named(level: Level, readings: Sequence[Sequence[KnownError]]) -> str:
    return OR.join(AND.join(say(error, level) for error in errors) for errors in readings)


@sentence("more-cases")
def _more_cases(level: Level, number: int) -> str:
    return f"{number} more case{'s' * (number > 1)}"


@sentence("array-type")
def _array_type(level: Level, kind: str) -> str:
    return f"right, but a {kind}, where an array is asked for"


@sentence("array-shape")
def _array_shape(level: Level, got: Sequence[int], expected: Sequence[int]) -> str:
    return f"its shape is {tuple(got)}{level.answer(f', expected {tuple(expected)}')}"


@sentence("no-such-key")
def _no_such_key(level: Level, key: str) -> str:
    return f"the dict has no {key!r}"


@sentence("numbers-differ")
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
    first = f"[{', '.join(map(str, index))}]"
    return f"{differing} of {size} entries differ; first {first}: {values}"


@sentence("rounded")
def _rounded(level: Level, places: int) -> str:
    return f"rounded to {places} decimal places"


@sentence("tiny-lost")
def _tiny_lost(level: Level, largest: float) -> str:
    tiny = level.answer(f"entries of {largest:.0e} and less", "tiny entries")
    return f"{tiny} are lost: yours are 0"


@sentence("some-digits")
def _some_digits(level: Level, digits: int, why: str = "") -> str:
    reasons = {
        "float32": ": it was computed in float32",
        "small": ", and all of it is too small: is a small number added to a denominator?",
    }
    return f"agrees to about {digits} digits only{reasons.get(why, '')}"


@sentence("method-excluded")
def _method_excluded(level: Level, words: str = "", outputs: Sequence[str] = ()) -> str:
    """words: what a problem's text says. Else what is known, and no more: the digits are missing,
    whatever became of them."""
    return level.diagnosis(
        words
        or f"{' and '.join(outputs) or 'your numbers'} agree with the right ones to some digits"
        " only, where a formula gives about 15: if you measured slopes, that is excluded here"
    )


@sentence("there-already")
def _there_already(level: Level, words: str) -> str:
    return level.diagnosis(words, "it is there already")


@sentence("changes-argument")
def _changes_argument(level: Level, name: str) -> str:
    return f"it changes its argument {name} in place"


# --- where an answer is right, and what it ignores ------------------------------------------------


@sentence("ignores")
def _ignores(level: Level, name: str) -> str:
    return level.diagnosis(f"it doesn't depend on {name}")


@sentence("ignores-scale")
def _ignores_scale(level: Level, name: str, scale: float) -> str:
    return level.diagnosis(
        f"it doesn't change when {name} is multiplied by {scale:g}: is it divided by its own size?"
    )


@sentence("right-without")
def _right_without(level: Level, names: Sequence[str]) -> str:
    if len(names) == 1:
        return level.diagnosis(f"it is right without {names[0]}")
    either = " and ".join(names)
    return level.diagnosis(f"it is right with only one of {either}, and wrong with both")


@sentence("right-with-one")
def _right_with_one(level: Level, name: str) -> str:
    return level.diagnosis(f"it is right only with {name} = 1")


# --- properties, memory and time ------------------------------------------------------------------


@sentence("unequal")
def _unequal(level: Level, words: str, difference: Says) -> str:
    """words: what should be equal, as a problem's text says it."""
    return ": ".join(filter(None, (words, say(difference, level))))


@sentence("property-broken")
def _property_broken(level: Level, how: Says, sizes: Mapping[str, int]) -> str:
    return _with(sizes) + level.diagnosis(say(how, level), "it does not hold")


@sentence("no-answer")
def _no_answer(level: Level, how: Says, sizes: Mapping[str, int]) -> str:
    """A call gave nothing of which a property could hold."""
    return _with(sizes) + say(how, level)


def _with(sizes: Mapping[str, int]) -> str:
    listed = ", ".join(f"{name} = {value}" for name, value in sizes.items())
    return f"with {listed}: " if listed else ""


@sentence("by-the-mistake")
def _by_the_mistake(level: Level) -> str:
    return level.diagnosis(" (by the mistake in the values: half)", " (half)")


@sentence("property-needs")
def _property_needs(level: Level, name: str) -> str:
    return f"not counted: it says nothing without “{name}”"


@sentence("asked-again")
def _asked_again(level: Level, how: Says) -> str:
    return f"asked again in another order, {say(how, level)}"


@sentence("memory-for")
def _memory_for(level: Level, mebibytes: float, sizes: Mapping[str, int]) -> str:
    """Names a limit of memory."""
    listed = ", ".join(f"{name} = {value:,}" for name, value in sizes.items())
    return f"{mebibytes:g} MiB for {listed}"


@sentence("time-between")
def _time_between(level: Level, short: int, long: int) -> str:
    """Names a limit of time."""
    return f"time from {short:,} to {long:,}"


@sentence("not-right-here")
def _not_right_here(level: Level, how: Says) -> str:
    return level.diagnosis(say(how, level), "not right here")


@sentence("time-grows")
def _time_grows(level: Level, quadratic: str) -> str:
    how = level.diagnosis(f"{quadratic}, at once or piece by piece: ")
    return f"{how}its time grows faster than the length"


@sentence("no-memory-to-time")
def _no_memory_to_time(level: Level, quadratic: str) -> str:
    how = level.diagnosis(f"{quadratic}; ")
    return f"{how}the long call ran out of memory before its time could be measured"


@sentence("too-much-memory")
def _too_much_memory(level: Level, hoards: str) -> str:
    return f"{level.diagnosis(f'{hoards}: ')}it needs more memory than allowed"
