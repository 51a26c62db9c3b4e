"""Rules that edit a right answer, each for one kind of mistake: what `examiner mutants` tries."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

MAX_EDITS = 1500  # of one text: of the longest, some exchanges of names are left out


@dataclass(frozen=True)
class MutationRule:
    """A kind of mistake, and how to make it in a right answer.

    id: in kebab-case. words: what may be said of a mutant; "" if they would say too little.
    changes: expression -> the expressions that may stand in its place. A capital is any expression,
        but I an integer, F a float, E what is assigned or returned, alone or in a tuple or dict, V
        a variable of the function, and W another one. What is no expression is in `_others`.
    """

    id: str
    words: str = ""
    changes: Mapping[str, Sequence[str]] = field(default_factory=dict)


# fmt: off
RULES = [  # those that make many mutants come last
    MutationRule("term-missing", "a term is missing",
         {"A + B": ["A", "B"], "A | B": ["A", "B"], "A - B": ["A", "-B"]}),
    MutationRule("factor-missing", "a factor is missing",
         {"A * B": ["A", "B"], "A @ B": ["A", "B"], "A & B": ["A", "B"], "A and B": ["A", "B"],
          "A or B": ["A", "B"]}),
    MutationRule("divisor-missing", "something is not divided that should be",
         {"A / B": ["A"], "A // B": ["A"]}),
    MutationRule("step-missing", "a step is left out"),
    MutationRule("case-missing", "a case is not told apart from the others",
         {"A if C else B": ["A", "B"]}),
    MutationRule("function-missing", "a function is left out",
         {"~A": ["A"], "not A": ["A"]}),
    MutationRule("output-missing", "",
         {"E": ["0 * E"]}),
    MutationRule("constant-factor", "it is off by a factor that is a constant",
         {"E": ["2 * E", "0.5 * E"]}),
    MutationRule("sign", "a sign is reversed",
         {"E": ["-E"], "-A": ["A"], "A + B": ["A - B"], "A - B": ["A + B"]}),
    MutationRule("divided-for-multiplied", "a division for a multiplication, or the reverse",
         {"A * B": ["A / B"], "A / B": ["A * B"], "A @ B": ["A * B"]}),
    MutationRule("power", "a power is another one than it should be",
         {"A ** B": ["A", "A ** (B + 1)", "A ** (B - 1)"], "A * B": ["A * B * B", "A * (A * B)"],
          "A / B": ["A / B / B", "A / np.sqrt(B)"]}),
    MutationRule("absolute", "",
         {"V": ["abs(V)"], "E": ["abs(E)"]}),
    MutationRule("epsilon", "",
         {"A / B": ["A / (B + 1e-9)", "A / np.maximum(B, 1e-9)"], "0.0": ["1e-9"]}),
    MutationRule("exchanged", "two things have changed places",
         {"A - B": ["B - A"], "A / B": ["B / A"], "A @ B": ["B @ A"], "A ** B": ["B ** A"],
          "A if C else B": ["B if C else A"], "A, B": ["B, A"], "A, B, C": ["B, C, A"]}),
    MutationRule("axis", "something runs along another axis than it should"),
    MutationRule("transposed", "a transpose too many, or a missing one",
         {"A.T": ["A"], "A @ B": ["A.T @ B", "A @ B.T"]}),
    MutationRule("constant", "a number is another one than it should be",
         {"True": ["False"], "False": ["True"], "I": ["I + 1", "I - 1"], "F": ["2 * F", "0.0"]}),
    MutationRule("size", "a size is one too many, or one too few",
         {"V": ["V + 1", "V - 1"]}),
    MutationRule("compared", "a comparison is another one than it should be",
         {"A < B": ["A <= B", "A > B"], "A <= B": ["A < B", "A >= B"],
          "A > B": ["A >= B", "A < B"], "A >= B": ["A > B", "A <= B"], "A == B": ["A != B"],
          "A != B": ["A == B"], "A and B": ["A or B"], "A or B": ["A and B"]}),
    MutationRule("other-function", "another function stands in the place of the right one",
         {"max": ["min"], "min": ["max"], "A.max": ["A.min"], "A.min": ["A.max"],
          "A.maximum": ["A.minimum"], "A.minimum": ["A.maximum"], "A.argmax": ["A.argmin"],
          "A.argmin": ["A.argmax"], "A.sum": ["A.mean"], "A.mean": ["A.sum"], "A.tril": ["A.triu"],
          "A.triu": ["A.tril"]}),
    MutationRule("names-exchanged", "two things have changed places"),
    MutationRule("other-name", "another of the things at hand stands in the place of the right one",
         {"V": ["W"]}),
]
# fmt: on


class MutatedText(NamedTuple):
    """A right answer with one edit: by which rule, what of it was changed, and the whole text."""

    rule: str
    words: str
    place: str
    text: str


class Change(NamedTuple):
    """known_by: the same change elsewhere is known by it. new: None drops a statement."""

    known_by: str
    node: ast.AST
    new: ast.AST | None


def mutations_of(source: str) -> list[MutatedText]:
    """All edits of a text by the rules, each text once: one change, or the same one everywhere.
    SyntaxError."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[:1] = [] if node.body[1:] else [ast.Pass()]
    right, found = ast.unparse(tree), dict[str, MutatedText]()
    for rule in RULES:
        alike: dict[str, dict[int, ast.AST | None]] = {}
        edits = []
        for function in (each for each in tree.body if isinstance(each, ast.FunctionDef)):
            for change in _changes(rule, function):
                alike.setdefault(change.known_by, {})[id(change.node)] = change.new
                if rule.id == "names-exchanged":
                    continue
                if isinstance(change.node, ast.stmt | ast.expr | ast.keyword):
                    place = f"{change.known_by}, line {change.node.lineno}"
                    edits.append((place, {id(change.node): change.new}))
        edits += [each for each in alike.items() if len(each[1]) > 1]
        for place, changes in edits:
            text = ast.unparse(ast.fix_missing_locations(_changed(tree, changes)))
            if text != right:
                found.setdefault(text, MutatedText(rule.id, rule.words, place, text))
            if len(found) >= MAX_EDITS:
                return list(found.values())
    return list(found.values())


def _changes(rule: MutationRule, function: ast.FunctionDef) -> Iterator[Change]:
    """What a rule changes in a function."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    names = [node.arg for node in ast.walk(function) if isinstance(node, ast.arg)]
    names += [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    names = list(dict.fromkeys(names))
    wholes = set[int]()
    for node in nodes:
        match node:
            case ast.Return(ast.Tuple(parts)) | ast.Assign(_, ast.Tuple(parts)):
                wholes |= {id(part) for part in parts}
            case ast.Return(ast.Dict(_, parts)):
                wholes |= {id(part) for part in parts}
            case ast.Return(ast.AST() as value) | ast.Assign(_, value):
                wholes.add(id(value))
    kinds = {
        "I": lambda node: isinstance(node, ast.Constant) and type(node.value) is int,
        "F": lambda node: isinstance(node, ast.Constant) and type(node.value) is float,
        "E": lambda node: id(node) in wholes,
        "V": lambda node: isinstance(node, ast.Name) and node.id in names,
    }
    parsed = [(_expression(old), news) for old, news in rule.changes.items()]
    for node in nodes:
        if not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            for old, news in parsed:
                bound: dict[str, ast.AST] = {}
                if not _matches(old, node, bound, kinds):
                    continue
                for new in news:
                    if new != "W":
                        yield _put(new, node, bound)
                        continue
                    for other in (name for name in names if name != _text(node)):
                        yield _put("W", node, {"W": ast.Name(other, ast.Load())})
            yield from (each for by, each in _others(node, names) if by == rule.id)


def _matches(pattern: ast.AST, node: ast.AST, bound: dict[str, ast.AST], kinds: Mapping) -> bool:
    """Whether a node is of a pattern, in which capitals stand for what goes to `bound`."""
    if isinstance(pattern, ast.Name) and len(pattern.id) == 1:
        bound[pattern.id] = node
        return isinstance(node, ast.expr) and kinds.get(pattern.id, lambda node: True)(node)
    if type(pattern) is not type(node):
        return False
    for name, wanted in ast.iter_fields(pattern):
        value = getattr(node, name)
        if isinstance(wanted, ast.expr_context):
            continue
        several = (wanted, value) if isinstance(wanted, list) else ([wanted], [value])
        if len(several[0]) != len(several[1]):
            return False
        for one, other in zip(*several, strict=True):
            if isinstance(one, ast.AST):
                if not _matches(one, other, bound, kinds):
                    return False
            elif type(one) is not type(other) or one != other:
                return False
    return True


class _Filled(ast.NodeTransformer):
    """A template with these expressions in the place of its capitals."""

    def __init__(self, bound: Mapping[str, ast.AST]) -> None:
        self.bound = bound

    def visit_Name(self, node: ast.Name) -> ast.AST:  # as ast calls it
        return self.bound.get(node.id, node)


def _put(template: str, node: ast.AST, bound: Mapping[str, ast.AST]) -> Change:
    """A node replaced by a template, with what its capitals stand for."""
    new = _Filled(bound).visit(_expression(template))
    if len(template) == 1 and (left := [_text(bound[name]) for name in bound if name != template]):
        return Change(f"without {', '.join(left)}", node, new)
    return Change(f"{_text(new)} for {_text(node)}", node, new)


def _others(node: ast.AST, names: list[str]) -> Iterator[tuple[str, Change]]:
    """The changes, each behind its rule, of which no pattern is an expression."""
    match node:
        case ast.Assign() | ast.AugAssign() | ast.If() | ast.For():
            first = _text(node).splitlines()[0]
            yield "step-missing", Change(f"without {first}", node, None)
    match node:
        case ast.If(test, body, orelse):
            for value in (True, False):
                new = ast.If(ast.Constant(value), body, orelse)
                yield "case-missing", Change(f"{value} for {_text(test)}", node, new)
        case ast.Call(function, arguments):
            left = arguments
            if isinstance(function, ast.Attribute):
                left = arguments[:1] if _text(function.value) == "np" else [function.value]
            for each in left:
                yield "function-missing", Change(f"without {_text(function)}", node, each)
            for i, j in combinations(range(len(arguments)), 2):
                others = list(arguments)
                others[i], others[j] = arguments[j], arguments[i]
                called = ast.Call(function, others, node.keywords)
                yield "exchanged", Change(_text(called), node, called)
        case ast.keyword("axis", value):
            for other in ("-1", "-2", "0", "1", "None"):
                if other != _text(value):
                    axis = ast.keyword("axis", _expression(other))
                    yield "axis", Change(f"axis={other} for {_text(value)}", node, axis)
        case ast.Name(name) if name in names:
            for other in names:
                if other != name:
                    pair = " ↔ ".join(sorted([name, other]))
                    yield "names-exchanged", Change(pair, node, ast.Name(other, ast.Load()))


def _changed(node: ast.AST, changes: Mapping[int, ast.AST | None]) -> ast.AST:
    """A copy of a tree in which these nodes, by their `id`, are replaced; also what is replaced
    within what replaces."""
    while (new := changes.get(id(node))) is not None:
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


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


_text = ast.unparse
