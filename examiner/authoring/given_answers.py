"""Given code as an answer: no function of a notebook may earn points under an asked name.

The build calls each function that students are given, in folded cells and figures too, with the
arguments that a hidden test draws. If it takes them, it is graded as an answer.
"""

from __future__ import annotations

import ast
import contextlib
import itertools
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..cell_code import quiet, run, without_magics
from ..checks.verdict import Verdict
from ..time_limit import TimeIsUp, alarm

Names = dict[str, Any]
Function = Callable[..., Any]
SECONDS = 0.3  # of processor time for a function on the first case; a slower one is no answer
LONG = 2.0  # the same, for a hidden test
_DEFINITIONS = (
    ast.FunctionDef,
    ast.ClassDef,
    ast.Assign,
    ast.AnnAssign,
    ast.Import,
    ast.ImportFrom,
)


class _Asked(BaseException):
    """Ends a hidden test at its first call of an answer; no check catches it."""


def functions_in(cells: Iterable[str], names: Mapping[str, Any]) -> dict[str, Function]:
    """Collect the functions that cells define and that return a value, without running a figure.

    Args:
        cells: The code of the cells that students are given.
        names: What the cells rest on: the given code and the solutions, after they ran.
    """
    room, found = dict(names), dict[str, Function]()
    for source in cells:
        nodes: list[ast.stmt] = []
        with contextlib.suppress(SyntaxError):  # an issue of its own
            nodes = ast.parse(without_magics(source)).body
        for node in nodes:
            if isinstance(node, _DEFINITIONS):
                code = compile(ast.Module([node], []), "<given cell>", "exec")
                with contextlib.suppress(Exception), quiet():  # an assignment that draws
                    exec(code, room)
            if not isinstance(node, ast.FunctionDef) or not _gives_something(node):
                continue
            if isinstance(room.get(node.name), types.FunctionType):
                found[node.name] = room[node.name]
    return found


def _is_answer(verdict: Verdict) -> bool:
    """Whether given code answers a question: it earns points that no named mistake explains.

    A count may be one slip away from another count, which is worth half to whoever writes it.
    """
    return verdict.points > 0 and not verdict.misconception_key


def _gives_something(function: ast.FunctionDef) -> bool:
    """Whether a function returns a value; one that only draws or prints is no answer."""
    return any(isinstance(each, ast.Return) and each.value for each in ast.walk(function))


def earned_by_given(
    hidden: str,
    names: Names,
    solved: Mapping[str, Any],
    given: Mapping[str, Function],
    orders: int = 1,
) -> Iterator[tuple[str, str, float]]:
    """Find the given functions that earn points.

    Args:
        hidden: The hidden part of a question's test.
        names: The names that the test finds, without the answers.
        solved: The solution of each name that the question asks for.
        given: The functions that are tried, by their names.
        orders: The number of orders of the arguments in which each is called.

    Yields:
        The asked name, how the given function was called under it, and the points.
    """
    asked = {name: each for name, each in solved.items() if callable(each)}
    nothing = dict.fromkeys(solved, _nothing)
    for name, solution in asked.items():
        call, form = _first_call(hidden, names | dict(solved), name), None
        if call is None:
            continue
        arguments = [*call[0], *call[1].values()]
        with contextlib.suppress(TimeIsUp), alarm(SECONDS, processor=True):
            form = _value(partial(solution, **call[1]), call[0])
        for given_name, function in given.items():
            for order in _taken(function, arguments, orders):
                answer = _in_form(function, order, form)
                verdict = None
                with contextlib.suppress(TimeIsUp), quiet(), alarm(LONG, processor=True):
                    verdict, _ = run(hidden, names | nothing | {name: answer})
                if isinstance(verdict, Verdict) and _is_answer(verdict):
                    how = ", ".join(f"argument {i + 1}" for i in order)
                    yield name, f"{given_name}({how})", verdict.points
                    break


def _taken(function: Function, arguments: Sequence[Any], orders: int) -> list[tuple[int, ...]]:
    """The orders in which a function takes arguments, as far as it is quick to tell."""
    taken = []
    with contextlib.suppress(TimeIsUp), alarm(SECONDS, processor=True):
        for order in itertools.islice(itertools.permutations(range(len(arguments))), orders):
            if _value(function, [arguments[i] for i in order]) is not None:
                taken.append(order)
    return taken


def _first_call(hidden: str, names: Names, name: str) -> tuple[list[Any], dict[str, Any]] | None:
    """The arguments of a hidden test's first call of an answer; None if it calls none."""
    calls: list[tuple[list[Any], dict[str, Any]]] = []

    def spy(*arguments: Any, **named: Any) -> Any:
        calls.append((list(arguments), named))
        raise _Asked

    with contextlib.suppress(_Asked), quiet():
        run(hidden, names | {name: spy})
    return calls[0] if calls else None


def _value(function: Function, arguments: Iterable[Any]) -> Any:
    """What a function gives; None if it raises."""
    with contextlib.suppress(Exception), quiet(), np.errstate(all="ignore"):
        return function(*arguments)
    return None


def _in_form(function: Function, order: Iterable[int], form: Any) -> Function:
    """The given function with its arguments in an order, and its value in a right answer's form."""
    order = tuple(order)

    def answer(*arguments: Any, **named: Any) -> Any:
        values = [*arguments, *named.values()]
        with np.errstate(all="ignore"):
            value = function(*(values[i] for i in order if i < len(values)))
        if isinstance(form, dict) and not isinstance(value, dict):
            return dict.fromkeys(form, value)
        if isinstance(form, tuple) and not isinstance(value, tuple):
            return (value,) * len(form)
        return value

    return answer


def _nothing(*arguments: Any, **named: Any) -> None:
    """An answer that gives nothing."""
