"""What marks a question: the file of its name in the folder marking/ beside the text of its set.

A file that ends in a `question` is a module, which the hidden test imports. The others are text:

It holds the oracle, the cases and the known errors, and ends in the check. What several questions
share stands in other files of the folder, from which it imports (`from .products import SIZES`).
A test cell stands alone: there the definitions that it needs take the place of such an import.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from jupytext.pep8 import cell_ends_with_function_or_class, next_instruction_is_function_or_class

from ..cell_code import bound_names, needed_names, not_python
from ..cells import test_name
from ..course import TABLE, Assignment, CourseError, Issue, Question
from ..course_modules import PACKAGE, CourseModules
from ..regions import REGIONS
from ..wording import did_you_mean

if TYPE_CHECKING:
    from ..checks import Question as MarkedBy

FOLDER = "marking"
IMPORT = "from examiner.checks import worth"
SOLUTION = "SOLUTION"  # under this name a marking file has the text of its question's right answer


FINDER = "import examiner.course_modules  # finds `problems`, from this folder upwards"
EXAMPLES = "# Right values:"
_EXAMPLES = re.compile(rf"^{EXAMPLES}\n(?:#     .*\n)*", re.MULTILINE)
_QUESTION = re.compile(r"^question\b", re.MULTILINE)


def is_module(question: str, problem: Assignment) -> bool:
    """Whether what marks a question is a module, which ends in `question`."""
    path = problem.root / file_of(question, problem)
    return path.is_file() and bool(_QUESTION.search(path.read_text("utf-8")))


def modules_of(problem: Assignment) -> CourseModules:
    """The modules of a problem set; none if no question is marked by one."""
    if not any(is_module(name, problem) for name in problem.questions):
        return CourseModules()
    return CourseModules.read(problem.text, problem.root)


def question_object(question: str, problem: Assignment) -> MarkedBy:
    """What a marking module ends in. Whatever importing it raises; TypeError if that is no
    question."""
    from ..checks import Question as MarkedBy

    modules_of(problem).use()
    found = importlib.import_module(f"{PACKAGE}.{problem.name}.{FOLDER}.{question}").question
    if not isinstance(found, MarkedBy):
        raise TypeError(f"its `question` is a {type(found).__name__}, and no check")
    return found


def answers_of(question: str, problem: Assignment) -> list[str]:
    """The names that a question's answer must define. CourseError if the table names none."""
    names = [each.partition("(")[0] for each in problem.questions[question].defines]
    if not names:
        message = f"{question} defines nothing in {TABLE.as_posix()}"
        raise CourseError(f'{message}: write what is marked, as defines = ["area(n)"].')
    return names


def _importing(question: str, problem: Assignment) -> str:
    """The hidden part of a test that a module marks."""
    points = problem.questions[question].points
    arguments = ", ".join([*answers_of(question, problem), f"points={points:g}"])
    module = f"{PACKAGE}.{problem.name}.{FOLDER}.{question}"
    lines = [FINDER, f"from {module} import question", ""]
    for name in _values_beside_functions(problem.questions[question]):
        lines += ["try:", f"    {name}", "except NameError:  # the rest may be answered alone"]
        lines += [f"    {name} = None", ""]
    return "\n".join([*lines, f"question.grade({arguments})"])


def _values_beside_functions(question: Question) -> list[str]:
    """The names that students assign, in a question that asks for functions as well."""
    functions = question.functions
    return [name for name in question.defined if name not in functions] if functions else []


def with_examples(source: str, examples: Sequence[str]) -> str:
    """A test cell with right values above the line that grades."""
    shown = "".join(f"#     {line}\n" for line in examples)
    block = f"{EXAMPLES}\n{shown}" if examples else ""
    return re.sub(r"^question\.grade\(", lambda found: block + found[0], source, flags=re.M)


def without_examples(source: str) -> str:
    """A cell without the right values that a build wrote into it."""
    return _EXAMPLES.sub("", source)


@dataclass(frozen=True)
class _Statement:
    """A statement of a file, with the comment above it.

    module: the file beside it that it imports from, if it does.
    """

    file: str
    text: str
    is_import: bool
    module: str | None

    @cached_property
    def binds(self) -> set[str]:
        return bound_names(self.text)

    @cached_property
    def needs(self) -> set[str]:
        return needed_names(self.text)


def file_of(question: str, problem: Assignment) -> str:
    """The path of the file that marks a question, from the course folder on."""
    return problem.short(problem.text.parent / FOLDER / f"{question}.py")


def stray_issues(problem: Assignment) -> Iterator[Issue]:
    """Files beside those that mark questions which nothing needs: misnamed, or left over."""
    paths = sorted((problem.text.parent / FOLDER).glob("*.py"))
    asked = [each.name for each in problem.questions.values() if not each.written]
    for path in paths:
        imports = re.compile(rf"^from \.{path.stem} import", re.MULTILINE)
        others = (other.read_text() for other in paths if other != path)
        if path.stem not in asked and not any(map(imports.search, others)):
            message = f"{TABLE.as_posix()} has no question {path.stem} with a test, and no file"
            near = did_you_mean(path.stem, asked)
            message = f"{message} beside it imports it: rename it, or delete it.{near}"
            yield Issue(problem.short(path), "", message)


def where_defined(name: str, problem: Assignment) -> str:
    """How what marks a question can have a name from the files beside it; "" where none has it."""
    for path in sorted((problem.text.parent / FOLDER).glob("*.py")):
        if re.search(rf"^(def |class )?{name}( =|:|\()", path.read_text(), re.MULTILINE):
            return f"from .{path.stem} import {name}"
    return ""


def with_hidden_tests(visible: str, question: str, problem: Assignment, answer: str = "") -> str:
    """A test cell of this visible part. Its hidden part has `checks` that know the points of the
    question, and where it asks for the solution, of which known errors can be edits, its text.
    CourseError where what marks the question can't be read.

    answer: the question's answer cell, with its solution.
    """
    begin, end = REGIONS["hidden tests"]
    if begin in visible:
        raise CourseError(f"what marks it stands in {file_of(question, problem)}: move it there.")
    if is_module(question, problem):
        hidden = f"### {begin}\n{_importing(question, problem)}\n### {end}"
        return f"{visible}\n{hidden}" if visible else hidden
    statements = list(dict.fromkeys(_with_imported(problem, question)))
    imports = list(dict.fromkeys(each.text for each in statements if each.is_import))
    code = [each for each in statements if not each.is_import]
    for one, other in combinations(code, 2):
        if one.file != other.file and (both := sorted(one.binds & other.binds)):
            message = f"{both[0]} is defined in {one.file} and in {other.file}, and their code"
            raise CourseError(f"{message} stands in one cell, {test_name(question)}: rename one.")
    head = "\n".join([*imports, "", IMPORT] if imports else [IMPORT])
    head += f"\n\nchecks = worth({problem.questions[question].points:g}, globals())"
    if any(SOLUTION in each.needs for each in code):
        marks = REGIONS["solution"]
        lines = [line for line in answer.split("\n") if not any(mark in line for mark in marks)]
        solution = "\n".join(lines).replace('"""', "'''")
        head += f'\n{SOLUTION} = r"""\n{solution}\n"""'
    hidden = f"### {begin}\n{joined([head, *(each.text for each in code)])}\n### {end}"
    return f"{visible}\n{hidden}" if visible else hidden


def _with_imported(
    problem: Assignment, module: str, names: Set[str] | None = None
) -> Iterator[_Statement]:
    """The statements of a file, or those that these names of it need, each behind what it imports
    from files beside it."""
    file = file_of(module, problem)
    path = problem.root / file
    if not path.is_file():
        raise CourseError(f"there is no {file}: write it, or correct its name.")
    statements = _read(file, path.read_text())
    bound = set().union(*(each.binds for each in statements))
    wanted = bound if names is None else set(names)
    if unknown := sorted(wanted - bound):
        message = f"{file} does not define {unknown[0]}, which is imported from it"
        raise CourseError(f"{message}: correct the name.")
    kept = set(statements) if names is None else set()
    while more := {each for each in statements if each.binds & wanted} - kept:
        kept |= more
        wanted |= set().union(*(each.needs for each in more))
    for each in statements:
        if each in kept and each.module is not None:
            yield from _with_imported(problem, each.module, each.binds & wanted)
        elif each in kept:
            yield each


@lru_cache(maxsize=256)  # many questions import from one file
def _read(file: str, code: str) -> tuple[_Statement, ...]:
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        raise CourseError(f"{file}: {not_python(error)}") from None
    lines, last, found = code.split("\n"), 0, []
    docstring = tree.body[0] if ast.get_docstring(tree) is not None else None
    for node in tree.body:
        text = "\n".join(lines[last : node.end_lineno]).strip("\n")
        last = node.end_lineno
        if node is docstring:
            continue
        beside = isinstance(node, ast.ImportFrom) and node.level == 1
        is_import = isinstance(node, ast.Import | ast.ImportFrom)
        found.append(_Statement(file, text, is_import, node.module if beside else None))
    return tuple(found)


def blank_lines(above: str, below: str) -> int:
    """How many stand between two pieces of code: two around functions, as ruff has them."""
    ends = cell_ends_with_function_or_class(above.split("\n"))
    starts = next_instruction_is_function_or_class(below.split("\n"))
    return 2 if ends or starts else 1


def joined(parts: Sequence[str]) -> str:
    """Pieces of code below each other, as ruff has them."""
    text = parts[0]
    for above, below in pairwise(parts):
        text += "\n" * (1 + blank_lines(above, below)) + below
    return text
