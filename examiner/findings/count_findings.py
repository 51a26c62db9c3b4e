"""Sentences about counts and ledgers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Any

from .diagnosis import Diagnosis, Message
from .feedback_level import Level
from .finding import SUMMARY, WHOLE
from .sentences import (
    OR,
    OR_INSTEAD,
    add_sentences,
    join_texts,
    render,
    render_diagnoses,
)


class TermStatus(StrEnum):
    """The status of a term in a wrong count. It selects the end of the term's sentence."""

    PLAIN = ""  # nothing more is known
    MISSING = "missing"
    MORE = "more"  # its coefficient is too large
    NO_TERM = "no-term"  # the right count has no such term


NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
TIMES = {
    "-1": "the sign is reversed",
    "2": "twice the right count",
    "1/2": "half the right count",
}

# --- generic misconceptions ----------------------------------------------------------------------


def _with_parts(text: str, level: Level, **facts: Any) -> str:
    """Fill a text in which {of} and {where} name the cost terms that have the misconception."""
    part, number = facts.get("part", ""), facts.get("number", "")
    of = _some_of(part, facts.get("chosen", 1)) or _all_of(facts.get("parts", ()), **facts)
    more = {"of": of, "where": of and f"in {of}, "}
    is_pair = not isinstance(part, str) and len(part) == 2
    more["halves"] = ", or half of each" if is_pair else ""
    more["throughout"] = " everywhere" if facts.get("throughout") else ""
    halves = " and half of ".join(map(" and ".join, facts.get("even", ())))
    more["or_half"] = halves and f", or half of {halves} is missing"
    more["otherwise"] = number and f"; apart from that, {_times(level, number)}"
    return text.format(**{**facts, **more})


def _all_of(names: Sequence[str], *, one_of: Sequence[Sequence[str]] = (), **facts: Any) -> str:
    """Join the names, and "one of" for each group in `one_of`."""
    return " and ".join([*names, *(_some_of(group, 1) for group in one_of)])


def _some_of(part: str | Sequence[str], chosen: int) -> str:
    """Name a cost term, or say "one of the two (…)" if the answer doesn't show which one."""
    if isinstance(part, str):
        return part
    if len(part) >= len(NUMBERS):
        return " or ".join(part)
    return f"{NUMBERS[chosen]} of the {NUMBERS[len(part)]} ({', '.join(part)})"


def _dot_product(level: Level, **facts: Any) -> str:
    whole = "2n − 1 FLOPs for a dot product; this course counts 2n"
    return _with_parts(f"{{of}} — {whole}" if facts else whole, level, **facts)


def _multiply_accumulates(level: Level, but: Sequence[str] = (), **facts: Any) -> str:
    names = _all_of(but, **facts)
    others = f"; you count the additions only in {names}" if names else ""
    return f"these are multiply–accumulates; each is two FLOPs{others}"


def _times(level: Level, number: str) -> str:
    return TIMES.get(number, f"{number} times the right count")


def _one_of(level: Level, readings: Sequence[Diagnosis]) -> str:
    """Render alternative readings of an answer, joined by "or"."""
    either = OR if any(error.words for error in readings) else ", or "
    if any(each.id == "together" for each in readings):
        either = OR_INSTEAD
    return join_texts([render(each, level) for each in readings], either)


add_sentences(
    {
        "missing": partial(_with_parts, "{of} — missing{halves}"),
        "counted-twice": partial(_with_parts, "{of} — counted twice"),
        "without-additions": partial(_with_parts, "{of} — counted without additions{or_half}"),
        "dot-product-2n-1": _dot_product,
        "multiply-accumulates": _multiply_accumulates,
        "factor-extra": partial(_with_parts, "{where}one factor {size} is too many{otherwise}"),
        "factor-missing": partial(_with_parts, "{where}a factor {size} is missing{otherwise}"),
        "sizes-added": partial(
            _with_parts, "{where}{one} and {other} are added; they should be multiplied"
        ),
        "size-in-place-of": partial(
            _with_parts, "{where}{size} is used instead of {place}{throughout}"
        ),
        "sizes-exchanged": "{one} and {other} are swapped",
        "size-ignored": "it doesn't depend on {sizes}",
        "counted-as-well": "it also counts the answer to {question}",
        "asks-for": "this is the answer to {question}",
        "times-number": _times,
        "not-free": "this is not free",
        "zero-count": "it is 0 for all sizes",
        "constant-count": "this is a constant: it doesn't depend on the sizes",
        "wraps-around": "the count wraps around: an integer of {bits} bits is too small for it",
        "together": "{errors}",
        "one-of": _one_of,
    }
)

# --- the whole answer ----------------------------------------------------------------------------


def _known_errors(level: Level, errors: Sequence[Diagnosis], convention: bool) -> str:
    """Render the misconceptions that explain an answer. convention: whether one is a convention."""
    hint = "counted by another convention than the course's" if convention else ""
    return level.diagnosis(render_diagnoses(errors, level), hint)


def _given(questions: Sequence[str]) -> str:
    names = " and ".join(questions)
    return f"given your {'answers' if ' and ' in names else 'answer'} to {names}"


def _nothing_computed(level: Level, number: str, given_back: bool) -> str:
    if not given_back:
        return f"it is {number} everywhere, for all arguments"
    if number == "0":
        return "it returns one of its arguments unchanged, and computes nothing"
    return f"it returns one of its arguments plus {number}, and computes nothing else"


def _no_polynomial(
    level: Level, errors: Sequence[Diagnosis], conditions: str, at: str, got: int, right: Any
) -> str:
    text = (
        "its terms can't be read: it contains a division, rounding, a power of a size that is too"
        " high, or the like"
    )
    text += f" (checked only for {conditions})" if conditions else ""
    if errors:
        text = level.diagnosis(render_diagnoses(errors, level), "these are not the counts")
    if not at or level is Level.HINT:  # the point would reveal that the count is right before it
        return text
    return f"{text}; at {at} you have {got}{_expected(level, right)}"


# --- a term --------------------------------------------------------------------------------------


def _expected(level: Level, right: Any) -> str:
    return level.answer(f", expected {right}")


def _right_term(level: Level, got: Any, parts: Sequence[str]) -> str:
    return f"{got}, right{': ' if parts else ''}{', '.join(parts)}"


def _wrong_term(level: Level, got: Any, right: Any, parts: Mapping[str, Any], why: str) -> str:
    """Render a wrong coefficient, with the cost terms that add up to the right one.

    The sentence doesn't blame one cost term: a coefficient doesn't show which of them is wrong.
    """
    sums = [level.answer(f"{number} for " if got else "") + name for name, number in parts.items()]
    ends: dict[str, str] = {
        TermStatus.MISSING: " — missing",
        TermStatus.MORE: "; nothing else belongs here",
    }
    reason = f": {', '.join(sums)}{ends.get(why, '')}" if parts else ""
    if why == TermStatus.NO_TERM:
        reason += ": this term does not belong here"
    return f"you have {got}{_expected(level, right)}{level.diagnosis(reason)}"


# --- a ledger ------------------------------------------------------------------------------------


def _wrong_line(level: Level, errors: Sequence[Diagnosis], got: str, right: str) -> str:
    text = level.diagnosis(render_diagnoses(errors, level))
    return f"{text}; you have {got}{_expected(level, right)}"


def _terms(level: Level, terms: Sequence[tuple[str | Message, Sequence[Message]]]) -> str:
    """Render the wrong terms of a line. Each comes with its name, or a heading, and messages."""
    texts = []
    for about, messages in terms:
        text = "".join(render(each, level) for each in messages)
        name = about if isinstance(about, str) else render(about, level)
        texts.append(text if about in (SUMMARY, WHOLE) else f"{name}: {text}")
    return "; ".join(filter(None, texts))


def _charged_line(level: Level, line: str, error: Diagnosis | None) -> str:
    why = render(error, level) if error else "the question doesn't ask for this line"
    return f"{line} adds to the cost{level.diagnosis(f': {why}')}"


add_sentences(
    {
        "accepted": "accepted: {label}",
        "known-errors": _known_errors,
        "right-given": lambda level, questions: f"right, {_given(questions)}",
        "expected-given": lambda level, questions: level.answer(f" ({_given(questions)})"),
        "nothing-computed": _nothing_computed,
        "asked-twice": "called twice at {at}, it returned {first} and then {second}",
        "no-whole-number": "at {at} it returned {value}, which is not a whole number",
        "no-number": "expected a whole number, not {value} (at {at})",
        "far-too-large": "at {at} it returned {value}: far too large",
        "no-polynomial": _no_polynomial,
        "absent-term": lambda level, term: level.answer(term, "a term that is missing"),
        "right-term": _right_term,
        "wrong-term": _wrong_term,
        "the-sizes": "sizes",
        "size-names": ("in the terms below, {equal}", ""),
        "the-ledger": "the ledger",
        "right-line": lambda level, given: ", ".join(["right", *(_given([q]) for q in given)]),
        "line-missing": "this line is missing",
        "wrong-line": _wrong_line,
        "terms-of-line": _terms,
        "constant-lines": "no line depends on any size",
        "other-lines": "other lines",
        "free-lines": "not asked for, and ignored: {lines}",
        "charged-line": _charged_line,
    }
)
