"""What a problem set must hold, and what its release must not. Used by the build and by the tests.

Each rule yields faults; a fault names the file, the cell and what to do.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

from .course import Assignment, Course, Problem, Question
from .regions import REGIONS, split, visible
from .release import CELL_METADATA, NOTEBOOK_METADATA

PACKAGES = {"numpy", "matplotlib", *sys.stdlib_module_names}
# What nbgrader calls the kinds of cell: (grade, solution, locked).
ANSWER, TEST, WRITTEN, GIVEN = (
    (False, True, False),
    (True, False, True),
    (True, True, False),
    (False, False, True),
)
KIND = {ANSWER: "an answer", TEST: "a test", WRITTEN: "a written answer", GIVEN: "a locked cell"}


@dataclass(frozen=True)
class Fault:
    file: str
    cell: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}, cell {self.cell}: {self.message}"


# --- cells ---------------------------------------------------------------------------------------


def kind(cell: NotebookNode) -> tuple[bool, bool, bool] | None:
    """The cell's (grade, solution, locked), or None for a cell that nbgrader has no part in."""
    about = cell.metadata.get("nbgrader")
    return about and tuple(about.get(name) for name in ("grade", "solution", "locked"))


def parse(code: str) -> ast.Module:
    """The code of a cell, magics allowed. SyntaxError where it is none."""
    return ast.parse(TransformerManager().transform_cell(code))


# --- the problem set -----------------------------------------------------------------------------


def problem_faults(course: Course, problem: Problem, source: NotebookNode) -> Iterator[Fault]:
    """Everything that is wrong with a problem set, from its instructor's notebook."""
    file = problem.short(problem.text)
    cells = {cell.id: cell for cell in source.cells}
    for rule in (_metadata_faults, _region_faults, _code_faults):
        for cell in source.cells:
            for message in rule(cell):
                yield Fault(file, cell.id, message)
    for name in sorted(_doubles(source)):
        yield Fault(file, name, "another cell has this grade_id too: give each cell its own.")
    yield from _front_matter_faults(course, file, cells)
    if assignment := course.assignments.get(problem.assignment):
        yield from _table_faults(file, assignment, problem, source)
        for question in assignment.questions.values():
            if question.name in cells and question.test in cells:
                for cell, message in _question_faults(question, cells):
                    yield Fault(file, cell, message)
    else:
        yield Fault(file, "-", f"{problem.assignment} is not in problems/course.toml: add it.")


def _front_matter_faults(
    course: Course, file: str, cells: dict[str, NotebookNode]
) -> Iterator[Fault]:
    """Every notebook opens with the same conventions, locked: those of problems/front_matter.md."""
    path, cell = course.root / "problems" / "front_matter.md", cells.get("front_matter")
    if not path.is_file():
        return
    if cell is None or kind(cell) != GIVEN:
        yield Fault(
            file, "front_matter", f"no such locked cell: copy {course.short(path)} into one."
        )
    elif cell.source.strip() != path.read_text().strip():
        yield Fault(file, "front_matter", f"it differs from {course.short(path)}: copy it again.")


def _metadata_faults(cell: NotebookNode) -> Iterator[str]:
    for name in sorted(set(cell.metadata) - {"nbgrader"}):
        yield f"it has metadata that students would see ({name}): take it out of the `# %%` line."
    about = cell.metadata.get("nbgrader")
    if about is None:
        return
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,49}", about.get("grade_id", "")):
        yield "its grade_id is not a name of lower-case letters, digits and underscores."
    if about.get("task"):
        yield "task cells are not used here: make it a written answer (grade and solution true)."
    elif kind(cell) not in KIND:
        yield "its grade, solution and locked do not go together: copy them from a like cell."


def _region_faults(cell: NotebookNode) -> Iterator[str]:
    allowed = {"solution": {ANSWER, WRITTEN}, "hidden tests": {TEST}, "mark scheme": {WRITTEN}}
    for region, (begin, end) in REGIONS.items():
        marks = re.findall(f"{begin}|{end}", cell.source)
        if marks != [begin, end] * (len(marks) // 2):
            yield f"each `{begin}` needs an `{end}` after it."
        elif marks and kind(cell) not in allowed[region]:
            yield f"it has a {region}, and is not marked as a cell that may: see its `# %%` line."


def _code_faults(cell: NotebookNode) -> Iterator[str]:
    if cell.cell_type != "code":
        return
    try:
        parse(cell.source)
        seen = parse(split(cell.source, "hidden tests")[0])
    except SyntaxError as error:
        yield f"it is not Python ({error.msg}, line {error.lineno}). Does a `# %%` split it?"
        return
    for module in sorted(_imports(seen) - PACKAGES):
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


def _table_faults(
    file: str, assignment: Assignment, problem: Problem, source: NotebookNode
) -> Iterator[Fault]:
    """The questions of the notebook are those of the table, in its order."""
    if problem.notebook != assignment.notebook:
        yield Fault(file, "-", f"the notebook is called {assignment.notebook} in course.toml.")
    wanted = {"answer": set(), "test": set()}
    for question in assignment.questions.values():
        wanted["answer"].add(question.name)
        wanted["test"].add(question.test)
    for role, kinds in {"answer": (ANSWER, WRITTEN), "test": (TEST, WRITTEN)}.items():
        found = [cell.id for cell in source.cells if kind(cell) in kinds]
        for name in sorted(wanted[role] - set(found)):
            yield Fault(file, name, f"no such {role} cell, but course.toml has the question.")
        for name in sorted(set(found) - wanted[role]):
            yield Fault(file, name, f"this {role} cell belongs to no question of course.toml.")


def _question_faults(
    question: Question, cells: dict[str, NotebookNode]
) -> Iterator[tuple[str, str]]:
    """One question: its answer (a stub and a solution) and, behind it, its test."""
    answer, test = cells[question.name], cells[question.test]
    order = list(cells)
    if order.index(question.test) < order.index(question.name):
        yield question.test, f"it stands before the answer {question.name}: put it behind."
    before = [cells[name] for name in order[: order.index(question.name) + 1]]
    if not re.search(rf"\b{question.points:g} points?\b", _last_words(before)):
        yield question.name, f"the text above it does not say {question.points:g} points."
    points = test.metadata.nbgrader.get("points")
    if points != question.points:
        yield question.test, f"points is {points} here and {question.points} in course.toml."
    if not split(answer.source, "solution")[1].strip():
        yield question.name, "it has no solution between BEGIN SOLUTION and END SOLUTION."
    if question.written:
        if answer.cell_type != "markdown":
            yield question.name, "a written answer is a Markdown cell."
        if not split(split(answer.source, "solution")[1], "mark scheme")[1].strip():
            yield question.name, "it has no mark scheme in its solution: graders mark by it."
        return
    for cell in (answer, test):
        if cell.cell_type != "code":
            yield cell.id, "it is a Markdown cell, and must be a code cell."
            return
    for message in _definition_faults(question, answer.source):
        yield question.name, message
    for message in _hidden_test_faults(question, test.source):
        yield question.test, message


def _last_words(cells: list[NotebookNode]) -> str:
    """The Markdown that leads to the last of these cells, from the answer before it on."""
    *before, answer = cells
    texts = [visible(answer.source)] if answer.cell_type == "markdown" else []
    for cell in reversed(before):
        if kind(cell) in (ANSWER, TEST, WRITTEN):
            break
        if cell.cell_type == "markdown":
            texts.append(cell.source)
    return "\n".join(texts)


def _definition_faults(question: Question, code: str) -> Iterator[str]:
    """The solution defines what the table says, and a function takes the arguments it says."""
    try:
        body = parse(code).body
    except SyntaxError:
        return  # _code_faults has said so
    functions = {
        node.name: f"{node.name}({ast.unparse(node.args)})"
        for node in body
        if isinstance(node, ast.FunctionDef)
    }
    variables = {
        name.id
        for node in body
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    for promised in question.defines:
        name = promised.partition("(")[0]
        if name not in functions and name not in variables:
            yield f"it does not define {name}, which course.toml promises."
        elif name != promised and _parameters(promised) != _parameters(functions[name]):
            yield f"it defines {functions[name]}, and course.toml promises {promised}."


def _parameters(signature: str) -> str:
    """The parameter list of a signature, without annotations and in one spelling."""
    arguments = ast.parse(f"def {signature}: ...").body[0].args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        argument.annotation = None
    return ast.unparse(arguments)


def _hidden_test_faults(question: Question, code: str) -> Iterator[str]:
    """The hidden test ends in a check, which gives the points of the question."""
    hidden = split(code, "hidden tests")[1]
    try:
        body = ast.parse(hidden).body
    except SyntaxError:
        yield "its hidden tests are not Python by themselves."
        return
    if not body or not isinstance(body[-1], ast.Expr):
        yield "its hidden tests must end in a check: the verdict is the value of the cell."
        return
    given = [
        keyword.value.value
        for node in ast.walk(ast.Module(body, []))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "points" and isinstance(keyword.value, ast.Constant)
    ]
    if sum(given) != question.points:
        yield f"its check gives points={sum(given)}, and course.toml has {question.points}."


# --- text, release, folders ----------------------------------------------------------------------


def text_faults(problem: Problem, source: NotebookNode, read: NotebookNode) -> Iterator[Fault]:
    """What problem text cannot say: `source` is the notebook, `read` what its text reads as."""
    file = problem.short(problem.source)
    for cell in source.cells:
        if cell.get("attachments"):
            yield Fault(file, cell.id, "text cannot hold its attachment: draw the picture in code.")
    for old, new in zip(source.cells, read.cells, strict=False):
        if (old.cell_type, old.source.strip("\n")) != (new.cell_type, new.source):
            yield Fault(
                file,
                old.id,
                "text cannot hold it: `# %%` or `# In[1]:` would split it.",
            )
            return


def release_faults(
    problem: Problem, source: NotebookNode, release: NotebookNode
) -> Iterator[Fault]:
    """What a student must not see, and what got lost on the way."""
    file = problem.short(problem.release)
    if [c.id for c in source.cells] != [c.id for c in release.cells]:
        yield Fault(file, "-", "its cells are not those of the source: run `make build`.")
        return
    if extra := set(release.metadata) - NOTEBOOK_METADATA:
        yield Fault(file, "-", f"its metadata would reach students: {sorted(extra)}.")
    secrets = _secrets(source)
    for cell in release.cells:
        if extra := set(cell.metadata) - CELL_METADATA:
            yield Fault(file, cell.id, f"its metadata would reach students: {sorted(extra)}.")
        if cell.get("outputs") or cell.get("execution_count"):
            yield Fault(file, cell.id, "it has outputs.")
        if cell.get("attachments"):
            yield Fault(file, cell.id, "it has an attachment.")
        for mark in (mark for marks in REGIONS.values() for mark in marks if mark in cell.source):
            yield Fault(file, cell.id, f"`{mark}` reaches students.")
        for line in cell.source.split("\n"):
            if line.strip() in secrets:
                yield Fault(file, cell.id, f"a line that is not for students: {line.strip()}")


def _secrets(source: NotebookNode) -> set[str]:
    """Lines that stand in solutions, hidden tests and mark schemes only. Short lines (`return x`)
    prove nothing.
    """
    public = {line.strip() for cell in source.cells for line in visible(cell.source).split("\n")}
    hidden = {
        line.strip()
        for cell in source.cells
        for region in REGIONS
        for line in split(cell.source, region)[1].split("\n")
    }
    return {line for line in hidden - public if len(line) >= 12}


def stray_faults(course: Course, problems: list[Problem]) -> Iterator[str]:
    """Files beside the notebooks: nbgrader hands out everything that is in source/."""
    expected = {path for problem in problems for path in (problem.source, problem.release)}
    for folder in sorted({path.parent for path in expected}):
        for path in sorted(folder.rglob("*")):
            if path.is_dir() or path in expected or ".ipynb_checkpoints" in path.parts:
                continue
            yield f"{course.short(path)}: students would get this file too. Move or delete it."
