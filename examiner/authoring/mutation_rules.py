"""The rules by which `examiner mutants` changes a correct answer, one rule per kind of mutation."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

MAX_MUTANTS = 1500  # of one answer; for the longest ones, the last rules are not applied in full


@dataclass(frozen=True)
class MutationRule:
    """A kind of mutation.

    Attributes:
        id: The id, in kebab-case.
        words: A message for a misconception with this mutation; "" if it would explain too little.
        changes: Expression -> its possible replacements. A single capital letter stands for any
            expression. Special letters: I is an integer, F a float, V a variable of the function,
            W another variable. E is an assigned or returned expression, alone or as a part of a
            tuple or dict. `_other_changes` makes the changes that are not expressions.
    """

    id: str
    words: str = ""
    changes: Mapping[str, Sequence[str]] = field(default_factory=dict)


# fmt: off
RULES = [  # rules with many mutants come last
    MutationRule("term-missing", "a term is missing",
         {"A + B": ["A", "B"], "A | B": ["A", "B"], "A - B": ["A", "-B"]}),
    MutationRule("factor-missing", "a factor is missing",
         {"A * B": ["A", "B"], "A @ B": ["A", "B"], "A & B": ["A", "B"], "A and B": ["A", "B"],
          "A or B": ["A", "B"]}),
    MutationRule("divisor-missing", "a division is missing",
         {"A / B": ["A"], "A // B": ["A"]}),
    MutationRule("step-missing", "a step is missing"),
    MutationRule("case-missing", "a case distinction is missing",
         {"A if C else B": ["A", "B"]}),
    MutationRule("function-missing", "a function is missing",
         {"~A": ["A"], "not A": ["A"]}),
    MutationRule("output-missing", "",
         {"E": ["0 * E"]}),
    MutationRule("constant-factor", "it is off by a constant factor",
         {"E": ["2 * E", "0.5 * E"]}),
    MutationRule("sign", "a sign is reversed",
         {"E": ["-E"], "-A": ["A"], "A + B": ["A - B"], "A - B": ["A + B"]}),
    MutationRule("divided-for-multiplied", "division and multiplication are confused",
         {"A * B": ["A / B"], "A / B": ["A * B"], "A @ B": ["A * B"]}),
    MutationRule("power", "an exponent is wrong",
         {"A ** B": ["A", "A ** (B + 1)", "A ** (B - 1)"], "A * B": ["A * B * B", "A * (A * B)"],
          "A / B": ["A / B / B", "A / np.sqrt(B)"]}),
    MutationRule("absolute", "",
         {"V": ["abs(V)"], "E": ["abs(E)"]}),
    MutationRule("epsilon", "",
         {"A / B": ["A / (B + 1e-9)", "A / np.maximum(B, 1e-9)"], "0.0": ["1e-9"]}),
    MutationRule("exchanged", "two operands or arguments are swapped",
         {"A - B": ["B - A"], "A / B": ["B / A"], "A @ B": ["B @ A"], "A ** B": ["B ** A"],
          "A if C else B": ["B if C else A"], "A, B": ["B, A"], "A, B, C": ["B, C, A"]}),
    MutationRule("axis", "the axis is wrong"),
    MutationRule("transposed", "a transpose is missing or superfluous",
         {"A.T": ["A"], "A @ B": ["A.T @ B", "A @ B.T"]}),
    MutationRule("constant", "a constant is wrong",
         {"True": ["False"], "False": ["True"], "I": ["I + 1", "I - 1"], "F": ["2 * F", "0.0"]}),
    MutationRule("size", "a size is off by one",
         {"V": ["V + 1", "V - 1"]}),
    MutationRule("compared", "a comparison is wrong",
         {"A < B": ["A <= B", "A > B"], "A <= B": ["A < B", "A >= B"],
          "A > B": ["A >= B", "A < B"], "A >= B": ["A > B", "A <= B"], "A == B": ["A != B"],
          "A != B": ["A == B"], "A and B": ["A or B"], "A or B": ["A and B"]}),
    MutationRule("other-function", "a function is confused with a similar one",
         {"max": ["min"], "min": ["max"], "A.max": ["A.min"], "A.min": ["A.max"],
          "A.maximum": ["A.minimum"], "A.minimum": ["A.maximum"], "A.argmax": ["A.argmin"],
          "A.argmin": ["A.argmax"], "A.sum": ["A.mean"], "A.mean": ["A.sum"], "A.tril": ["A.triu"],
          "A.triu": ["A.tril"]}),
    MutationRule("names-exchanged", "two variables are swapped"),
    MutationRule("other-name", "a variable is confused with another one",
         {"V": ["W"]}),
]
# fmt: on


class MutatedText(NamedTuple):
    """A mutant: a correct answer with one mutation.

    Attributes:
        rule: The id of the rule.
        words: The message of the rule.
        place: The change, and its line if it was made at one place only.
        text: The code of the mutant.
    """

    rule: str
    words: str
    place: str
    text: str


class Change(NamedTuple):
    """A change of a node.

    Attributes:
        label: A description; equal changes at other places have the same label.
        node: The node to replace.
        new: Its replacement; None deletes a statement.
    """

    label: str
    node: ast.AST
    new: ast.AST | None


def mutations_of(source: str) -> list[MutatedText]:
    """Make all mutants of a correct answer.

    A mutant has one change at one place, or the same change at all places. No two mutants have the
    same text.

    Args:
        source: The code of the answer cell. Its docstrings are removed.

    Raises:
        SyntaxError: The answer is not Python.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[:1] = [] if node.body[1:] else [ast.Pass()]
    original, found = ast.unparse(tree), dict[str, MutatedText]()
    for rule in RULES:
        equal_changes: dict[str, dict[int, ast.AST | None]] = {}  # label -> id of node -> new node
        mutations = []
        for function in (each for each in tree.body if isinstance(each, ast.FunctionDef)):
            for change in _changes(rule, function):
                equal_changes.setdefault(change.label, {})[id(change.node)] = change.new
                if rule.id == "names-exchanged":  # a swap at one place only makes no sense
                    continue
                if isinstance(change.node, ast.stmt | ast.expr | ast.keyword):
                    place = f"{change.label}, line {change.node.lineno}"
                    mutations.append((place, {id(change.node): change.new}))
        mutations += [each for each in equal_changes.items() if len(each[1]) > 1]
        for place, changes in mutations:
            text = ast.unparse(ast.fix_missing_locations(_changed(tree, changes)))
            if text != original:
                found.setdefault(text, MutatedText(rule.id, rule.words, place, text))
            if len(found) >= MAX_MUTANTS:
                return list(found.values())
    return list(found.values())


def _changes(rule: MutationRule, function: ast.FunctionDef) -> Iterator[Change]:
    """Yield the changes that a rule makes in a function."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    names = [node.arg for node in ast.walk(function) if isinstance(node, ast.arg)]
    names += [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    names = list(dict.fromkeys(names))
    results = set[int]()  # ids of the nodes that the letter E matches
    for node in nodes:
        match node:
            case ast.Return(ast.Tuple(parts)) | ast.Assign(_, ast.Tuple(parts)):
                results |= {id(part) for part in parts}
            case ast.Return(ast.Dict(_, parts)):
                results |= {id(part) for part in parts}
            case ast.Return(ast.AST() as value) | ast.Assign(_, value):
                results.add(id(value))
    letters = {
        "I": lambda node: isinstance(node, ast.Constant) and type(node.value) is int,
        "F": lambda node: isinstance(node, ast.Constant) and type(node.value) is float,
        "E": lambda node: id(node) in results,
        "V": lambda node: isinstance(node, ast.Name) and node.id in names,
    }
    patterns = [(_expression(old), templates) for old, templates in rule.changes.items()]
    for node in nodes:
        if not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            for pattern, templates in patterns:
                bound: dict[str, ast.AST] = {}
                if not _matches(pattern, node, bound, letters):
                    continue
                for template in templates:
                    if template != "W":
                        yield _replacement(template, node, bound)
                        continue
                    for other in (name for name in names if name != _text(node)):
                        yield _replacement("W", node, {"W": ast.Name(other, ast.Load())})
            yield from (change for id, change in _other_changes(node, names) if id == rule.id)


def _matches(pattern: ast.AST, node: ast.AST, bound: dict[str, ast.AST], letters: Mapping) -> bool:
    """Check whether a node matches a pattern.

    Args:
        pattern: An expression; its single letters match any expression that `letters` allows.
        node: The node.
        bound: Receives letter -> the matched expression.
        letters: Letter -> a predicate of nodes.
    """
    if isinstance(pattern, ast.Name) and len(pattern.id) == 1:
        bound[pattern.id] = node
        return isinstance(node, ast.expr) and letters.get(pattern.id, lambda node: True)(node)
    if type(pattern) is not type(node):
        return False
    for name, expected in ast.iter_fields(pattern):
        value = getattr(node, name)
        if isinstance(expected, ast.expr_context):
            continue
        pairs = (expected, value) if isinstance(expected, list) else ([expected], [value])
        if len(pairs[0]) != len(pairs[1]):
            return False
        for one, other in zip(*pairs, strict=True):
            if isinstance(one, ast.AST):
                if not _matches(one, other, bound, letters):
                    return False
            elif type(one) is not type(other) or one != other:
                return False
    return True


class _TemplateFiller(ast.NodeTransformer):
    """A transformer that replaces the letters of a template by expressions."""

    def __init__(self, bound: Mapping[str, ast.AST]) -> None:
        self.bound = bound

    def visit_Name(self, node: ast.Name) -> ast.AST:  # the name that ast.NodeVisitor requires
        return self.bound.get(node.id, node)


def _replacement(template: str, node: ast.AST, bound: Mapping[str, ast.AST]) -> Change:
    """Replace a node by a template, whose letters stand for the bound expressions."""
    new = _TemplateFiller(bound).visit(_expression(template))
    missing = [_text(bound[name]) for name in bound if name != template]
    if len(template) == 1 and missing:
        return Change(f"without {', '.join(missing)}", node, new)
    return Change(f"{_text(new)} for {_text(node)}", node, new)


def _other_changes(node: ast.AST, names: list[str]) -> Iterator[tuple[str, Change]]:
    """Yield the changes of a node that no pattern of expressions describes, with their rules."""
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
            operands = arguments
            if isinstance(function, ast.Attribute):
                operands = arguments[:1] if _text(function.value) == "np" else [function.value]
            for each in operands:
                yield "function-missing", Change(f"without {_text(function)}", node, each)
            for i, j in combinations(range(len(arguments)), 2):
                swapped = list(arguments)
                swapped[i], swapped[j] = arguments[j], arguments[i]
                call = ast.Call(function, swapped, node.keywords)
                yield "exchanged", Change(_text(call), node, call)
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
    """Copy a tree with some nodes replaced, also inside of the replacements.

    Args:
        node: The root of the tree.
        changes: The `id` of a node -> its replacement; None deletes the node from its list.
    """
    while (new := changes.get(id(node))) is not None:
        changes = {key: each for key, each in changes.items() if key != id(node)}
        node = new
    result = copy.copy(node)
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            setattr(result, name, _changed(value, changes))
        elif isinstance(value, list):
            kept = [v for v in value if changes.get(id(v), v) is not None]
            kept = [_changed(v, changes) if isinstance(v, ast.AST) else v for v in kept]
            setattr(result, name, kept or ([ast.Pass()] if name == "body" else []))
    return result


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


_text = ast.unparse
