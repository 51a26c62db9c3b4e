"""The sizes that a count depends on, and the points at which it is one formula.

A formula may hold at some points only: with `d_model // n_heads` in it, where n_heads divides
d_model; with clipped borders, where the image is larger than the window. The first is said by
`where={"d_model": "n_heads*d_head"}`: the answer is asked at such d_model, and the formula may use
d_head. The second by `at_least={"h": "2*r + 1"}`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..polynomials import Polynomial
from .interpolation import FIRST_NODE


@dataclass(frozen=True, eq=False)
class Sizes:
    """Which sizes there are, and how the arguments of the answer follow from them.

    arguments: the names of the answer's arguments, in their order.
    names: the sizes that formulas are polynomials in.
    where: argument -> the formula in `names` that gives it; the other arguments are in `names`.
    at_least: size -> the smallest that is asked, a formula in sizes that have no such bound.
    """

    arguments: tuple[str, ...]
    names: tuple[str, ...]
    where: Mapping[str, Polynomial]
    at_least: Mapping[str, Polynomial]

    @classmethod
    def read(
        cls,
        variables: str,
        where: Mapping[str, str] | None = None,
        at_least: Mapping[str, str] | None = None,
    ) -> Sizes:
        """ValueError where a condition is on no argument, or a bound rests on another bound."""
        arguments = tuple(variables.split())
        where, at_least = dict(where or {}), dict(at_least or {})
        for name in where:
            if name not in arguments:
                raise ValueError(f"where={{{name!r}: ...}}: no argument of {variables!r}")
        free = [name for name in arguments if name not in where]
        new = [name for text in where.values() for name in _names_in(text)]
        names = tuple(dict.fromkeys([*free, *new]))
        unbounded = tuple(name for name in names if name not in at_least)
        bounds = {}
        for name, text in at_least.items():
            if name not in names:
                raise ValueError(f"at_least={{{name!r}: ...}}: no size of {' '.join(names)!r}")
            bounds[name] = Polynomial.parse(text, unbounded).substitute({}, names)
        given = {name: Polynomial.parse(text, names) for name, text in where.items()}
        return cls(arguments, names, given, bounds)

    def formula(self, text: str, of: str = "") -> Polynomial:
        """A formula in sizes and arguments, as a polynomial in the sizes.

        of: what it is the formula of. ValueError that says so, where it is no polynomial in them.
        """
        try:
            parsed = Polynomial.parse(text, (*self.names, *self.where))
        except ValueError as error:
            raise ValueError(f"{of}: {error}" if of else str(error)) from error
        return parsed.substitute(self.where, self.names) if self.where else parsed

    # A bounded size runs from its bound on: at the grid's nodes it is bound + (node − FIRST_NODE).
    # The formula is interpolated as a polynomial in nodes, then written in sizes again.

    def in_nodes(self, formula: Polynomial) -> Polynomial:
        return self._moved(formula, 1)

    def in_sizes(self, formula: Polynomial) -> Polynomial:
        return self._moved(formula, -1)

    def _moved(self, formula: Polynomial, sign: int) -> Polynomial:
        if not self.at_least:
            return formula
        first = Polynomial.number(FIRST_NODE, self.names)
        moved = {
            name: Polynomial.size(name, self.names) + (bound - first) * sign
            for name, bound in self.at_least.items()
        }
        return formula.substitute(moved)

    def at(self, node: Sequence[int]) -> tuple[int, ...]:
        """The sizes at a node of the grid."""
        if not self.at_least:
            return tuple(node)
        return tuple(
            value + int(self.at_least[name](*node)) - FIRST_NODE if name in self.at_least else value
            for name, value in zip(self.names, node, strict=True)
        )

    def arguments_at(self, sizes: Sequence[int]) -> tuple[int, ...]:
        """The arguments of the answer for these sizes."""
        values = dict(zip(self.names, sizes, strict=True))
        return tuple(
            values[name] if name in values else int(self.where[name](*sizes))
            for name in self.arguments
        )

    @property
    def conditions(self) -> str:
        """Where the answer is asked, in words; "" if anywhere."""
        texts = [f"{name} = {formula}" for name, formula in self.where.items()]
        texts += [f"{name} ≥ {bound}" for name, bound in self.at_least.items()]
        return " and ".join(texts)


def _names_in(text: str) -> list[str]:
    """The names in a formula, from left to right."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise ValueError(f"not an expression: {text!r}") from error
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return [node.id for node in sorted(names, key=lambda node: node.col_offset)]
