"""What a problem set must hold. Used by the build and by the tests.

Each rule yields issues; an issue names the file, the cell and what to do.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache

from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

from ..cell_code import bound_names, needed_names, not_python
from ..cells import Kind, kind_of, markdown_before
from ..course import TABLE, Assignment, Course, Issue, Problem, Question
from ..mark_scheme import read_mark_scheme
from ..regions import REGIONS, split, visible
from .figures import is_figure

PACKAGES = {"numpy", "matplotlib", *sys.stdlib_module_names}
OPTIONAL = {"ipywidgets"}  # a figure may have it where it is there
SHARED = "shared"  # the folder beside the problem sets that holds what several of them include
FRONT_MATTER = "front_matter"


# --- cells ---------------------------------------------------------------------------------------


def parse(code: str) -> ast.Module:
    """The code of a cell, magics allowed. SyntaxError where it is none."""
    return ast.parse(TransformerManager().transform_cell(code))


# --- the problem set -----------------------------------------------------------------------------


def problem_issues(course: Course, problem: Problem, source: NotebookNode) -> Iterator[Issue]:
    """Everything that is wrong with a problem set, from its instructor's notebook."""
    file = problem.short(problem.text)
    cells = {cell.id: cell for cell in source.cells}
    for rule in (_region_issues, _code_issues):
        for cell in source.cells:
            for message in rule(cell):
                yield Issue(file, cell.id, message)
    for name in sorted(_doubles(source)):
        yield Issue(file, name, "another cell has this grade_id too: give each cell its own.")
    yield from _name_issues(file, source)
    yield from _front_matter_issues(course, file, cells)
    yield from _table_issues(file, problem.table, source)
    yield from _order_issues(file, problem.table, source)
    for question in problem.table.questions.values():
        if question.name in cells and question.test in cells:
            for cell, message in _question_issues(question, cells):
                yield Issue(file, cell, message)


def _name_issues(file: str, source: NotebookNode) -> Iterator[Issue]:
    """Names that stand for two things, and names in tests that stand for nothing.

    What given code defines is the examiner's own: an answer of that name would not be found. And a
    name that a test needs and nobody defines would be taken for a missing answer.
    """
    cells = [(cell, kind_of(cell)) for cell in source.cells if cell.cell_type == "code"]
    given: dict[str, str] = {}
    answers: set[str] = set()
    for cell, kind in cells:
        if kind is Kind.GIVEN:
            given |= dict.fromkeys(_names(bound_names, cell.source), cell.id)
        elif kind is Kind.ANSWER:
            answers |= _names(bound_names, cell.source)
    for cell, kind in cells:
        if kind is Kind.ANSWER:
            for name in sorted(_names(bound_names, cell.source) & set(given)):
                message = f"it defines {name}, as {given[name]} does: a test finds the given one."
                yield Issue(file, cell.id, f"{message} Rename one of them.")
        elif is_figure(cell):
            bound, needed = _names(bound_names, cell.source), frozenset()
            for other in (other for other, _ in cells if other is not cell):
                needed |= _names(needed_names, other.source)
            for name in sorted(bound & needed):
                message = f"it is a figure, which grading does not run, and defines {name}, which"
                yield Issue(file, cell.id, f"{message} another cell needs: define it in that one.")
        elif kind is Kind.TEST:
            for name in sorted(_names(needed_names, cell.source) - set(given) - answers):
                message = f"it uses {name}, which neither it nor given code or an answer defines"
                yield Issue(file, cell.id, f"{message}: import it, or correct the name.")


@cache
def _names(of: Callable[[str], set[str]], code: str) -> frozenset[str]:
    try:
        return frozenset(of(code))
    except SyntaxError:
        return frozenset()  # _code_issues has said so


def _front_matter_issues(
    course: Course, file: str, cells: dict[str, NotebookNode]
) -> Iterator[Issue]:
    """Every notebook opens with the same conventions, locked, if the course has any."""
    path = course.root / "problems" / SHARED / f"{FRONT_MATTER}.md"
    if not path.is_file():
        return
    cell = cells.get(FRONT_MATTER)
    header = f'# %% [markdown] given="{FRONT_MATTER}" include="../{SHARED}/{path.name}"'
    if cell is None or kind_of(cell) is not Kind.GIVEN or cell.source != path.read_text().strip():
        yield Issue(file, FRONT_MATTER, f"it must show {course.short(path)}: write `{header}`.")


def _region_issues(cell: NotebookNode) -> Iterator[str]:
    allowed = {
        "solution": {Kind.ANSWER, Kind.WRITTEN},
        "hidden tests": {Kind.TEST},
        "mark scheme": {Kind.WRITTEN},
    }
    for region, (begin, end) in REGIONS.items():
        marks = re.findall(f"{begin}|{end}", cell.source)
        if marks != [begin, end] * (len(marks) // 2):
            yield f"each `{begin}` needs an `{end}` after it."
        elif marks and kind_of(cell) not in allowed[region]:
            yield f"it has a {region}, and is not marked as a cell that may: see its `# %%` line."


def _code_issues(cell: NotebookNode) -> Iterator[str]:
    if cell.cell_type != "code":
        return
    try:
        parse(cell.source)
        seen = parse(split(cell.source, "hidden tests")[0])
    except SyntaxError as error:
        yield f"{not_python(error)} Does a `# %%` split it?"
        return
    allowed = PACKAGES | OPTIONAL if is_figure(cell) else PACKAGES
    for module in sorted(_imports(seen) - allowed):
        yield f"students' code imports {module}: a student has only numpy and matplotlib."


def _imports(code: ast.Module) -> set[str]:
    names = set()
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or ".")
    return {name.partition(".")[0] or name for name in names}


def _doubles(notebook: NotebookNode) -> set[str]:
    ids = [cell.id for cell in notebook.cells]
    return {name for name in ids if ids.count(name) > 1}


def _table_issues(file: str, table: Assignment, source: NotebookNode) -> Iterator[Issue]:
    """The notebook has the cells of each question of the table."""
    found = {(kind_of(cell), cell.id) for cell in source.cells}
    for question in table.questions.values():
        if question.written:
            wanted = [(Kind.WRITTEN, question.name)]
        else:
            wanted = [(Kind.ANSWER, question.name), (Kind.TEST, question.test)]
        for kind, name in wanted:
            if (kind, name) not in found:
                header = f'# %% {kind}="{question.name}"'
                yield Issue(
                    file, name, f"{TABLE.as_posix()} has the question: write a cell `{header}`."
                )


def _order_issues(file: str, table: Assignment, source: NotebookNode) -> Iterator[Issue]:
    """The questions stand in the text as in the table: reports and marks go by the table."""
    kinds = (Kind.ANSWER, Kind.WRITTEN)
    there = dict.fromkeys(cell.id for cell in source.cells if kind_of(cell) in kinds)
    wanted = [name for name in table.questions if name in there]
    for found, name in zip(there, wanted, strict=False):
        if found != name:
            message = (
                f"it stands where {TABLE.as_posix()} has {name}: put the questions in one order."
            )
            yield Issue(file, found, message)
            return


def _question_issues(
    question: Question, cells: dict[str, NotebookNode]
) -> Iterator[tuple[str, str]]:
    """One question: its answer (a stub and a solution) and, behind it, its test."""
    answer, test = cells[question.name], cells[question.test]
    order = list(cells)
    if order.index(question.test) < order.index(question.name):
        yield question.test, f"it stands before the answer {question.name}: put it behind."
    before = [cells[name] for name in order[: order.index(question.name) + 1]]
    if not re.search(rf"\b{question.points:g} points?\b", _last_words(before)):
        yield question.name, f"the text above it does not say its points: <<{question.name}>>."
    if not split(answer.source, "solution")[1].strip():
        yield question.name, "it has no solution between BEGIN SOLUTION and END SOLUTION."
    if question.written:
        if answer.cell_type != "markdown":
            yield question.name, "a written answer is a Markdown cell."
        scheme = split(split(answer.source, "solution")[1], "mark scheme")[1]
        points = read_mark_scheme(scheme).points
        if not scheme.strip():
            yield question.name, "it has no mark scheme in its solution: graders mark by it."
        elif abs(points - question.points) > 1e-9:
            message = f"the lines of its mark scheme add up to {points:g} points, not to"
            yield question.name, f"{message} {question.points:g}: correct its table of points."
        return
    for cell in (answer, test):
        if cell.cell_type != "code":
            yield cell.id, "it is a Markdown cell, and must be a code cell."
            return
    for message in _definition_issues(question, answer.source):
        yield question.name, message
    for message in _hidden_test_issues(test.source):
        yield question.test, message


def _last_words(cells: list[NotebookNode]) -> str:
    """The Markdown that leads to the last of these cells, from the answer before it on."""
    answer = cells[-1]
    texts = [visible(answer.source)] if answer.cell_type == "markdown" else []
    return "\n".join([*texts, *(cell.source for cell in markdown_before(cells))])


def _definition_issues(question: Question, code: str) -> Iterator[str]:
    """The solution defines what the table says, and a function takes the arguments it says."""
    try:
        body = parse(code).body
    except SyntaxError:
        return  # _code_issues has said so
    functions = {
        node.name: f"{node.name}({ast.unparse(node.args)})"
        for node in body
        if isinstance(node, ast.FunctionDef)
    }
    bound = _names(bound_names, code)
    for promised in question.defines:
        name = promised.partition("(")[0]
        if name not in bound:
            yield f"it does not define {name}, which course.toml promises."
        elif name != promised and name not in functions:
            yield f"it defines {name}, and course.toml promises a function: {promised}."
        elif name != promised and _parameters(promised) != _parameters(functions[name]):
            yield f"it defines {functions[name]}, and course.toml promises {promised}."


def _parameters(signature: str) -> str:
    """The parameter list of a signature, without annotations and in one spelling."""
    arguments = ast.parse(f"def {signature}: ...").body[0].args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        argument.annotation = None
    return ast.unparse(arguments)


def _hidden_test_issues(code: str) -> Iterator[str]:
    """The hidden test ends in a check, whose verdict is the value of the cell."""
    hidden = split(code, "hidden tests")[1]
    if not isinstance(ast.parse(hidden).body[-1], ast.Expr):
        yield "its hidden tests must end in a check: the verdict is the value of the cell."
        return
