"""Detection of given code that answers a question: no given function may earn points.

The build calls each function that students get, including functions of folded cells and figures,
with the arguments of a hidden test. If the function accepts them, the test grades it as an answer.
A function of columns answers a question about rows, and vice versa: the test also grades the
function with its arguments and its result transposed.
"""

from __future__ import annotations

import ast
import contextlib
import itertools
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..cell_code import quiet, run_code, without_magics
from ..checks.verdict import Verdict
from ..time_limit import TimeIsUp, limit_time

Names = dict[str, Any]
Function = Callable[..., Any]
SECONDS = 0.3  # limit of processor time on the first case; a slower function is no answer
TEST_SECONDS = 2.0  # limit of processor time for a hidden test
_DEFINITIONS = (
    ast.FunctionDef,
    ast.ClassDef,
    ast.Assign,
    ast.AnnAssign,
    ast.Import,
    ast.ImportFrom,
)


class _AnswerCalled(BaseException):
    """The exception that ends a hidden test at its first call of an answer; no check catches it."""


def functions_in(cells: Iterable[str], names: Mapping[str, Any]) -> dict[str, Function]:
    """Collect the functions that cells define and that return a value, without running a figure.

    Args:
        cells: The code of the cells that students get.
        names: The namespace of these cells: the given code and the solutions have run in it.

    Returns:
        The functions, by name.
    """
    namespace, found = dict(names), dict[str, Function]()
    for source in cells:
        nodes: list[ast.stmt] = []
        with contextlib.suppress(SyntaxError):  # the lint reports it
            nodes = ast.parse(without_magics(source)).body
        for node in nodes:
            if isinstance(node, _DEFINITIONS):
                code = compile(ast.Module([node], []), "<given cell>", "exec")
                with contextlib.suppress(Exception), quiet():  # an assignment may draw or print
                    exec(code, namespace)
            if not isinstance(node, ast.FunctionDef) or not _returns_value(node):
                continue
            if isinstance(namespace.get(node.name), types.FunctionType):
                found[node.name] = namespace[node.name]
    return found


def _is_answer(verdict: Verdict) -> bool:
    """Check whether given code answers a question: it earns points without any misconception.

    With a misconception, points are no issue: the given count of another quantity can match a
    misconception that is worth half of the points.
    """
    return verdict.points > 0 and not verdict.misconception_key


def _returns_value(function: ast.FunctionDef) -> bool:
    """Check whether a function returns a value; one that only draws or prints is no answer."""
    left: list[ast.AST] = [*function.body]
    while left:
        node = left.pop()
        if isinstance(node, ast.Return) and node.value:
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            left += ast.iter_child_nodes(node)
    return False


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
        names: The namespace of the test, without the answers.
        solved: The solution of each name that the question asks for.
        given: The given functions, by name.
        orders: The maximum number of argument orders to try for each function.

    Yields:
        The asked name, the call of the given function in its place, and the points.
    """
    asked = {name: each for name, each in solved.items() if callable(each)}
    empty_answers = dict.fromkeys(solved, _empty_answer)
    for name, solution in asked.items():
        call, sample = _first_call(hidden, names | dict(solved), name), None
        if call is None:
            continue
        arguments = [*call[0], *call[1].values()]
        with contextlib.suppress(TimeIsUp), limit_time(SECONDS, processor=True):
            sample = _result(partial(solution, **call[1]), call[0])
        for given_name, function in given.items():
            for answer, order in _adaptations(function, arguments, sample, orders):
                verdict = None
                limit = limit_time(TEST_SECONDS, processor=True)
                with contextlib.suppress(TimeIsUp), quiet(), limit:
                    verdict, _ = run_code(hidden, names | empty_answers | {name: answer})
                if isinstance(verdict, Verdict) and _is_answer(verdict):
                    yield name, _call(given_name, order, answer), verdict.points
                    break


def _adaptations(
    function: Function, arguments: Sequence[Any], sample: Any, orders: int
) -> Iterator[tuple[_Adapted, tuple[int, ...]]]:
    """Yield the ways to call a function that accept these arguments, within the time limit.

    Args:
        function: The given function.
        arguments: The arguments of an answer.
        sample: The result of the solution.
        orders: The maximum number of argument orders to try.
    """
    accepted = []
    of_arrays = any(isinstance(each, np.ndarray) for each in (*arguments, sample))
    with contextlib.suppress(TimeIsUp), limit_time(SECONDS, processor=True):
        for order in itertools.islice(itertools.permutations(range(len(arguments))), orders):
            for transposed in (False, True) if of_arrays else (False,):
                answer = _Adapted(function, order, sample, transposed)
                result = _result(answer, arguments)
                if result is not None and (not transposed or _has_shape_of(sample, result)):
                    accepted.append((answer, order))
    yield from accepted


def _has_shape_of(sample: Any, result: Any) -> bool:
    """Return whether a result is an array of the same shape as the sample."""
    both_arrays = isinstance(sample, np.ndarray) and isinstance(result, np.ndarray)
    return both_arrays and sample.shape == result.shape


def _call(name: str, order: Iterable[int], answer: _Adapted) -> str:
    """Describe a call of a given function, for a message."""
    transpose = ".T" if answer.transposed else ""
    return f"{name}({', '.join(f'argument {i + 1}{transpose}' for i in order)}){transpose}"


def _first_call(hidden: str, names: Names, name: str) -> tuple[list[Any], dict[str, Any]] | None:
    """Return the arguments of a hidden test's first call of an answer; None without any call."""
    calls: list[tuple[list[Any], dict[str, Any]]] = []

    def spy(*arguments: Any, **keywords: Any) -> Any:
        calls.append((list(arguments), keywords))
        raise _AnswerCalled

    with contextlib.suppress(_AnswerCalled), quiet():
        run_code(hidden, names | {name: spy})
    return calls[0] if calls else None


def _result(function: Function, arguments: Iterable[Any]) -> Any:
    """Return the result of a call; None if it raises."""
    with contextlib.suppress(Exception), quiet(), np.errstate(all="ignore"):
        return function(*arguments)
    return None


@dataclass(frozen=True)
class _Adapted:
    """A given function as an answer.

    Attributes:
        function: The function.
        order: The order in which it gets the arguments.
        sample: A result of the solution. The function's result is repeated in its dict or tuple.
        transposed: True if arrays are transposed, and the result too.
    """

    function: Function
    order: tuple[int, ...]
    sample: Any
    transposed: bool

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        values = [*arguments, *keywords.values()]
        if self.transposed:
            values = [each.T if isinstance(each, np.ndarray) else each for each in values]
        with np.errstate(all="ignore"):
            result = self.function(*(values[i] for i in self.order if i < len(values)))
        if self.transposed and isinstance(result, np.ndarray):
            result = result.T
        if isinstance(self.sample, dict) and not isinstance(result, dict):
            return dict.fromkeys(self.sample, result)
        if isinstance(self.sample, tuple) and not isinstance(result, tuple):
            return (result,) * len(self.sample)
        return result


def _empty_answer(*arguments: Any, **keywords: Any) -> None:
    """Return nothing, as an answer without code."""
