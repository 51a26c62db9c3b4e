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

# What is said in the same words at every level, with the facts filled in.
AT_EVERY_LEVEL = {
    # the usual errors
    "transposed": "it is transposed",
    "squared": "this is the square of the right one",
    "rooted": "this is the root of the right one",
    "one-more": "this is the right one plus 1",
    "factor": "{factor} times the right one",
    "zero": "it is zero",
    "constant": "it is {value:.6g} everywhere, whatever the arguments",
    "truth-values": "it is 0 or 1, as for whether something holds: a number is asked for",
    "argument": "this is {name}",
    "another-output": "this is right for {name}",
    "reshaped": "these are the right numbers in another shape",
    "unsummed": "these are the items; asked for is the sum",
    # answers in which nothing is computed
    "given-back": GIVEN_BACK,
    "same-always": "it is the same whatever the arguments",
    # what was looked at
    "the-method": "the method",
    "a-function": "a function of its arguments",
    "time-between": "time from {short:,} to {long:,}",
    # what was found
    "value-right": "right",
    "array-type": "right, but a {kind}, where an array is asked for",
    "complex": "right, but complex numbers, where real ones are asked for",
    "no-such-key": "the dict has no {key!r}",
    "bools": "true or false, where numbers are expected",
    "bool-for-number": "true or false, where numbers are expected: how much, not whether",
    "all-nan": f"you have nan everywhere{NAN}",
    "same-reason": "wrong for the same reason",
    "changes-argument": "it changes its argument {name} in place",
    "not-repeatable": "called again with the same arguments it returns something else",
    "remembers": "it remembers earlier calls: all it may know of them is in its arguments",
    "property-holds": "holds",
    "property-needs": "not counted: it says nothing without “{name}”",
    "limit-kept": "kept",
    "limit-kept-by-half": "kept, by values with a mistake: half",
    "asked-again-differs": (
        "asked again in another order, it gives something else for the same arguments"
    ),
    "not-looked-at": (
        "not looked at: first the values have to be right, or wrong for one known reason"
    ),
}
# What names the mistake: nothing at "hint".
FROM_DIAGNOSIS = {
    "ignores": "it doesn't depend on {name}",
    "ignores-scale": (
        "it doesn't change when {name} is multiplied by {scale:g}: is it divided by its own size?"
    ),
    "right-with-one": "it is right only with {name} = 1",
}


def _register(name: str, words: str, least: Level) -> None:
    sentence(name)(lambda level, **facts: words.format(**facts) if level >= least else "")


for _name, _words in AT_EVERY_LEVEL.items():
    _register(_name, _words, Level.HINT)
for _name, _words in FROM_DIAGNOSIS.items():
    _register(_name, _words, Level.DIAGNOSIS)


# --- the usual errors that are made of facts ------------------------------------------------------


def _constant(level: Level, value: float, digits: int = 6) -> str:
    return f"it is {value:.{digits}g} everywhere, whatever the arguments"


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


@sentence("array-shape")
def _array_shape(level: Level, got: Sequence[int], expected: Sequence[int]) -> str:
    return f"its shape is {tuple(got)}{level.answer(f', expected {tuple(expected)}')}"


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
    return f"rounded to {places} decimal places" if places else "rounded to whole numbers"


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


# --- where an answer is right, and what it ignores ------------------------------------------------


@sentence("right-without")
def _right_without(level: Level, names: Sequence[str]) -> str:
    if len(names) == 1:
        return level.diagnosis(f"it is right without {names[0]}")
    either = " and ".join(names)
    return level.diagnosis(f"it is right with only one of {either}, and wrong with both")


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


@sentence("asked-again")
def _asked_again(level: Level, how: Says) -> str:
    return f"asked again in another order, {say(how, level)}"


@sentence("memory-for")
def _memory_for(level: Level, mebibytes: float, sizes: Mapping[str, int]) -> str:
    """Names a limit of memory."""
    listed = ", ".join(f"{name} = {value:,}" for name, value in sizes.items())
    return f"{mebibytes:g} MiB for {listed}"


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
