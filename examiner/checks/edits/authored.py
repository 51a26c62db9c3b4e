"""Edits as a marking file writes them, each a line: a known mistake of a right answer.

    reference = Reference(SOLUTION, globals(), before=EARLIER)
    mistakes = reference.definitions({
        "no-output-projection": drop("@ W_o.T"),
        "all-heads-cached": name("n_kv_heads", to="n_heads"),
    })

An edit names its place by its text, in which spaces and new lines make no difference. Where it is
not there, or more than once, or changes nothing, is an error that says so: when the build tries the
question, not when a student is graded.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import combinations
from types import CodeType
from typing import Any

import numpy as np

Definition = Callable[..., Any]


@dataclass(frozen=True)
class Edit:
    """A change of the text of a right answer. written: as it stands in the marking file.

    `edit + edit` is one mistake that shows in two places.
    """

    written: str
    change: Callable[[str], str] = field(compare=False)  # what is written says it

    @lru_cache(maxsize=4096)  # noqa: B019 - a class is graded by the same edits, again and again
    def of(self, source: str) -> str:
        """The text with this mistake. ValueError where it has no such place, or is broken then."""
        edited = self.change(source)
        try:
            unchanged = ast.dump(ast.parse(edited)) == ast.dump(ast.parse(source))
        except SyntaxError as error:
            raise ValueError(f"{self.written}: what is left is no Python ({error.msg})") from None
        if unchanged:
            raise ValueError(f"{self.written}: it changes nothing")
        return edited

    def __add__(self, other: Edit) -> Edit:
        written = f"{self.written} + {other.written}"
        return Edit(written, lambda source: other.change(self.change(source)))


def replace(old: str, new: str, *, everywhere: bool = False) -> Edit:
    """Another text in the place of one; everywhere: in each of its places."""
    written = f"replace({old!r}, {new!r}{', everywhere=True' * everywhere})"
    return Edit(written, lambda source: _replaced(written, source, old, new, everywhere))


def drop(text: str, *, everywhere: bool = False) -> Edit:
    """A text left out, such as `drop("@ W_o.T")`; everywhere: in each of its places."""
    written = f"drop({text!r}{', everywhere=True' * everywhere})"
    return Edit(written, lambda source: _replaced(written, source, text, "", everywhere))


def name(old: str, *, to: str) -> Edit:
    """Another name wherever one is read; where it is an argument or is assigned it stays."""

    def is_read(node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == old and isinstance(node.ctx, ast.Load)

    return _at_nodes(f"name({old!r}, to={to!r})", is_read, lambda node: node, to)


def axis(old: int | None, *, to: int | tuple[int, ...] | None) -> Edit:
    """Another axis wherever `axis=` names one."""

    def is_axis(node: ast.AST) -> bool:
        return (
            isinstance(node, ast.keyword)
            and node.arg == "axis"
            and ast.unparse(node.value) == str(old)
        )

    return _at_nodes(f"axis({old}, to={to})", is_axis, lambda node: node.value, str(to))


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
        several = "; write more of the place, or everywhere=True" if times else ""
        raise ValueError(f"{written}: {old!r} is {found} in the right answer{several}")
    return re.sub(pattern, lambda _: new, source)


def _at_nodes(
    written: str, found: Callable[[ast.AST], bool], part: Callable[[Any], ast.AST], new: str
) -> Edit:
    """An edit that writes a text in the place of (a part of) each node that is found."""

    def change(source: str) -> str:
        places = [part(node) for node in ast.walk(ast.parse(source)) if found(node)]
        if not places:
            raise ValueError(f"{written}: there is no such place in the right answer")
        lines = [line.encode() for line in source.splitlines(keepends=True)]  # as offsets count
        for node in sorted(places, key=lambda node: (node.lineno, node.col_offset), reverse=True):
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = (
                line[: node.col_offset] + new.encode() + line[node.end_col_offset :]
            )
        return b"".join(lines).decode()

    return Edit(written, change)


class Reference:
    """A right answer as text, of which mistakes are edits.

    source: the code of its answer cell. names: what that rests on, given code above all; what it
    defines doesn't get there. before: the code of earlier right answers that it calls.
    function: the one that is asked, of several.
    own: the student's own answers that it may rest on as well, by name, as they were marked; None
    where one is right or must not be followed.
    """

    def __init__(
        self,
        source: str,
        names: Mapping[str, Any],
        *,
        before: str = "",
        function: str = "",
        own: Mapping[str, Definition | None] | None = None,
    ) -> None:
        self.source, self.function = source, function
        self.names = {"np": np, **names}
        exec(_compiled(before), self.names)
        self.own = {name: answer for name, answer in (own or {}).items() if answer is not None}
        self._instead: Mapping[str, Definition] = {}

    def definition(self, edit: Edit | None = None) -> Definition:
        """The function with this mistake; without one, the right one. ValueError as `Edit.of`."""
        function = self.defined_by(edit.of(self.source) if edit else self.source)
        function.made_of = (self, edit)
        return function

    def defined_by(self, source: str) -> Definition:
        """The function of this name, or the last one, that a text defines in these names."""
        names = dict(self.names)
        exec(_compiled(source), names)
        found = names[self.function or _last_function(source)]
        names |= self._instead  # of what the text defines, too: it looks names up when it is called
        return found

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

    def definitions(self, mistakes: Mapping[str, Any]) -> dict[str, Any]:
        """The mistakes of a check, where each edit became the function that it leads to."""
        return {key: self._resolved(value) for key, value in mistakes.items()}

    def _resolved(self, value: Any) -> Any:
        if isinstance(value, Edit):
            return self.definition(value)
        if isinstance(value, (tuple, list)):
            return type(value)(self._resolved(each) for each in value)
        return value


def made_of(definition: Any) -> tuple[Reference, Edit | None] | None:
    """The right answer and the edit that a function was made of; None where it wasn't so."""
    return getattr(definition, "made_of", None)


def edited_together(definitions: Sequence[Any]) -> Definition | None:
    """The function with the edits of all these; None where they aren't edits of one text, or one
    has no place left beside the others.

    One of them may have no edit: a right answer that rests on names which hold the mistake.
    """
    found = [made_of(each) for each in definitions]
    if None in found:
        return None
    edits = [edit for _, edit in found if edit]
    resting = [reference for reference, edit in found if not edit]
    references = resting or [reference for reference, _ in found]
    sources = {(reference.source, reference.function) for reference, _ in found}
    if not edits or len(sources) > 1 or len({*map(id, references)}) > 1:
        return None
    try:
        return references[0].definition(reduce(operator.add, edits))
    except ValueError:
        return None


@lru_cache(maxsize=4096)  # a class is graded by the same mistakes, submission after submission
def _compiled(source: str) -> CodeType:
    return compile(source, "<reference>", "exec", dont_inherit=True)


@lru_cache(maxsize=4096)
def _last_function(source: str) -> str:
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    if not functions:
        raise ValueError("the right answer defines no function")
    return functions[-1].name
