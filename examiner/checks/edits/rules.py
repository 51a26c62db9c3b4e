"""Rules that rewrite a right answer: each makes the edits that stand for one kind of mistake.

A rule is a function of a node of the syntax tree and of the names of variables; it yields what may
stand in the place of that node, each with a text by which the same change is known elsewhere. An
edit is one change, or the same change everywhere alike.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations

Change = tuple[str, ast.AST | None]  # what it is known by, and what stands there; None drops it
Changes = Iterator[Change]
Variables = Collection[str]  # of the function around a node
MAX_EDITS = 1500  # of one text: of the longest, some exchanges of names are left out
EPSILON = 1e-9

OPPOSITE = {"max": "min", "maximum": "minimum", "argmax": "argmin", "sum": "mean", "tril": "triu"}
OPPOSITE |= {other: name for name, other in OPPOSITE.items()}
COMPARED_OTHERWISE = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}


@dataclass(frozen=True)
class Rule:
    """A kind of mistake that is an edit.

    words: what may be said of an edit by it, in words that quote no code; "" where they would say
        too little.
    """

    id: str
    words: str
    changes: Callable[[ast.AST, Variables], Changes] = field(repr=False)


@dataclass(frozen=True)
class EditedText:
    """A right answer with one edit: by which rule, what of it was changed, and the whole text."""

    rule: Rule
    place: str
    text: str


RULES: list[Rule] = []


def rule(name: str, words: str) -> Callable[[Callable], Callable]:
    """The function below is the rule of this id."""

    def register(changes: Callable) -> Callable:
        RULES.append(Rule(name, words, changes))
        return changes

    return register


def edits_of(source: str) -> list[EditedText]:
    """All edits of a text by the rules, each text once. SyntaxError."""
    tree = _without_docstrings(ast.parse(source))
    right = ast.unparse(tree)
    found: dict[str, EditedText] = {}
    for each in RULES:
        for place, changes in _changes_by(each, tree):
            text = ast.unparse(ast.fix_missing_locations(_changed(tree, changes)))
            if text != right:
                found.setdefault(text, EditedText(each, place, text))
            if len(found) >= MAX_EDITS:
                return list(found.values())
    return list(found.values())


def _changes_by(each: Rule, tree: ast.Module) -> Iterator[tuple[str, dict[int, ast.AST | None]]]:
    """What a rule changes: in each place alone, then the same change in all of its places."""
    alike: dict[str, dict[int, ast.AST | None]] = {}
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        names = _variables(function)
        for node in _inside(function):
            for known_by, new in each.changes(node, names):
                alike.setdefault(known_by, {})[id(node)] = new
                if not known_by.startswith(TOGETHER):
                    yield f"{known_by}, line {node.lineno}", {id(node): new}
    yield from ((known_by, places) for known_by, places in alike.items() if len(places) > 1)


TOGETHER = "↔ "  # begins what is one change in several places only


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    for statement in function.body:
        yield from ast.walk(statement)


def _variables(function: ast.FunctionDef) -> list[str]:
    names = [node.arg for node in ast.walk(function) if isinstance(node, ast.arg)]
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.append(node.id)
    return list(dict.fromkeys(names))


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[:1] = [] if node.body[1:] else [ast.Pass()]
    return tree


def _changed(node: ast.AST, changes: Mapping[int, ast.AST | None]) -> ast.AST:
    """A copy of a tree in which these nodes, by their `id`, are replaced; also what is replaced
    within what replaces."""
    while id(node) in changes:
        new = changes[id(node)]
        changes = {key: each for key, each in changes.items() if key != id(node)}
        node = new
    made = copy.copy(node)
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            setattr(made, name, _changed(value, changes))
        elif isinstance(value, list):
            kept = [v for v in value if changes.get(id(v), v) is not None]
            kept = [_changed(v, changes) if isinstance(v, ast.AST) else v for v in kept]
            setattr(made, name, kept or ([ast.Pass()] if name == "body" else []))
    return made


def _text(node: ast.AST) -> str:
    return ast.unparse(node)


def _call(name: str, *arguments: ast.AST) -> ast.Call:
    function = ast.parse(name, mode="eval").body
    return ast.Call(function, list(arguments), [])


def _named(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _is_load(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


# --- what is left out ----------------------------------------------------------------------------


@rule("term-missing", "a term is missing")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.BinOp(left, ast.Add() | ast.BitOr(), right):
            yield f"without {_text(left)}", right
            yield f"without {_text(right)}", left
        case ast.BinOp(left, ast.Sub(), right):
            yield f"without {_text(right)}", left
            yield f"without {_text(left)}", ast.UnaryOp(ast.USub(), right)


@rule("factor-missing", "a factor is missing")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.BinOp(left, ast.Mult() | ast.MatMult() | ast.BitAnd(), right):
            yield f"without {_text(left)}", right
            yield f"without {_text(right)}", left
        case ast.BoolOp(_, values):
            for value in values:
                rest = [other for other in values if other is not value]
                yield f"without {_text(value)}", ast.BoolOp(node.op, rest) if rest[1:] else rest[0]


@rule("divisor-missing", "something is not divided that should be")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.BinOp(left, ast.Div() | ast.FloorDiv(), right):
            yield f"without / {_text(right)}", left


@rule("step-missing", "a step is left out")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.Assign() | ast.AugAssign() | ast.If() | ast.For():
            yield f"without {_text(node).splitlines()[0]}", None


@rule("case-missing", "a case is not told apart from the others")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.If(test, body, orelse):
            for value in (True, False):
                yield f"{value} for {_text(test)}", ast.If(ast.Constant(value), body, orelse)
        case ast.IfExp(test, body, orelse):
            yield f"always {_text(body)}", body
            yield f"always {_text(orelse)}", orelse


@rule("function-missing", "a function is left out")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.Call(ast.Attribute(ast.Name(name), _), [first, *_]) if name == "np":
            yield f"without {_text(node.func)}", first
        case ast.Call(ast.Attribute(value, _)):
            yield f"without .{node.func.attr}", value
        case ast.Call(ast.Name(_), arguments):
            for argument in arguments:
                yield f"without {_text(node.func)}", argument
        case ast.UnaryOp(ast.Invert() | ast.Not(), operand):
            yield "not reversed", operand


@rule("output-missing", "")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.Return(ast.Tuple(parts)):
            for part in parts:
                rest = [_call("np.zeros_like", p) if p is part else p for p in parts]
                yield f"{_text(part)} is 0", ast.Return(ast.Tuple(rest, ast.Load()))


# --- what is multiplied, added, or wrapped around ------------------------------------------------


def _whole_values(node: ast.AST) -> Iterator[tuple[ast.AST, Callable[[ast.AST], ast.AST]]]:
    """The values that a statement returns or assigns, and how one of them is replaced."""
    match node:
        case ast.Return(ast.Tuple(parts)) | ast.Assign(_, ast.Tuple(parts)):
            whole = lambda new: ast.Tuple(new, ast.Load())  # noqa: E731
        case ast.Return(ast.Dict(keys, parts)):
            whole = lambda new: ast.Dict(keys, new)  # noqa: E731
        case ast.Return(ast.AST() as value) | ast.Assign(_, value):
            parts, whole = [value], lambda new: new[0]
        case _:
            return
    for i, part in enumerate(parts):
        yield part, lambda new, i=i: _with_value(node, whole([*parts[:i], new, *parts[i + 1 :]]))


def _with_value(node: ast.AST, value: ast.AST) -> ast.AST:
    made = copy.copy(node)
    made.value = value
    return made


@rule("constant-factor", "it is off by a factor that is a constant")
def _(node: ast.AST, names: Variables) -> Changes:
    for value, put in _whole_values(node):
        for factor in (2, 0.5):
            yield (
                f"{factor} × {_text(value)}",
                put(ast.BinOp(ast.Constant(factor), ast.Mult(), value)),
            )


@rule("sign", "a sign is reversed")
def _(node: ast.AST, names: Variables) -> Changes:
    for value, put in _whole_values(node):
        yield f"−({_text(value)})", put(ast.UnaryOp(ast.USub(), value))
    match node:
        case ast.UnaryOp(ast.USub(), operand):
            yield f"{_text(node)} without its sign", operand
        case ast.BinOp(left, ast.Add(), right):
            yield f"− for + before {_text(right)}", ast.BinOp(left, ast.Sub(), right)
        case ast.BinOp(left, ast.Sub(), right):
            yield f"+ for − before {_text(right)}", ast.BinOp(left, ast.Add(), right)


@rule("divided-for-multiplied", "something is divided that should be multiplied, or the reverse")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.BinOp(left, ast.Mult(), right):
            yield f"/ for * before {_text(right)}", ast.BinOp(left, ast.Div(), right)
        case ast.BinOp(left, ast.Div(), right):
            yield f"* for / before {_text(right)}", ast.BinOp(left, ast.Mult(), right)
        case ast.BinOp(left, ast.MatMult(), right):
            yield f"* for @ before {_text(right)}", ast.BinOp(left, ast.Mult(), right)


@rule("power", "a power is another one than it should be")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.BinOp(base, ast.Pow(), exponent):
            yield f"{_text(node)} without its power", base
            for other in (1, -1):
                more = ast.BinOp(exponent, ast.Add(), ast.Constant(other))
                yield f"{_text(base)} ** {_text(more)}", ast.BinOp(base, ast.Pow(), more)
        case ast.BinOp(left, ast.Mult() | ast.Div() as operator, right):
            again = ast.BinOp(node, operator, right)
            yield f"{_text(right)} twice", again
            if isinstance(operator, ast.Mult):
                yield f"{_text(left)} twice", ast.BinOp(left, operator, node)
            else:
                root = _call("np.sqrt", right)
                yield f"root of {_text(right)}", ast.BinOp(left, operator, root)


@rule("absolute", "")
def _(node: ast.AST, names: Variables) -> Changes:
    if _is_load(node) and node.id in names:
        yield f"abs({node.id})", _call("abs", node)
    for value, put in _whole_values(node):
        if not isinstance(value, ast.Name):
            yield f"abs({_text(value)})", put(_call("abs", value))


@rule("epsilon", "")
def _(node: ast.AST, names: Variables) -> Changes:
    small = ast.Constant(EPSILON)
    match node:
        case ast.BinOp(left, ast.Div(), right):
            for new in (ast.BinOp(right, ast.Add(), small), _call("np.maximum", right, small)):
                yield f"{_text(new)} divides", ast.BinOp(left, ast.Div(), new)
        case ast.Constant(value) if value == 0 and type(value) is float:
            yield "a small number for 0.0", small


# --- what stands in the place of something else --------------------------------------------------


@rule("exchanged", "two things have changed places")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.BinOp(left, ast.Sub() | ast.Div() | ast.MatMult() | ast.Pow() as operator, right):
            new = ast.BinOp(right, operator, left)
            yield _text(new), new
        case ast.Call(function, arguments):
            for i, j in permutations(range(len(arguments)), 2):
                if i < j:
                    others = list(arguments)
                    others[i], others[j] = arguments[j], arguments[i]
                    new = ast.Call(function, others, node.keywords)
                    yield _text(new), new
        case ast.Return(ast.Tuple(parts)) if len(parts) > 1:
            new = ast.Return(ast.Tuple([*parts[1:], parts[0]], ast.Load()))
            yield _text(new), new
        case ast.IfExp(test, body, orelse):
            yield "the cases", ast.IfExp(test, orelse, body)


@rule("axis", "something runs along another axis than it should")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.keyword("axis", value):
            for other in (-1, -2, 0, 1, None):
                if _text(value) != str(other):
                    new = ast.keyword("axis", ast.Constant(other))
                    yield f"axis={other} for {_text(value)}", new


@rule("transposed", "a matrix is transposed that should not be, or is not where it should be")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.Attribute(value, "T"):
            yield f"{_text(value)} not transposed", value
        case ast.BinOp(left, ast.MatMult(), right):
            for part in (left, right):
                if not (isinstance(part, ast.Attribute) and part.attr == "T"):
                    new = ast.Attribute(part, "T", ast.Load())
                    both = (new, right) if part is left else (left, new)
                    yield f"{_text(part)} transposed", ast.BinOp(both[0], ast.MatMult(), both[1])


@rule("constant", "a number is another one than it should be")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.Constant(bool(value)):
            yield f"{not value} for {value}", ast.Constant(not value)
        case ast.Constant(int(value)):
            for other in (value + 1, value - 1):
                yield f"{other} for {value}", ast.Constant(other)
        case ast.Constant(float(value)) if value:
            for other in (2 * value, 0.0):
                yield f"{other:g} for {value:g}", ast.Constant(other)


@rule("size", "a size is one too many, or one too few")
def _(node: ast.AST, names: Variables) -> Changes:
    if _is_load(node) and node.id in names:
        for operator in (ast.Add(), ast.Sub()):
            new = ast.BinOp(node, operator, ast.Constant(1))
            yield _text(new), new


@rule("compared", "a comparison is another one than it should be")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.Compare(left, [operator], right):
            for other in COMPARED_OTHERWISE.get(type(operator), ()):
                new = ast.Compare(left, [other()], right)
                yield _text(new), new
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield "and for or", ast.BoolOp(other, values)


@rule("other-function", "another function stands in the place of the right one")
def _(node: ast.AST, names: Variables) -> Changes:
    match node:
        case ast.Attribute(value, name) if name in OPPOSITE:
            yield f"{OPPOSITE[name]} for {name}", ast.Attribute(value, OPPOSITE[name], ast.Load())
        case ast.Name(name) if name in OPPOSITE and hasattr(builtins, OPPOSITE[name]):
            yield f"{OPPOSITE[name]} for {name}", _named(OPPOSITE[name])


# Those of which there are many, last: where a text is long, its last edits are left out.


@rule("names-exchanged", "two things have changed places")
def _(node: ast.AST, names: Variables) -> Changes:
    if _is_load(node) and node.id in names:
        for other in names:
            if other != node.id:
                yield f"{TOGETHER}{min(node.id, other)}, {max(node.id, other)}", _named(other)


@rule("other-name", "another of the things at hand stands in the place of the right one")
def _(node: ast.AST, names: Variables) -> Changes:
    if _is_load(node) and node.id in names:
        for other in names:
            if other != node.id:
                yield f"{other} for {node.id}", _named(other)
