"""The rules of problem sets, and of what is handed out. Each yields issues; an issue names the
file, the cell, what to do."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache, partial

from nbformat import NotebookNode

from ..cell_code import bound_names, needed_names, not_python, without_magics
from ..cell_kinds import CellKind, kind_of, statement_of
from ..course import TABLE, Assignment, Course, CourseQuestion, Issue
from ..regions import REGIONS, split, visible
from ..rubric import read_rubric
from .figures import drawn, is_figure
from .lint_files import SHARED
from .release import CELL_METADATA, NOTEBOOK_METADATA

HEADING = re.compile(r"^#+ ((?:Part )?\d+(?:\.\d+)*)(?=:? )", re.MULTILINE)
PACKAGES = {"numpy", "matplotlib", *sys.stdlib_module_names}
OPTIONAL = {"ipywidgets"}  # a figure may have it where it is there
FRONT_MATTER = "front_matter"
MAY_HAVE = {  # a region -> the kinds of cell
    "solution": {CellKind.ANSWER, CellKind.WRITTEN},
    "hidden tests": {CellKind.TEST},
    "mark scheme": {CellKind.WRITTEN},
}

_defined_names = partial(bound_names, imported=False)
Said = Iterator[tuple[str, str]]  # a cell, and what is wrong with it


def problem_issues(
    course: Course, problem: Assignment, source: NotebookNode, told: Set[str]
) -> Iterator[Issue]:
    """Everything that is wrong with a problem set, from its instructor's notebook.

    told: the cells of which it has been said that they can't be built; nothing more is.
    """
    cells = {cell.id: cell for cell in source.cells}
    found: list[tuple[str, str]] = []
    for cell in source.cells:
        found += [(cell.id, message) for message in (*_region_issues(cell), *_code_issues(cell))]
    found += _heading_issues(source)
    found += _name_issues(source)
    found += _test_issues(problem, source)
    # Every notebook opens with the same conventions, locked, if the course has any.
    path = course.root / "problems" / SHARED / f"{FRONT_MATTER}.md"
    front = cells.get(FRONT_MATTER)
    if path.is_file() and (
        front is None
        or kind_of(front) is not CellKind.GIVEN
        or front.source != path.read_text().strip()
    ):
        header = f'# %% [markdown] given="{FRONT_MATTER}" include="../{SHARED}/{path.name}"'
        found.append((FRONT_MATTER, f"it must show {course.short(path)}: write `{header}`."))
    if all(kind_of(cells[name]) for name in told):  # else a cell may not be what it is meant to be
        found += _table_issues(problem, source)
    for question in problem.questions.values():
        if question.name in cells and question.test in cells:
            found += _question_issues(question, cells)
    file = problem.short(problem.text)
    yield from (Issue(file, cell, message) for cell, message in found if cell not in told)


def _heading_issues(source: NotebookNode) -> Said:
    """Cells, and headings, that are called alike: who refers to one means one of them."""
    ids, seen = set[str](), dict[str, str]()
    for cell in source.cells:
        if cell.id in ids:
            yield cell.id, "another cell has this grade_id too: give each cell its own."
        ids.add(cell.id)
        for number in HEADING.findall(cell.source) if cell.cell_type == "markdown" else ():
            if number in seen:
                yield cell.id, f"a heading {number} is in {seen[number]}, too: renumber one."
            seen[number] = cell.id


def _name_issues(source: NotebookNode) -> Said:
    """Names that stand for two things. What given code defines is the examiner's own: an answer of
    that name would not be found.
    """
    cells = [cell for cell in source.cells if cell.cell_type == "code"]
    given: dict[str, str] = {}
    for cell in cells:
        if kind_of(cell) is CellKind.GIVEN:
            given |= dict.fromkeys(_names(bound_names, cell.source), cell.id)
    for cell in cells:
        bound = _names(bound_names, cell.source)
        if kind_of(cell) is CellKind.ANSWER:
            for name in sorted(bound & set(given)):
                message = f"it defines {name}, as {given[name]} does: a test finds the given one."
                yield cell.id, f"{message} Rename one of them."
        elif is_figure(cell):
            others = (_names(needed_names, other.source) for other in cells if other is not cell)
            for name in sorted(bound & frozenset().union(*others)):
                message = f"it is a figure, which grading does not run, and defines {name}, which"
                yield cell.id, f"{message} another cell needs: define it in that one."


def _test_issues(problem: Assignment, source: NotebookNode) -> Said:
    """Names in visible tests that stand for nothing: they would be taken for missing answers."""
    known = {"nan"}  # so many points has a question whose points can't be understood
    for question in problem.questions.values():
        known |= {promised.partition("(")[0] for promised in question.defines}
    code = [cell for cell in source.cells if cell.cell_type == "code"]
    for cell in code:
        if kind_of(cell) is CellKind.GIVEN:
            known |= _names(bound_names, cell.source)
        elif kind_of(cell) is CellKind.ANSWER:  # another answer may do without its imports
            known |= _names(_defined_names, cell.source)
    for cell in code:
        if kind_of(cell) is CellKind.TEST:
            for name in sorted(_names(needed_names, visible(cell.source)) - known):
                message = f"it uses {name}, which neither it nor given code or an answer defines"
                yield cell.id, f"{message}: import it, or correct the name."


@cache
def _names(of: Callable[[str], set[str]], code: str) -> frozenset[str]:
    try:
        return frozenset(of(code))
    except SyntaxError:
        return frozenset()  # _code_issues has said so


def _region_issues(cell: NotebookNode) -> Iterator[str]:
    for region, (begin, end) in REGIONS.items():
        marks = re.findall(f"{begin}|{end}", cell.source)
        if marks != [begin, end] * (len(marks) // 2):
            yield f"each `{begin}` needs an `{end}` after it."
        elif marks and kind_of(cell) not in MAY_HAVE[region]:
            yield f"it has a {region}, and is not marked as a cell that may: see its `# %%` line."
        for line in cell.source.split("\n"):
            if any(m in line and re.search(r"\w", line.replace(m, "")) for m in (begin, end)):
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
    modules = set()
    for node in ast.walk(seen):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or ".")
    allowed = PACKAGES | OPTIONAL if is_figure(cell) else PACKAGES
    for module in sorted({name.partition(".")[0] or name for name in modules} - allowed):
        yield f"students' code imports {module}: a student has only numpy and matplotlib."


def _table_issues(table: Assignment, source: NotebookNode) -> Said:
    """The notebook has the cells of each question of the table, and in its order, by which reports
    and marks go."""
    found = [(kind_of(cell), cell.id) for cell in source.cells]
    for question in table.questions.values():
        kinds = (CellKind.WRITTEN,) if question.written else (CellKind.ANSWER, CellKind.TEST)
        for kind, name in zip(kinds, (question.name, question.test), strict=False):
            if (kind, name) not in found:
                header = f'# %% {kind}="{question.name}"'
                yield name, f"{TABLE.as_posix()} has the question: write a cell `{header}`."
    there = dict.fromkeys(
        name for kind, name in found if kind in (CellKind.ANSWER, CellKind.WRITTEN)
    )
    wanted_here = [name for name in table.questions if name in there]
    for name, wanted in zip(there, wanted_here, strict=False):
        if name != wanted:
            message = f"it stands where {TABLE.as_posix()} has {wanted}: put the questions in one"
            yield name, f"{message} order."
            return


def _question_issues(question: CourseQuestion, cells: Mapping[str, NotebookNode]) -> Said:
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
        points = read_rubric(scheme).points
        if not scheme.strip():
            yield question.name, "it has no mark scheme in its solution: graders mark by it."
        elif abs(points - question.points) > 1e-9:
            message = f"the lines of its mark scheme add up to {points:g} points, not to"
            yield question.name, f"{message} {question.points:g}: correct its table of points."
    elif markdown := [cell.id for cell in (answer, test) if cell.cell_type != "code"]:
        yield markdown[0], "it is a Markdown cell, and must be a code cell."
    else:
        yield from ((question.name, said) for said in _definition_issues(question, answer.source))


def _definition_issues(question: CourseQuestion, code: str) -> Iterator[str]:
    """The solution defines what the table says, and a function takes the arguments it says."""
    try:
        body = ast.parse(without_magics(code)).body
    except SyntaxError:
        return  # _code_issues has said so

    def parameters(signature: str) -> str:
        """A parameter list, without annotations and in one spelling."""
        (function,) = ast.parse(f"def {signature}: ...").body
        assert isinstance(function, ast.FunctionDef)
        arguments = function.args
        for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            argument.annotation = None
        return ast.unparse(arguments)

    functions = {
        node.name: f"{node.name}({ast.unparse(node.args)})"
        for node in body
        if isinstance(node, ast.FunctionDef)
    }
    defined = _names(_defined_names, code)
    for promised in question.defines:
        name = promised.partition("(")[0]
        if name not in defined:
            how = "only imports" if name in _names(bound_names, code) else "does not define"
            yield f"it {how} {name}, which course.toml promises: define it."
        elif name != promised and name not in functions:
            yield f"it defines {name}, and course.toml promises a function: {promised}."
        elif name != promised and parameters(promised) != parameters(functions[name]):
            yield f"it defines {functions[name]}, and course.toml promises {promised}."


def release_issues(
    problem: Assignment, source: NotebookNode, release: NotebookNode
) -> Iterator[Issue]:
    """What a student must not see, and what got lost on the way."""
    found: list[tuple[str, str]] = []
    if extra := set(release.metadata) - NOTEBOOK_METADATA:
        found.append(("-", f"its metadata would reach students: {sorted(extra)}."))
    # Lines that stand in solutions, hidden tests and mark schemes only. Short ones prove nothing.
    public = {line.strip() for cell in source.cells for line in visible(cell.source).split("\n")}
    hidden = (split(cell.source, region)[1] for cell in source.cells for region in REGIONS)
    secrets = {line.strip() for text in hidden for line in text.split("\n")} - public
    secrets = {line for line in secrets if len(line) >= 12}
    drawings = {cell.id: drawn(cell) for cell in source.cells if is_figure(cell)}
    for cell in release.cells:
        if extra := set(cell.metadata) - CELL_METADATA:
            found.append((cell.id, f"its metadata would reach students: {sorted(extra)}."))
        if cell.get("outputs", []) != drawings.get(cell.id, []) or cell.get("execution_count"):
            found.append((cell.id, "it has outputs that the build did not draw."))
        if cell.get("attachments"):
            found.append((cell.id, "it has an attachment."))
        for mark in (mark for marks in REGIONS.values() for mark in marks if mark in cell.source):
            found.append((cell.id, f"`{mark}` reaches students."))
        for line in map(str.strip, cell.source.split("\n")):
            if line in secrets:
                found.append((cell.id, f"a line that is not for students: {line}"))
    if [c.id for c in source.cells] != [c.id for c in release.cells]:
        found = [("-", "its cells are not those of the source: run `make build`.")]
    yield from (Issue(problem.short(problem.release), *each) for each in found)
