"""The hidden part of a test cell: it imports what marks the question, and grades the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..course import TABLE, Assignment, CourseError, CourseQuestion
from ..course_modules import MARKING, PACKAGE
from ..regions import REGIONS
from .marking_modules import check_is_module, file_of

FINDER = "import examiner.course_modules  # finds `problems`, from this folder upwards"
EXAMPLES = "# Right values:"
_EXAMPLES = re.compile(rf"^{EXAMPLES}\n(?:#     .*\n)*", re.MULTILINE)


def with_hidden_test(visible: str, question: str, problem: Assignment) -> str:
    """A test cell of this visible part. CourseError if nothing marks the question."""
    begin, end = REGIONS["hidden tests"]
    if begin in visible:
        raise CourseError(f"what marks it stands in {file_of(question, problem)}: move it there.")
    check_is_module(question, problem)
    hidden = f"### {begin}\n{_code(question, problem)}\n### {end}"
    return f"{visible}\n{hidden}" if visible else hidden


def answers_of(question: str, problem: Assignment) -> list[str]:
    """The names that a question's answer must define. CourseError if the table names none."""
    names = [each.partition("(")[0] for each in problem.questions[question].defines]
    if not names:
        message = f"{question} defines nothing in {TABLE.as_posix()}"
        raise CourseError(f'{message}: write what is marked, as defines = ["area(n)"].')
    return names


def _code(question: str, problem: Assignment) -> str:
    points = problem.questions[question].points
    arguments = ", ".join([*answers_of(question, problem), f"points={points:g}"])
    module = f"{PACKAGE}.{problem.name}.{MARKING}.{question}"
    lines = [FINDER, f"from {module} import question", ""]
    for name in _values_beside_functions(problem.questions[question]):
        lines += ["try:", f"    {name}", "except NameError:  # the rest may be answered alone"]
        lines += [f"    {name} = None", ""]
    return "\n".join([*lines, f"question.grade({arguments})"])


def _values_beside_functions(question: CourseQuestion) -> list[str]:
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
