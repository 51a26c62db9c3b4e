"""Mutations of a reference answer: its code with one place, or several, changed.

A mutation that can't be made, or changes nothing, is an error that says so: when the build tries
the question, not when a student is graded.
"""

from __future__ import annotations

import ast
import builtins
import re
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
MADE = "  # by an edit"  # ends the lines that are put in
_WORD, _TIMES = r"(?<!\w){}(?!\w)", r"(?<!\*)\*(?!\*)"
_LOOK_UP = ("LOAD_GLOBAL", "LOAD_NAME")


class Code:
    """The code of a reference answer, which mutations change.

    source: the code of its answer cell. names: what that rests on, given code above all; what it
    defines doesn't get there.
    function: the one that is asked, of several; the last one, if nothing is said.
    own: the student's own answers that it may rest on as well, by name, as they were marked; None
    where one is right or must not be followed.
    """

    def __init__(
        self,
        source: str,
        names: Mapping[str, Any],
        *,
        function: str = "",
        own: Mapping[str, Definition | None] | None = None,
    ) -> None:
        functions = [n.name for n in _parsed(source).body if isinstance(n, ast.FunctionDef)]
        if not functions:
            raise ValueError("the right answer defines no function")
        self.source, self.function = source, function or functions[-1]
        self.names = {"np": np, **names}
        self.own = {name: answer for name, answer in (own or {}).items() if answer is not None}
        self._instead: Mapping[str, Definition] = {}

    def definition(self, edit: Mutation | None = None) -> Definition:
        """The function with this mutation; without one, the right one. ValueError where it has no
        such place, is broken then, or looks up a name that is nowhere."""
        if edit is None:
            return self._made(self.source, None)
        source = edited(edit, self.source, self.function)
        made = self._made(source, edit)
        new = _looked_up(source) - _looked_up(self.source)
        if unknown := new - made.__globals__.keys() - vars(builtins).keys():
            raise ValueError(f"{edit}: nothing is called {', '.join(sorted(unknown))} there")
        return made

    def _made(self, source: str, edit: Mutation | None) -> Definition:
        names = dict(self.names)
        exec(_compiled(source), names)
        function = names[self.function]
        names |= self._instead  # of what the text defines, too: it looks names up when it is called
        function.made_of = (self, edit)
        return function

    def by_own(self) -> dict[str, Code]:
        """Whose answers -> the same where they stand in the place of the right ones: all that the
        student has, several of them, and each.
        """
        found = {}
        for number in range(len(self.own), 0, -1):
            for chosen in combinations(self.own, number):
                other = found[" and ".join(f"your {name}" for name in chosen)] = copy(self)
                other._instead = {name: self.own[name] for name in chosen}
        return found

    def definitions(self, mistakes: Mapping[Diagnosis, Any]) -> dict[Diagnosis, list[Definition]]:
        """The mistakes of a check, where each edit became its function."""
        return {
            error: [
                self.definition(each) if isinstance(each, Mutation) else each
                for each in listed(ways)
            ]
            for error, ways in mistakes.items()
        }


def listed(ways: Any) -> Sequence[Any]:
    """The ways to make a mistake, or to be right: there may be one or several."""
    return ways if isinstance(ways, (tuple, list)) else (ways,)


def is_edit(definition: Any) -> bool:
    return hasattr(definition, "made_of")


def edited_together(definitions: Sequence[Any]) -> Definition | None:
    """The function with the edits of all these; None where they aren't edits of one text, give a
    name two values, or one has no place left beside the others."""
    if not all(map(is_edit, definitions)):
        return None
    reference, edits = definitions[0].made_of[0], [each.made_of[1] for each in definitions]
    edit = Mutation(tuple(change for each in edits if each for change in each.changes))
    given = {change for change in edit.changes if not isinstance(change, Replaced)}
    if any(each.made_of[0] is not reference for each in definitions):
        return None
    if len(given) > len({_given_name(change) for change in given}):
        return None
    try:
        return reference._made(_put_in(edit, reference.source, reference.function), edit)
    except (ValueError, SyntaxError):
        return None


def _given_name(change: Change) -> str:
    """The name that gets another value; "return" for what is returned."""
    return change.names if isinstance(change, Assigned) else "return"


@lru_cache(maxsize=4096)  # a class is graded by the same mutations, again and again
def edited(edit: Mutation, source: str, function: str) -> str:
    """The text with this mistake in this function of it, and a text that is replaced anywhere.
    ValueError where it has no such place, or is broken then."""
    try:
        text = _put_in(edit, source, function)
        unchanged = ast.dump(ast.parse(text)) == ast.dump(_parsed(source))
    except SyntaxError as error:
        raise ValueError(f"{edit}: what is left is no Python ({error.msg})") from None
    if unchanged:
        raise ValueError(f"{edit}: it changes nothing")
    return text


def _put_in(edit: Mutation, source: str, function: str) -> str:
    """The text with an edit, not looked at. ValueError where it has no such place."""
    for change in edit.changes:
        source = _with_change(change, source, function)
    return source


@lru_cache(maxsize=4096)  # of edits that are tried in pairs, each is the first of many
def _with_change(part: Change, source: str, function: str) -> str:
    if isinstance(part, Replaced):
        old, new = part.old, part.new
        tokens = re.findall(r"\w+|\*\*|[^\w\s]", old)
        if not tokens:
            raise ValueError(f"{part}: write what is replaced")
        words = [_WORD.format(t) if re.match(r"\w", t) else re.escape(t) for t in tokens]
        pattern = r"\s*".join(_TIMES if word == r"\*" else word for word in words)
        times = len(re.findall(pattern, source))
        if times == 0 or (times > 1 and not part.everywhere):
            number = f"{times} times" if times else "not"
            several = "; write more of the place, or `replace_all`" if times else ""
            raise ValueError(f"{part}: {old!r} is {number} in the right answer{several}")
        return re.sub(pattern, lambda _: new, source)
    value, asked = part.value, _function(source, function)
    if isinstance(part, Returned):
        returns = (node for node in ast.walk(asked) if isinstance(node, ast.Return))
        last = max(returns, key=lambda node: node.lineno)
        kept = last.value if _has("_", value) else None
        right = ast.get_source_segment(source, kept) if kept else ""
        lines = [f"_ = ({right})"] * bool(right) + [f"return {value}"]
        return _with_lines(source, last.lineno - 1, _end_of(last), last.col_offset, *lines)
    names = part.names
    name, line = names.partition(",")[0], f"{names} = {value}{MADE}"
    arguments = [each.arg for each in ast.walk(asked.args) if isinstance(each, ast.arg)]
    statements = _assignments(source, function).get(name, ())
    if not statements and name not in arguments:  # of another function of the text
        statements = _assignments(source).get(name, ())
    if not statements:
        first = asked.body[bool(ast.get_docstring(asked))]
        at = _behind_edits(source, first.lineno - 1)
        return _with_lines(source, at, at, first.col_offset, line)
    for node in sorted(statements, key=lambda node: node.lineno, reverse=True):
        is_all = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).strip("()") == names
        begin, end = node.lineno - 1, _end_of(node)
        if not is_all or _has(names.replace(", ", "|"), value):  # it rests on the right value
            begin = end = _behind_edits(source, end)
        source = _with_lines(source, begin, end, node.col_offset, line)
    return source


def _end_of(node: ast.stmt) -> int:
    """Return the number of a statement's last line."""
    return node.end_lineno or node.lineno


def _with_lines(source: str, first: int, last: int, indent: int, *new: str) -> str:
    lines = source.split("\n")
    lines[first:last] = [f"{' ' * indent}{line}" for line in new]
    return "\n".join(lines)


def _behind_edits(source: str, at: int) -> int:
    """The place behind the lines there that other edits have put in."""
    lines = source.split("\n")
    return next((i for i in range(at, len(lines)) if not lines[i].endswith(MADE)), len(lines))


def _has(names: str, text: str) -> bool:
    return bool(re.search(rf"\b({names})\b", text))


@lru_cache(maxsize=256)  # as below
def _assignments(source: str, function: str = "") -> Mapping[str, Sequence[ast.stmt]]:
    """Name -> the statements that assign it, in a text or in one function of it."""
    found: dict[str, list[ast.stmt]] = {}
    for node in ast.walk(_function(source, function) if function else _parsed(source)):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            for each in ast.walk(node):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    found.setdefault(each.id, []).append(node)
    return found


def _function(source: str, name: str) -> Any:
    return next(n for n in _parsed(source).body if getattr(n, "name", "") == name)


@lru_cache(maxsize=256)  # a text with one edit gets many others
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


@lru_cache(maxsize=4096)  # a class is graded by the same mistakes, submission after submission
def _compiled(source: str) -> CodeType:
    return compile(source, "<reference>", "exec", dont_inherit=True)


@lru_cache(maxsize=4096)
def _looked_up(source: str) -> frozenset[str]:
    """The names that a text looks up outside of its functions."""
    found, left = set[str](), [_compiled(source)]
    while left:
        code = left.pop()
        found |= {each.argval for each in get_instructions(code) if each.opname in _LOOK_UP}
        left += [each for each in code.co_consts if isinstance(each, CodeType)]
    return frozenset(found)
