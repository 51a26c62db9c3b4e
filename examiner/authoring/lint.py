"""The rules for notebook sources and released notebooks.

Each rule yields issues. An issue names the file, the cell, and the next step.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache, partial

from nbformat import NotebookNode

from ..cell_code import (
    alternative_texts,
    bound_names,
    needed_names,
    syntax_error_message,
    without_magics,
)
from ..cell_kinds import CellKind, cell_kind, statement_of
from ..course import TABLE, Assignment, Course, CourseQuestion, Issue
from ..regions import REGIONS, split, visible
from ..rubric import read_rubric
from .figures import drawn_outputs, is_figure
from .lint_files import SHARED
from .release import CELL_METADATA, NOTEBOOK_METADATA

HEADING = re.compile(r"^#+ ((?:Part )?\d+(?:\.\d+)*)(?=:? )", re.MULTILINE)
PACKAGES = {"numpy", "matplotlib", *sys.stdlib_module_names}
OPTIONAL = {"ipywidgets"}  # figures may use it if it is installed
PLOTTING = "plt"  # the name of matplotlib.pyplot in all cells
FRONT_MATTER = "front_matter"
MAY_HAVE = {  # region -> the kinds of cell that may contain it
    "solution": {CellKind.ANSWER, CellKind.WRITTEN},
    "hidden tests": {CellKind.TEST},
    "mark scheme": {CellKind.WRITTEN},
}

_defined_names = partial(bound_names, imported=False)
CellIssues = Iterator[tuple[str, str]]  # the id of a cell, and the message


def problem_issues(
    course: Course, problem: Assignment, source: NotebookNode, unbuilt: Set[str]
) -> Iterator[Issue]:
    """Check a problem set.

    Args:
        course: The course.
        problem: The problem set.
        source: Its instructor's notebook.
        unbuilt: The cells that could not be built. They have an issue already and get no other.
    """
    cells = {cell.id: cell for cell in source.cells}
    found: list[tuple[str, str]] = []
    for cell in source.cells:
        found += [(cell.id, message) for message in (*_region_issues(cell), *_code_issues(cell))]
    found += _heading_issues(source)
    found += _name_issues(source)
    found += _figure_issues(source)
    found += _test_issues(problem, source)
    # Every notebook shows the course's conventions, in a locked cell.
    path = course.root / "problems" / SHARED / f"{FRONT_MATTER}.md"
    front = cells.get(FRONT_MATTER)
    if path.is_file() and (
        front is None
        or cell_kind(front) is not CellKind.GIVEN
        or front.source != path.read_text("utf-8").strip()
    ):
        header = f'# %% [markdown] given="{FRONT_MATTER}" include="../{SHARED}/{path.name}"'
        found.append((FRONT_MATTER, f"it must show {course.short(path)}: write `{header}`."))
    # An unbuilt cell may lack its intended kind.
    if all(cell_kind(cells[name]) for name in unbuilt):
        found += _table_issues(problem, source)
    for question in problem.questions.values():
        if question.name in cells and question.test in cells:
            found += _question_issues(question, cells)
    file = problem.short(problem.notebook_source)
    yield from (Issue(file, cell, message) for cell, message in found if cell not in unbuilt)


def _heading_issues(source: NotebookNode) -> CellIssues:
    """Find repeated grade_ids and repeated numbers of headings: a reference needs one target."""
    ids, seen = set[str](), dict[str, str]()
    for cell in source.cells:
        if cell.id in ids:
            yield cell.id, "another cell has this grade_id too: give each cell its own."
        ids.add(cell.id)
        for number in HEADING.findall(cell.source) if cell.cell_type == "markdown" else ():
            if number in seen:
                message = f"two headings have the number {number}; the first is in {seen[number]}"
                yield cell.id, f"{message}: renumber one of them."
            seen[number] = cell.id


def _name_issues(source: NotebookNode) -> CellIssues:
    """Find names that two cells define.

    Tests use the examiner's own given code. They would not find an answer with a name of that code.
    """
    cells = [cell for cell in source.cells if cell.cell_type == "code"]
    given: dict[str, str] = {}
    for cell in cells:
        if cell_kind(cell) is CellKind.GIVEN:
            given |= dict.fromkeys(_names(bound_names, cell.source), cell.id)
    for cell in cells:
        bound = _names(bound_names, cell.source)
        if cell_kind(cell) is CellKind.ANSWER:
            for name in sorted(bound & set(given)):
                message = f"{name} is defined here and in {given[name]}, and tests use the latter"
                yield cell.id, f"{message}: rename one of them."
        elif is_figure(cell):
            others = (_names(needed_names, other.source) for other in cells if other is not cell)
            for name in sorted(bound & frozenset().union(*others)):
                message = f"this figure defines {name}, which another cell needs, and grading does"
                yield cell.id, f"{message} not run figures: define it in that cell."


def _figure_issues(source: NotebookNode) -> CellIssues:
    """Find figures that draw a picture and have no alternative text."""
    cells = [cell for cell in source.cells if cell.cell_type == "code"]
    trees = {cell.id: _syntax_tree(cell.source) for cell in cells}
    drawing: set[str] = set()  # the functions that draw
    for cell in cells:
        if not is_figure(cell):
            for node in trees[cell.id].body:
                if isinstance(node, ast.FunctionDef) and _draws(node, drawing):
                    drawing.add(node.name)
    for cell in filter(is_figure, cells):
        if _draws(trees[cell.id], drawing) and not all(alternative_texts(cell.source) or [""]):
            message = "this figure has no alternative text: say in a comment `# alt: …` what it"
            yield cell.id, f"{message} shows, for people who can't see it."


def _syntax_tree(code: str) -> ast.Module:
    try:
        return ast.parse(without_magics(code))
    except SyntaxError:
        return ast.Module([], [])  # _code_issues reports it


def _draws(code: ast.AST, drawing: Set[str]) -> bool:
    """Return whether code draws with matplotlib, or uses one of the functions that draw."""
    names = {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}
    plotting = {
        node.attr
        for node in ast.walk(code)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == PLOTTING
    }
    return bool(names & drawing or plotting - {"close"})


def _test_issues(problem: Assignment, source: NotebookNode) -> CellIssues:
    """Find undefined names in visible tests: they would look like missing answers."""
    known = {"nan"}  # the points in tests of questions with invalid points
    for question in problem.questions.values():
        known |= {*question.defined}
    code = [cell for cell in source.cells if cell.cell_type == "code"]
    for cell in code:
        if cell_kind(cell) is CellKind.GIVEN:
            known |= _names(bound_names, cell.source)
        elif cell_kind(cell) is CellKind.ANSWER:  # without imports: other answers may not have them
            known |= _names(_defined_names, cell.source)
    for cell in code:
        if cell_kind(cell) is CellKind.TEST:
            for name in sorted(_names(needed_names, visible(cell.source)) - known):
                message = f"it uses {name}, but no import, given code or answer defines it"
                yield cell.id, f"{message}: import it, or correct the name."


@cache
def _names(find: Callable[[str], set[str]], code: str) -> frozenset[str]:
    """Apply `bound_names` or `needed_names`; code that is not Python has no names."""
    try:
        return frozenset(find(code))
    except SyntaxError:
        return frozenset()  # _code_issues reports it


def _region_issues(cell: NotebookNode) -> Iterator[str]:
    for region, (begin, end) in REGIONS.items():
        delimiters = re.findall(f"{begin}|{end}", cell.source)
        if delimiters != [begin, end] * (len(delimiters) // 2):
            yield f"each `{begin}` needs an `{end}` after it."
        elif delimiters and cell_kind(cell) not in MAY_HAVE[region]:
            kinds = " or ".join(sorted(MAY_HAVE[region]))
            yield (
                f"it contains `{begin}`, which only cells of kind {kinds} can have: correct its "
                "`# %%` line, or move the region."
            )
        for line in cell.source.split("\n"):
            if any(m in line and re.search(r"\w", line.replace(m, "")) for m in (begin, end)):
                yield f"{line!r}: put the delimiter on its own line: the whole line is removed."


def _code_issues(cell: NotebookNode) -> Iterator[str]:
    if cell.cell_type != "code":
        return
    try:
        ast.parse(without_magics(cell.source))
        seen = ast.parse(without_magics(split(cell.source, "hidden tests")[0]))
    except SyntaxError as error:
        yield f"{syntax_error_message(error)} Correct it, or remove a `# %%` that splits the cell."
        return
    modules = set()
    for node in ast.walk(seen):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or ".")
    allowed = PACKAGES | OPTIONAL if is_figure(cell) else PACKAGES
    for module in sorted({name.partition(".")[0] or name for name in modules} - allowed):
        yield (
            f"students' code imports {module}: students have only numpy, matplotlib and the "
            "standard library, so do without it."
        )


def _table_issues(problem: Assignment, source: NotebookNode) -> CellIssues:
    """Find questions of the table without cells, and cells in another order than the table's.

    Reports and the gradebook list the questions in the table's order.
    """
    found = [(cell_kind(cell), cell.id) for cell in source.cells]
    for question in problem.questions.values():
        kinds = (CellKind.WRITTEN,) if question.written else (CellKind.ANSWER, CellKind.TEST)
        for kind, name in zip(kinds, (question.name, question.test), strict=False):
            if (kind, name) not in found:
                header = f'# %% {kind}="{question.name}"'
                message = f"{TABLE.as_posix()} has the question {question.name}"
                yield name, f"{message}: write a cell `{header}`."
    in_notebook = dict.fromkeys(
        name for kind, name in found if kind in (CellKind.ANSWER, CellKind.WRITTEN)
    )
    expected_order = [name for name in problem.questions if name in in_notebook]
    for name, expected in zip(in_notebook, expected_order, strict=False):
        if name != expected:
            yield name, f"at this place {TABLE.as_posix()} lists {expected}: use the same order."
            return


def _question_issues(question: CourseQuestion, cells: Mapping[str, NotebookNode]) -> CellIssues:
    """Check the cells of a question."""
    answer, test = cells[question.name], cells[question.test]
    order = list(cells)
    if order.index(question.test) < order.index(question.name):
        yield question.test, f"it is above the answer {question.name}: move it below."
    before = [cells[name] for name in order[: order.index(question.name) + 1]]
    if not re.search(rf"\b{question.points:g} points?\b", statement_of(before)):
        yield (
            question.name,
            f"the statement above it does not show its points: add <<{question.name}>>.",
        )
    if not split(answer.source, "solution")[1].strip():
        yield question.name, "it has no solution: write one between BEGIN and END SOLUTION."
    if question.written:
        if answer.cell_type != "markdown":
            yield question.name, "it is a code cell: make the written answer a Markdown cell."
        table = split(split(answer.source, "solution")[1], "mark scheme")[1]
        points = read_rubric(table).points
        if not table.strip():
            begin, end = REGIONS["mark scheme"]
            message = "its solution has no rubric, which graders need"
            yield question.name, f"{message}: write one between {begin} and {end}."
        elif abs(points - question.points) > 1e-9:
            message = f"the rows of its rubric add up to {points:g} points, not to"
            yield question.name, f"{message} {question.points:g}: correct its table of points."
    elif markdown := [cell.id for cell in (answer, test) if cell.cell_type != "code"]:
        yield markdown[0], "it is a Markdown cell: make it a code cell."
    else:
        for message in _definition_issues(question, answer.source):
            yield question.name, message


def _definition_issues(question: CourseQuestion, code: str) -> Iterator[str]:
    """Check that a solution defines the names and signatures that the table lists."""
    try:
        body = ast.parse(without_magics(code)).body
    except SyntaxError:
        return  # _code_issues reports it

    def parameters(signature: str) -> str:
        """Return the parameter list of a signature, normalized and without annotations."""
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
            verb = "only imports" if name in _names(bound_names, code) else "does not define"
            yield f"it {verb} {name}, which course.toml lists in `defines`: define it."
        elif name != promised and name not in functions:
            yield (
                f"{name} is not a function, but course.toml lists {promised}: define a function, "
                "or correct course.toml."
            )
        elif name != promised and parameters(promised) != parameters(functions[name]):
            yield (
                f"it defines {functions[name]}, but course.toml lists {promised}: correct one of "
                "them."
            )


def release_issues(
    problem: Assignment, source: NotebookNode, release: NotebookNode
) -> Iterator[Issue]:
    """Check a released notebook for secrets, and for lost cells.

    Args:
        problem: The problem set.
        source: The instructor's notebook.
        release: The students' notebook.
    """
    found: list[tuple[str, str]] = []
    if extra := set(release.metadata) - NOTEBOOK_METADATA:
        found.append(("-", f"its metadata would reach students: {sorted(extra)}."))
    # Secret lines occur only in solutions, hidden tests and rubrics. Short lines are ignored,
    # since they can match by chance.
    public = {line.strip() for cell in source.cells for line in visible(cell.source).split("\n")}
    hidden = (split(cell.source, region)[1] for cell in source.cells for region in REGIONS)
    secrets = {line.strip() for text in hidden for line in text.split("\n")} - public
    secrets = {line for line in secrets if len(line) >= 12}
    drawings = {cell.id: drawn_outputs(cell) for cell in source.cells if is_figure(cell)}
    for cell in release.cells:
        if extra := set(cell.metadata) - CELL_METADATA:
            found.append((cell.id, f"its metadata would reach students: {sorted(extra)}."))
        if cell.get("outputs", []) != drawings.get(cell.id, []) or cell.get("execution_count"):
            found.append((cell.id, "it has outputs that the build did not draw."))
        if cell.get("attachments"):
            found.append((cell.id, "it has an attachment."))
        for delimiter in (each for region in REGIONS.values() for each in region):
            if delimiter in cell.source:
                found.append((cell.id, f"`{delimiter}` would reach students."))
        for line in map(str.strip, cell.source.split("\n")):
            if line in secrets:
                found.append((cell.id, f"this secret line would reach students: {line}"))
    if [c.id for c in source.cells] != [c.id for c in release.cells]:
        found = [("-", "its cells differ from those of the notebook in source/: run `make build`.")]
    yield from (Issue(problem.short(problem.release), *each) for each in found)
