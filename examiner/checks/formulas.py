"""Formulas in sizes, for counts, ledgers and growth classes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any, TypeAlias

from ..wording import did_you_mean
from .polynomials import Polynomial

Number: TypeAlias = int | float | Fraction
FormulaLike: TypeAlias = "Formula | Polynomial | int | Fraction"
Function: TypeAlias = Callable[..., Any]

_SIGNS = {"+": " + ", "-": " - ", "*": "*", "/": "/", "**": "**"}
_RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "negative": 3, "**": 4}
_HIGHEST = 5  # the rank of names, numbers and calls
EXACT = 64  # a float that is a multiple of 1/64, such as 0.5, stands for its exact value
_OPERATIONS: dict[str, Function] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
    "negative": lambda a: -a,
}
_CALLS: dict[str, Function] = {"log": math.log, "max": max, "min": min}


@dataclass(frozen=True)
class Formula:
    """A formula in sizes. `sizes` makes sizes, and arithmetic makes the other formulas.

    `+ - * / **` combine formulas, integers, fractions, and a student's polynomial
    (`Verdict.counted`). Growth classes also have `log`, `maximum` and `minimum`.

    Attributes:
        operation: "size", "number", "polynomial", "negative", an operator, or "log", "max", "min".
        parts: The operands.

    Example:
        >>> from examiner.checks import sizes
        >>> n, d = sizes("n d")
        >>> 2 * n**2 * d + n / 2
        2*n**2*d + n/2
        >>> (n + d)(n=3, d=4)
        7
    """

    operation: str
    parts: tuple[Any, ...]

    def __add__(self, other: FormulaLike) -> Formula:
        return _made("+", self, other)

    def __radd__(self, other: FormulaLike) -> Formula:
        return self if other == 0 else _made("+", other, self)  # `sum` starts with 0

    def __sub__(self, other: FormulaLike) -> Formula:
        return _made("-", self, other)

    def __rsub__(self, other: FormulaLike) -> Formula:
        return _made("-", other, self)

    def __mul__(self, other: FormulaLike) -> Formula:
        return _made("*", self, other)

    def __rmul__(self, other: FormulaLike) -> Formula:
        return _made("*", other, self)

    def __truediv__(self, other: FormulaLike) -> Formula:
        return _made("/", self, other)

    def __rtruediv__(self, other: FormulaLike) -> Formula:
        return _made("/", other, self)

    def __pow__(self, power: Formula | Number) -> Formula:
        return _made("**", self, power)

    def __neg__(self) -> Formula:
        return Formula("negative", (self,))

    def __call__(self, **values: int) -> int | Fraction | float:
        """Evaluate the formula at sizes, by name. Raise KeyError if a size has no value."""
        return self.evaluate(values, _exact)

    def evaluate(
        self,
        values: Mapping[str, Any],
        number: Callable[[Any], Any],
        calls: Mapping[str, Function] = _CALLS,
    ) -> Any:
        """Evaluate the formula in any kind of number.

        Args:
            values: Name of a size -> its value, of that kind.
            number: Converts a number of the formula to that kind.
            calls: "log", "max" and "min" for that kind.
        """
        match self.operation, self.parts:
            case "size", (name,):
                return values[name]
            case "number", (value,):
                return number(value)
            case "polynomial", (polynomial,):
                terms = (
                    reduce(
                        lambda product, factor: product * factor,
                        (
                            values[name] ** power
                            for name, power in zip(polynomial.variables, exponents, strict=True)
                            if power
                        ),
                        number(coefficient),
                    )
                    for exponents, coefficient in polynomial.terms.items()
                )
                return reduce(add, terms, number(0))
        if self.operation == "**":
            base, power = self.parts
            exponent = power.parts[0] if power.operation == "number" else None
            if isinstance(exponent, int):
                return base.evaluate(values, number, calls) ** exponent
        parts = [part.evaluate(values, number, calls) for part in self.parts]
        return ({**_OPERATIONS, **calls})[self.operation](*parts)

    def polynomial(self, names: Sequence[str]) -> Polynomial:
        """Convert the formula to a polynomial in sizes of these names.

        Raises:
            ValueError: The formula is no polynomial, or has another size.
        """
        names = tuple(names)
        if unknown := [size for size in self.sizes if size not in names]:
            near = did_you_mean(unknown[0], names)
            known = ", ".join(names)
            where = "" if self.operation == "size" else f" in {str(self)!r}"
            raise ValueError(f"{unknown[0]!r}{where} is no polynomial in {known}.{near}")
        ring = _Ring(names, self)
        return ring.read(self)

    @property
    def sizes(self) -> tuple[str, ...]:
        """The names of the sizes in the formula, from left to right."""
        if self.operation == "size":
            return (self.parts[0],)
        if self.operation == "polynomial":
            polynomial = self.parts[0]
            return tuple(filter(polynomial.depends_on, polynomial.variables))
        parts = (part.sizes for part in self.parts if isinstance(part, Formula))
        return tuple(dict.fromkeys(name for names in parts for name in names))

    @property
    def _rank(self) -> int:
        if self.operation == "polynomial":
            return 1
        if self.operation == "number" and isinstance(self.parts[0], Fraction):
            return 2
        return _RANK.get(self.operation, _HIGHEST)

    def __str__(self) -> str:
        """Write the formula as Python code: "2*n**2*d + n/2"."""
        operation, parts = self.operation, self.parts
        if operation in ("size", "number"):
            return str(parts[0])
        if operation == "polynomial":
            return str(parts[0].formula)
        if operation == "negative":
            return f"-{parts[0]._within(_RANK[operation])}"
        if operation not in _SIGNS:
            return f"{operation}({', '.join(map(str, parts))})"
        left, right, rank = *parts, _RANK[operation]
        # Subtraction and division group from the left, powers from the right.
        first = left._within(rank + (operation == "**"))
        second = right._within(rank + (operation in ("-", "/")))
        return f"{first}{_SIGNS[operation]}{second}"

    __repr__ = __str__

    def _within(self, rank: int) -> str:
        return str(self) if self._rank >= rank else f"({self})"


@dataclass(frozen=True)
class _Ring:
    """A reader of formulas as polynomials in sizes of these names."""

    names: tuple[str, ...]
    whole: Formula  # for error messages

    def read(self, formula: Formula) -> Polynomial:
        match formula.operation, formula.parts:
            case "size", (name,):
                return Polynomial.size(name, self.names)
            case "number", (int() | Fraction() as value,):
                return Polynomial.number(value, self.names)
            case "number", (float() as value,) if (value * EXACT).is_integer():  # 1 / 2
                return Polynomial.number(Fraction(value), self.names)
            case "polynomial", (polynomial,):
                unused = {n for n in polynomial.variables if n not in self.names}
                zero = Polynomial(self.names, {})
                return polynomial.substitute(dict.fromkeys(unused, zero), self.names)
            case "negative", (part,):
                return self.read(part) * -1
            case "**", (base, Formula("number", (int() as power,))) if power >= 0:
                factors = [self.read(base)] * power
                return math.prod(factors, start=Polynomial.number(1, self.names))
            case "/", (part, Formula("number", (int() | Fraction() as divisor,))) if divisor:
                return self.read(part) * (Fraction(1) / divisor)
            case "+" | "-" | "*" as operation, (left, right):
                return _OPERATIONS[operation](self.read(left), self.read(right))
        where = f" in {str(self.whole)!r}" if formula is not self.whole else ""
        raise ValueError(f"{str(formula)!r}{where} is no polynomial in {', '.join(self.names)}.")


def _exact(value: Number) -> Number:
    return Fraction(value) if isinstance(value, int) else value


def _made(operation: str, *parts: FormulaLike | Number) -> Formula:
    return Formula(operation, tuple(map(formula_of, parts)))


def formula_of(value: FormulaLike | Number) -> Formula:
    """Convert a number, or a student's polynomial, to a formula.

    Args:
        value: An integer, fraction or float, a polynomial, or a formula.

    Returns:
        The formula.

    Raises:
        TypeError: The value is none of these.

    Example:
        >>> from examiner.checks import Polynomial, formula_of
        >>> formula_of(Polynomial(("n",), {(2,): 1, (1,): 1})) * 2
        (n**2 + n)*2
    """
    if isinstance(value, Formula):
        return value
    if isinstance(value, Polynomial):
        return Formula("polynomial", (value,))
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        return Formula("number", (value,))
    raise TypeError(f"{value!r} is no formula; write it with sizes, as in `2 * n * d`")


def sizes(names: str) -> tuple[Formula, ...]:
    """Make the sizes of a question.

    Args:
        names: The arguments of the answer, in order, separated by spaces.

    Returns:
        The sizes, in order.

    Example:
        >>> from examiner.checks import sizes
        >>> SIZES = n, d = sizes("n d")
        >>> n * d
        n*d
    """
    return tuple(Formula("size", (name,)) for name in names.split())


def log(value: FormulaLike) -> Formula:
    """Make a logarithm in a growth class. The base makes no difference.

    Args:
        value: A formula.

    Returns:
        The formula.

    Example:
        >>> from examiner.checks import log, sizes
        >>> (n,) = sizes("n")
        >>> n * log(n)
        n*log(n)
    """
    return _made("log", value)


def maximum(*values: FormulaLike) -> Formula:
    """Make the maximum of several formulas, in a growth class.

    Args:
        values: The formulas.

    Returns:
        The formula.

    Example:
        >>> from examiner.checks import maximum, sizes
        >>> n, d = sizes("n d")
        >>> maximum(n, d)
        max(n, d)
    """
    return _made("max", *values)


def minimum(*values: FormulaLike) -> Formula:
    """Make the minimum of several formulas, in a growth class.

    Args:
        values: The formulas.

    Returns:
        The formula.

    Example:
        >>> from examiner.checks import minimum, sizes
        >>> n, d = sizes("n d")
        >>> minimum(n, d)
        min(n, d)
    """
    return _made("min", *values)


# --- terms of a count ----------------------------------------------------------------------------


class Term:
    """A cost term of a count, or a line of a ledger: a name and a formula.

    Args:
        name: The name in findings, such as "the softmax".
        cost: The formula.

    Example:
        >>> from examiner.checks import Term, sizes
        >>> d_in, d_attn = sizes("d_in d_attn")
        >>> Term("W_q", d_attn * d_in).cost
        d_attn*d_in
    """

    def __init__(self, name: str, cost: FormulaLike) -> None:
        self.name, self.other = name, formula_of(cost)
        self.product: tuple[Formula, ...] = ()

    @property
    def cost(self) -> Formula:
        """The formula of the term."""
        return self.other

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self.cost})"


class Product(Term):
    """A matrix product with 2mnp FLOPs: a cost term of a count, or a line of a ledger.

    The check also recognises this product in multiply-accumulates, with 2n − 1 per dot product, or
    with one size replaced by another.

    Args:
        name: The name in findings, such as "the scores".
        m: Rows of the first matrix.
        n: Columns of the first matrix, the length of each dot product.
        p: Columns of the second matrix.
        times: Number of such products.
        plus: Further cost of the term, in FLOPs.

    Example:
        >>> from examiner.checks import Product, sizes
        >>> L, d = sizes("L d")
        >>> Product("the scores", L, d, L).cost
        2*L*d*L
    """

    def __init__(
        self,
        name: str,
        m: FormulaLike,
        n: FormulaLike,
        p: FormulaLike,
        *,
        times: FormulaLike = 1,
        plus: FormulaLike = 0,
    ) -> None:
        super().__init__(name, plus)
        self.product = tuple(map(formula_of, (times, m, n, p)))

    @property
    def cost(self) -> Formula:
        times, m, n, p = self.product
        number = 2 * m * n * p if times == formula_of(1) else 2 * times * m * n * p
        return number if self.other == formula_of(0) else number + self.other


def total(terms: Iterable[Term]) -> Formula:
    """Add up the costs of terms.

    Args:
        terms: One term or more.

    Returns:
        The formula of the sum.

    Example:
        >>> from examiner.checks import Product, Term, sizes, total
        >>> L, d = sizes("L d")
        >>> total([Product("the scores", L, d, L), Term("the softmax", 4 * L**2)])
        2*L*d*L + 4*L**2
    """
    first, *rest = (term.cost for term in terms)
    return sum(rest, start=first)
