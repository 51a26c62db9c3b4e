"""Edits as a marking file writes them, each a text: a known mistake of a right answer.

    sign-reversed: … :: error = y - y_hat
    no-output-projection: … :: @ W_o.T ->
    first-sum-over-rows: … :: axis=1 => axis=0 && return _ / 2

`old -> new` is another text in the one place of that text, `old => new` in each of its places;
spaces and new lines make no difference, and nothing behind the arrow leaves it out. `name = value`
comes behind the statements that assign this name, or first, where it is an argument or a new one.
`return value` is what is returned in the end; _ in it is the right value. `&&` joins two that are
one mistake. What can't be done, or changes nothing, is an error that says so: when the build tries
the question, not when a student is graded.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from dis import get_instructions
from functools import lru_cache
from itertools import combinations
from types import CodeType
from typing import Any

import numpy as np

from ...findings.known_error import KnownError

Definition = Callable[..., Any]
AND = " && "
MADE = "  # by an edit"  # ends the lines that are put in
_REPLACED = re.compile(r"(.*?)\s*(->|=>)\s*(.*)", re.DOTALL)
_ASSIGNED = re.compile(r"(\w+(?:, \w+)*) = (.*)", re.DOTALL)
_RETURNED = re.compile(r"(return) (.*)", re.DOTALL)


@dataclass(frozen=True)
class Edit:
    """A change of the text of a right answer."""

    written: str

    @property
    def parts(self) -> list[str]:
        return [part.strip() for part in self.written.split(AND)]

    @lru_cache(maxsize=4096)  # noqa: B019 - a class is graded by the same edits, again and again
    def of(self, source: str, function: str) -> str:
        """The text with this mistake in this function of it, and a text that is replaced anywhere.
        ValueError where it has no such place, or is broken then."""
        try:
            edited = self.put_in(source, function)
            unchanged = ast.dump(ast.parse(edited)) == _dumped(source)
        except SyntaxError as error:
            raise ValueError(f"{self.written}: what is left is no Python ({error.msg})") from None
        if unchanged:
            raise ValueError(f"{self.written}: it changes nothing")
        return edited

    def put_in(self, source: str, function: str) -> str:
        """The text with this mistake, not looked at. ValueError where it has no such place."""
        edited = source
        for part in self.parts:
            edited = _edited(part, edited, function)
        return edited

    @property
    def values(self) -> set[tuple[str, str]]:
        """The names that are given another value, "return" for what is returned, and the values."""
        found = (_RETURNED.fullmatch(part) or _ASSIGNED.fullmatch(part) for part in self.parts)
        return {each.groups() for each in found if each}


@lru_cache(maxsize=4096)  # of edits that are tried in pairs, each is the first of many
def _edited(part: str, source: str, function: str) -> str:
    if found := _REPLACED.fullmatch(part):
        old, arrow, new = found.groups()
        return _replaced(part, source, old, new, everywhere=arrow == "=>")
    if found := _RETURNED.fullmatch(part):
        return _returning(source, function, found[2])
    if found := _ASSIGNED.fullmatch(part):
        return _assigning(source, function, *found.groups())
    raise ValueError(f"{part!r} is no edit: write `old -> new`, `name = value` or `return value`")


_LOOK_UP = ("LOAD_GLOBAL", "LOAD_NAME")
_TOKENS = {"*": r"(?<!\*)\*(?!\*)"}


def _token(token: str) -> str:
    word = token[0].isalnum() or token[0] == "_"
    return rf"(?<!\w){token}(?!\w)" if word else re.escape(token)


def _replaced(written: str, source: str, old: str, new: str, everywhere: bool) -> str:
    tokens = re.findall(r"\w+|\*\*|[^\w\s]", old)
    if not tokens:
        raise ValueError(f"{written}: write what is replaced")
    pattern = r"\s*".join(_TOKENS.get(token) or _token(token) for token in tokens)
    times = len(re.findall(pattern, source))
    if times == 0 or (times > 1 and not everywhere):
        found = f"{times} times" if times else "not"
        several = "; write more of the place, or => for each" if times else ""
        raise ValueError(f"{written}: {old!r} is {found} in the right answer{several}")
    return re.sub(pattern, lambda _: new, source)


def _assigning(source: str, function: str, names: str, value: str) -> str:
    """A text in which names have another value: where it doesn't rest on the right one, in the
    place of that."""
    asked, name = _function(source, function), names.partition(",")[0]
    statements = _assignments(source, function).get(name, [])
    arguments = [each.arg for each in ast.walk(asked.args) if isinstance(each, ast.arg)]
    if not statements and name not in arguments:
        statements = _assignments(source).get(name, [])  # of another function of the text
    lines = source.split("\n")
    for node in sorted(statements, key=lambda node: node.lineno, reverse=True):
        is_all = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).strip("()") == names
        first, last = node.lineno - 1, node.end_lineno
        if not is_all or _has(names, value):
            first = last = _behind_edits(lines, node.end_lineno)
        lines[first:last] = [f"{' ' * node.col_offset}{names} = {value}{MADE}"]
    if not statements:
        first = asked.body[bool(ast.get_docstring(asked))]
        at = _behind_edits(lines, first.lineno - 1)
        lines.insert(at, f"{' ' * first.col_offset}{names} = {value}{MADE}")
    return "\n".join(lines)


def _behind_edits(lines: Sequence[str], at: int) -> int:
    """The place behind the lines there that other edits have put in."""
    return next((i for i in range(at, len(lines)) if not lines[i].endswith(MADE)), len(lines))


def _has(names: str, text: str) -> bool:
    return bool(re.search(rf"\b({names.replace(', ', '|')})\b", text))


@lru_cache(maxsize=256)  # a text with one edit gets many others
def _assignments(source: str, function: str = "") -> dict[str, list[ast.stmt]]:
    """The statements that assign each name, in a function or the whole text."""
    found: dict[str, list[ast.stmt]] = {}
    for node in ast.walk(_function(source, function) if function else ast.parse(source)):
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
            for name in {each.id for each in names if isinstance(each.ctx, ast.Store)}:
                found.setdefault(name, []).append(node)
    return found


def _returning(source: str, function: str, value: str) -> str:
    nodes = ast.walk(_function(source, function))
    last = max((n for n in nodes if isinstance(n, ast.Return)), key=lambda node: node.lineno)
    space = " " * last.col_offset
    right = ast.get_source_segment(source, last.value) if _has("_", value) else ""
    lines = source.split("\n")
    lines[last.lineno - 1 : last.end_lineno] = [
        *([f"{space}_ = ({right})"] if right else []),
        f"{space}return {value}",
    ]
    return "\n".join(lines)


def _function(source: str, name: str) -> ast.FunctionDef:
    return next(node for node in _functions(source) if node.name == name)


class Reference:
    """A right answer as text, of which mistakes are edits.

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
        self.source, self.function = source, function or _last_function(source)
        self.names = {"np": np, **names}
        self.own = {name: answer for name, answer in (own or {}).items() if answer is not None}
        self._instead: Mapping[str, Definition] = {}

    def definition(self, edit: str = "") -> Definition:
        """The function with this mistake; without one, the right one. ValueError as `Edit.of`, and
        for a name that is nowhere."""
        if not edit:
            return self._made(self.source, edit)
        edited = Edit(edit).of(self.source, self.function)
        made = self._made(edited, edit)
        new = _looked_up(edited) - _looked_up(self.source)
        if unknown := new - made.__globals__.keys() - vars(builtins).keys():
            raise ValueError(f"{edit}: nothing is called {', '.join(sorted(unknown))} there")
        return made

    def with_all(self, edits: Sequence[str]) -> Definition:
        """The function with several mistakes that are known to be some. ValueError where one has no
        place left beside the others."""
        edit = AND.join(edits)
        try:
            return self._made(Edit(edit).put_in(self.source, self.function), edit)
        except SyntaxError as error:
            raise ValueError(f"{edit}: what is left is no Python ({error.msg})") from None

    def _made(self, source: str, edit: str) -> Definition:
        names = dict(self.names)
        exec(_compiled(source), names)
        function = names[self.function]
        names |= self._instead  # of what the text defines, too: it looks names up when it is called
        function.made_of = (self, edit)
        return function

    def by_own(self) -> dict[str, Reference]:
        """Whose answers -> the same where they stand in the place of the right ones: all that the
        student has, several of them, and each.
        """
        found = {}
        for number in range(len(self.own), 0, -1):
            for chosen in combinations(self.own, number):
                other = found[" and ".join(f"your {name}" for name in chosen)] = copy(self)
                other._instead = {name: self.own[name] for name in chosen}
        return found

    def definitions(self, mistakes: Mapping[KnownError, Any]) -> dict[KnownError, Any]:
        """The mistakes of a check, where each edit became its function."""
        return {error: self.made(ways) for error, ways in mistakes.items()}

    def made(self, ways: Any) -> Any:
        """The function that an edit leads to, or the functions of several; a function stays."""
        if isinstance(ways, (tuple, list)):
            return [self.made(each) for each in ways]
        return self.definition(ways) if isinstance(ways, str) else ways


def made_of(definition: Any) -> tuple[Reference, str] | None:
    """The right answer and the edit that a function was made of; None where it wasn't so."""
    return getattr(definition, "made_of", None)


def edited_together(definitions: Sequence[Any]) -> Definition | None:
    """The function with the edits of all these; None where they aren't edits of one text, or one
    has no place left beside the others."""
    found = [made_of(each) for each in definitions]
    if None in found or len({id(reference) for reference, _ in found}) > 1:
        return None
    values = set().union(*(Edit(edit).values for _, edit in found))
    if len(values) > len({name for name, _ in values}):
        return None
    try:
        return found[0][0].with_all([edit for _, edit in found])
    except ValueError:
        return None


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


@lru_cache(maxsize=64)
def _dumped(source: str) -> str:
    return ast.dump(ast.parse(source))


@lru_cache(maxsize=4096)
def _last_function(source: str) -> str:
    if not (functions := _functions(source)):
        raise ValueError("the right answer defines no function")
    return functions[-1].name


@lru_cache(maxsize=256)
def _functions(source: str) -> list[ast.FunctionDef]:
    return [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
