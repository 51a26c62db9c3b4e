"""Why a count may be wrong: single mistakes, those with one effect, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..polynomials import Polynomial
from .parts import Miscount

MAX_CAUSES = 3  # that one message spells out
COUNTS = ("none", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True)
class Cause:
    """One mistake. `label` has "{}" where the name of the part belongs.

    parts: the places of the parts that are counted wrongly, as far as that is known.
    named: whether the problem names it.
    common: whether it is so common that it is looked for beside another one. Sizes in wrong places
        are not: so many are possible that two of them explain what they haven't caused.
    adds: whether something is counted that belongs to no part.
    throughout: whether it is a factor of the whole count.
    more: whether the count is only larger by it; two such mistakes can go together.
    """

    label: str
    name: str = ""
    parts: frozenset[int] = frozenset()
    named: bool = False
    common: bool = True
    adds: bool = False
    throughout: bool = False
    more: bool = False


@dataclass(frozen=True)
class Explanation:
    """What explains a wrong count.

    carried: whether it is a mistake, which may be carried into a later answer: a count of nothing,
        and a constant, is none.
    parts: the places of the parts that are counted wrongly, if it is known that no other is.
    throughout: whether it is one size too much or too little as a factor of everything.
    adds: whether all that is wrong is that something is counted as well.
    partly: whether it may be another convention that is followed in some terms only.
    named: whether it names the mistake; a place to look, or a part of it, is no name.
    two: whether it takes two mistakes.
    """

    text: str
    carried: bool = True
    parts: frozenset[int] = frozenset()
    throughout: bool = False
    adds: bool = False
    partly: bool = False
    named: bool = True
    two: bool = False

    def __bool__(self) -> bool:
        return bool(self.text)


NOTHING = Explanation("", carried=False, named=False)


Effects = dict[Polynomial, list[Cause]]


def in_words(causes: Sequence[Cause]) -> str:
    """One message for causes that have one effect; "" if they are too many to say.

    What the problem names comes first and is always said.
    """
    by_label: dict[str, list[str]] = {}
    for cause in causes:
        names = by_label.setdefault(cause.label, [])
        if cause.name not in names:
            names.append(cause.name)
    words = [label.format(_one_of(names)) for label, names in by_label.items()]
    if not causes[0].named:
        return ", or ".join(words) if len(words) <= MAX_CAUSES else ""
    if len(words) > MAX_CAUSES:
        words[1:] = ["another mistake that comes to the same"]
    return "; or ".join(words)


def _one_of(names: Sequence[str]) -> str:
    """The name, or that it is one of several."""
    if not 2 <= len(names) < len(COUNTS):
        return " or ".join(names)
    return f"one of the {COUNTS[len(names)]} ({', '.join(names)})"


def note(effects: Effects, effect: Polynomial, cause: Cause) -> None:
    if effect.terms:
        causes = effects.setdefault(effect, [])
        if cause not in causes:
            causes.append(cause)


def compatible(
    causes: Sequence[Cause], others: Sequence[Cause], *, same: bool
) -> tuple[list[Cause], list[Cause]] | None:
    """Those of two lists of causes that can go together; None if none can.

    Two mistakes with one part, or with all of them, don't add up.
    """
    pairs = [(a, b) for a in causes for b in others if _go_together(a, b)]
    if not pairs:
        return None
    if same:  # of causes with one effect each pair is there twice: the first stands for all
        pairs = pairs[:1]
    return [a for a, _ in pairs], [b for _, b in pairs]


def _go_together(a: Cause, b: Cause) -> bool:
    if not (a.common and b.common):
        return False
    if a.named and b.named:
        return a != b and (not a.parts & b.parts or (a.more and b.more))
    if a.parts & b.parts:
        return False
    return a.named or b.named or len(a.parts) == len(b.parts) == 1


def places_of(causes: Sequence[Cause]) -> frozenset[int]:
    """The places of the parts that any of these causes is with; none if one isn't with parts."""
    if not all(cause.parts and not cause.adds for cause in causes):
        return frozenset()
    return frozenset[int]().union(*(cause.parts for cause in causes))


def causes_named(
    mistakes: Sequence[Miscount], expected: Polynomial, *, followed: bool
) -> dict[Polynomial, Cause]:
    """The mistakes that a problem names, by their effect on the count.

    ValueError if two lead to one formula, or one to the right one: no answer could tell them apart.
    followed: the count follows from earlier answers, so nobody could foresee that they do: one
    message then covers both, and that of one that leads to the right count is left out.
    """
    named: dict[Polynomial, Cause] = {}
    for mistake in mistakes:
        label, effect = mistake.label, mistake.formula - expected
        cause = Cause(
            label.replace("{", "{{").replace("}", "}}"),
            parts=mistake.parts,
            named=True,
            adds=mistake.adds,
            throughout=mistake.throughout,
            more=all(number > 0 for number in effect.terms.values()),
        )
        if not effect.terms:
            if followed:
                continue
            raise ValueError(f"the mistake {label!r} leads to the right count")
        if effect not in named:
            named[effect] = cause
        elif followed:
            both = named[effect]
            label, parts = f"{both.label}; or {cause.label}", both.parts | cause.parts
            named[effect] = replace(both, label=label, parts=parts)
        else:
            raise ValueError(
                f"the mistakes {named[effect].label!r} and {label!r} lead to one formula, "
                f"{mistake.formula}: no answer tells them apart, so write one message that covers "
                "both"
            )
    return named
