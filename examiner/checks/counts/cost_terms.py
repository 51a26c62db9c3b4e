"""The sizes that a count depends on, and the cost terms that it consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ..formulas import Formula, FormulaLike, Term, formula_of
from ..polynomials import Polynomial

Items = tuple[tuple[str, Any], ...]  # the items of a mapping, hashable


# --- sizes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sizes:
    """The sizes of a question, and the rules that turn them into the answer's arguments.

    A formula may hold at some points only: d_model // n_heads is a polynomial only if n_heads
    divides d_model. Then `where` says d_model = n_heads·d_head. The check calls the answer only for
    such values of d_model, and formulas may use d_head.

    Attributes:
        arguments: The names of the answer's arguments, in order.
        names: The sizes that formulas are polynomials in.
        where: Argument -> its formula in `names`. All other arguments are in `names`.
        at_most: Size, or argument with a formula -> the size that it doesn't exceed.
    """

    arguments: tuple[str, ...]
    names: tuple[str, ...]
    where: Mapping[str, Polynomial]
    at_most: Mapping[str, str]

    def polynomial(self, formula: Formula, of: str = "") -> Polynomial:
        """Convert a formula in sizes and arguments to a polynomial in the sizes.

        Args:
            formula: The formula.
            of: The thing that has this formula, for the error.

        Returns:
            The polynomial.

        Raises:
            ValueError: The formula is no polynomial in the sizes.
        """
        try:
            read = formula.polynomial((*self.names, *self.where))
        except ValueError as error:
            raise ValueError(f"{of}: {error}" if of else str(error)) from error
        return read.substitute(self.where, self.names) if self.where else read

    def arguments_at(self, sizes: Sequence[int]) -> tuple[int, ...]:
        """Compute the arguments of the answer for these sizes."""
        values = dict(zip(self.names, sizes, strict=True))
        values |= {name: int(formula(*sizes)) for name, formula in self.where.items()}
        return tuple(values[name] for name in self.arguments)

    @property
    def conditions(self) -> str:
        """The conditions on the arguments, as text; "" if there are none."""
        equal = [f"{name} = {formula}" for name, formula in self.where.items()]
        at_most = [f"{name} ≤ {other}" for name, other in self.at_most.items()]
        return " and ".join([*equal, *at_most])


def sizes_of(
    arguments: Sequence[Formula],
    where: Mapping[Formula, FormulaLike] | None = None,
    at_most: Mapping[Formula, Formula] | None = None,
) -> Sizes:
    """Make the sizes of a question.

    Args:
        arguments: The sizes that the answer takes, in order.
        where: Argument -> its formula in the other sizes.
        at_most: Size -> the size that it doesn't exceed.

    Returns:
        The sizes. Equal arguments give the same object.

    Raises:
        ValueError: A condition names no argument, or a bound has a condition of its own.
    """
    names = tuple(map(str, arguments))
    given = {str(size): formula_of(formula) for size, formula in (where or {}).items()}
    bounds = {str(size): str(bound) for size, bound in (at_most or {}).items()}
    for name in (*given, *bounds, *bounds.values()):
        if name not in names:
            raise ValueError(f"where: {name!r} is no argument; choose from {', '.join(names)}")
    if both := [name for name in bounds.values() if name in (*given, *bounds)]:
        raise ValueError(f"where: {both[0]!r} has a condition of its own, so it can't bound a size")
    return _sizes(names, tuple(given.items()), tuple(bounds.items()))


@lru_cache(maxsize=256)  # the caches of keys and probes need equal sizes to be one object
def _sizes(
    names: tuple[str, ...],
    given_items: tuple[tuple[str, Formula], ...],
    bounds: tuple[tuple[str, str], ...],
) -> Sizes:
    given = dict(given_items)
    free = [name for name in names if name not in given]
    free += [name for formula in given.values() for name in formula.sizes]
    sizes = tuple(dict.fromkeys(free))
    return Sizes(names, sizes, {n: f.polynomial(sizes) for n, f in given.items()}, dict(bounds))


# --- cost terms ----------------------------------------------------------------------------------

Charge = Callable[[Polynomial, Polynomial, Polynomial, Polynomial], Polynomial]


def macs(count: Polynomial, m: Polynomial, n: Polynomial, p: Polynomial) -> Polynomial:
    """Count mnp multiply–accumulates for each of `count` products of m × n and n × p matrices."""
    return count * m * n * p


def flops(count: Polynomial, m: Polynomial, n: Polynomial, p: Polynomial) -> Polynomial:
    """Count 2mnp FLOPs for each product: two for each multiply–accumulate."""
    return macs(count, m, n, p) * 2


def flops_without_first_addition(
    count: Polynomial, m: Polynomial, n: Polynomial, p: Polynomial
) -> Polynomial:
    """Count 2n − 1 FLOPs for each of the mp dot products of a matrix product."""
    return flops(count, m, n, p) - count * m * p


# The conventions for products that differ from the course's: id of the convention -> its charge.
OTHER_CHARGES: dict[str, Charge] = {
    "multiply-accumulates": macs,
    "dot-product-2n-1": flops_without_first_addition,
}


@dataclass(frozen=True)
class CostTerm:
    """A cost term of a count: matrix products, other operations with a formula, or both.

    Attributes:
        name: The name of the term.
        product: The number of matrix products, then the sizes m, n and p of each; or empty.
        other: The count of all other operations.
    """

    name: str
    product: tuple[Polynomial, ...]
    other: Polynomial

    def cost(self, charge: Charge = flops) -> Polynomial:
        """Compute the part of the count that the term adds, by a convention for products."""
        return self.other + charge(*self.product) if self.product else self.other

    def with_size(self, old: str, new: str) -> Iterator[Polynomial]:
        """Compute the costs of the term with the size `new` instead of `old`.

        In the product, `new` replaces each `old` alone, then all of them. In the other operations,
        it replaces all factors `old`, then one of them.
        """
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


def total_cost(cost_terms: Iterable[CostTerm], charge: Charge = flops) -> Polynomial:
    """Add up cost terms; there must be at least one."""
    first, *rest = [term.cost(charge) for term in cost_terms]
    return sum(rest, first)


def cost_terms_of(sizes: Sizes, terms: Iterable[Term]) -> tuple[CostTerm, ...]:
    """Convert the terms of a question to cost terms in its sizes.

    Raises:
        ValueError: A formula is no polynomial in the sizes.
    """
    return tuple(
        CostTerm(
            term.name,
            tuple(sizes.polynomial(factor, term.name) for factor in term.product),
            sizes.polynomial(term.other, term.name),
        )
        for term in terms
    )


def monomials_of(sizes: Sizes, expected: Formula) -> tuple[CostTerm, ...]:
    """Convert each monomial of a formula to a cost term."""
    formula = sizes.polynomial(expected, "expected")
    return tuple(
        CostTerm(formula.monomial(e), (), Polynomial(sizes.names, {e: c}))
        for e, c in (formula.terms or {(0,) * len(sizes.names): 0}).items()
    )
