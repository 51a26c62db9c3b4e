"""What is said of counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .known_error import KnownError, Says
from .level import Level
from .sentences import AND, OR, in_words, say, sentence

Names = str | Sequence[str]
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
ONE_OF = {"seq_len": "token", "n_heads": "head", "n_layers": "layer", "batch": "sequence"}
P6 = "these are multiply–accumulates; each is two FLOPs (P6)"

# --- known errors of any count -------------------------------------------------------------------


def _of(part: Names | None, parts: Sequence[str]) -> str:
    """The parts that an error is with: one, one of several, or all of several."""
    if part is None or isinstance(part, str):
        return part or " and ".join(parts)
    if len(part) >= len(NUMBERS):
        return " or ".join(part)
    return f"one of the {NUMBERS[len(part)]} ({', '.join(part)})"


def _in(part: Names | None, parts: Sequence[str]) -> str:
    of = _of(part, parts)
    return f"in {of}, " if of else ""


@sentence("missing")
def _missing(level: Level, part: Names | None = None, parts: Sequence[str] = ()) -> str:
    return f"{_of(part, parts)} — missing"


@sentence("counted-twice")
def _counted_twice(level: Level, part: Names | None = None, parts: Sequence[str] = ()) -> str:
    return f"{_of(part, parts)} — counted twice"


@sentence("without-additions")
def _without_additions(level: Level, part: Names | None = None, parts: Sequence[str] = ()) -> str:
    return f"{_of(part, parts)} — charged without additions"


@sentence("multiply-accumulates")
def _multiply_accumulates(level: Level, but: Sequence[str] = ()) -> str:
    return f"{P6}; only {' and '.join(but)} — with additions" if but else P6


@sentence("dot-product-2n-1")
def _dot_product(level: Level, part: Names | None = None, parts: Sequence[str] = ()) -> str:
    if of := _of(part, parts):
        return f"{of} — charged 2n − 1 for a dot product; here it costs 2n (P2)"
    return "a dot product is charged 2n − 1; here it costs 2n (P2)"


@sentence("sizes-added")
def _added(
    level: Level, one: str, other: str, part: Names | None = None, parts: Sequence[str] = ()
) -> str:
    return f"{_in(part, parts)}{one} and {other} are added; they multiply"


@sentence("factor-extra")
def _factor_extra(
    level: Level,
    size: str,
    number: str = "",
    part: Names | None = None,
    parts: Sequence[str] = (),
) -> str:
    return f"{_in(part, parts)}a factor {size} is too many{_otherwise(number)}"


@sentence("factor-missing")
def _factor_missing(
    level: Level,
    size: str,
    number: str = "",
    part: Names | None = None,
    parts: Sequence[str] = (),
) -> str:
    where = _in(part, parts)
    if not where and size in ONE_OF:
        where = f"this is for one {ONE_OF[size]}: "
    return f"{where}a factor {size} is missing{_otherwise(number)}"


def _otherwise(number: str) -> str:
    return number and f"; and otherwise {_times(number)}"


def _times(number: str) -> str:
    words = {"-1": "the sign is reversed", "2": "twice the right count"}
    words["1/2"] = "half the right count"
    return words.get(number, f"{number} times the right count")


@sentence("times-number")
def _times_number(level: Level, number: str) -> str:
    return _times(number)


@sentence("size-in-place-of")
def _in_place_of(
    level: Level,
    size: str,
    of: str,
    throughout: bool = False,
    part: Names | None = None,
    parts: Sequence[str] = (),
) -> str:
    return f"{_in(part, parts)}{size} stands where {of} belongs{', throughout' * throughout}"


@sentence("sizes-exchanged")
def _exchanged(level: Level, one: str, other: str, question: str = "") -> str:
    look = f" in {question} (look at the order of the arguments, if you call it)"
    return f"{one} and {other} have changed places{look if question else ''}"


@sentence("counted-as-well")
def _as_well(level: Level, question: str) -> str:
    return f"what {question} asks for is counted as well"


@sentence("asks-for")
def _asks_for(level: Level, question: str) -> str:
    return f"this is what {question} asks for"


@sentence("not-free")
def _not_free(level: Level) -> str:
    return "this is not free"


@sentence("nothing")
def _nothing(level: Level) -> str:
    return "it is 0, whatever the sizes are"


@sentence("constant-count")
def _constant(level: Level) -> str:
    return "this is a constant: it doesn't depend on the sizes"


@sentence("size-ignored")
def _ignored(level: Level, sizes: Sequence[str]) -> str:
    return f"it doesn't depend on {' and '.join(sizes)}"


@sentence("another-mistake")
def _another(level: Level) -> str:
    return "another mistake that comes to the same"


@sentence("one-of")
def _one_of(level: Level, readings: Sequence[KnownError]) -> str:
    by_question = any(error.words or error.id == "together" for error in readings)
    return (OR if by_question else ", or ").join(say(each, level) for each in readings)


@sentence("together")
def _together(level: Level, errors: Sequence[KnownError]) -> str:
    return AND.join(say(error, level) for error in errors)


@sentence("items")
def _items(level: Level) -> str:
    return "these are the items; the count is their sum"


@sentence("factors")
def _factors(level: Level) -> str:
    return "these are the factors; the count is their product"


@sentence("as-text")
def _as_text(level: Level) -> str:
    return "the number is right, but it is written as text"


@sentence("fraction")
def _fraction(level: Level, number: str) -> str:
    return _times(number) if number == "1/2" else f"{number} of the right count"


@sentence("wraps-around")
def _wraps(level: Level, bits: int) -> str:
    return f"the count wraps around: an integer of {bits} bits has no room for it"


@sentence("half-rounded-down")
def _rounded(level: Level, size: str = "", right: str = "") -> str:
    where = "one too small where the right count is odd"
    if size:
        wrong = "odd" if right == "even" else "even"
        where = f"right for {right} {size}, too small for {wrong} {size}"
    return f"{where}: a half is rounded down"


# --- the whole answer ----------------------------------------------------------------------------


@sentence("known-errors")
def _known_errors(level: Level, errors: Sequence[KnownError], how: str, convention: bool) -> str:
    """What explains the answer. how: whether it does so in some terms only, or leaves something."""
    text = AND.join(say(error, level) for error in errors)
    if how == "in-some-terms":
        text = f"in some terms: {text}"
    if how == "not-all":
        text += "; and that is not all"
    return level.diagnosis(text, "counted by another convention than the course's" * convention)


@sentence("accepted")
def _accepted(level: Level, label: str) -> str:
    return f"accepted: {label}"


@sentence("right-given")
def _right_given(level: Level, questions: Sequence[str]) -> str:
    return f"right, {_given(questions)}"


@sentence("marked-given")
def _marked_given(level: Level, questions: Sequence[str]) -> str:
    return f"marked {_given(questions)}"


def _given(questions: Sequence[str]) -> str:
    return f"given your answer{'s' * (len(questions) > 1)} to {' and '.join(questions)}"


@sentence("count-constant")
def _count_constant(level: Level, number: str) -> str:
    return f"it is {number} everywhere, whatever the arguments"


@sentence("count-given-back")
def _given_back(level: Level, number: str) -> str:
    but = "" if number == "0" else f" but the sum with {number}"
    return f"it gives back one of its arguments as it is, and computes nothing{but}"


@sentence("no-count")
def _no_count(level: Level, reason: Says, form: KnownError) -> str:
    """form: in which it is the right count."""
    return say(reason, level) + level.diagnosis(f"; {say(form, level)}")


@sentence("asked-twice")
def _asked_twice(level: Level, at: str, first: str, second: str) -> str:
    return f"asked twice at {at} it gave {first} and {second}"


@sentence("no-whole-number")
def _no_whole_number(level: Level, at: str, value: str) -> str:
    return f"at {at} it returned the float {value}, which is not a whole number"


@sentence("no-number")
def _no_number(level: Level, at: str, value: Says) -> str:
    return f"expected a whole number, not {say(value, level)} (at {at})"


@sentence("far-too-large")
def _far_too_large(level: Level, at: str, value: Says) -> str:
    return f"at {at} it returned {say(value, level)}: far too large"


@sentence("no-polynomial")
def _no_polynomial(
    level: Level,
    errors: Sequence[KnownError],
    degrees: Mapping[str, int],
    conditions: str,
    at: str,
    got: int,
    right: Any,
) -> str:
    name = AND.join(say(error, level) for error in errors)
    text = level.diagnosis(name, "these are not the counts")
    if not name:
        limits = ", ".join(f"{name} up to {degree}" for name, degree in degrees.items())
        text = f"no polynomial in the sizes{level.answer(f' (degrees looked at: {limits})')}"
        if conditions:
            text += f", asked where {conditions}"
    return f"{text}; at {at} you have {got}{_expected(level, right)}" if at else text


# --- a term --------------------------------------------------------------------------------------


def _expected(level: Level, right: Any) -> str:
    return level.answer(f", expected {right}")


def _named(parts: Sequence[str]) -> str:
    return f": {', '.join(parts)}" if parts else ""


@sentence("absent-term")
def _absent(level: Level, term: str) -> str:
    return level.answer(term, "a term that is missing")


@sentence("right-term")
def _right_term(level: Level, got: Any, by_convention: bool, parts: Sequence[str]) -> str:
    return f"{got}, right{' by that convention' * by_convention}{_named(parts)}"


@sentence("term-elsewhere")
def _elsewhere(level: Level, got: Any, right: Any, parts: Sequence[str]) -> str:
    is_right = level.answer(f"; {right} is right")
    where = f", charged in another line{is_right}{_named(parts)}"
    return f"you have {got}{level.diagnosis(where)}"


@sentence("term-of-no-convention")
def _no_convention(level: Level, got: Any) -> str:
    return f"{got}, right{level.diagnosis(', but not by the convention of the other terms')}"


@sentence("wrong-term")
def _wrong_term(
    level: Level, got: Any, right: Any, parts: Mapping[str, Any], more: bool, elsewhere: bool
) -> str:
    """What the right coefficient is made of. (Which part of it an answer has wrong, the coefficient
    doesn't say; what it hasn't may be counted elsewhere.)"""
    what = ""
    if parts and not got:
        what = f": {', '.join(parts)}{'' if elsewhere else ' — missing'}"
    elif parts:
        sums = [level.answer(f"{number} for ") + name for name, number in parts.items()]
        what = f": {', '.join(sums)}{', and nothing else' * more}"
    return f"you have {got}{_expected(level, right)}{level.diagnosis(what)}"


@sentence("extra-term")
def _extra_term(level: Level, got: Any, why: str) -> str:
    words = {"no-term": ": this term does not belong", "by-convention": ": by that convention"}
    return f"you have {got}{_expected(level, 0)}{level.diagnosis(words.get(why, ''))}"


# --- a ledger ------------------------------------------------------------------------------------


@sentence("the-ledger")
def _the_ledger(level: Level) -> str:
    return "the ledger"


@sentence("other-lines")
def _other_lines(level: Level) -> str:
    return "other lines"


@sentence("line-missing")
def _line_missing(level: Level) -> str:
    return "this line is missing"


@sentence("constant-lines")
def _constant_lines(level: Level) -> str:
    return "no line depends on any size"


@sentence("right-line")
def _right_line(level: Level, given: Sequence[str]) -> str:
    answers = [f"given your answer{'s' * (' and ' in each)} to {each}" for each in given]
    return ", ".join(["right", *answers])


@sentence("wrong-line")
def _wrong_line(level: Level, errors: Sequence[KnownError], got: str, right: str) -> str:
    text = level.diagnosis(AND.join(say(error, level) for error in errors))
    return f"{text}; you have {got}{level.answer(f', it should be {right}')}"


@sentence("terms-of-line")
def _terms(level: Level, terms: Sequence[tuple[str | Says, Sequence[Says]]]) -> str:
    """What is said of the terms of a line that are wrong, and of the line."""
    told = []
    for about, says in terms:
        words = in_words(says, level)
        name = about if isinstance(about, str) else say(about, level)
        is_whole = isinstance(about, Says) and about.id in ("in-short", "whole")
        told.append(words if is_whole else f"{name}: {words}")
    return "; ".join(told)


@sentence("charged-before")
def _charged_before(level: Level, lines: Sequence[str]) -> str:
    where = " and ".join(lines) if len(lines) <= 2 else f"{len(lines)} lines"
    return f" (wrong for the same reason as {where}; not charged again)"


@sentence("free-lines")
def _free_lines(level: Level, lines: Sequence[str]) -> str:
    return f"not asked for, not counted: {', '.join(lines)}"


@sentence("charged-line")
def _charged_line(level: Level, line: str, error: KnownError | None) -> str:
    why = say(error, level) if error else "the table has no such line"
    return f"{line} is charged{level.diagnosis(f': {why}')}"
