"""Exact polynomials in several variables: parsing, arithmetic, interpolation, printing."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import lcm, prod
from operator import mul

Exponents = tuple[int, ...]
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Polynomial:
    """A polynomial with rational coefficients.

    variables: their names, in the order of the arguments.
    terms: exponents -> coefficient; zero coefficients are dropped.
    """

    def __init__(self, variables: Sequence[str], terms: Mapping[Exponents, Fraction | int]) -> None:
        self.variables = tuple(variables)
        self.terms = {e: Fraction(c) for e, c in sorted(terms.items(), reverse=True) if c != 0}

    @classmethod
    def parse(cls, text: str, variables: Sequence[str]) -> Polynomial:
        """Read "2*n**2*d + n/2". ValueError for what is no polynomial in `variables`."""
        return _parse(text, tuple(variables))

    def __call__(self, *values: int) -> Fraction:
        return sum(
            (c * prod(map(pow, values, e)) for e, c in self.terms.items()),
            start=Fraction(0),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polynomial):
            return NotImplemented
        return self.variables == other.variables and self.terms == other.terms

    def __hash__(self) -> int:
        return hash((self.variables, tuple(self.terms.items())))

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for exponents, coefficient in other.terms.items():
            terms[exponents] = terms.get(exponents, Fraction(0)) + coefficient
        return Polynomial(self.variables, terms)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other * Fraction(-1)

    def __mul__(self, other: Polynomial | Fraction) -> Polynomial:
        if isinstance(other, Fraction):
            return Polynomial(self.variables, {e: c * other for e, c in self.terms.items()})
        terms: dict[Exponents, Fraction] = {}
        for (e1, c1), (e2, c2) in itertools.product(self.terms.items(), other.terms.items()):
            exponents = tuple(map(int.__add__, e1, e2))
            terms[exponents] = terms.get(exponents, Fraction(0)) + c1 * c2
        return Polynomial(self.variables, terms)

    @property
    def degrees(self) -> Exponents:
        """The highest power of each variable."""
        return tuple(max(column) for column in zip(*self.terms, strict=True)) or (0,) * len(
            self.variables
        )

    def monomial(self, exponents: Exponents) -> str:
        """The name of a monomial: "seq_len²·d_out"; "the constant" for 1."""
        powers = [
            name + (str(power).translate(SUPERSCRIPTS) if power > 1 else "")
            for name, power in zip(self.variables, exponents, strict=True)
            if power
        ]
        return "·".join(powers) or "the constant"

    def __str__(self) -> str:
        text = ""
        for exponents, coefficient in self.terms.items():
            size = abs(coefficient)
            name = self.monomial(exponents) if any(exponents) else ""
            number = str(size) if size != 1 or not name else ""
            sign = "−" if coefficient < 0 else "+"
            text += f" {sign} " if text else ("−" if coefficient < 0 else "")
            text += "·".join(filter(None, (number, name)))
        return text or "0"

    __repr__ = __str__


@lru_cache(maxsize=1024)  # a class is held against the same formulas, hand-in after hand-in
def _parse(text: str, variables: tuple[str, ...]) -> Polynomial:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"not an expression: {text!r}") from error
    return _read(tree, variables, text)


def _read(node: ast.expr, variables: tuple[str, ...], text: str) -> Polynomial:
    def constant(value: Fraction) -> Polynomial:
        return Polynomial(variables, {(0,) * len(variables): value})

    match node:
        case ast.Constant(value=int(value)):
            return constant(Fraction(value))
        case ast.Name(id=name) if name in variables:
            return Polynomial(variables, {tuple(int(v == name) for v in variables): Fraction(1)})
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _read(operand, variables, text) * Fraction(-1)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))) if power >= 0:
            factors = [_read(left, variables, text)] * power
            return reduce(Polynomial.__mul__, factors, constant(Fraction(1)))
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int(divisor))) if divisor:
            return _read(left, variables, text) * Fraction(1, divisor)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() as op, right=right):
            a, b = _read(left, variables, text), _read(right, variables, text)
            return a + b if isinstance(op, ast.Add) else a - b if isinstance(op, ast.Sub) else a * b
    raise ValueError(f"{ast.unparse(node)!r} in {text!r} is no polynomial in {variables}")


FIRST_NODE = 2  # sizes of 1 hide mistakes and invite special cases


def nodes(degrees: Iterable[int]) -> list[tuple[int, ...]]:
    """The grid of small integer points that determines a polynomial of these degrees."""
    return list(itertools.product(*(range(FIRST_NODE, FIRST_NODE + d + 1) for d in degrees)))


def interpolate(
    variables: Sequence[str], degrees: Sequence[int], values: Sequence[int]
) -> Polynomial:
    """The one polynomial of at most these degrees with these values at `nodes(degrees)`; exact."""
    table: list[Fraction | int] = list(values)
    stride = len(table)
    for degree in degrees:
        size = degree + 1
        stride //= size
        inverse = _lagrange(degree)
        for start in range(0, len(table), stride * size):
            for offset in range(start, start + stride):
                line = slice(offset, offset + stride * size, stride)
                column = table[line]
                if any(column):
                    table[line] = _apply(inverse, column)
    exponents = itertools.product(*(range(d + 1) for d in degrees))
    return Polynomial(variables, {e: c for e, c in zip(exponents, table, strict=True) if c})


def _apply(
    inverse: tuple[tuple[tuple[int, ...], ...], int], column: list[Fraction | int]
) -> list[Fraction | int]:
    rows, divisor = inverse
    sums = (sum(map(mul, row, column)) for row in rows)
    return [s // divisor if s % divisor == 0 else Fraction(s) / divisor for s in sums]


@lru_cache
def _lagrange(degree: int) -> tuple[tuple[tuple[int, ...], ...], int]:
    """The inverse of the Vandermonde matrix of the nodes: integer rows over a common divisor."""
    points = range(FIRST_NODE, FIRST_NODE + degree + 1)
    columns = []
    for i in points:
        basis = [Fraction(1)]
        for j in points:
            if j != i:
                low, high = [c * -j for c in basis] + [Fraction(0)], [Fraction(0), *basis]
                basis = [(a + b) / (i - j) for a, b in zip(low, high, strict=True)]
        columns.append(basis)
    divisor = lcm(*(c.denominator for column in columns for c in column))
    rows = tuple(tuple(int(column[k] * divisor) for column in columns) for k in range(degree + 1))
    return rows, divisor
