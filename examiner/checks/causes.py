"""Why a count may be wrong: single mistakes, those with one effect, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .polynomials import Polynomial

MAX_CAUSES = 3  # that one message spells out


@dataclass(frozen=True)
class Cause:
    """One mistake. `label` has "{}" where the name of the part belongs.

    parts: the places of the parts that are counted wrongly, as far as that is known.
    named: whether the problem names it.
    common: whether it is so common that it is looked for beside another one. Sizes in wrong places
        are not: so many are possible that two of them explain what they haven't caused.
    adds: whether something is counted that belongs to no part.
    throughout: whether it is a factor of the whole count.
    """

    label: str
    name: str = ""
    parts: frozenset[int] = frozenset()
    named: bool = False
    common: bool = True
    adds: bool = False
    throughout: bool = False


@dataclass(frozen=True)
class Explanation:
    """What explains a wrong count.

    carried: whether it is a mistake, which may be carried into a later answer: a count of nothing,
        and a constant, is none.
    parts: the places of the parts that are counted wrongly, if it is known that no other is.
    throughout: whether it is one size too much or too little as a factor of everything.
    named: whether it names the mistake; a place to look, or a part of it, is no name.
    """

    text: str
    carried: bool = True
    parts: frozenset[int] = frozenset()
    throughout: bool = False
    named: bool = True

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
    words = [label.format(" or ".join(names)) for label, names in by_label.items()]
    if not causes[0].named:
        return ", or ".join(words) if len(words) <= MAX_CAUSES else ""
    if len(words) > MAX_CAUSES:
        words[1:] = ["another mistake that comes to the same"]
    return "; or ".join(words)


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
        return a != b and not a.parts & b.parts
    if a.parts & b.parts:
        return False
    return a.named or b.named or len(a.parts) == len(b.parts) == 1


def places_of(causes: Sequence[Cause]) -> frozenset[int]:
    """The places of the parts that any of these causes is with; none if one isn't with parts."""
    if not all(cause.parts and not cause.adds for cause in causes):
        return frozenset()
    return frozenset[int]().union(*(cause.parts for cause in causes))
