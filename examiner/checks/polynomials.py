"""Exact polynomials in several variables: arithmetic and printing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from operator import add
from typing import Any

Exponents = tuple[int, ...]
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Polynomial:
    """A polynomial with rational coefficients, such as a student's count (`Verdict.counted`).

    Args:
        variables: The names of the variables, in the order of the arguments.
        terms: Exponents -> coefficient. The polynomial drops zero coefficients.

    Example:
        >>> from examiner.checks import Polynomial
        >>> count = Polynomial(("n", "d"), {(2, 1): 2, (1, 0): 1})
        >>> count, count(3, 5)
        (2·n²·d + n, 93)
    """

    def __init__(self, variables: Sequence[str], terms: Mapping[Exponents, Fraction | int]) -> None:
        self.variables = tuple(variables)
        self.terms = {e: _simple(c) for e, c in sorted(terms.items(), reverse=True) if c}

    @classmethod
    def _sorted(cls, variables: tuple[str, ...], terms: Mapping[Exponents, Any]) -> Polynomial:
        """Make a polynomial of terms that are in the right order already."""
        made = cls.__new__(cls)
        made.variables = variables
        made.terms = {e: _simple(c) for e, c in terms.items() if c}
        return made

    @classmethod
    def size(cls, name: str, variables: Sequence[str]) -> Polynomial:
        """Make the polynomial that is one variable."""
        return cls(variables, {tuple(int(v == name) for v in variables): 1})

    @classmethod
    def number(cls, value: Fraction | int, variables: Sequence[str]) -> Polynomial:
        """Make a constant polynomial."""
        return cls(variables, {(0,) * len(tuple(variables)): value})

    def __call__(self, *values: Fraction | int) -> Fraction | int:
        return sum(c * prod(map(pow, values, e)) for e, c in self.terms.items())

    def __getitem__(self, exponents: Exponents) -> Fraction | int:
        """Return the coefficient of a term; 0 if the polynomial has no such term."""
        return self.terms.get(exponents, 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polynomial):
            return NotImplemented
        return self.variables == other.variables and self.terms == other.terms

    def __hash__(self) -> int:
        return hash((self.variables, tuple(self.terms.items())))

    def __add__(self, other: Polynomial) -> Polynomial:
        if not isinstance(other, Polynomial):
            return NotImplemented  # then Formula.__radd__ adds the polynomial
        terms = dict(self.terms)
        for exponents, coefficient in other.terms.items():
            terms[exponents] = terms.get(exponents, 0) + coefficient
        return Polynomial(self.variables, terms)

    def __sub__(self, other: Polynomial) -> Polynomial:
        if not isinstance(other, Polynomial):
            return NotImplemented
        return self + other * -1

    def __mul__(self, other: Polynomial | Fraction | int) -> Polynomial:
        if isinstance(other, (Fraction, int)):
            products = {e: c * other for e, c in self.terms.items()}
            return Polynomial._sorted(self.variables, products)
        if not isinstance(other, Polynomial):
            return NotImplemented
        terms: dict[Exponents, Fraction | int] = {}
        for (e1, c1), (e2, c2) in itertools.product(self.terms.items(), other.terms.items()):
            exponents = tuple(map(add, e1, e2))
            terms[exponents] = terms.get(exponents, 0) + c1 * c2
        # A factor of one term changes nothing in the order of the other's terms.
        is_sorted = len(self.terms) < 2 or len(other.terms) < 2
        return (Polynomial._sorted if is_sorted else Polynomial)(self.variables, terms)

    def substitute(
        self, replacements: Mapping[str, Polynomial], variables: Sequence[str] | None = None
    ) -> Polynomial:
        """Replace variables by polynomials.

        Args:
            replacements: Variable -> a polynomial in `variables`. Every variable that is not in
                `variables` must have one.
            variables: The variables of the result; the same as here by default.

        Returns:
            The polynomial in `variables`.
        """
        variables = tuple(variables or self.variables)
        places = {name: place for place, name in enumerate(variables)}
        terms: dict[Exponents, Fraction | int] = {}
        for exponents, coefficient in self.terms.items():
            kept, term = [0] * len(variables), None
            for name, power in zip(self.variables, exponents, strict=True):
                if power and name not in replacements:
                    kept[places[name]] += power
                for _ in range(power if name in replacements else 0):
                    value = replacements[name]
                    term = value if term is None else term * value
            factor = Polynomial._sorted(variables, {tuple(kept): coefficient})
            for each, number in (factor if term is None else factor * term).terms.items():
                terms[each] = terms.get(each, 0) + number
        return Polynomial(variables, terms)

    def divided_by(self, name: str) -> Polynomial | None:
        """Divide the polynomial by a variable. Return None if a term lacks this factor."""
        at = self.variables.index(name)
        if not self.terms or any(not exponents[at] for exponents in self.terms):
            return None
        return Polynomial(
            self.variables,
            {(*e[:at], e[at] - 1, *e[at + 1 :]): c for e, c in self.terms.items()},
        )

    @property
    def is_bare(self) -> bool:
        """True if it just adds up, or multiplies, the sizes that it uses.

        This is an elementary symmetric polynomial: the sum of all products of k different sizes.

        Example:
            >>> x, y = (Polynomial.size(name, ("x", "y")) for name in ("x", "y"))
            >>> (x * y).is_bare, (x + y).is_bare, (x * y * 2).is_bare, (x * y + x).is_bare
            (True, True, False, False)
        """
        used = sum(map(self.depends_on, self.variables))
        degrees = {sum(term) for term in self.terms}
        if len(degrees) != 1 or {*self.terms.values()} != {1}:
            return False
        (degree,) = degrees
        flat = all(power <= 1 for term in self.terms for power in term)
        return flat and len(self.terms) == comb(used, degree)

    def depends_on(self, name: str) -> bool:
        at = self.variables.index(name)
        return any(exponents[at] for exponents in self.terms)

    @property
    def degrees(self) -> Exponents:
        """The highest power of each variable."""
        return tuple(max(column) for column in zip(*self.terms, strict=True)) or (0,) * len(
            self.variables
        )

    def monomial(self, exponents: Exponents) -> str:
        """Name a monomial: "n²·d"; "the constant" if all exponents are 0."""
        return "·".join(self._powers(exponents, _superscript)) or "the constant"

    def _powers(self, exponents: Exponents, raised: Callable[[int], str]) -> list[str]:
        powers = zip(self.variables, exponents, strict=True)
        return [name + (raised(power) if power > 1 else "") for name, power in powers if power]

    @property
    def formula(self) -> str:
        """The polynomial as Python code: "2*n**2*d + n/2"."""
        return self._text("*", "-", "**{}".format, divided=True)

    def __str__(self) -> str:
        return self._text("·", "−", _superscript)

    def _text(
        self, times: str, minus: str, raised: Callable[[int], str], *, divided: bool = False
    ) -> str:
        """Write the terms. `divided` puts a denominator at the end of a term: n/2, not 1/2*n."""
        text = ""
        for exponents, coefficient in self.terms.items():
            powers, over = self._powers(exponents, raised), ""
            size = -coefficient if coefficient < 0 else coefficient
            if divided and powers and size.denominator > 1:
                size, over = size.numerator, f"/{size.denominator}"
            number = [] if size == 1 and powers else [str(size)]
            sign = minus if coefficient < 0 else "+" if text else ""
            text += (f" {sign} " if text else sign) + times.join([*number, *powers]) + over
        return text or "0"

    __repr__ = __str__


def _superscript(power: int) -> str:
    return str(power).translate(SUPERSCRIPTS)


def _simple(number: Fraction | int) -> Fraction | int:
    """Convert a whole fraction to an int: most coefficients are whole, and ints are faster."""
    return number if type(number) is int or number.denominator != 1 else number.numerator
