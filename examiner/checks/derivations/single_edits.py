"""Single edits of a false line that would make it true: a transpose, or two swapped factors.

Such an edit tells a student where the error is, in any problem. It is tried only for a line that is
false or has no value. It counts only if the edited line follows in every ordinary world.
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

MAX_EDITS = 60  # edits of one line that are tried
MAX_NAMED = 3  # edits that a message names; more of them would be no help
Edit = Callable[[ast.expr], ast.expr]


def single_edits_of(
    tree: ast.expr, before: Sequence[np.ndarray | None], worlds: Sequence[World]
) -> Message | None:
    """Find the single edits that make a line equal to the line before.

    Args:
        tree: The syntax tree of the line.
        before: The values of the line before, in each world.
        worlds: The worlds.

    Returns:
        The message that names the edits; None if there is none, or more than `MAX_NAMED`.
    """
    ordinary = [pair for pair in zip(before, worlds, strict=True) if not pair[1].false]
    found = []
    for message, nodes, edit in itertools.islice(_edits(tree), MAX_EDITS):
        edited = _edited(tree, nodes, edit)
        if all(_follows(edited, value, world) for value, world in ordinary):
            found.append(message)
    return Message("mended-by", {"changes": found}) if 0 < len(found) <= MAX_NAMED else None


def _follows(tree: ast.expr, before: np.ndarray | None, world: World) -> bool:
    with suppress(ExpressionError):
        value = evaluate_expression(tree, world.symbols, twice=False)
        return holds(before, "=", value, RTOL, ATOL)
    return False


def _edits(tree: ast.expr) -> Iterator[tuple[Message, list[ast.expr], Edit]]:
    """Yield each edit of a line: its message, the nodes that it changes, and the edit itself.

    First come the edits of one node. Then come the edits of all products with one matrix.
    """
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
    transposed = [node for node in attributes if isinstance(node.value, ast.Name)]
    inner = [n.value for n in transposed] + [n.func for n in nodes if isinstance(n, ast.Call)]
    names = [n for n in nodes if isinstance(n, ast.Name) and n not in inner]
    matrices = [node for node in nodes if node in transposed or node in names]
    for node in matrices:
        around = next((p for p in nodes if node in ast.iter_child_nodes(p)), tree)
        facts = {"there": node, "right": _transposed(node), "around": around}
        yield _message("other-matrix", **facts), [node], _transposed
    products = [n for n in nodes if isinstance(n, ast.BinOp) and isinstance(n.op, ast.MatMult)]
    for product in products:
        message = _message("other-order", product=product)
        if isinstance(product.left, ast.Attribute) and isinstance(product.right, ast.Attribute):
            left, right = product.left.value, product.right.value
            message = _message("other-order-transposed", product=product, left=left, right=right)
        yield message, [product], _swapped
    for name in dict.fromkeys(ast.unparse(getattr(node, "value", node)) for node in matrices):
        with_it: list[ast.expr] = []
        with_it += [p for p in products if name in (ast.unparse(p.left), ast.unparse(p.right))]
        if len(with_it) > 1:
            yield Message("other-side-throughout", {"name": name}), with_it, _swapped


def _message(id: str, **nodes: ast.expr) -> Message:
    return Message(id, {fact: ast.unparse(node) for fact, node in nodes.items()})


def _transposed(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Attribute) else ast.Attribute(node, "T", ast.Load())


def _swapped(node: ast.expr) -> ast.expr:
    return ast.BinOp(node.right, node.op, node.left) if isinstance(node, ast.BinOp) else node


def _edited(node: ast.expr, chosen: Sequence[ast.expr], edit: Edit) -> ast.expr:
    """Copy a tree, with an edit of the chosen nodes."""
    new = copy.copy(node)
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.expr):
            setattr(new, field, _edited(value, chosen, edit))
        elif isinstance(value, list):
            setattr(new, field, [_edited(each, chosen, edit) for each in value])
    return edit(new) if node in chosen else new
