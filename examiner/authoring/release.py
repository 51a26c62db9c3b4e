"""What may leave the building: the students' notebook, made by the steps of nbgrader's
generate_assignment, some of which are replaced here."""

from __future__ import annotations

import io
import logging
from copy import deepcopy

from nbformat import NotebookNode
from nbgrader.preprocessors import ClearOutput, ClearSolutions, NbGraderPreprocessor
from nbgrader.utils import is_solution
from traitlets import import_item
from traitlets.config import Config, PyFileConfigLoader

from ..cell_kinds import name_of
from ..course import Assignment, Course, CourseError
from .figures import drawn, is_figure

NOTEBOOK_METADATA = frozenset({"kernelspec", "language_info"})
CELL_METADATA = frozenset({"nbgrader", "deletable", "editable", "jupyter", "cellView"})
FOLDED = {"source_hidden": True}  # all that "jupyter" may say: JupyterLab and Notebook 7 read it
FOLDED_IN_COLAB = "form"  # of "cellView": no code is shown, but a button that shows it
HEADING = "# YOUR ANSWER: {}"  # the first line of a cell for one
OPEN = "pass  # Replace this line with your answer."


class ClearSolutionsQuietly(ClearSolutions):
    """nbgrader's step that puts a line which raises in the place of a solution. In a function that
    is harmless; where it would stop the notebook, a line that does nothing takes its place. Above
    stands a comment by which the cell is seen to be one for an answer.
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, cell_index: int
    ) -> tuple[NotebookNode, dict]:
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if cell.cell_type == "code":
            stub = self.code_stub[resources["language"]]
            lines = [OPEN if line == stub else line for line in cell.source.split("\n")]
            heading = [HEADING.format(name_of(cell))] if is_solution(cell) else []
            cell.source = "\n".join([*heading, *lines])
        return cell, resources


def as_released(cell: NotebookNode, config: Config) -> NotebookNode:
    """An answer cell as students get it, in a course of these settings."""
    step = ClearSolutionsQuietly(config=config)
    return step.preprocess_cell(deepcopy(cell), {"language": "python"}, 0)[0]


class ClearOtherOutputs(ClearOutput):
    """nbgrader's step that clears all outputs, but for the figures that the build drew."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, cell_index: int
    ) -> tuple[NotebookNode, dict]:
        outputs = drawn(cell) if is_figure(cell) else []
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if outputs:
            cell.outputs = outputs
        return cell, resources


class KeepWhatIsReleased(NbGraderPreprocessor):
    """Drop what nbgrader lets through: tags and other metadata (a `skip-execution` tag on a test
    cell gives full marks), attachments that no text refers to any more (the solution's), the state
    of widgets (a picture of the solved notebook), and the digest that the build leaves in source/.
    A folded cell is one in Colab, too.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        _keep(nb.metadata, NOTEBOOK_METADATA)
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        _keep(cell.metadata, CELL_METADATA)
        if cell.metadata.get("jupyter", FOLDED) != FOLDED:
            del cell.metadata["jupyter"]
        cell.metadata.pop("cellView", None)
        if "jupyter" in cell.metadata:
            cell.metadata["cellView"] = FOLDED_IN_COLAB
        attachments = cell.pop("attachments", {})
        shown = {
            name: file for name, file in attachments.items() if f"attachment:{name}" in cell.source
        }
        if shown:
            cell.attachments = shown
        return cell, resources


def _keep(metadata: NotebookNode, names: frozenset[str]) -> None:
    for name in set(metadata) - names:
        del metadata[name]


def release(problem: Assignment, source: NotebookNode, config: Config) -> NotebookNode:
    """The students' notebook, by the steps of nbgrader's generate_assignment, without a grade book.
    CourseError, with nbgrader's log, where one fails.
    """
    without_grade_book = Config({**config, "SaveCells": {"enabled": False}})
    said, log = io.StringIO(), logging.Logger("nbgrader", logging.WARNING)  # shown where it fails
    log.addHandler(logging.StreamHandler(said))
    released, resources = deepcopy(source), {"nbgrader": {"notebook": problem.notebook}}
    try:
        for step in config.GenerateAssignment.preprocessors:
            made = import_item(step) if isinstance(step, str) else step
            released, resources = made(config=without_grade_book, log=log)(released, resources)
    except Exception as error:  # nbgrader raises what its preprocessors happen to raise
        message = f"nbgrader cannot release {problem.name}: {error}\n{said.getvalue()}"
        raise CourseError(message.rstrip()) from error
    return released


def nbgrader_config(course: Course) -> Config:
    """The settings of the course's nbgrader_config.py. CourseError where it can't be run."""
    try:
        return PyFileConfigLoader("nbgrader_config.py", path=str(course.root)).load_config()
    except (Exception, SystemExit) as error:  # it is a program
        said = f"{type(error).__name__}: {error}"  # of a line that is none, with its number
        raise CourseError(f"nbgrader_config.py can't be run: {said}. Correct it.") from error
