"""Misconceptions: an id, a message, and the effect on the reference answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

from ..findings.known_error import KnownError
from ..findings.level import Level
from ..findings.sentences import say
from .formulas import Formula, FormulaLike, Number, Term, formula_of
from .mutations import Mutation


class Kind(StrEnum):
    """What a misconception costs."""

    MISCONCEPTION = "misconception"  # what is wrong by it
    CONVENTION = "convention"  # a quarter of the points at most: another convention is followed
    GUESS = "guess"  # everything: an answer with it knows nothing of what is asked


@dataclass(frozen=True)
class Adds:
    """The effect of something that a count has too much (or too little, with a minus).

    Example:
        >>> from examiner.checks import sizes
        >>> n, d = sizes("n d")
        >>> Adds(n * d)
        Adds(amount=n*d)
    """

    amount: FormulaLike


@dataclass(frozen=True)
class Times:
    """The effect of a factor on the whole count.

    Example:
        >>> Times(2)
        Times(factor=2)
    """

    factor: FormulaLike


@dataclass(frozen=True)
class Quotient:
    """The effect of a quotient of two arguments in a size's place, in the whole count or ledger.

    No polynomial has it. The right count with the quotient is recognised whether it is rounded
    down at once, at the end, or not at all.

    size: the size in whose place it stands.
    numerator, denominator: two arguments of the answer.

    Example:
        >>> from examiner.checks import sizes
        >>> d_model, n_heads, d_head = sizes("d_model n_heads d_head")
        >>> str(Quotient(d_head, d_model, n_heads))
        'd_head = d_model // n_heads'
    """

    size: Formula
    numerator: Formula
    denominator: Formula

    def __post_init__(self) -> None:
        """ValueError if one of them is no size."""
        for each in (self.size, self.numerator, self.denominator):
            if each.operation != "size":
                raise ValueError(f"{each} is no size: a quotient is one of two arguments")

    @property
    def names(self) -> tuple[str, str, str]:
        """The names of the size, the numerator and the denominator."""
        return str(self.size), str(self.numerator), str(self.denominator)

    def __str__(self) -> str:
        """As Python has it: "d_head = d_model // n_heads"."""
        return f"{self.size} = {self.numerator} // {self.denominator}"


CountEffect: TypeAlias = (
    "Formula | int | Adds | Times | Quotient | Mapping[Term, FormulaLike] | Mapping[Term, Formula]"
    " | Mapping[Term, int]"
)
ArrayEffect: TypeAlias = "Mutation | Callable[..., Any]"
Effect: TypeAlias = "CountEffect | ArrayEffect | str"


@dataclass(frozen=True, eq=False)
class Misconception:
    """A misconception, or another convention than the course's. `misconception`, `convention` and
    `guess` make one.

    key: its id, and in brackets what it is with: "softmax-charged(3)".
    effects: what the answer becomes; of several, each is another way.
    message: what students read; "" if the engine has a sentence of this id.
    """

    key: str
    effects: tuple[Any, ...]
    message: str
    kind: Kind = Kind.MISCONCEPTION

    @cached_property
    def error(self) -> KnownError:
        """What findings name."""
        return KnownError.of(self.key, self.message)

    def as_convention(self, message: str = "") -> Misconception:
        """The same in a question in which it is a convention; with another message, if one is
        given."""
        return replace(self, message=message or self.message, kind=Kind.CONVENTION)

    def as_guess(self) -> Misconception:
        """The same in a question in which an answer with it knows nothing of what is asked."""
        return replace(self, kind=Kind.GUESS)

    def __post_init__(self) -> None:
        """ValueError for an id that isn't kebab-case, and for one without a message."""
        if self.message:
            _ = self.error
            return
        with suppress(KeyError, TypeError):
            say(self.error, Level.ANSWER)
            return
        raise ValueError(f"{self.key}: write its message")


def misconception(
    id: str, effect: Effect | Sequence[Effect] | None = None, message: str = ""
) -> Misconception:
    """A misconception of a question.

    Args:
        id: In kebab-case, unique in its question. The bank, reports and later questions know it
            by its id. In brackets may stand what it is with: "bytes(2)".
        effect: What an answer with it is; a list gives several ways. Of a count: a formula (the
            whole wrong count), `{TERM: formula}`, `Adds(formula)` or `Times(number)`. Of a ledger:
            `{LINE: formula}`. Of both: `Quotient(size, numerator, denominator)`. Of arrays: a
            mutation (`assign("dZ", "dH")`) or a function. Of a growth class: a formula. Of a
            derivation: a line. None if the question's own code finds
            it.
        message: What students read: what is wrong, not what is right. "" if the engine has a
            sentence of this id.

    Raises:
        ValueError: The id isn't kebab-case, or there is no message.

    Example:
        >>> from examiner.checks import assign
        >>> misconception("sign-reversed", assign("x", "-x"), "The sign is reversed.").key
        'sign-reversed'
    """
    return Misconception(id, _listed(effect), message)


def convention(
    id: str, effect: Effect | Sequence[Effect] | None = None, message: str = ""
) -> Misconception:
    """Another convention than the course's. It costs a quarter of the points at most.

    Args:
        id: As in `misconception`.
        effect: As in `misconception`.
        message: As in `misconception`.

    Example:
        >>> convention("bytes(2)", Times(2), "These are bytes; numbers are asked for.").error.id
        'bytes'
    """
    return Misconception(id, _listed(effect), message, Kind.CONVENTION)


def guess(
    id: str, effect: Effect | Sequence[Effect] | None = None, message: str = ""
) -> Misconception:
    """A misconception of which an answer knows nothing of what is asked. It leaves no points.

    Args:
        id: As in `misconception`.
        effect: As in `misconception`.
        message: As in `misconception`.

    Example:
        >>> from examiner.checks import returns
        >>> guess("always-0", returns("0.0"), "This is 0 whatever is asked.").kind
        <Kind.GUESS: 'guess'>
    """
    return Misconception(id, _listed(effect), message, Kind.GUESS)


def _listed(effect: Any) -> tuple[Any, ...]:
    if effect is None:
        return ()
    return tuple(effect) if isinstance(effect, (list, tuple)) else (effect,)


def of_kind(misconceptions: Iterable[Misconception], *kinds: Kind) -> Iterator[Misconception]:
    return (each for each in misconceptions if each.kind in kinds)


# --- effects as the checks read them -------------------------------------------------------------

ADDED, TIMES = "+", "*"  # in the place of a term: what is added to the count, a factor of all
Wrong: TypeAlias = Formula | tuple[tuple[str, Formula], ...]


def counted_with(effect: Any, of: str) -> Wrong:
    """An effect on a count: the whole wrong count, or term -> what is counted for it.

    Raises:
        TypeError: It is no effect on a count.
    """
    match effect:
        case Adds(amount):
            return ((ADDED, formula_of(amount)),)
        case Times(factor):
            return ((TIMES, formula_of(factor)),)
        case Mapping() if effect:
            return tuple((_name(term, of), formula_of(cost)) for term, cost in effect.items())
        case Formula() | int():
            return formula_of(effect)
    ways = "{TERM: formula}, Adds(formula), Times(number) or a formula"
    raise TypeError(f"{of}: {effect!r} is no effect on a count; write {ways}")


def _name(term: Any, of: str) -> str:
    if isinstance(term, Term):
        return term.name
    raise TypeError(f"{of}: {term!r} is no term of the count")


def quotients_of(
    misconceptions: Iterable[Misconception],
) -> tuple[tuple[KnownError, Quotient], ...]:
    """The misconceptions by which a quotient stands in a size's place."""
    return tuple(
        (each.error, effect)
        for each in misconceptions
        for effect in each.effects
        if isinstance(effect, Quotient)
    )


def by_terms(misconceptions: Iterable[Misconception]) -> Iterator[Misconception]:
    """The misconceptions that have other effects than quotients, with these alone."""
    for each in misconceptions:
        effects = tuple(effect for effect in each.effects if not isinstance(effect, Quotient))
        if effects or not each.effects:
            yield replace(each, effects=effects)


def one_effect(each: Misconception) -> Any:
    """Its effect. ValueError if it has none, or several."""
    if len(each.effects) != 1:
        how = "several effects" if each.effects else "no effect"
        raise ValueError(f"{each.key}: it has {how}; here it needs one")
    return each.effects[0]


__all__ = ["Adds", "Kind", "Misconception", "Number", "Quotient", "Times", "convention", "guess"]
__all__ += ["misconception"]
