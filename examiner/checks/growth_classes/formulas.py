"""Formulas of growth: "log(T) + log(J)", "n_t*d**2 + n_t*n_s*d".

Values are compared by their logarithms, which are floats of moderate size where the value itself
(2^4096, say) is beyond all floats.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass

from ..counts.sizes import Sizes
from ..polynomials import Polynomial

NOTHING = -math.inf  # the logarithm of 0


@dataclass(frozen=True, eq=False)
class Formula:
    """A function of sizes and arguments, positive where these are larger than 1.

    text: sums, products, quotients and powers of sizes, positive numbers, log(…), max(…), min(…).
    polynomial: what it is as a polynomial in the sizes; None if it is none.
    """

    text: str
    tree: ast.expr
    polynomial: Polynomial | None

    @classmethod
    def read(cls, text: str, sizes: Sizes) -> Formula:
        """ValueError for what is no such formula in these sizes and arguments."""
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except SyntaxError as error:
            raise ValueError(f"not an expression: {text!r}") from error
        names = {*sizes.names, *sizes.arguments}
        _log2(tree, dict.fromkeys(names, 2.0), text)
        try:
            polynomial = sizes.formula(text)
        except ValueError:
            polynomial = None
        return cls(text, tree, polynomial)

    def log2(self, values: Mapping[str, int]) -> float:
        """The logarithm of its value for these sizes and arguments."""
        logarithms = {name: math.log2(value) for name, value in values.items()}
        return _log2(self.tree, logarithms, self.text)


def _log2(node: ast.expr, names: Mapping[str, float], text: str) -> float:
    """The logarithm of the value of an expression. names: the logarithms of the names' values."""
    match node:
        case ast.Constant(value=int() | float() as value) if value > 0:
            return math.log2(value)
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.BinOp(left=left, op=op, right=right):
            first, second = _log2(left, names, text), _log2(right, names, text)
            match op:
                case ast.Add():
                    return _log2_of_sum(first, second)
                case ast.Mult():
                    return first + second
                case ast.Div():
                    return first - second
                case ast.Pow() if isinstance(right, ast.Constant):
                    return first * right.value
        case ast.Call(func=ast.Name(id="log"), args=[argument], keywords=[]):
            value = _log2(argument, names, text)
            return math.log2(value) if value > 0 else NOTHING
        case ast.Call(func=ast.Name(id="max" | "min" as name), args=[_, *_] as each, keywords=[]):
            values = [_log2(one, names, text) for one in each]
            return max(values) if name == "max" else min(values)
    raise ValueError(f"{ast.unparse(node)!r} in {text!r} is no formula of growth in {set(names)}")


def _log2_of_sum(first: float, second: float) -> float:
    high, low = max(first, second), min(first, second)
    return high if low == NOTHING else high + math.log2(1 + 2 ** max(low - high, -1000))


def in_words(text: str, sizes: Sizes) -> str:
    """A formula as it is printed: "n_t·d² + log(T)"."""
    formula = text.replace("**2", "²").replace("**3", "³").replace("*", "·").replace("  ", " ")
    return formula + (f" where {conditions}" if (conditions := sizes.conditions) else "")
