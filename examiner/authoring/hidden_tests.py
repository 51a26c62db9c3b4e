"""The hidden part of a test cell. It imports the marking module and grades the answer with it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..course import TABLE, Assignment, CourseError, CourseQuestion
from ..course_modules import MARKING, PACKAGE, marking_path
from ..regions import REGIONS
from .marking_modules import raise_if_no_module

FINDER = "import examiner.course_modules  # finds `problems`, from this folder upwards"
EXAMPLES = "# Right values:"
_EXAMPLES = re.compile(rf"^{EXAMPLES}\n(?:#     .*\n)*", re.MULTILINE)


def with_hidden_test(visible: str, question: str, problem: Assignment) -> str:
    """Add the hidden part to a test cell.

    Args:
        visible: The visible part.
        question: The name of the question.
        problem: The problem set.

    Returns:
        The code of the cell.

    Raises:
        CourseError: The visible part has a hidden region already, the question has no marking
            module, or the table doesn't list the names that its answer defines.
    """
    begin, end = REGIONS["hidden tests"]
    if begin in visible:
        file = marking_path(problem.name, question)
        raise CourseError(f"it has hidden tests: move them to the marking module, {file}.")
    raise_if_no_module(question, problem)
    hidden = f"### {begin}\n{_hidden_code(question, problem)}\n### {end}"
    return f"{visible}\n{hidden}" if visible else hidden


def answer_names(question: str, problem: Assignment) -> list[str]:
    """Return the names that a question's answer must define.

    Raises:
        CourseError: The table lists no names for the question.
    """
    names = [each.partition("(")[0] for each in problem.questions[question].defines]
    if not names:
        message = f"{TABLE.as_posix()} does not say what the answer to {question} must define"
        raise CourseError(f'{message}: add its names, such as defines = ["area(n)"].')
    return names


def _hidden_code(question: str, problem: Assignment) -> str:
    points = problem.questions[question].points
    arguments = ", ".join([*answer_names(question, problem), f"points={points:g}"])
    module = f"{PACKAGE}.{problem.name}.{MARKING}.{question}"
    lines = [FINDER, f"from {module} import question", ""]
    for name in _values_beside_functions(problem.questions[question]):
        lines += ["try:", f"    {name}", "except NameError:  # the rest may be answered alone"]
        lines += [f"    {name} = None", ""]
    return "\n".join([*lines, f"question.grade({arguments})"])


def _values_beside_functions(question: CourseQuestion) -> list[str]:
    """Return the variables that students assign in a question that also asks for functions."""
    functions = question.functions
    return [name for name in question.defined if name not in functions] if functions else []


def with_examples(source: str, examples: Sequence[str]) -> str:
    """Insert lines with correct values above the grading line of a test cell."""
    lines = "".join(f"#     {line}\n" for line in examples)
    block = f"{EXAMPLES}\n{lines}" if examples else ""
    return re.sub(r"^question\.grade\(", lambda found: block + found[0], source, flags=re.M)


def without_examples(source: str) -> str:
    """Remove the correct values that a build inserted into a test cell."""
    return _EXAMPLES.sub("", source)
