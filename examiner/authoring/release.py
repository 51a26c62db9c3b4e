"""The students' notebook, made by the steps of nbgrader's generate_assignment.

This module defines replacements for some of these steps.
"""

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
from ..regions import without_rubric_mark
from .figures import drawn_outputs, is_figure

NOTEBOOK_METADATA = frozenset({"kernelspec", "language_info"})
CELL_METADATA = frozenset({"nbgrader", "deletable", "editable", "jupyter", "cellView"})
FOLDED = {"source_hidden": True}  # "jupyter" metadata of a folded cell in JupyterLab, Notebook 7
FOLDED_IN_COLAB = "form"  # its "cellView" metadata in Colab: a button shows the code
HEADING = "# YOUR ANSWER: {}"  # the first line of an answer cell
STUB_LINE = "pass  # Replace this line with your answer."


class ClearSolutionsQuietly(ClearSolutions):
    """nbgrader's step that replaces solutions by stubs, with two changes.

    nbgrader's stub is a line that raises. Outside of a function it would stop the notebook, so the
    stub there does nothing instead. A comment in the first line marks the cell as an answer cell.
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, cell_index: int
    ) -> tuple[NotebookNode, dict]:
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if cell.cell_type == "code":
            stub = self.code_stub[resources["language"]]
            lines = [STUB_LINE if line == stub else line for line in cell.source.split("\n")]
            heading = [HEADING.format(name_of(cell))] if is_solution(cell) else []
            cell.source = "\n".join([*heading, *lines])
        return cell, resources


def as_released(cell: NotebookNode, config: Config) -> NotebookNode:
    """Return an answer cell as students get it.

    Args:
        cell: The cell of the instructor's notebook.
        config: The settings of the course.
    """
    step = ClearSolutionsQuietly(config=config)
    return step.preprocess_cell(deepcopy(cell), {"language": "python"}, 0)[0]


class ClearOtherOutputs(ClearOutput):
    """nbgrader's step that clears outputs, except the figures that the build drew."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, cell_index: int
    ) -> tuple[NotebookNode, dict]:
        outputs = drawn_outputs(cell) if is_figure(cell) else []
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if outputs:
            cell.outputs = outputs
        return cell, resources


class KeepWhatIsReleased(NbGraderPreprocessor):
    """A step that removes secrets which nbgrader keeps, and folds cells in Colab too.

    It removes:
    - tags and other metadata: a `skip-execution` tag on a test cell would give full marks;
    - attachments without a reference in the text: they belong to solutions;
    - the state of widgets: it shows the solved notebook;
    - the digest that the build leaves in the instructor's notebook, and its mark above a rubric.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        _keep(nb.metadata, NOTEBOOK_METADATA)
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        _keep(cell.metadata, CELL_METADATA)
        cell.source = without_rubric_mark(cell.source)
        if cell.metadata.get("jupyter", FOLDED) != FOLDED:
            del cell.metadata["jupyter"]
        cell.metadata.pop("cellView", None)
        if "jupyter" in cell.metadata:
            cell.metadata["cellView"] = FOLDED_IN_COLAB
        attachments = cell.pop("attachments", {})
        used = {
            name: file for name, file in attachments.items() if f"attachment:{name}" in cell.source
        }
        if used:
            cell.attachments = used
        return cell, resources


def _keep(metadata: NotebookNode, names: frozenset[str]) -> None:
    for name in set(metadata) - names:
        del metadata[name]


def release(problem: Assignment, source: NotebookNode, config: Config) -> NotebookNode:
    """Make the students' notebook by the steps of nbgrader's generate_assignment.

    Args:
        problem: The problem set.
        source: The instructor's notebook.
        config: The settings of the course. The gradebook is not used.

    Raises:
        CourseError: A step fails. The message contains nbgrader's log.
    """
    without_gradebook = Config({**config, "SaveCells": {"enabled": False}})
    log_text, log = io.StringIO(), logging.Logger("nbgrader", logging.WARNING)
    log.addHandler(logging.StreamHandler(log_text))
    released, resources = deepcopy(source), {"nbgrader": {"notebook": problem.notebook}}
    try:
        for name_or_class in config.GenerateAssignment.preprocessors:
            is_name = isinstance(name_or_class, str)
            step_class = import_item(name_or_class) if is_name else name_or_class
            step = step_class(config=without_gradebook, log=log)
            released, resources = step(released, resources)
    except Exception as error:  # nbgrader's preprocessors raise many types
        message = f"nbgrader cannot release {problem.name}: {error}\n{log_text.getvalue()}"
        raise CourseError(message.rstrip()) from error
    return released


def nbgrader_config(course: Course) -> Config:
    """Run the course's nbgrader_config.py and return its settings.

    Raises:
        CourseError: The file raises an exception.
    """
    try:
        return PyFileConfigLoader("nbgrader_config.py", path=str(course.root)).load_config()
    except (Exception, SystemExit) as error:  # the file is a program, so it can raise anything
        reason = f"{type(error).__name__}: {error}"
        raise CourseError(f"nbgrader_config.py can't be run: {reason}. Correct it.") from error
