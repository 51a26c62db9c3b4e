"""What is counted: the sizes that a count depends on, and the parts that it consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ..formulas import Formula, FormulaLike, Term, formula_of
from ..polynomials import Polynomial

Items = tuple[tuple[str, Any], ...]  # what is given by name, as something that can be looked up
Wrong = Formula | tuple[tuple[str, Formula], ...]  # the whole wrong count, or part -> its formula


# --- sizes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sizes:
    """Which sizes there are, and how the arguments of the answer follow from them.

    A formula may hold at some points only: with d_model // n_heads in it, where n_heads divides
    d_model. Then `where` says d_model = n_heads·d_head: the answer is asked at such d_model, and
    formulas may use d_head.

    arguments: the names of the answer's arguments, in their order.
    names: the sizes that formulas are polynomials in.
    where: argument -> the formula in `names` that gives it; the other arguments are in `names`.
    at_most: size, or argument with a formula -> the size that it doesn't exceed.
    """

    arguments: tuple[str, ...]
    names: tuple[str, ...]
    where: Mapping[str, Polynomial]
    at_most: Mapping[str, str]

    def polynomial(self, formula: Formula, of: str = "") -> Polynomial:
        """A formula in sizes and arguments, as a polynomial in the sizes.

        of: what it is the formula of. ValueError that says so, where it is no polynomial in them.
        """
        try:
            read = formula.polynomial((*self.names, *self.where))
        except ValueError as error:
            raise ValueError(f"{of}: {error}" if of else str(error)) from error
        return read.substitute(self.where, self.names) if self.where else read

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


def sizes_of(
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
    names = tuple(map(str, arguments))
    given = {str(size): formula_of(formula) for size, formula in (where or {}).items()}
    bounds = {str(size): str(bound) for size, bound in (at_most or {}).items()}
    for name in (*given, *bounds, *bounds.values()):
        if name not in names:
            raise ValueError(f"where: {name!r} is no argument; these are {', '.join(names)}")
    if both := [name for name in bounds.values() if name in (*given, *bounds)]:
        raise ValueError(f"where: {both[0]!r} has a condition of its own, and bounds no other")
    return _sizes(names, tuple(given.items()), tuple(bounds.items()))


@lru_cache(maxsize=256)  # equal sizes are one object, by which keys and probes are kept
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


# --- parts ---------------------------------------------------------------------------------------

Charge = Callable[[Polynomial, Polynomial, Polynomial, Polynomial], Polynomial]


def macs(count: Polynomial, m: Polynomial, n: Polynomial, p: Polynomial) -> Polynomial:
    """mnp multiply–accumulates for each of `count` products of an m × n and an n × p matrix."""
    return count * m * n * p


def flops(count: Polynomial, m: Polynomial, n: Polynomial, p: Polynomial) -> Polynomial:
    """2mnp for each product: two FLOPs for each multiply–accumulate."""
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
class CostTerm:
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


def total(parts: Iterable[CostTerm], charge: Charge = flops) -> Polynomial:
    """The count that consists of these parts, one at least."""
    first, *rest = [part.cost(charge) for part in parts]
    return sum(rest, first)


def parts_of(sizes: Sizes, terms: Iterable[Term]) -> tuple[CostTerm, ...]:
    """The terms that a question gives, in its sizes. ValueError for what can't be read."""
    return tuple(
        CostTerm(
            term.name,
            tuple(sizes.polynomial(factor, term.name) for factor in term.product),
            sizes.polynomial(term.other, term.name),
        )
        for term in terms
    )


def monomials_of(sizes: Sizes, expected: Formula) -> tuple[CostTerm, ...]:
    """The terms of a formula as its parts."""
    formula = sizes.polynomial(expected, "expected")
    return tuple(
        CostTerm(formula.monomial(e), (), Polynomial(sizes.names, {e: c}))
        for e, c in (formula.terms or {(0,) * len(sizes.names): 0}).items()
    )
