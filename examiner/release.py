"""What may leave the building: the last step of nbgrader's generate_assignment."""

from __future__ import annotations

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

NOTEBOOK_METADATA = frozenset({"kernelspec", "language_info"})
CELL_METADATA = frozenset({"nbgrader", "deletable", "editable"})


class KeepWhatIsReleased(NbGraderPreprocessor):
    """Drop what nbgrader lets through: tags and other metadata (a `skip-execution` tag on a test
    cell gives full marks), attachments that no text refers to any more (the solution's), the state
    of widgets (a picture of the solved notebook), and the digest that the build leaves in source/.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        _keep(nb.metadata, NOTEBOOK_METADATA)
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        _keep(cell.metadata, CELL_METADATA)
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
