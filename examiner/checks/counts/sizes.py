"""The sizes that a count depends on, and the formulas in them that a question gives.

A formula may hold at some points only: with `d_model // n_heads` in it, where n_heads divides
d_model. That is said by `where={"d_model": "n_heads*d_head"}`: the answer is asked at such d_model,
and the formula may use d_head. Or one size is no smaller than another:
`where={"top_k": "<= n_experts"}`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ...findings.known_error import KnownError
from ..polynomials import Polynomial

AT_MOST = "<="
Formulas = Mapping[str, str]
Items = tuple[tuple[str, str], ...]  # the same, as something that can be looked up
Errors = Mapping[KnownError, str | Formulas]  # how each counts: see `Wrong`
Wrong = str | Items  # how an error counts: a formula, or part -> formula


@dataclass(frozen=True, eq=False)
class Sizes:
    """Which sizes there are, and how the arguments of the answer follow from them.

    arguments: the names of the answer's arguments, in their order.
    names: the sizes that formulas are polynomials in.
    where: argument -> the formula in `names` that gives it; the other arguments are in `names`.
    at_most: size -> the size that it doesn't exceed.
    """

    arguments: tuple[str, ...]
    names: tuple[str, ...]
    where: Mapping[str, Polynomial]
    at_most: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, variables: str, where: Formulas | None = None) -> Sizes:
        """ValueError where a condition is on no argument, or on one that has a formula."""
        arguments, where = tuple(variables.split()), dict(where or {})
        at_most = {
            name: text.removeprefix(AT_MOST).strip()
            for name, text in where.items()
            if text.startswith(AT_MOST)
        }
        for name in (*where, *at_most.values()):
            if name not in arguments:
                raise ValueError(f"where={{{name!r}: ...}}: no argument of {variables!r}")
        where = {name: text for name, text in where.items() if name not in at_most}
        if both := [name for name in at_most.values() if name in {*where, *at_most}]:
            raise ValueError(f"where: {both[0]!r} has a condition of its own, and bounds no other")
        free = [name for name in arguments if name not in where]
        new = [name for text in where.values() for name in names_in(text)]
        names = tuple(dict.fromkeys([*free, *new]))
        given = {name: Polynomial.parse(text, names) for name, text in where.items()}
        return cls(arguments, names, given, at_most)

    def formula(self, text: str, of: str = "") -> Polynomial:
        """A formula in sizes and arguments, as a polynomial in the sizes.

        of: what it is the formula of. ValueError that says so, where it is no polynomial in them.
        """
        try:
            parsed = Polynomial.parse(text, (*self.names, *self.where))
        except ValueError as error:
            raise ValueError(f"{of}: {error}" if of else str(error)) from error
        return parsed.substitute(self.where, self.names) if self.where else parsed

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
        equal = [f"{name} = {formula}" for name, formula in self.where.items()]
        return " and ".join(
            [*equal, *(f"{name} ≤ {other}" for name, other in self.at_most.items())]
        )


def names_in(text: str) -> list[str]:
    """The names in a formula, from left to right."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise ValueError(f"not an expression: {text!r}") from error
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return [node.id for node in sorted(names, key=lambda node: node.col_offset)]


# What is given is read once, since a class is marked by the same formulas.


def items_of(named: Mapping[Any, Any] | None) -> tuple[tuple[Any, Any], ...]:
    """What is given by name, or by known error, as something that can be looked up."""
    return tuple(
        (name, items_of(each) if isinstance(each, Mapping) else each)
        for name, each in (named or {}).items()
    )


@lru_cache(maxsize=256)
def sizes_of(variables: str, where: Items) -> Sizes:
    """The sizes of a question, see `Sizes.read`."""
    return Sizes.read(variables, dict(where))
