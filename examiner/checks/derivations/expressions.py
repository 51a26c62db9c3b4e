"""Expressions: the formulas of a derivation, in a fixed vocabulary.

This module parses a formula as Python, checks it node by node, and evaluates it with numpy. It
never runs a formula as code. A value is a number or a matrix. If it depends on an index or on
chance, it is an array with three axes: index j, index l, outcome. `symbols` holds the value or the
function of each name of the vocabulary.

Students have this file and `comparing` in their notebook. Both need only numpy.
"""

# %%
# Expressions: the formulas of a derivation, in a fixed vocabulary.
import ast
import functools
import re
import warnings

import numpy as np

RELATIONS = {"": "=", "=": "=", "==": "=", "<": "<", ">": ">"}
RELATIONS |= {"<=": "<=", "≤": "<=", ">=": ">=", "≥": ">="}
# Proofs need no more than this. Larger numbers or powers would allow a formula that is 1 for a true
# fact, and nearly 0 for a fact that is only nearly true. Such a formula could join any two sides.
MAX_LINES, MAX_LENGTH, MAX_PARTS, MAX_DEPTH = 30, 500, 150, 40
MAX_NUMBER, MAX_POWER, MAX_NESTED_POWERS = 100, 4, 2
# Rounding can act as a switch: h*a + 1 - h*a is 1 for a = 0, but 0 if h*a is so large that the 1
# is lost. So values are limited by MAX_VALUE. And if all values change by SHAKE (relative), the
# line may change by MAX_CHANGE at most (relative, or absolute below 1). Proofs change by 1e-12.
MAX_VALUE, SHAKE, MAX_CHANGE = 1e9, 1e-13, 1e-6
ZERO = 1e-9  # a smaller value is 0, up to rounding
UNSTABLE = "rounding errors spoil its value: write it without such large or small numbers"
SWITCHED = (
    "an argument of a function changes its sign when a fact is false: write the line without it"
)
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
SIGNS |= {ast.MatMult: "@", ast.Pow: "**"}
SUMS = (ast.Add, ast.Sub, ast.MatMult)
# Characters that people use on paper -> Python.
TYPED = str.maketrans({"−": "-", "·": "*", "²": "**2", "³": "**3", "ᵀ": ".T", "⊤": ".T"})
HINTS = {
    ast.Subscript: "write it with the names of the question, which have no brackets",
    ast.Compare: "a line holds one expression; its relation stands in front of it",
    ast.Tuple: "a comma does not belong here",
}


class ExpressionError(ValueError):
    """An error in a line: it cannot be read or evaluated. The message is for the student."""


class UnsoundError(ExpressionError):
    """An error in a line that has a value, but no reliable one.

    Rounding decides the value, or an argument of a function changes its sign when a fact is false.
    """


# --- reading -------------------------------------------------------------------------------------


def read_line(line: object, first: bool = False) -> tuple[str, str, set[str]]:
    """Read one line of a derivation.

    Args:
        line: The tuple (relation, expression, reason), of any type.
        first: True for the first line. Its relation is ignored.

    Returns:
        The relation, the expression, and the set of reasons.

    Raises:
        ExpressionError: The line is no such tuple.
    """
    if not isinstance(line, (list, tuple)) or len(line) not in (2, 3):
        raise ExpressionError("a line is a tuple (relation, expression, reason)")
    relation, text, reason = ("=", line[1], "") if first else (*line, "")[:3]
    relation = relation.strip() if type(relation) is str else None
    if relation not in RELATIONS:
        raise ExpressionError("the relation must be one of = <= < >= >")
    if type(text) is not str:
        raise ExpressionError("the expression must be a string")
    parts = [reason] if type(reason) is str else reason
    if type(parts) not in (list, tuple) or not all(type(part) is str for part in parts):
        raise ExpressionError("the reason must be a string, or a tuple of strings")
    reasons = re.split(r"[,;+&]|\band\b", ",".join(parts)[:MAX_LENGTH].lower())
    words = {" ".join(re.sub(r"[-_]", " ", each).split()).removeprefix("by ") for each in reasons}
    return RELATIONS[relation], text, words - {""}


def standard_names(words: set[str], facts: dict) -> set[str]:
    """Replace other words for facts by the facts' names.

    Args:
        words: The reasons of a line.
        facts: Name of each fact -> other words for it.

    Returns:
        The reasons. Words that stand for no fact stay.
    """
    names = {word: name for name, others in facts.items() for word in others}
    return {names.get(word, word) for word in words}


def read_expression(text: str, symbols: dict) -> ast.expr:
    """Parse a formula.

    Args:
        text: The formula.
        symbols: Name -> its value or its function.

    Returns:
        The syntax tree.

    Raises:
        ExpressionError: The text is no formula, or uses more than the vocabulary.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"it is longer than {MAX_LENGTH} characters")
    text = " ".join(text.split()).translate(TYPED)
    text = re.sub(r"\^ ?T\b", ".T", text).replace("^", "**")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _Brackets(symbols).visit(ast.parse(text, mode="eval").body)
    except SyntaxError as error:
        if "|" in text:
            raise ExpressionError("bars can't be read: write abs(...) for |...|") from None
        place = error.offset or 1
        piece = text[max(place - 9, 0) : place + 8]
        raise ExpressionError(f"not a formula at column {place}: `{piece}` ({error.msg})") from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError("it cannot be read") from None
    todo, parts = [(tree, 1, 0)], 0
    while todo:
        node, depth, powers = todo.pop()
        parts, powers = parts + 1, powers + isinstance(getattr(node, "op", None), ast.Pow)
        if parts > MAX_PARTS or depth > MAX_DEPTH:
            raise ExpressionError("it is too long or too deeply nested: use the short names")
        if powers > MAX_NESTED_POWERS:
            raise ExpressionError(f"more than {MAX_NESTED_POWERS} powers stand inside each other")
        todo += [(child, depth + 1, powers) for child in _children(node, symbols, text)]
    return tree


class _Brackets(ast.NodeTransformer):
    """The square brackets of formulas on paper: E[...] is E(...), q[j] is q_j, V[XP] is V_XP."""

    def __init__(self, symbols: dict) -> None:
        self.symbols = symbols

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        name = getattr(node.value, "id", "")
        if callable(self.symbols.get(name)):
            return ast.copy_location(ast.Call(node.value, [node.slice], []), node)
        written = name + "_" + re.sub(r"\W", "", ast.unparse(node.slice))
        if written not in self.symbols and any(s.startswith(written) for s in self.symbols):
            written = name  # if there is a V_XP, then V[X] is V
        return (
            ast.copy_location(ast.Name(written, ast.Load()), node)
            if written in self.symbols
            else node
        )


def _children(node: ast.expr, symbols: dict, text: str) -> list[ast.expr]:
    """Return the children of a node. Raise ExpressionError if the node is not allowed."""
    match node:
        case ast.BinOp(left, operator, right) if type(operator) in SIGNS:
            if type(operator) is ast.Pow and any(isinstance(n, ast.Name) for n in ast.walk(right)):
                raise ExpressionError(f"a power must be a number {_place(node, text)}")
            # x / (x + 1e-20) is 0 or 1, and could join any two sides. So no sum may be a divisor.
            # A power divides too, unless it is 0, 1, 2, ... or stands for sqrt(...).
            natural = isinstance(right, ast.Constant) and isinstance(right.value, int)
            root = "sqrt" in symbols and ast.unparse(right) in ("0.5", "1 / 2")
            power = type(operator) is ast.Pow
            below = left if power and not natural and not root else right
            divides = below is left or type(operator) is ast.Div
            if divides and any(isinstance(n, (ast.Add, ast.Sub)) for n in ast.walk(below)):
                rule = "no sum below a division, not even inside a function,"
                raise ExpressionError(f"{rule} {_place(node, text)}")
            return [left, right]
        case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
            return [operand]
        case ast.Attribute(value, "T"):
            return [value]
        case ast.Call(ast.Name(name), [argument], []) if callable(symbols.get(name)):
            return [argument]
        case ast.Name(name) if name in symbols and not callable(symbols[name]):
            return []
        case ast.Constant(bool()):
            pass
        case ast.Constant(int() | float() as value) if abs(value) <= MAX_NUMBER:
            return []
        case ast.Constant(int() | float()):
            raise ExpressionError(
                f"this is not allowed {_place(node, text)}: numbers go up to {MAX_NUMBER}"
            )
        case ast.Name(name) if name in symbols:
            raise ExpressionError(f"{name} is a function: write {name}(...) {_place(node, text)}")
        case ast.Name(name) | ast.Call(ast.Name(name)) | ast.Subscript(ast.Name(name)) if (
            name not in symbols
        ):
            known = " ".join(symbols)
            raise ExpressionError(f"`{name[:40]}` is not in the vocabulary. It has: {known}")
        case ast.Call(ast.Name(name)) if callable(symbols[name]):
            raise ExpressionError(f"{name} takes one argument {_place(node, text)}")
    hint = HINTS.get(type(getattr(node, "op", node))) or "only the vocabulary, + - * / ** @ and .T"
    raise ExpressionError(f"this is not allowed {_place(node, text)}: {hint}")


def _place(node: ast.expr, text: str) -> str:
    piece = ast.get_source_segment(text, node) or text
    piece = piece if len(piece) <= 40 else piece[:39] + "…"
    return f"at column {node.col_offset + 1}: `{piece}`"


# --- evaluating ----------------------------------------------------------------------------------


def evaluate_expression(tree: ast.expr, symbols: dict, twice: bool = True) -> np.ndarray:
    """Evaluate a line.

    Args:
        tree: The syntax tree of the line.
        symbols: Name -> its value or its function.
        twice: True to evaluate it a second time with slightly changed values, to see whether
            rounding decides its value.

    Returns:
        The value: a number or a matrix, finite.

    Raises:
        ExpressionError: The line has no value.
    """
    try:
        with np.errstate(all="ignore", under="raise"):  # an underflow is rounding, too
            value = _value(tree, symbols)
            if value.ndim == 3 and value.shape[2] > 1:
                raise ExpressionError("it still depends on chance: something stands outside E(...)")
            if value.ndim == 3 and value.size > 1:
                raise ExpressionError("an index, j or l, is not summed over")
            _raise_if_infinite(value)
            shaken = _value(tree, symbols, _Shake()) if twice else value
    except FloatingPointError:
        raise UnsoundError(UNSTABLE) from None
    if twice and not abs(shaken - value).max() <= MAX_CHANGE * max(1.0, abs(value).max()):
        raise UnsoundError(UNSTABLE)
    return value.reshape(()) if value.ndim == 3 else value


def _raise_if_infinite(value: np.ndarray) -> None:
    if not np.isfinite(value).all():
        raise ExpressionError("its value is not a finite number")


@functools.cache
def _factors() -> np.ndarray:
    """Return factors for the numbers of a value; no value has more than 50,000."""
    return 1 + SHAKE * np.random.default_rng(182).uniform(-1, 1, 50_000)


class _Shake:
    """A small relative change of each number of a value. The changes are the same in each run."""

    at = 0  # the first factor to use

    def __call__(self, value: np.ndarray) -> np.ndarray:
        if not abs(value).max() <= MAX_VALUE:
            _raise_if_infinite(value)
            raise UnsoundError(UNSTABLE)
        self.at = (self.at + value.size) % 9973
        factors = _factors()[self.at : self.at + value.size]
        return value * factors.reshape(value.shape)


def _value(node: ast.expr, symbols: dict, shake: _Shake | None = None) -> np.ndarray:
    """Evaluate a part of a line; with `shake`, change the value of each of its parts a little."""
    match node:
        case ast.Name(name):
            value = np.asarray(symbols[name], dtype=float)
        case ast.BinOp(left, operator, right):
            is_power = isinstance(operator, ast.Pow)  # (-2)**2.0000001 has no value
            second = _value(right, symbols, None if is_power else shake)
            value = _combine(operator, _value(left, symbols, shake), second)
        case ast.Attribute(operand):
            value = _value(operand, symbols, shake)
            if value.ndim == 3:
                raise ExpressionError(".T is for matrices")
            return value.T
        case ast.Call(ast.Name(name), [argument]):
            value = _value(argument, symbols, shake)
            with np.errstate(under="ignore"):  # weights of a softmax may underflow
                value = np.asarray(symbols[name](value))
        case ast.Constant(int() | float() as number):
            return np.array(float(number))
        case ast.UnaryOp(sign, operand):
            value = _value(operand, symbols, shake)
            return -value if isinstance(sign, ast.USub) else value
    return shake(value) if shake else value


def _combine(operator: ast.operator, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Compute left (operator) right. Raise ExpressionError if the shapes don't allow it."""
    number = left.ndim == 0 or right.ndim == 0
    indexed = 3 in (left.ndim, right.ndim)
    match operator:
        case ast.MatMult() if left.ndim == right.ndim == 2 and left.shape[1] == right.shape[0]:
            product = left @ right
            return product.reshape(()) if product.size == 1 else product
        case ast.Mult() if number or indexed:
            return left * right
        case ast.Add() if number or indexed or left.shape == right.shape:
            return left + right
        case ast.Sub() if number or indexed or left.shape == right.shape:
            return left - right
        case ast.Div() if right.ndim == 0 or indexed:
            return left / right
        case ast.Pow() if left.ndim != 2 and abs(right) <= MAX_POWER:
            return left**right
    sign = SIGNS[type(operator)]
    hint = {"*": "; the product of matrices is @", "**": f"; powers go up to {MAX_POWER}"}
    raise ExpressionError(
        f"`{sign}` does not go with {describe_kind(left)} and {describe_kind(right)}"
        f"{hint.get(sign, '')}"
    )


def describe_kind(value: np.ndarray | None) -> str:
    """Name the kind of a value: "a number", or "a 2 × 3 matrix"."""
    if value is not None and value.ndim == 2:
        return f"a {value.shape[0]} × {value.shape[1]} matrix"
    return "a number"


def values_in(tree: ast.expr, worlds: list) -> list[np.ndarray | None]:
    """Evaluate a line in each world.

    Args:
        tree: The syntax tree of the line.
        worlds: The worlds, a list of `World`.

    Returns:
        The values. None in a world with a false fact if the line has no value there.

    Raises:
        ExpressionError: The line has no value in a world with all facts true, or no reliable value.
    """
    values: list[np.ndarray | None] = []
    inside = _inside_functions(tree)
    for number, world in enumerate(worlds):
        try:
            values.append(evaluate_expression(tree, world.symbols, number % 3 == 0))
            if world.true and is_switched(inside, world.symbols, world.true):
                raise UnsoundError(SWITCHED)
        except ExpressionError as error:
            if isinstance(error, UnsoundError) or not world.false:
                raise
            values.append(None)
    return values


def is_switched(inside: list[ast.expr], symbols: dict, true: dict) -> bool:
    """Check whether an argument of a function crosses or leaves 0 when a fact is false.

    |v| and the norm have a kink at 0, which can act as a switch. For example, let a fact say that
    x = 0, and let c be a multiple of x: then (1 + c - abs(1 - c))/2 equals c only up to c = 1.

    Args:
        inside: The parts of the line that `_inside_functions` returned.
        symbols: The symbols of a world with false facts.
        true: The symbols of the same world with these facts true.
    """
    for node in inside:
        here, there = _value(node, symbols), _value(node, true)
        are_zero = [abs(value).max() <= ZERO for value in (here, there)]
        if not all(are_zero) and (any(are_zero) or (here * there).sum() <= 0):
            return True
    return False


def _inside_functions(tree: ast.expr) -> list[ast.expr]:
    """Find the arguments of functions in a line, and the sums inside the arguments."""
    inside: dict[int, ast.expr] = {}
    for call in ast.walk(tree):
        argument = call.args[0] if isinstance(call, ast.Call) else None
        for node in ast.walk(argument) if argument else ():
            is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, SUMS)
            if isinstance(node, ast.expr) and (is_sum or node is argument):
                inside[id(node)] = node
    return [*inside.values()]
