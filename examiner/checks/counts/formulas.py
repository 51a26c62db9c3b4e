"""What a problem says of a count, read once: a class is marked by the same formulas."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..polynomials import Polynomial
from .key import Key
from .parts import Part, Product
from .probe import Probe
from .sizes import Sizes

Formulas = Mapping[str, str]
Wrong = Mapping[str, str | Formulas]  # what went wrong -> its formula, or part -> its formula
Items = tuple[tuple[str, str], ...]
WrongItems = tuple[tuple[str, str | Items], ...]


def items_of(formulas: Formulas | None) -> Items:
    return tuple((formulas or {}).items())


def wrong_of(mistakes: Wrong | None) -> WrongItems:
    return tuple(
        (label, wrong if isinstance(wrong, str) else items_of(wrong))
        for label, wrong in (mistakes or {}).items()
    )


@lru_cache(maxsize=256)
def sizes_of(variables: str, where: Items, at_least: Items) -> Sizes:
    return Sizes.read(variables, dict(where), dict(at_least))


@lru_cache(maxsize=256)
def parts_of(sizes: Sizes, products: Items, other: Items) -> tuple[Part, ...]:
    read = {name: Product.read(text, sizes, name) for name, text in products}
    rest = {name: sizes.formula(text, name) for name, text in other}
    nothing = Polynomial(sizes.names, {})
    return tuple(
        Part(name, read.get(name), rest.get(name, nothing))
        for name in dict.fromkeys((*read, *rest))
    )


@lru_cache(maxsize=256)
def terms_of(sizes: Sizes, expected: str, terms: Items) -> tuple[Part, ...]:
    """The terms of a formula as its parts. ValueError for a meaning of a term that it hasn't."""
    formula = sizes.formula(expected, "expected")
    meanings = {}
    for text, meaning in terms:
        (exponents,) = sizes.formula(text).terms
        if exponents not in formula.terms:
            raise ValueError(f"{text!r} is no term of {expected!r}")
        meanings[exponents] = meaning
    return tuple(
        Part(meanings.get(e, formula.monomial(e)), None, Polynomial(sizes.names, {e: c}))
        for e, c in formula.terms.items()
    )


@lru_cache(maxsize=256)
def key_of(
    sizes: Sizes,
    parts: tuple[Part, ...],
    mistakes: WrongItems,
    conventions: WrongItems = (),
    accept: Items = (),
    shares: tuple[tuple[str, float], ...] = (),
    others: Items = (),
    calls: tuple[tuple[str, tuple[str, ...]], ...] = (),
    followed: bool = False,
) -> Key:
    wrong, other = (
        {label: each if isinstance(each, str) else dict(each) for label, each in items}
        for items in (mistakes, conventions)
    )
    rest = dict(accept), dict(shares), dict(others), dict(calls)
    return Key.of(sizes, parts, wrong, other, *rest, followed)


@lru_cache(maxsize=256)
def probe_of(
    sizes: Sizes, keys: tuple[Key, ...], seed: int, carried: tuple[Polynomial, ...] = ()
) -> Probe:
    """The points that tell these keys apart, and right answers given earlier ones (`carried`)."""
    carried_on = [sizes.in_nodes(formula) for formula in carried]
    needed = [key.degrees for key in keys] + [formula.degrees for formula in carried_on]
    degrees = [max(column) for column in zip(*needed, strict=True)]
    named = {each for key in keys for each in key.exponents}
    named.update(*(formula.terms for formula in carried_on))
    return Probe(sizes, degrees, named, seed, [key.expected for key in keys])
