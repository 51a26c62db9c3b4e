"""Graded notebooks as workers hand them over, looked at before anything of them is believed.

A worker has handled what a student sent, and nobody knows what became of it. What comes back has to
be a graded notebook of this assignment, bounded in size and depth, with possible points;
whose it is, the coordinator knows by itself.
"""

from __future__ import annotations

import math
from typing import Any

from ..cell_kinds import name_of
from ..grading.grade import (
    MAX_GRADED,
    MAX_GRADED_CONTAINERS,
    MAX_REMARKS,
    GradedSubmission,
    container_count,
)
from ..grading.record import VerdictRecord
from ..grading.reference_notebook import ReferenceNotebook

MAX_REMARKS_SIZE = 32 * 2**20  # bytes of all remarks


class InvalidReply(Exception):
    """A reply of a worker that is no graded notebook of this reference notebook; says why."""


def read_reply(data: bytes, reference: ReferenceNotebook) -> GradedSubmission:
    """The graded submission in a worker's reply. Raises InvalidReply."""
    head, _, file = data.partition(b"\n")
    small = len(head) <= MAX_REMARKS_SIZE and len(file) <= MAX_GRADED
    _require(small, "it is too large")
    few = container_count(head) + container_count(file) <= MAX_GRADED_CONTAINERS + MAX_REMARKS
    _require(few, f"it has more than {MAX_GRADED_CONTAINERS} lists and objects")
    try:
        graded = GradedSubmission.from_bytes(data)
        _require_valid(graded, reference)
    except InvalidReply:
        raise
    except Exception as error:  # of any form but the one it should have
        raise InvalidReply(f"{type(error).__name__}: {str(error)[:100]}") from None
    return graded


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise InvalidReply(why)


def _require_valid(graded: GradedSubmission, reference: ReferenceNotebook) -> None:
    """Raises InvalidReply, and anything where the notebook is none."""
    from ..gradebook.scores import auto_score  # and with it nbgrader, which a coordinator has

    for remark in graded.remarks:
        is_one = type(remark.text) is str and type(remark.serious) is bool
        _require(is_one, "a remark that is none")
    cells = graded.notebook.cells
    _require(all(type(cell.source) is str for cell in cells), "a cell whose source is no text")
    named = [cell for cell in cells if "nbgrader" in cell.metadata]
    names = [cell.name for cell in reference.cells]
    _require(list(map(name_of, named)) == names, "its cells are not those of the assignment")
    for cell, own in zip(named, reference.cells, strict=True):
        right = own.notebook_cell(own.source if own.locked else cell.source)
        same = all(cell[key] == right[key] for key in ("cell_type", "source"))
        same = same and cell.metadata.nbgrader == right.metadata.nbgrader
        _require(same, f"{own.name} is not the cell of the assignment")
        record = VerdictRecord.read(cell) or VerdictRecord(None)
        numbers = [number for f in record.findings for number in (f.points, f.max_points)]
        _require(all(map(_is_number, numbers)), f"{own.name}: a finding without points")
        texts = [*record.counted, *record.counted.values()]
        _require(all(type(text) is str for text in texts), f"{own.name}: a formula that is none")
        _require(type(record.group) is str, f"{own.name}: a group that is none")
        for points in (record.points, auto_score(cell)) if own.points else ():
            within = points is None or (_is_number(points) and 0 <= points <= own.points)
            _require(within, f"{own.name}: {points!r:.50} of {own.points:g} points")


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)
