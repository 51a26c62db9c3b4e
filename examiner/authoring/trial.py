"""The trial of a problem set before it is handed out: its given code runs, its tests give every
solution full points, and nothing to an answer cell as students get it.

All of it is the course's own code and runs in this process.
"""

from __future__ import annotations

import ast
import io
import math
import textwrap
import traceback
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace
from functools import wraps
from itertools import count, islice
from typing import Any
from unittest import mock

from nbformat import NotebookNode
from traitlets.config import Config

from .. import checks
from ..cell_code import run
from ..cells import Kind, code_by_kind
from ..checks.array_answers import drawing
from ..checks.grading import Grading
from ..checks.verdict import Verdict
from ..checks.worth import KEY, MARKED, QUESTION, WORDS
from ..course import Assignment, Issue, Question
from ..regions import split
from .marking import file_of, is_module, modules_of, question_object
from .release import as_released
from .senseless import raise_if_senseless

Names = dict[str, Any]
KnownErrors = dict[str, Set[str]]  # question -> the ids in the tables of what marks it
# What a test may raise about an answer cell that is as it was handed out.
_EMPTY = (AssertionError, NameError, NotImplementedError)
MAX_WORDS = 500  # characters
# Solutions are tried under these: other inputs, the same points. Time and memory aren't drawn.
KEYS = ("", "one", "another")


class Marked(dict[str, None]):
    """The questions before the one that is tried. No verdict on them is followed here."""

    def get(self, question: str, default: None = None) -> None:
        """ValueError for a question that isn't there: in a submission it would never be."""
        if question not in self:
            raise ValueError(f"no question {question!r} with a test stands before this one")


def try_out(
    problem: Assignment, source: NotebookNode, config: Config, broken: Set[str]
) -> tuple[list[Issue], KnownErrors]:
    """What goes wrong when the cells of a problem set are run, of each question the first thing;
    and the known errors of the questions with which nothing went wrong.

    broken: the cells, and the questions, that need not be tried.
    """
    modules_of(problem).use()
    text, code = problem.short(problem.text), code_by_kind(source)
    given: Names = {"__name__": "__given__"}  # as where answers are marked
    for name, cell in code[Kind.GIVEN].items():
        if error := run(cell, given)[1]:
            message = f"it raises {_words(error)}. Given code runs before any answer is there."
            return [Issue(text, name, message)], {}
    solutions = {name: cell for name, cell in code[Kind.ANSWER].items() if name not in broken}
    tests, cells = code[Kind.TEST], {cell.id: cell for cell in source.cells}
    given[MARKED] = marked = Marked()
    issues, known = [], {}
    for name, question in problem.questions.items():
        if question.written:
            continue
        sound = name in solutions and name in tests and not math.isnan(question.points)
        if sound and name not in broken:
            stub = as_released(cells[name], config).source
            names = given | {QUESTION: name, WORDS: (words := {})}
            found = [*islice(_issues(question, names, solutions, stub, tests[name]), 1)]
            for cell, message in found:
                issues.append(Issue(text if cell else file_of(name, problem), cell, message))
            if not found:
                known[name] = _ids(name, problem) if is_module(name, problem) else words.keys()
        marked[name] = None
    return issues, known


def _ids(question: str, problem: Assignment) -> Set[str]:
    """The ids of the misconceptions that a marking module names."""
    return {each.error.id for each in question_object(question, problem).misconceptions_named}


def _issues(
    question: Question, given: Names, solutions: Mapping[str, str], stub: str, test: str
) -> Iterator[tuple[str, str]]:
    """What goes wrong with a question, with its cell ("": in what marks): where all answers are the
    solutions, then where its own is as it was handed out."""
    names, (visible, hidden) = dict(given), split(test, "hidden tests")
    for name, source in solutions.items():
        _, error = run(source, names)
        if error and name == question.name:
            yield name, f"its solution raises {_words(error)}: correct it."
    complaints = io.StringIO()
    if error := run(visible, names, errors=complaints)[1]:
        yield question.test, f"its visible part raises {_words(error)} on the solution."
    if said := _cut(complaints.getvalue()):
        yield question.test, f"its visible part complains about the solution: {said}"
    measured: dict[int, Verdict] = {}
    grading = Grading(question.name, earlier=given[MARKED], measured={})
    for key in KEYS:
        hiding: list[str] = []
        with (
            replace(grading, key=key).active(),
            mock.patch.multiple(drawing, tell=hiding.append, look=raise_if_senseless),
            mock.patch.object(checks, "resources", _once(checks.resources, measured)),
        ):
            value, error = run(hidden, names | {KEY: key})
        if error:
            yield "", f"it raises {_words(error)}{_where(error, hidden)}: correct it."
        if not isinstance(value, Verdict):
            last = _cut(ast.unparse(ast.parse(hidden).body[-1]))
            yield "", f"it must end in a check, and ends in `{last}`, whose value is no verdict."
        if hiding:
            yield "", f"what it draws shows other errors each time: {hiding[0]}. Draw it otherwise."
        if abs(value.points - question.points) > 1e-9:
            earned = f"its solution earns {value.points:g} of {question.points:g} points"
            failed = "; ".join(each.line for each in value.shown() if each.sign != "✓")
            said = f" It says: {_cut(failed)}" if failed else ""
            yield question.name, f"{earned}: correct it, or what marks it.{said}"
    names = dict(given)
    for source in (*(solutions | {question.name: stub}).values(), visible):
        run(source, names)
    with replace(grading, measured=None).active():
        value, error = run(hidden, names)
    if error and not isinstance(error, _EMPTY):
        yield "", f"it raises {_words(error)}{_where(error, hidden)} on an empty answer."
    elif not error and value.points > 0:
        yield "", f"an empty answer earns {value.points:g} points: it must earn none."


def _once(check: Callable[..., Verdict], said: dict[int, Verdict]) -> Callable[..., Verdict]:
    """A check of which each call in a test says what it said when the test ran before: what is
    measured takes long, and is the same under every key. said: by the number of the call."""
    numbers = count()

    @wraps(check)
    def asked(*arguments: Any, **settings: Any) -> Verdict:
        number = next(numbers)
        if number not in said:
            said[number] = check(*arguments, **settings)
        return said[number]

    return asked


def _where(error: BaseException, code: str) -> str:
    """The line of a cell that raised, as the text of a message goes on."""
    frames = traceback.extract_tb(error.__traceback__)
    numbers = [frame.lineno for frame in frames if frame.filename == "<cell>"]
    return f", in `{_cut(code.split(chr(10))[numbers[0] - 1])}`" if numbers else ""


def _words(error: BaseException) -> str:
    text = _cut(str(error))
    return f"{type(error).__name__} ({text})" if text else type(error).__name__


def _cut(text: str) -> str:
    """A text in a line; a long one ends behind a word."""
    return textwrap.shorten(text, MAX_WORDS, placeholder=" …")
