"""What a count is made of, and what becomes of it when a part is counted wrongly.

A part is a product of matrices, or anything else that has a formula, or both. The usual mistakes
with a part (forgotten, counted twice, one size in another's place, a factor too few or too many)
follow from it, and so do the conventions that differ from the course's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ..polynomials import Polynomial
from .sizes import Sizes


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
    return product.count * product.m * product.n * product.p


def flops_without_first_addition(product: Product) -> Polynomial:
    """mp dot products of 2n − 1 operations each."""
    return flops(product) - product.count * product.m * product.p


MISSING = "— missing"
WITHOUT_ADDITIONS = "{} — charged without additions"
MULTIPLY_ACCUMULATES = "these are multiply–accumulates; each is two FLOPs (P6)"
# Conventions that differ from the course's, and are not its own.
OTHER_CONVENTIONS: dict[str, Charge] = {
    MULTIPLY_ACCUMULATES: macs,
    "a dot product is charged 2n − 1; here it costs 2n (P2)": flops_without_first_addition,
}


@dataclass(frozen=True)
class Part:
    """One part of a count: a product, something else, or both."""

    name: str
    product: Product | None
    other: Polynomial

    def cost(self, charge: Charge = flops) -> Polynomial:
        return self.other + charge(self.product) if self.product else self.other

    def altered(self, charge: Charge) -> Iterator[tuple[str, Polynomial]]:
        """What a mistake with this part is called ("{}" stands for its name), and what the part
        costs with it.
        """
        cost = self.cost(charge)
        yield f"{{}} {MISSING}", cost * 0
        yield "{} — counted twice", cost * 2
        if self.product and charge is flops:
            yield WITHOUT_ADDITIONS, self.cost(macs)

    def altered_seldom(self) -> Iterator[tuple[str, Polynomial]]:
        """The same for what is seldom done: sizes added, or 2n − 1 in this part alone."""
        if self.product:
            message = "{} — charged 2n − 1 for a dot product; here it costs 2n (P2)"
            yield message, self.cost(flops_without_first_addition)
        cost, names = self.cost(), self.other.variables
        for first, second in combinations(names, 2):
            without = cost.divided_by(first)
            without = without and without.divided_by(second)
            if without:
                both = Polynomial.size(first, names) + Polynomial.size(second, names)
                yield f"in {{}}, {first} and {second} are added; they multiply", without * both

    def with_other_sizes(self, *, alone: bool) -> Iterator[tuple[str, Polynomial]]:
        """The same for a size that is missing, too many or in another's place.

        alone: whether this part is the whole count, so that its name says nothing.
        """
        cost, names = self.cost(), self.other.variables
        where = "" if alone else "in {}, "
        for old in names:
            size = Polynomial.size(old, names)
            if not alone:
                yield f"{where}a factor {old} is too many", cost * size
                if fewer := cost.divided_by(old):
                    yield f"{where}a factor {old} is missing", fewer
            for new in names:
                if new != old:
                    label = f"{where}{new} stands where {old} belongs"
                    yield from ((label, part.cost()) for part in self._swapped(old, new))

    def _swapped(self, old: str, new: str) -> Iterator[Part]:
        names = self.other.variables
        if self.product:
            sizes = Polynomial.size(old, names), Polynomial.size(new, names)
            for product in self.product.with_size(*sizes):
                yield replace(self, product=product)
        if self.other.depends_on(old):
            yield replace(self, other=self.other.renamed({old: new}))
            once = self.other.divided_by(old)
            if once and once.depends_on(old):
                yield replace(self, other=once * Polynomial.size(new, names))


# --- what a problem says of parts that are counted wrongly ---------------------------------------

ADDED, TIMES = "+", "*"


@dataclass(frozen=True)
class Miscount:
    """A wrong count that a problem names.

    parts: the places of the parts that it says are counted wrongly.
    adds, throughout: whether it adds something to the count, or a factor to all of it.
    convention: whether it is no error but a convention that differs from the course's.
    """

    label: str
    formula: Polynomial
    parts: frozenset[int]
    adds: bool = False
    throughout: bool = False
    convention: bool = False

    @classmethod
    def read(
        cls, label: str, wrong: str | Mapping[str, str], parts: Sequence[Part], sizes: Sizes
    ) -> Miscount:
        """Read a formula, or part -> what is counted for it.

        Under "+" stands what is added to the count, under "*" a factor for all of it. A formula
        doesn't say which parts are wrong, unless there is only one. ValueError for a part that the
        count hasn't, and for one that is counted rightly.
        """
        places = {part.name: place for place, part in enumerate(parts)}
        if isinstance(wrong, str):
            alone = places.values() if len(places) == 1 else ()
            return cls(label, sizes.formula(wrong, f"the mistake {label!r}"), frozenset(alone))
        formulas = {
            name: sizes.formula(text, f"the mistake {label!r}, {name!r}")
            for name, text in wrong.items()
        }
        total = formulas.pop(ADDED, Polynomial(sizes.names, {}))
        times = formulas.pop(TIMES, None)
        if unknown := [repr(name) for name in formulas if name not in places]:
            raise ValueError(
                f"the mistake {label!r}: no part {', '.join(unknown)}; the parts are "
                f"{', '.join(map(repr, places))}, and {ADDED!r} adds something to the count"
            )
        for part in parts:
            if formulas.get(part.name) == part.cost():
                raise ValueError(f"the mistake {label!r}: this is what {part.name} costs")
            total += formulas.get(part.name, part.cost())
        if times is None:
            wrong_parts = frozenset(places[name] for name in formulas)
            return cls(label, total, wrong_parts, adds=ADDED in wrong)
        return cls(label, total * times, frozenset(places.values()), throughout=True)
