"""What is counted: the sizes that a count depends on, and the parts that it consists of."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ...findings.known_error import KnownError
from ..formulas import Formula, FormulaLike, Term, formula_of
from ..polynomials import Polynomial

AT_MOST = "<="
Formulas = Mapping[str, str]
Items = tuple[tuple[str, str], ...]  # the same, as something that can be looked up
Errors = Mapping[KnownError, str | Formulas]  # how each counts: see `Wrong`
Wrong = str | Formula | Items  # how an error counts: a formula, or part -> formula


def items_of(named: Mapping[Any, Any] | None) -> tuple[tuple[Any, Any], ...]:
    """What is given by name, or by known error, as something that can be looked up: it is read
    once, since a class is marked by the same formulas."""
    return tuple(
        (name, items_of(each) if isinstance(each, Mapping) else each)
        for name, each in (named or {}).items()
    )


# --- sizes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sizes:
    """Which sizes there are, and how the arguments of the answer follow from them.

    A formula may hold at some points only: with `d_model // n_heads` in it, where n_heads divides
    d_model. That is said by `where={"d_model": "n_heads*d_head"}`: the answer is asked at such
    d_model, and the formula may use d_head. Or one size is no smaller than another:
    `where={"top_k": "<= n_experts"}`. Both: `where={"n_heads": "n_kv_heads*group <= d_model"}`.

    arguments: the names of the answer's arguments, in their order.
    names: the sizes that formulas are polynomials in.
    where: argument -> the formula in `names` that gives it; the other arguments are in `names`.
    at_most: size, or argument with a formula -> the size that it doesn't exceed.
    """

    arguments: tuple[str, ...]
    names: tuple[str, ...]
    where: Mapping[str, Polynomial]
    at_most: Mapping[str, str]

    def formula(self, text: str | Formula, of: str = "") -> Polynomial:
        """A formula in sizes and arguments, as a polynomial in the sizes.

        of: what it is the formula of. ValueError that says so, where it is no polynomial in them.
        """
        names = (*self.names, *self.where)
        try:
            if isinstance(text, str):
                parsed = Polynomial.parse(text, names)
            else:
                parsed = text.polynomial(names)
        except ValueError as error:
            raise ValueError(f"{of}: {error}" if of else str(error)) from error
        return parsed.substitute(self.where, self.names) if self.where else parsed

    def arguments_at(self, sizes: Sequence[int]) -> tuple[int, ...]:
        """The arguments of the answer for these sizes."""
        values = dict(zip(self.names, sizes, strict=True))
        values |= {name: int(formula(*sizes)) for name, formula in self.where.items()}
        return tuple(values[name] for name in self.arguments)

    @property
    def conditions(self) -> str:
        """Where the answer is asked, in words; "" if anywhere."""
        equal = [f"{name} = {formula}" for name, formula in self.where.items()]
        at_most = [f"{name} ≤ {other}" for name, other in self.at_most.items()]
        return " and ".join([*equal, *at_most])


@lru_cache(maxsize=256)
def sizes_of(variables: str, where: Items = ()) -> Sizes:
    """The sizes of a question. ValueError where a condition is on no argument, or on one that has
    a formula."""
    arguments, given = tuple(variables.split()), dict(where)
    halves = {name: [half.strip() for half in text.split(AT_MOST)] for name, text in where}
    at_most = {name: bound for name, (_, *bounds) in halves.items() for bound in bounds}
    for name in (*given, *at_most.values()):
        if name not in arguments:
            raise ValueError(f"where={{{name!r}: ...}}: no argument of {variables!r}")
    if both := [name for name in at_most.values() if name in given]:
        raise ValueError(f"where: {both[0]!r} has a condition of its own, and bounds no other")
    texts = {name: text for name, (text, *_) in halves.items() if text}
    free = [name for name in arguments if name not in texts]
    names = tuple(dict.fromkeys([*free, *(n for text in texts.values() for n in names_in(text))]))
    formulas = {name: Polynomial.parse(text, names) for name, text in texts.items()}
    return Sizes(arguments, names, formulas, at_most)


def names_in(text: str) -> list[str]:
    """The names in a formula, from left to right."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise ValueError(f"not an expression: {text!r}") from error
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return [node.id for node in sorted(names, key=lambda node: node.col_offset)]


# --- parts ---------------------------------------------------------------------------------------

Charge = Callable[[Polynomial, Polynomial, Polynomial, Polynomial], Polynomial]


def macs(count: Polynomial, m: Polynomial, n: Polynomial, p: Polynomial) -> Polynomial:
    """mnp multiply–accumulates for each of `count` products of an m × n and an n × p matrix."""
    return count * m * n * p


def flops(count: Polynomial, m: Polynomial, n: Polynomial, p: Polynomial) -> Polynomial:
    """2mnp for each product (P2)."""
    return macs(count, m, n, p) * 2


def flops_without_first_addition(
    count: Polynomial, m: Polynomial, n: Polynomial, p: Polynomial
) -> Polynomial:
    """mp dot products of 2n − 1 operations each."""
    return flops(count, m, n, p) - count * m * p


# The conventions for products that differ from the course's: id of the known error -> charge.
OTHER_CHARGES: dict[str, Charge] = {
    "multiply-accumulates": macs,
    "dot-product-2n-1": flops_without_first_addition,
}


@dataclass(frozen=True)
class Part:
    """One part of a count: matrix products, anything else that has a formula, or both.

    product: how many products there are, and the sizes m, n and p of each; none where there is no
        product.
    """

    name: str
    product: tuple[Polynomial, ...]
    other: Polynomial

    def cost(self, charge: Charge = flops) -> Polynomial:
        """What the part adds to the count."""
        return self.other + charge(*self.product) if self.product else self.other

    def with_size(self, old: str, new: str) -> Iterator[Polynomial]:
        """What the part costs with one size in another's place: in each place of the product where
        it stands, then in all; in the formula throughout, then once."""
        names = self.other.variables
        there, here = Polynomial.size(old, names), Polynomial.size(new, names)
        places = [(at,) for at, size in enumerate(self.product) if size == there]
        for chosen in [*places, sum(places, ())] if len(places) > 1 else places:
            sizes = tuple(here if at in chosen else s for at, s in enumerate(self.product))
            yield replace(self, product=sizes).cost()
        if self.other.depends_on(old):
            product = replace(self, other=self.other * 0).cost()
            yield product + self.other.substitute({old: here})
            once = self.other.divided_by(old)
            if once and once.depends_on(old):
                yield product + once * here


def total(parts: Iterable[Part], charge: Charge = flops) -> Polynomial:
    """The count that consists of these parts, one at least."""
    first, *rest = [part.cost(charge) for part in parts]
    return sum(rest, first)


def factors_of(product: str, name: str = "") -> list[str]:
    """The factors of "m n p". ValueError, with the name of the product, for fewer than three."""
    factors = product.split()
    if len(factors) < 3:
        of = f"{name}: " if name else ""
        raise ValueError(f"{of}{product!r} is no product: write its three sizes, 'm n p'")
    return factors


@lru_cache(maxsize=256)
def parts_of(sizes: Sizes, products: Items, other: Items) -> tuple[Part, ...]:
    """The parts that a question gives: name -> "m n p", factors before the three say how many such
    products there are; and name -> formula. ValueError for what can't be read."""
    read = {}
    for name, text in products:
        *several, m, n, p = [sizes.formula(factor, name) for factor in factors_of(text, name)]
        read[name] = (math.prod(several, start=Polynomial.number(1, sizes.names)), m, n, p)
    rest = {name: sizes.formula(text, name) for name, text in other}
    nothing = Polynomial(sizes.names, {})
    return tuple(
        Part(name, read.get(name, ()), rest.get(name, nothing))
        for name in dict.fromkeys((*read, *rest))
    )


def parts_of_terms(sizes: Sizes, terms: Iterable[Term]) -> tuple[Part, ...]:
    """The terms that a question gives, in its sizes. ValueError for what can't be read."""
    return tuple(
        Part(
            term.name,
            tuple(sizes.formula(factor, term.name) for factor in term.product),
            sizes.formula(term.other, term.name),
        )
        for term in terms
    )


def sizes_of_formulas(
    arguments: Sequence[Formula],
    where: Mapping[Formula, FormulaLike] | None = None,
    at_most: Mapping[Formula, Formula] | None = None,
) -> Sizes:
    """The sizes of a question.

    Args:
        arguments: The sizes that the answer takes, in their order.
        where: Argument -> the formula that gives it, at the points at which the answer is asked.
        at_most: Size -> the size that it doesn't exceed.

    Raises:
        ValueError: A condition is on no argument, or on one that has a formula.
    """
    texts = {str(size): str(formula_of(formula)) for size, formula in (where or {}).items()}
    for size, bound in (at_most or {}).items():
        texts[str(size)] = f"{texts.get(str(size), '')} {AT_MOST} {bound}"
    return sizes_of(" ".join(map(str, arguments)), items_of(texts))


@lru_cache(maxsize=256)
def terms_of(sizes: Sizes, expected: str | Formula) -> tuple[Part, ...]:
    """The terms of a formula as its parts."""
    formula = sizes.formula(expected, "expected")
    return tuple(
        Part(formula.monomial(e), (), Polynomial(sizes.names, {e: c}))
        for e, c in (formula.terms or {(0,) * len(sizes.names): 0}).items()
    )
