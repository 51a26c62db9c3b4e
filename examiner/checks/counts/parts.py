"""Parts: what a count consists of. A part is a number of matrix products, anything else that has a
formula, or both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ..polynomials import Polynomial
from .sizes import Items, Sizes


def factors_of(product: str, name: str = "") -> list[str]:
    """The factors of "m n p". ValueError, with the name of the product, for fewer than three."""
    factors = product.split()
    if len(factors) < 3:
        of = f"{name}: " if name else ""
        raise ValueError(f"{of}{product!r} is no product: write its three sizes, 'm n p'")
    return factors


@dataclass(frozen=True)
class Product:
    """`count` products of an m × n and an n × p matrix."""

    count: Polynomial
    m: Polynomial
    n: Polynomial
    p: Polynomial

    @classmethod
    def read(cls, text: str, sizes: Sizes, name: str = "") -> Product:
        """Read "m n p", three factors; factors before them say how many such products there are.

        name: what it is called in an error. ValueError for fewer than three factors, and for one
        that is no formula.
        """
        *several, m, n, p = [sizes.formula(factor, name) for factor in factors_of(text, name)]
        count = Polynomial.number(1, sizes.names)
        for factor in several:
            count *= factor
        return cls(count, m, n, p)

    def with_size(self, old: Polynomial, new: Polynomial) -> Iterator[Product]:
        """The product with one size in another's place, in each place where it stands, then in all.

        A size that is there once has one place only.
        """
        places = [place for place in ("count", "m", "n", "p") if getattr(self, place) == old]
        for place in places:
            yield replace(self, **{place: new})
        if len(places) > 1:
            yield replace(self, **dict.fromkeys(places, new))


Charge = Callable[[Product], Polynomial]


def flops(product: Product) -> Polynomial:
    """2mnp for each product (P2)."""
    return macs(product) * 2


def macs(product: Product) -> Polynomial:
    """mnp multiply–accumulates for each product."""
    return product.count * product.m * product.n * product.p


def flops_without_first_addition(product: Product) -> Polynomial:
    """mp dot products of 2n − 1 operations each."""
    return flops(product) - product.count * product.m * product.p


# The conventions for products that differ from the course's: id of the known error -> charge.
OTHER_CHARGES: dict[str, Charge] = {
    "multiply-accumulates": macs,
    "dot-product-2n-1": flops_without_first_addition,
}


@dataclass(frozen=True)
class Part:
    """One part of a count."""

    name: str
    product: Product | None
    other: Polynomial

    def cost(self, charge: Charge = flops) -> Polynomial:
        """What the part adds to the count."""
        return self.other + charge(self.product) if self.product else self.other

    def with_size(self, old: str, new: str) -> Iterator[Polynomial]:
        """What the part costs with one size in another's place, for each place."""
        names = self.other.variables
        if self.product:
            sizes = Polynomial.size(old, names), Polynomial.size(new, names)
            for product in self.product.with_size(*sizes):
                yield replace(self, product=product).cost()
        if self.other.depends_on(old):
            product = replace(self, other=self.other * 0).cost()
            yield product + self.other.renamed({old: new})
            once = self.other.divided_by(old)
            if once and once.depends_on(old):
                yield product + once * Polynomial.size(new, names)


def total(parts: Iterable[Part], charge: Charge = flops) -> Polynomial:
    """The count that consists of these parts, one at least."""
    first, *rest = [part.cost(charge) for part in parts]
    return sum(rest, first)


@lru_cache(maxsize=256)
def parts_of(sizes: Sizes, products: Items, other: Items) -> tuple[Part, ...]:
    """The parts that a question gives: name -> product, and name -> formula."""
    read = {name: Product.read(text, sizes, name) for name, text in products}
    rest = {name: sizes.formula(text, name) for name, text in other}
    nothing = Polynomial(sizes.names, {})
    return tuple(
        Part(name, read.get(name), rest.get(name, nothing))
        for name in dict.fromkeys((*read, *rest))
    )


@lru_cache(maxsize=256)
def terms_of(sizes: Sizes, expected: str) -> tuple[Part, ...]:
    """The terms of a formula as its parts."""
    formula = sizes.formula(expected, "expected")
    return tuple(
        Part(formula.monomial(e), None, Polynomial(sizes.names, {e: c}))
        for e, c in (formula.terms or {(0,) * len(sizes.names): 0}).items()
    )
