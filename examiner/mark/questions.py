"""What is asked, what is right and what it is marked by: from the instructor's notebook."""

from __future__ import annotations

from dataclasses import dataclass

from ..cells import name_of, statement_of
from ..course import CourseError, Question
from ..gradebook.scores import read_notebook
from ..mark_scheme import MarkScheme, read_mark_scheme
from ..pages.titles import read_titles
from ..regions import split, visible
from ..term.plan import ClassFolder


@dataclass(frozen=True)
class AskedQuestion:
    """A question as whoever marks it needs it.

    statement: the Markdown that asks it. solution: the instructor's answer, Markdown or code.
    inside: what of the statement stands in the cell of a written answer.
    """

    question: Question
    title: str
    statement: str
    solution: str
    scheme: MarkScheme
    inside: str = ""

    @property
    def name(self) -> str:
        return self.question.name


def read_questions(folder: ClassFolder) -> dict[str, AskedQuestion]:
    """The questions of an assignment by their names, in order.

    CourseError where the instructor's notebook can't be read.
    """
    assignment = folder.assignment
    source = folder.source
    notebook = read_notebook(source)
    if notebook is None:
        raise CourseError(
            f"source/{assignment.name}/{source.name} is missing or no notebook: run `make build`."
        )
    titles = read_titles(source).of_questions
    found = {}
    for place, cell in enumerate(notebook.cells):
        question = assignment.questions.get(name_of(cell) or "")
        if question is None:
            continue
        solution, scheme = split(split(cell.source, "solution")[1], "mark scheme")
        if not question.written:  # code, with the lines that begin and end a solution
            lines = cell.source.split("\n")
            solution = "\n".join(line for line in lines if not line.strip().startswith("### "))
        found[question.name] = AskedQuestion(
            question=question,
            title=titles.get(question.name, question.name),
            statement=statement_of(notebook.cells[: place + 1]),
            solution=solution.strip(),
            scheme=read_mark_scheme(scheme),
            inside=visible(cell.source).strip() if question.written else "",
        )
    return {name: found[name] for name in assignment.questions if name in found}
