"""What one change would make a false line of a derivation true: a transpose, two factors exchanged.

Such a change names what went wrong, whatever the problem. It is sought only for a line that is
false, or that has no value, and said only where it makes the line follow in every usual world.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ...findings.known_error import Says
from ..tolerances import ATOL, RTOL
from .comparing import holds
from .expressions import ExpressionError, evaluate_expression
from .worlds import World

MAX_CHANGES = 60  # of one line that are tried
MAX_MENDED = 3  # that are named


def mend(
    tree: ast.expr, before: Sequence[np.ndarray | None], worlds: Sequence[World]
) -> Says | None:
    """The changes each of which makes a line equal to the one before; None if none does, or so many
    that they tell nothing.

    before: the values of the line before, in each world.
    """
    usual = [n for n, world in enumerate(worlds) if not world.false]
    tried = itertools.islice(_changes(tree), MAX_CHANGES)
    found = [said for said, changed in tried if _follows_in(usual, changed, before, worlds)]
    return Says("mended-by", {"changes": found}) if 0 < len(found) <= MAX_MENDED else None


def _rule(product: ast.BinOp) -> str:
    """What turns the order of two transposed factors round."""
    if not all(isinstance(factor, ast.Attribute) for factor in (product.left, product.right)):
        return ""
    left, right = ast.unparse(product.left.value), ast.unparse(product.right.value)
    return f"({left} @ {right}).T = {right}.T @ {left}.T"


def _follows_in(
    usual: Sequence[int],
    tree: ast.expr,
    before: Sequence[np.ndarray | None],
    worlds: Sequence[World],
) -> bool:
    return all(_follows(tree, before[n], worlds[n]) for n in usual)


def _follows(tree: ast.expr, before: np.ndarray | None, world: World) -> bool:
    try:
        value = evaluate_expression(tree, world.symbols, twice=False)
    except ExpressionError:
        return False
    return holds(before, "=", value, RTOL, ATOL)


def _changes(tree: ast.expr) -> Iterator[tuple[Says, ast.expr]]:
    """Each change alone, then those that are made wherever the same stands."""
    spots = list(_matrices(tree))
    names = dict.fromkeys(ast.unparse(spot).removesuffix(".T") for spot in spots)
    for spot in spots:
        what = ast.unparse(spot)
        around = next((p for p in ast.walk(tree) if spot in ast.iter_child_nodes(p)), tree)
        facts = {"there": what, "right": _transposed(what), "around": ast.unparse(around)}
        changed = _with(tree, lambda node, spot=spot: node is spot, _transpose)
        yield Says("other-matrix", facts), changed
    products = [node for node in ast.walk(tree) if _is_product(node)]
    for product in products:
        facts = {"product": ast.unparse(product), "rule": _rule(product)}
        changed = _with(tree, lambda node, product=product: node is product, _exchange)
        yield Says("other-order", facts), changed
    for name in names:
        of_it = [s for s in spots if ast.unparse(s).removesuffix(".T") == name]
        if len(of_it) > 1:
            changed = _with(tree, lambda node, of_it=of_it: node in of_it, _transpose)
            yield Says("transposed-throughout", {"name": name}), changed
        by_it = [p for p in products if name in (ast.unparse(p.left), ast.unparse(p.right))]
        if len(by_it) > 1:
            changed = _with(tree, lambda node, by_it=by_it: node in by_it, _exchange)
            yield Says("other-side-throughout", {"name": name}), changed


def _matrices(tree: ast.expr) -> Iterator[ast.expr]:
    """The names and the transposed names in a formula, functions aside."""
    todo = [tree]
    while todo:
        node = todo.pop(0)
        if isinstance(node, ast.Name) or (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        ):
            yield node
        elif isinstance(node, ast.Call):
            todo += node.args
        else:
            todo += [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]


def _is_product(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)


def _transposed(text: str) -> str:
    return text.removesuffix(".T") if text.endswith(".T") else f"{text}.T"


def _transpose(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Attribute) else ast.Attribute(node, "T", ast.Load())


def _exchange(node: ast.BinOp) -> ast.expr:
    return ast.BinOp(node.right, node.op, node.left)


def _with(
    tree: ast.expr, where: Callable[[ast.expr], bool], change: Callable[..., ast.expr]
) -> ast.expr:
    """A copy of the tree in which the nodes found by `where` are changed, none inside another."""

    def rebuilt(node: ast.expr) -> ast.expr:
        found = where(node)
        new = copy.copy(node)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and not (found and isinstance(node, ast.Attribute)):
                setattr(new, field, rebuilt(value))
            elif isinstance(value, list):
                setattr(new, field, [rebuilt(v) if isinstance(v, ast.expr) else v for v in value])
        return change(new) if found else new

    return rebuilt(tree)
