"""The code of a reference answer, and the mutants made from it.

A mutation that doesn't fit the code, or changes nothing, raises ValueError. The build tries all
mutations, so this error never occurs while a student is graded.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dis import get_instructions
from functools import lru_cache
from itertools import combinations
from types import CodeType
from typing import Any

import numpy as np

from ..findings.diagnosis import Diagnosis
from .mutations import Assigned, Change, Mutation, Replaced, Returned

Definition = Callable[..., Any]
INSERTED = "  # by a mutation"  # ends each line that a mutation inserts
_WORD, _TIMES = r"(?<!\w){}(?!\w)", r"(?<!\*)\*(?!\*)"
MAX_COMBINED = 4000  # combinations that one reference answer remembers
_NEXT_DEFINITION = re.compile(r"\n(?=\S)")  # before a line without indentation
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")
_WITH_STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
_GLOBAL_LOADS = ("LOAD_GLOBAL", "LOAD_NAME")


class ReferenceCode:
    """The code of a reference answer, which mutations change.

    Args:
        source: The code of the answer cell.
        names: Name -> value that the code uses, such as given code. The functions of `source`
            override these names.
        function: The name of the function that the question asks for; the last one by default.
        carried: Name of a solution -> the student's answer to it, as it was marked, or the mutation
            to which it amounts in this code; None if it is right or can't be carried forward.

    Raises:
        ValueError: The code defines no function.
    """

    def __init__(
        self,
        source: str,
        names: Mapping[str, Any],
        *,
        function: str = "",
        carried: Mapping[str, Definition | Mutation | None] | None = None,
    ) -> None:
        functions = [n.name for n in _parsed(source).body if isinstance(n, ast.FunctionDef)]
        if not functions:
            raise ValueError("the right answer defines no function")
        self.source, self.function = source, function or functions[-1]
        self.names = {"np": np, **names}
        self.carried = {name: each for name, each in (carried or {}).items() if each is not None}
        self._overrides: Mapping[str, Definition] = {}
        self._combined: dict[Mutation, Definition | None] = {}

    def definition(self, mutation: Mutation | None = None) -> Definition:
        """Make the function, with a mutation if there is one.

        Args:
            mutation: The mutation; None for the right function.

        Returns:
            The function.

        Raises:
            ValueError: The mutation doesn't fit the code, breaks it, changes nothing, or uses a
                name that doesn't exist.
        """
        if mutation is None:
            return self._function(self.source, None)
        source = mutated_source(mutation, self.source, self.function)
        function = self._function(source, mutation)
        known = function.__globals__.keys() | vars(builtins).keys()
        # Looking for names in the code is slow, so only a mutation with unknown words needs it.
        if _words(*mutation.texts) - _words(self.source) - known:
            new = _global_names(source) - _global_names(self.source)
            if unknown := new - known:
                names = ", ".join(sorted(unknown))
                raise ValueError(f"{mutation}: the right answer doesn't define {names}")
        return function

    def combined(self, mutation: Mutation) -> Definition | None:
        """Make the function with a combination of mutations; None if they don't fit together.

        All cases of a check share the functions.
        """
        if mutation not in self._combined:
            if len(self._combined) >= MAX_COMBINED:
                self._combined.clear()
            try:
                source = _apply(mutation, self.source, self.function)
                self._combined[mutation] = self._function(source, mutation)
            except (ValueError, SyntaxError):
                self._combined[mutation] = None
        return self._combined[mutation]

    def _function(self, source: str, mutation: Mutation | None) -> Definition:
        names = dict(self.names)
        for each in _compiled(source):
            exec(each, names)
        function = names[self.function]
        # The function looks names up at each call, so this also overrides functions of `source`.
        names |= self._overrides
        function.mutant_of = (self, mutation)
        return function

    def by_carried_answers(self) -> dict[str, ReferenceCode]:
        """Return copies of the code that use the student's earlier answers for the right ones.

        There is a copy for each set of these answers, the largest set first. Its key names the
        answers: "your f and your g".
        """
        found = {}
        for number in range(len(self.carried), 0, -1):
            for chosen in combinations(self.carried, number):
                other = found[" and ".join(f"your {name}" for name in chosen)] = copy(self)
                overrides = dict[str, Definition]()
                for name in chosen:
                    answer = self.carried[name]
                    if isinstance(answer, Mutation):
                        other.source = mutated_source(answer, other.source, self.function)
                    else:
                        overrides[name] = answer
                other._overrides = overrides
                other._combined = {}
        return found

    def definitions(
        self, effects: Mapping[Diagnosis, Sequence[Any]]
    ) -> dict[Diagnosis, list[Definition]]:
        """Turn the effects of misconceptions into functions: each mutation into its mutant."""
        return {
            error: [self.definition(e) if isinstance(e, Mutation) else e for e in several]
            for error, several in effects.items()
        }


def is_mutant(definition: Any) -> bool:
    """Check whether a function was made from the code of a reference answer."""
    return hasattr(definition, "mutant_of")


def combined_mutant(mutants: Sequence[Any]) -> Definition | None:
    """Make the mutant with the mutations of all these mutants.

    Args:
        mutants: The mutants.

    Returns:
        The function; None if there is none. The mutants must come from one reference answer, and
        may not give a name two values. Each mutation must still fit the code after the others.
    """
    if not all(map(is_mutant, mutants)):
        return None
    code, mutations = mutants[0].mutant_of[0], [each.mutant_of[1] for each in mutants]
    mutation = Mutation(tuple(change for each in mutations if each for change in each.changes))
    new_values = {change for change in mutation.changes if not isinstance(change, Replaced)}
    if any(each.mutant_of[0] is not code for each in mutants):
        return None
    if len(new_values) > len({_changed_name(change) for change in new_values}):
        return None
    return code.combined(mutation)


def _changed_name(change: Change) -> str:
    """Return the name that gets another value; "return" if the returned value changes."""
    return change.names if isinstance(change, Assigned) else "return"


@lru_cache(maxsize=4096)  # the same mutations grade all submissions of a class
def mutated_source(mutation: Mutation, source: str, function: str) -> str:
    """Apply a mutation to a source text.

    Args:
        mutation: The mutation. It replaces texts anywhere in the source, but changes assigned and
            returned values only in `function`.
        source: The code.
        function: The name of a function in it.

    Returns:
        The changed text.

    Raises:
        ValueError: The mutation doesn't fit the text, breaks its syntax, or changes nothing.
    """
    try:
        text = _apply(mutation, source, function)
        # Instructions are compared more quickly than trees, and only equal trees have equal ones.
        several, right = ([_instructions(c) for c in _compiled(s)] for s in (text, source))
        same = several == right or len(several) != len(right)
        unchanged = same and _is_same(ast.parse(text), _parsed(source))
    except SyntaxError as error:
        raise ValueError(f"{mutation}: the changed code is no Python ({error.msg})") from None
    if unchanged:
        raise ValueError(f"{mutation}: it changes nothing")
    return text


def _apply(mutation: Mutation, source: str, function: str) -> str:
    """Apply a mutation, without a check of the result. Raise ValueError if it doesn't fit."""
    for change in mutation.changes:
        source = _with_change(change, source, function)
    return source


@lru_cache(maxsize=4096)  # pairs of mutations share their first change
def _with_change(change: Change, source: str, function: str) -> str:
    if isinstance(change, Replaced):
        return _with_replacement(change, source)
    body = _function_node(source, function)
    if isinstance(change, Returned):
        return _with_return(change, source, body)
    return _with_assignment(change, source, function, body)


def _with_replacement(change: Replaced, source: str) -> str:
    tokens = re.findall(r"\w+|\*\*|[^\w\s]", change.old)
    if not tokens:
        raise ValueError(f"{change}: write the text that it replaces")
    words = [_WORD.format(t) if re.match(r"\w", t) else re.escape(t) for t in tokens]
    pattern = r"\s*".join(_TIMES if word == r"\*" else word for word in words)
    times = len(re.findall(pattern, source))
    if times == 0 or (times > 1 and not change.everywhere):
        number = f"{times} times" if times else "not"
        repair = "; write more of the place, or `replace_all`" if times else ""
        raise ValueError(f"{change}: {change.old!r} is {number} in the right answer{repair}")
    return re.sub(pattern, lambda _: change.new, source)


def _with_return(change: Returned, source: str, body: ast.FunctionDef) -> str:
    returns = (node for node in ast.walk(body) if isinstance(node, ast.Return))
    last = max(returns, key=lambda node: node.lineno)
    lines = [f"return {change.value}"]
    if last.value is not None and _has("_", change.value):
        lines.insert(0, f"_ = ({ast.get_source_segment(source, last.value)})")
    return _with_lines(source, last.lineno - 1, _end_of(last), last.col_offset, *lines)


def _with_assignment(change: Assigned, source: str, function: str, body: ast.FunctionDef) -> str:
    names, value = change.names, change.value
    name, line = names.partition(",")[0], f"{names} = {value}{INSERTED}"
    statements = _assignments(source, function).get(name, ())
    if not statements and name not in _argument_names(body):
        # Another function of the source may assign it.
        statements = _assignments(source).get(name, ())
    if not statements:
        first = body.body[1 if ast.get_docstring(body) else 0]
        at = _after_inserted(source, first.lineno - 1)
        return _with_lines(source, at, at, first.col_offset, line)
    for node in sorted(statements, key=lambda node: node.lineno, reverse=True):
        is_all = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).strip("()") == names
        begin, end = node.lineno - 1, _end_of(node)
        # The statement stays if it assigns more names, or if the new value uses the right value.
        if not is_all or _has(names.replace(", ", "|"), value):
            begin = end = _after_inserted(source, end)
        source = _with_lines(source, begin, end, node.col_offset, line)
    return source


def _argument_names(function: ast.FunctionDef) -> list[str]:
    return [each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)]


def _end_of(node: ast.stmt) -> int:
    """Return the number of a statement's last line."""
    return node.end_lineno or node.lineno


def _with_lines(source: str, first: int, last: int, indent: int, *new: str) -> str:
    lines = source.split("\n")
    lines[first:last] = [f"{' ' * indent}{line}" for line in new]
    return "\n".join(lines)


def _after_inserted(source: str, at: int) -> int:
    """Return the first line from `at` on that no mutation has inserted."""
    lines = source.split("\n")
    return next((i for i in range(at, len(lines)) if not lines[i].endswith(INSERTED)), len(lines))


def _has(names: str, text: str) -> bool:
    return bool(re.search(rf"\b({names})\b", text))


@lru_cache(maxsize=256)  # many mutations follow the same first mutation
def _assignments(source: str, function: str = "") -> Mapping[str, Sequence[ast.stmt]]:
    """Find the statements that assign each name, in a source text or in one function of it."""
    found: dict[str, list[ast.stmt]] = {}
    left = deque([_function_node(source, function) if function else _parsed(source)])
    while left:
        node = left.popleft()
        # Only these nodes hold statements. Most nodes are expressions.
        left += [n for n in ast.iter_child_nodes(node) if isinstance(n, _WITH_STATEMENTS)]
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            parts = [node] if ":=" in source else targets  # the value is the longer part
            for each in (each for part in parts for each in ast.walk(part)):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    found.setdefault(each.id, []).append(node)
    return found


def _function_node(source: str, name: str) -> Any:
    return next(n for n in _parsed(source).body if getattr(n, "name", "") == name)


def _is_same(one: Any, other: Any) -> bool:
    """Compare two syntax trees, or parts of them, without the numbers of their lines."""
    if type(one) is not type(other):
        return False
    if isinstance(one, ast.AST):
        return all(
            _is_same(getattr(one, name, None), getattr(other, name, None)) for name in one._fields
        )
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return bool(one == other)


@lru_cache(maxsize=256)  # many mutations follow the same first mutation
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


def _compiled(source: str) -> Sequence[CodeType]:
    """Compile each definition of a source text by itself.

    A mutation changes one definition, or few, so that the others are compiled only once.
    """
    try:
        return [_compiled_part(each) for each in _NEXT_DEFINITION.split(source)]
    except SyntaxError:  # a line without indentation may be part of a longer text or bracket
        return [_compiled_part(source)]


@lru_cache(maxsize=4096)  # the same mutants grade all submissions of a class
def _compiled_part(source: str) -> CodeType:
    return compile(source, "<reference>", "exec", dont_inherit=True)


def _instructions(code: CodeType) -> list[Any]:
    """Return the instructions of code and of its functions, without the numbers of their lines."""
    inner = (_instructions(each) for each in code.co_consts if isinstance(each, CodeType))
    plain = [each for each in code.co_consts if not isinstance(each, CodeType)]
    return [code.co_code, plain, code.co_names, code.co_varnames, *inner]


@lru_cache(maxsize=256)
def _words(*texts: str) -> frozenset[str]:
    """Return the words of texts that may be names, without attributes."""
    return frozenset(word for text in texts for word in _NAME.findall(text))


@lru_cache(maxsize=4096)  # a student's earlier answers meet the same mutations
def _global_names(source: str) -> frozenset[str]:
    """Find the names that the functions of a source text look up as globals."""
    found, left = set[str](), [*_compiled(source)]
    while left:
        code = left.pop()
        found |= {each.argval for each in get_instructions(code) if each.opname in _GLOBAL_LOADS}
        left += [each for each in code.co_consts if isinstance(each, CodeType)]
    return frozenset(found)
