"""The rules of problem sets. Each yields issues; an issue names the file, the cell, what to do."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Set
from functools import cache

from nbformat import NotebookNode

from ..cell_code import bound_names, needed_names, not_python, without_magics
from ..cells import Kind, kind_of, question_of, statement_of
from ..course import TABLE, Assignment, Course, Issue, Question
from ..mark_scheme import read_mark_scheme
from ..regions import REGIONS, split, visible
from .figures import is_figure
from .marking import file_of, where_defined

HEADING = re.compile(r"^#+ ((?:Part )?\d+(?:\.\d+)*)(?=:? )", re.MULTILINE)
PACKAGES = {"numpy", "matplotlib", *sys.stdlib_module_names}
OPTIONAL = {"ipywidgets"}  # a figure may have it where it is there
SHARED = "shared"  # the folder beside the problem sets that holds what several of them include
FRONT_MATTER = "front_matter"


def problem_issues(
    course: Course, problem: Assignment, source: NotebookNode, told: Set[str]
) -> Iterator[Issue]:
    """Everything that is wrong with a problem set, from its instructor's notebook.

    told: the cells of which it has been said that they can't be built; nothing more is.
    """
    file = problem.short(problem.text)
    cells = {cell.id: cell for cell in source.cells}
    found: list[tuple[str, str]] = []
    for cell in source.cells:
        found += [(cell.id, message) for message in (*_region_issues(cell), *_code_issues(cell))]
    counts = Counter(cell.id for cell in source.cells)
    twice = "another cell has this grade_id too: give each cell its own."
    found += [(name, twice) for name, count in counts.items() if count > 1]
    found += _heading_issues(source)
    found += _name_issues(source)
    found += _front_matter_issues(course, cells)
    if all(kind_of(cells[name]) for name in told):  # else a cell may not be what it is meant to be
        found += _table_issues(problem, source)
    for question in problem.questions.values():
        if question.name in cells and question.test in cells:
            found += _question_issues(question, cells)
    yield from (Issue(file, cell, message) for cell, message in found if cell not in told)
    yield from _marking_issues(problem, source, told)


def _heading_issues(source: NotebookNode) -> Iterator[tuple[str, str]]:
    """Headings of one number, such as "3.3": who refers to it means one of them."""
    seen: dict[str, str] = {}
    for cell in source.cells:
        if cell.cell_type == "markdown":
            for number in HEADING.findall(cell.source):
                if number in seen:
                    yield cell.id, f"a heading {number} is in {seen[number]}, too: renumber one."
                seen[number] = cell.id


def _name_issues(source: NotebookNode) -> Iterator[tuple[str, str]]:
    """Names that stand for two things.

    What given code defines is the examiner's own: an answer of that name would not be found.
    """
    cells = [(cell, kind_of(cell)) for cell in source.cells if cell.cell_type == "code"]
    given: dict[str, str] = {}
    for cell, kind in cells:
        if kind is Kind.GIVEN:
            given |= dict.fromkeys(_names(bound_names, cell.source), cell.id)
    for cell, kind in cells:
        bound = _names(bound_names, cell.source)
        if kind is Kind.ANSWER:
            for name in sorted(bound & set(given)):
                message = f"it defines {name}, as {given[name]} does: a test finds the given one."
                yield cell.id, f"{message} Rename one of them."
        elif is_figure(cell):
            others = (_names(needed_names, other.source) for other, _ in cells if other is not cell)
            for name in sorted(bound & frozenset().union(*others)):
                message = f"it is a figure, which grading does not run, and defines {name}, which"
                yield cell.id, f"{message} another cell needs: define it in that one."


def _marking_issues(problem: Assignment, source: NotebookNode, told: Set[str]) -> Iterator[Issue]:
    """Names in tests that stand for nothing: they would be taken for missing answers."""
    known = {"nan"}  # so many points has a question whose points can't be understood
    for question in problem.questions.values():
        known |= {promised.partition("(")[0] for promised in question.defines}
    for cell in source.cells:
        if kind_of(cell) in (Kind.GIVEN, Kind.ANSWER) and cell.cell_type == "code":
            known |= _names(bound_names, cell.source)
    for cell in source.cells:
        if kind_of(cell) is not Kind.TEST or cell.cell_type != "code" or cell.id in told:
            continue
        seen = _names(needed_names, visible(cell.source))
        for name in sorted(_names(needed_names, cell.source) - known):
            question = question_of(cell.id)
            text, marks = problem.short(problem.text), file_of(question, problem)
            file, at = (text, cell.id) if name in seen else (marks, "")
            message = f"it uses {name}, which neither it nor given code or an answer defines"
            there = "" if name in seen else where_defined(name, problem)
            mend = f"write `{there}`" if there else "import it, or correct the name"
            yield Issue(file, at, f"{message}: {mend}.")


@cache
def _names(of: Callable[[str], set[str]], code: str) -> frozenset[str]:
    try:
        return frozenset(of(code))
    except SyntaxError:
        return frozenset()  # _code_issues has said so


def _front_matter_issues(
    course: Course, cells: dict[str, NotebookNode]
) -> Iterator[tuple[str, str]]:
    """Every notebook opens with the same conventions, locked, if the course has any."""
    path = course.root / "problems" / SHARED / f"{FRONT_MATTER}.md"
    if not path.is_file():
        return
    cell = cells.get(FRONT_MATTER)
    header = f'# %% [markdown] given="{FRONT_MATTER}" include="../{SHARED}/{path.name}"'
    if cell is None or kind_of(cell) is not Kind.GIVEN or cell.source != path.read_text().strip():
        yield FRONT_MATTER, f"it must show {course.short(path)}: write `{header}`."


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
        for line in cell.source.split("\n"):
            if any(
                mark in line and re.search(r"\w", line.replace(mark, "")) for mark in (begin, end)
            ):
                yield f"{line!r}: give the mark a line of its own: the whole line is cut."


def _code_issues(cell: NotebookNode) -> Iterator[str]:
    if cell.cell_type != "code":
        return
    try:
        ast.parse(without_magics(cell.source))
        seen = ast.parse(without_magics(split(cell.source, "hidden tests")[0]))
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


def _table_issues(table: Assignment, source: NotebookNode) -> Iterator[tuple[str, str]]:
    """The notebook has the cells of each question of the table, and in its order, by which reports
    and marks go."""
    kinds = (Kind.ANSWER, Kind.WRITTEN)
    found = [(kind_of(cell), cell.id) for cell in source.cells]
    for question in table.questions.values():
        if question.written:
            wanted = [(Kind.WRITTEN, question.name)]
        else:
            wanted = [(Kind.ANSWER, question.name), (Kind.TEST, question.test)]
        for kind, name in (each for each in wanted if each not in found):
            header = f'# %% {kind}="{question.name}"'
            yield name, f"{TABLE.as_posix()} has the question: write a cell `{header}`."
    there = dict.fromkeys(name for kind, name in found if kind in kinds)
    wanted_here = [name for name in table.questions if name in there]
    for name, wanted in zip(there, wanted_here, strict=False):
        if name != wanted:
            message = f"it stands where {TABLE.as_posix()} has {wanted}: put the questions in one"
            yield name, f"{message} order."
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
    if not re.search(rf"\b{question.points:g} points?\b", statement_of(before)):
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


def _definition_issues(question: Question, code: str) -> Iterator[str]:
    """The solution defines what the table says, and a function takes the arguments it says."""
    try:
        body = ast.parse(without_magics(code)).body
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
