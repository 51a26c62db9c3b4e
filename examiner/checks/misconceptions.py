"""Misconceptions: an id, a message, and the effect on the reference answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

from ..findings.diagnosis import Diagnosis
from ..findings.feedback_level import Level
from ..findings.sentences import render
from .formulas import Formula, FormulaLike, Term, formula_of
from .mutations import Mutation


class MisconceptionKind(StrEnum):
    """The kind of a misconception, which decides its cost (`credit.COSTS`)."""

    CONVENTION = "convention"  # a convention that differs from the course's
    SLIP = "slip"  # an error in an answer that has the idea of the question
    IDEA = "idea"  # a misunderstanding of the idea of the question


@dataclass(frozen=True)
class Adds:
    """An effect on a count: an extra amount, or a missing amount with a minus sign.

    Attributes:
        amount: The formula that the answer adds to the right count.

    Example:
        >>> from examiner.checks import Adds, sizes
        >>> n, d = sizes("n d")
        >>> Adds(n * d)
        Adds(amount=n*d)
    """

    amount: FormulaLike


@dataclass(frozen=True)
class Times:
    """An effect on a count: a factor on the whole count.

    Attributes:
        factor: A number or a formula.

    Example:
        >>> from examiner.checks import Times
        >>> Times(2)
        Times(factor=2)
    """

    factor: FormulaLike


@dataclass(frozen=True)
class Quotient:
    """An effect on a whole count or ledger: a quotient of two arguments replaces a size.

    Such a count is no polynomial. The check recognises it if the answer rounds the quotient down
    at once, rounds at the end, or doesn't round.

    Attributes:
        size: The size that the quotient replaces.
        numerator: An argument of the answer.
        denominator: An argument of the answer.

    Raises:
        ValueError: One of the three is no size.

    Example:
        >>> from examiner.checks import Quotient, sizes
        >>> d_model, n_heads, d_head = sizes("d_model n_heads d_head")
        >>> str(Quotient(d_head, d_model, n_heads))
        'd_head = d_model // n_heads'
    """

    size: Formula
    numerator: Formula
    denominator: Formula

    def __post_init__(self) -> None:
        for each in (self.size, self.numerator, self.denominator):
            if each.operation != "size":
                raise ValueError(f"{each} is no size: a quotient is one of two arguments")

    @property
    def names(self) -> tuple[str, str, str]:
        """The names of the size, the numerator and the denominator."""
        return str(self.size), str(self.numerator), str(self.denominator)

    def __str__(self) -> str:
        """Write the quotient as Python code: "d_head = d_model // n_heads"."""
        return f"{self.size} = {self.numerator} // {self.denominator}"


@dataclass(frozen=True)
class Chosen:
    """An effect on choices: other options in some entries.

    Attributes:
        options: Entry -> the option, or the set of options, that the answer names.

    Example:
        >>> from examiner.checks import Chosen
        >>> Chosen({"BERT": {"causal"}}).options["BERT"]
        {'causal'}
    """

    options: Mapping[str, str | Set[str]]


CountEffect: TypeAlias = (
    "Formula | int | Adds | Times | Quotient | Mapping[Term, FormulaLike] | Mapping[Term, Formula]"
    " | Mapping[Term, int]"
)
ArrayEffect: TypeAlias = "Mutation | Callable[..., Any]"
Effect: TypeAlias = "CountEffect | ArrayEffect | Chosen | str"


@dataclass(frozen=True, eq=False)
class Misconception:
    """A misconception, made by `misconception`, `convention` or `missed_idea`.

    Attributes:
        key: The id, with its argument in brackets if there is one: "softmax-charged(3)".
        effects: The effects: alternative forms of the same misconception.
        message: The message to students; "" if the engine has a sentence for this id.
        kind: A convention, a slip, or a missed idea.

    Example:
        >>> from examiner.checks import Times, misconception
        >>> doubled = misconception("counted-twice", Times(2), "This counts each pair twice.")
        >>> doubled.as_convention("This counts ordered pairs.").kind
        <MisconceptionKind.CONVENTION: 'convention'>
    """

    key: str
    effects: tuple[Any, ...]
    message: str
    kind: MisconceptionKind = MisconceptionKind.SLIP

    @cached_property
    def error(self) -> Diagnosis:
        """The diagnosis that findings name."""
        return Diagnosis.of(self.key, self.message)

    def as_convention(self, message: str = "") -> Misconception:
        """Copy the misconception as a convention, for a question that treats it as one.

        Args:
            message: Another message; "" keeps the old one.

        Returns:
            The copy.
        """
        return replace(self, message=message or self.message, kind=MisconceptionKind.CONVENTION)

    def as_missed_idea(self) -> Misconception:
        """Copy the misconception as a missed idea, for a question that asks for this idea.

        Returns:
            The copy.
        """
        return replace(self, kind=MisconceptionKind.IDEA)

    def __post_init__(self) -> None:
        if self.message:
            _ = self.error  # this checks the id
            return
        with suppress(KeyError, TypeError):
            render(self.error, Level.ANSWER)
            return
        raise ValueError(f"{self.key}: the engine has no sentence for this id; write a message")


def misconception(
    id: str, effect: Effect | Sequence[Effect] | None = None, message: str = ""
) -> Misconception:
    """Make a misconception of a question: a slip, which costs half of the points at most.

    Args:
        id: Unique in its question, in kebab-case. The bank, the reports and later questions use
            it. An argument may follow in brackets: "bytes(2)".
        effect: The effect on the reference answer, or a list of effects. For a count: the whole
            wrong formula, `{TERM: formula}`, `Adds(formula)`, `Times(factor)` or a `Quotient`. For
            a ledger: `{LINE: formula}` or a `Quotient`. For arrays: a mutation such as
            `assign("dZ", "dH")`, or a function. For a growth class: a formula. For choices:
            `Chosen({entry: options})`. For a derivation: a line. None if the question's own code
            finds the misconception.
        message: The message to students. It names the slip, not the right answer. "" if the engine
            has a sentence for this id.

    Returns:
        The misconception.

    Raises:
        ValueError: The id isn't kebab-case, or there is no message.

    Example:
        >>> from examiner.checks import assign, misconception
        >>> misconception("sign-reversed", assign("x", "-x"), "The sign is reversed.").key
        'sign-reversed'
    """
    return Misconception(id, listed(effect), message)


def convention(
    id: str, effect: Effect | Sequence[Effect] | None = None, message: str = ""
) -> Misconception:
    """Make a misconception that is another convention. It costs a quarter of the points at most.

    Args:
        id: As in `misconception`.
        effect: As in `misconception`.
        message: As in `misconception`.

    Returns:
        A misconception of kind `convention`.

    Example:
        >>> from examiner.checks import Times, convention
        >>> convention("bytes(2)", Times(2), "These are bytes, not numbers.").error.id
        'bytes'
    """
    return Misconception(id, listed(effect), message, MisconceptionKind.CONVENTION)


def missed_idea(
    id: str, effect: Effect | Sequence[Effect] | None = None, message: str = ""
) -> Misconception:
    """Make a misconception that misses the idea of the question. Naming it saves no points.

    Args:
        id: As in `misconception`.
        effect: As in `misconception`.
        message: As in `misconception`.

    Returns:
        A misconception of kind `idea`: only the items of the answer that are right earn points.

    Example:
        >>> from examiner.checks import missed_idea, returns
        >>> missed_idea("always-0", returns("0.0"), "This is 0 for all arguments.").kind
        <MisconceptionKind.IDEA: 'idea'>
    """
    return Misconception(id, listed(effect), message, MisconceptionKind.IDEA)


def listed(effect: Any) -> tuple[Any, ...]:
    """Return one effect, several effects or None as a tuple of effects."""
    if effect is None:
        return ()
    return tuple(effect) if isinstance(effect, (list, tuple)) else (effect,)


def kinds_of(misconceptions: Iterable[Misconception]) -> dict[str, MisconceptionKind]:
    """Map the key of each misconception to its kind."""
    return {each.error.key: each.kind for each in misconceptions}


# --- effects as the checks read them -------------------------------------------------------------

# Keys that stand for a term: an amount added to the count, and a factor on the whole count.
ADDED, TIMES = "+", "*"
# The whole wrong count, or pairs of a term (or key) and the formula that the answer counts for it.
WrongCount: TypeAlias = Formula | tuple[tuple[str, Formula], ...]


def read_count_effect(effect: Any, key: str) -> WrongCount:
    """Read an effect on a count.

    Args:
        effect: The effect, as an author writes it.
        key: The key of the misconception, for error messages.

    Returns:
        The whole wrong count, or the terms with their wrong formulas.

    Raises:
        TypeError: It is no effect on a count.
    """
    match effect:
        case Adds(amount):
            return ((ADDED, formula_of(amount)),)
        case Times(factor):
            return ((TIMES, formula_of(factor)),)
        case Mapping() if effect:
            return tuple((_name(term, key), formula_of(cost)) for term, cost in effect.items())
        case Formula() | int():
            return formula_of(effect)
    forms = "{TERM: formula}, Adds(formula), Times(factor) or a formula"
    raise TypeError(f"{key}: {effect!r} is no effect on a count; write {forms}")


def _name(term: Any, key: str) -> str:
    if isinstance(term, Term):
        return term.name
    raise TypeError(f"{key}: {term!r} is no term of the count")


def quotients_of(
    misconceptions: Iterable[Misconception],
) -> tuple[tuple[Diagnosis, Quotient], ...]:
    """List the quotients among the effects, each with its misconception."""
    return tuple(
        (each.error, effect)
        for each in misconceptions
        for effect in each.effects
        if isinstance(effect, Quotient)
    )


def without_quotients(misconceptions: Iterable[Misconception]) -> Iterator[Misconception]:
    """Yield the misconceptions without their quotients. Skip those that have nothing else."""
    for each in misconceptions:
        effects = tuple(effect for effect in each.effects if not isinstance(effect, Quotient))
        if effects or not each.effects:
            yield replace(each, effects=effects)


def one_effect(each: Misconception) -> Any:
    """Return the only effect of a misconception. Raise ValueError if it has none or several."""
    if len(each.effects) != 1:
        number = "several effects" if each.effects else "no effect"
        raise ValueError(f"{each.key}: it has {number}; here it needs one")
    return each.effects[0]
