"""What one change would make a false line true: a transpose, two factors exchanged.

Such a change names what went wrong, whatever the problem. It is sought only for a line that is
false, or that has no value, and said only where it makes the line follow in every usual world.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import numpy as np

from ...findings.diagnosis import Message
from ..tolerances import ATOL, RTOL
from .comparing import World, holds
from .expressions import ExpressionError, evaluate_expression

MAX_CHANGES = 60  # of one line that are tried
MAX_MENDED = 3  # that are named
Change = Callable[[ast.expr], ast.expr]


def mend(
    tree: ast.expr, before: Sequence[np.ndarray | None], worlds: Sequence[World]
) -> Message | None:
    """The changes each of which makes a line equal to the one before; None if none does, or so many
    that they tell nothing.

    before: the values of the line before, in each world.
    """
    usual = [pair for pair in zip(before, worlds, strict=True) if not pair[1].false]
    found = []
    for said, nodes, change in itertools.islice(_changes(tree), MAX_CHANGES):
        changed = _changed(tree, nodes, change)
        if all(_follows(changed, value, world) for value, world in usual):
            found.append(said)
    return Message("mended-by", {"changes": found}) if 0 < len(found) <= MAX_MENDED else None


def _follows(tree: ast.expr, before: np.ndarray | None, world: World) -> bool:
    with suppress(ExpressionError):
        value = evaluate_expression(tree, world.symbols, twice=False)
        return holds(before, "=", value, RTOL, ATOL)
    return False


def _changes(tree: ast.expr) -> Iterator[tuple[Message, list[ast.expr], Change]]:
    """What is said of each change, and the parts that it changes: one alone, then all alike."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
    transposed = [node for node in attributes if isinstance(node.value, ast.Name)]
    inner = [n.value for n in transposed] + [n.func for n in nodes if isinstance(n, ast.Call)]
    names = [n for n in nodes if isinstance(n, ast.Name) and n not in inner]
    spots = [node for node in nodes if node in transposed or node in names]
    for spot in spots:
        around = next((p for p in nodes if spot in ast.iter_child_nodes(p)), tree)
        said = _says("other-matrix", there=spot, right=_transposed(spot), around=around)
        yield said, [spot], _transposed
    products = [n for n in nodes if isinstance(n, ast.BinOp) and isinstance(n.op, ast.MatMult)]
    for product in products:
        said = _says("other-order", product=product)
        if isinstance(product.left, ast.Attribute) and isinstance(product.right, ast.Attribute):
            left, right = product.left.value, product.right.value
            said = _says("other-order-transposed", product=product, left=left, right=right)
        yield said, [product], _exchanged
    for name in dict.fromkeys(ast.unparse(getattr(spot, "value", spot)) for spot in spots):
        by_it: list[ast.expr] = []
        by_it += [p for p in products if name in (ast.unparse(p.left), ast.unparse(p.right))]
        if len(by_it) > 1:
            yield Message("other-side-throughout", {"name": name}), by_it, _exchanged


def _says(name: str, **parts: ast.expr) -> Message:
    return Message(name, {fact: ast.unparse(part) for fact, part in parts.items()})


def _transposed(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Attribute) else ast.Attribute(node, "T", ast.Load())


def _exchanged(node: ast.expr) -> ast.expr:
    return ast.BinOp(node.right, node.op, node.left) if isinstance(node, ast.BinOp) else node


def _changed(node: ast.expr, chosen: Sequence[ast.expr], change: Change) -> ast.expr:
    """A copy of a tree in which these nodes are changed."""
    new = copy.copy(node)
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.expr):
            setattr(new, field, _changed(value, chosen, change))
        elif isinstance(value, list):
            setattr(new, field, [_changed(each, chosen, change) for each in value])
    return change(new) if node in chosen else new
