"""What is said of counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Any

from .diagnosis import Diagnosis, Message
from .feedback_level import Level
from .finding import IN_SHORT, WHOLE
from .sentences import OR, OR_INSTEAD, say, sentences, together


class TermIs(StrEnum):
    """What is to be said of a term of a count."""

    PLAIN = ""  # right or wrong, and nothing more is known
    MISSING = "missing"
    MORE = "more"  # than is right, and nothing else
    NO_TERM = "no-term"  # no term of the right count


NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
TIMES = {
    "-1": "the sign is reversed",
    "2": "twice the right count",
    "1/2": "half the right count",
}

# --- known errors of any count -------------------------------------------------------------------


def _with_parts(text: str, level: Level, **facts: Any) -> str:
    """{of}: the part that it is with, one of several, or all of several. {where}: in these."""
    part, number = facts.get("part", ""), facts.get("number", "")
    of = _some_of(part, facts.get("chosen", 1)) or _all_of(facts.get("parts", ()), **facts)
    more = {"of": of, "where": of and f"in {of}, "}
    is_pair = not isinstance(part, str) and len(part) == 2
    more["halves"] = ", or half of each" if is_pair else ""
    more["throughout"] = ", throughout" if facts.get("throughout") else ""
    halves = " and half of ".join(map(" and ".join, facts.get("even", ())))
    more["or_half"] = halves and f", or half of {halves} is missing"
    more["otherwise"] = number and f"; and otherwise {_times(level, number)}"
    return text.format(**{**facts, **more})


def _all_of(names: Sequence[str], *, one_of: Sequence[Sequence[str]] = (), **facts: Any) -> str:
    """The names, and one of each of several groups."""
    return " and ".join([*names, *(_some_of(group, 1) for group in one_of)])


def _some_of(part: str | Sequence[str], chosen: int) -> str:
    if isinstance(part, str):
        return part
    if len(part) >= len(NUMBERS):
        return " or ".join(part)
    return f"{NUMBERS[chosen]} of the {NUMBERS[len(part)]} ({', '.join(part)})"


def _dot_product(level: Level, **facts: Any) -> str:
    text = "{of} — charged 2n − 1 for a dot product; here it costs 2n"
    whole = "a dot product is charged 2n − 1; here it costs 2n"
    return _with_parts(text if facts else whole, level, **facts)


def _multiply_accumulates(level: Level, but: Sequence[str] = (), **facts: Any) -> str:
    names = _all_of(but, **facts)
    others = f"; only {names} — with additions" if names else ""
    return f"these are multiply–accumulates; each is two FLOPs{others}"


def _times(level: Level, number: str) -> str:
    return TIMES.get(number, f"{number} times the right count")


def _one_of(level: Level, readings: Sequence[Diagnosis]) -> str:
    either = OR if any(error.words for error in readings) else ", or "
    if any(each.id == "together" for each in readings):
        either = OR_INSTEAD
    return either.join(say(each, level) for each in readings)


sentences(
    {
        "missing": partial(_with_parts, "{of} — missing{halves}"),
        "counted-twice": partial(_with_parts, "{of} — counted twice"),
        "without-additions": partial(_with_parts, "{of} — charged without additions{or_half}"),
        "dot-product-2n-1": _dot_product,
        "multiply-accumulates": _multiply_accumulates,
        "factor-extra": partial(_with_parts, "{where}a factor {size} is too many{otherwise}"),
        "factor-missing": partial(_with_parts, "{where}a factor {size} is missing{otherwise}"),
        "sizes-added": partial(_with_parts, "{where}{one} and {other} are added; they multiply"),
        "size-in-place-of": partial(
            _with_parts, "{where}{size} stands where {place} belongs{throughout}"
        ),
        "sizes-exchanged": "{one} and {other} have changed places",
        "size-ignored": "it doesn't depend on {sizes}",
        "counted-as-well": "what {question} asks for is counted as well",
        "asks-for": "this is what {question} asks for",
        "times-number": _times,
        "not-free": "this is not free",
        "zero-count": "it is 0, whatever the sizes are",
        "constant-count": "this is a constant: it doesn't depend on the sizes",
        "wraps-around": "the count wraps around: an integer of {bits} bits has no room for it",
        "together": "{errors}",
        "one-of": _one_of,
    }
)

# --- the whole answer ----------------------------------------------------------------------------


def _known_errors(level: Level, errors: Sequence[Diagnosis], convention: bool) -> str:
    """The misconceptions that explain the answer. convention: whether one is a convention."""
    hint = "counted by another convention than the course's" if convention else ""
    return level.diagnosis(together(errors, level), hint)


def _given(questions: Sequence[str]) -> str:
    names = " and ".join(questions)
    return f"given your {'answers' if ' and ' in names else 'answer'} to {names}"


def _nothing_computed(level: Level, number: str, given_back: bool) -> str:
    if not given_back:
        return f"it is {number} everywhere, whatever the arguments"
    but = "" if number == "0" else f" but the sum with {number}"
    return f"it gives back one of its arguments as it is, and computes nothing{but}"


def _no_polynomial(
    level: Level, errors: Sequence[Diagnosis], conditions: str, at: str, got: int, right: Any
) -> str:
    text = (
        "it contains a division or a rounding, a high power of a size, or something else that no"
        " sum of products of the sizes has"
    )
    text += f", asked where {conditions}" if conditions else ""
    if errors:
        text = level.diagnosis(together(errors, level), "these are not the counts")
    if not at or level is Level.HINT:  # at the points before, the count is right
        return text
    return f"{text}; at {at} you have {got}{_expected(level, right)}"


# --- a term --------------------------------------------------------------------------------------


def _expected(level: Level, right: Any) -> str:
    return level.answer(f", expected {right}")


def _right_term(level: Level, got: Any, parts: Sequence[str]) -> str:
    return f"{got}, right{': ' if parts else ''}{', '.join(parts)}"


def _wrong_term(level: Level, got: Any, right: Any, parts: Mapping[str, Any], why: str) -> str:
    """What the right coefficient is made of. (Which part of it an answer has wrong, the coefficient
    doesn't say; what it hasn't may be counted elsewhere.)"""
    sums = [level.answer(f"{number} for " if got else "") + name for name, number in parts.items()]
    ends: dict[str, str] = {TermIs.MISSING: " — missing", TermIs.MORE: ", and nothing else"}
    what = f": {', '.join(sums)}{ends.get(why, '')}" if parts else ""
    if why == TermIs.NO_TERM:
        what += ": this term does not belong"
    return f"you have {got}{_expected(level, right)}{level.diagnosis(what)}"


# --- a ledger ------------------------------------------------------------------------------------


def _wrong_line(level: Level, errors: Sequence[Diagnosis], got: str, right: str) -> str:
    text = level.diagnosis(together(errors, level))
    return f"{text}; you have {got}{level.answer(f', it should be {right}')}"


def _terms(level: Level, terms: Sequence[tuple[str | Message, Sequence[Message]]]) -> str:
    """What is said of the terms of a line that are wrong, and of the line."""
    told = []
    for about, says in terms:
        words = "".join(say(each, level) for each in says)
        name = about if isinstance(about, str) else say(about, level)
        told.append(words if about in (IN_SHORT, WHOLE) else f"{name}: {words}")
    return "; ".join(filter(None, told))


def _charged_line(level: Level, line: str, error: Diagnosis | None) -> str:
    why = say(error, level) if error else "the table has no such line"
    return f"{line} is charged{level.diagnosis(f': {why}')}"


sentences(
    {
        "accepted": "accepted: {label}",
        "known-errors": _known_errors,
        "right-given": lambda level, questions: f"right, {_given(questions)}",
        "expected-given": lambda level, questions: level.answer(f" ({_given(questions)})"),
        "nothing-computed": _nothing_computed,
        "asked-twice": "asked twice at {at} it gave {first} and {second}",
        "no-whole-number": "at {at} it returned {value}, which is not a whole number",
        "no-number": "expected a whole number, not {value} (at {at})",
        "far-too-large": "at {at} it returned {value}: far too large",
        "no-polynomial": _no_polynomial,
        "absent-term": lambda level, term: level.answer(term, "a term that is missing"),
        "right-term": _right_term,
        "wrong-term": _wrong_term,
        "the-ledger": "the ledger",
        "right-line": lambda level, given: ", ".join(["right", *(_given([q]) for q in given)]),
        "line-missing": "this line is missing",
        "wrong-line": _wrong_line,
        "terms-of-line": _terms,
        "constant-lines": "no line depends on any size",
        "other-lines": "other lines",
        "free-lines": "not asked for, not counted: {lines}",
        "charged-line": _charged_line,
    }
)
