"""What is asked, what is right and what it is marked by: from the instructor's notebook."""

from __future__ import annotations

from dataclasses import dataclass

from ..cells import name_of, statement_of
from ..course import CourseError, Question
from ..gradebook.scores import read_notebook
from ..mark_scheme import MarkScheme, read_mark_scheme
from ..pages.feedback import without_released
from ..pages.titles import read_titles
from ..regions import split, visible
from ..term.plan import ClassFolder


@dataclass(frozen=True)
class AskedQuestion:
    """A question of a class, as whoever marks it needs it.

    statement: the Markdown that asks it. solution: the instructor's answer, Markdown or code.
    released: what stood in the cell of a written answer when it was handed out.
    """

    folder: ClassFolder
    question: Question
    title: str
    statement: str
    solution: str
    scheme: MarkScheme
    released: str

    @property
    def name(self) -> str:
        return self.question.name

    def written_in(self, source: str) -> str:
        """What a student wrote in the cell of an answer, as it is."""
        return without_released(source, self.released) if self.question.written else source


def read_questions(folder: ClassFolder) -> dict[str, AskedQuestion]:
    """The questions of an assignment by their names, in order.

    CourseError where the instructor's notebook can't be read.
    """
    questions, source = folder.assignment.questions, folder.source
    notebook = read_notebook(source)
    if notebook is None:
        where = f"source/{folder.assignment.name}/{source.name}"
        raise CourseError(f"{where} is missing or no notebook: run `make build`.")
    titles = read_titles(source).of_questions
    stub = folder.config.ClearSolutions.get("text_stub", "")
    found = {}
    for place, cell in enumerate(notebook.cells):
        question = questions.get(name_of(cell) or "")
        if question is None:
            continue
        solution, scheme = split(split(cell.source, "solution")[1], "mark scheme")
        if not question.written:  # code, with the lines that begin and end a solution
            lines = cell.source.split("\n")
            solution = "\n".join(line for line in lines if not line.strip().startswith("### "))
        found[question.name] = AskedQuestion(
            folder=folder,
            question=question,
            title=titles.get(question.name, question.name),
            statement=statement_of(notebook.cells[: place + 1]),
            solution=solution.strip(),
            scheme=read_mark_scheme(scheme),
            released=f"{visible(cell.source).strip()}\n\n{stub}",
        )
    return {name: found[name] for name in questions if name in found}
