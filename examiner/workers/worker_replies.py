"""Validation of workers' replies: the coordinator trusts nothing in them unchecked.

A submission may have taken control of the worker that graded it. So a reply must be a graded
notebook of this assignment, of bounded size, with points that its cells allow. The coordinator
itself knows which student it belongs to; it never reads that from a reply.
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
    has_more_containers,
)
from ..grading.record import VerdictRecord
from ..grading.reference_notebook import ReferenceNotebook

MAX_REMARKS_SIZE = 32 * 2**20  # bytes of all remarks


class InvalidReply(Exception):
    """A worker's reply is no valid graded notebook of the assignment; the message says why."""


def read_reply(data: bytes, reference: ReferenceNotebook) -> GradedSubmission:
    """Read and validate a worker's reply.

    Args:
        data: The reply, as `GradedSubmission.to_bytes` writes it.
        reference: The reference notebook of the submission.

    Raises:
        InvalidReply: The reply is not a valid graded notebook of this assignment.
    """
    head, _, file = data.partition(b"\n")
    is_small = len(head) <= MAX_REMARKS_SIZE and len(file) <= MAX_GRADED
    _require(is_small, "it is too large")
    is_nested = has_more_containers(head, 2 * MAX_REMARKS)
    is_nested = is_nested or has_more_containers(file, MAX_GRADED_CONTAINERS)
    _require(not is_nested, f"it has more than {MAX_GRADED_CONTAINERS} lists and objects")
    try:
        graded = GradedSubmission.from_bytes(data)
        _require_valid(graded, reference)
    except InvalidReply:
        raise
    except Exception as error:  # an unexpected structure can raise anything
        raise InvalidReply(f"{type(error).__name__}: {str(error)[:100]}") from None
    return graded


def _require(condition: bool, why: str) -> None:
    if not condition:
        raise InvalidReply(why)


def _require_valid(graded: GradedSubmission, reference: ReferenceNotebook) -> None:
    """Raise InvalidReply, or any other exception, if a graded submission is not valid."""
    from ..gradebook.scores import auto_score  # imports nbgrader, which only a coordinator has

    for remark in graded.remarks:
        has_types = type(remark.text) is str and type(remark.serious) is bool
        _require(has_types, "a remark has wrong types")
    cells = graded.notebook.cells
    _require(all(type(cell.source) is str for cell in cells), "the source of a cell is no text")
    named = [cell for cell in cells if "nbgrader" in cell.metadata]
    names = [cell.name for cell in reference.cells]
    _require(list(map(name_of, named)) == names, "its cells differ from the assignment's")
    for cell, known in zip(named, reference.cells, strict=True):
        expected = known.notebook_cell(known.source if known.locked else cell.source)
        is_same = all(cell[key] == expected[key] for key in ("cell_type", "source"))
        is_same = is_same and cell.metadata.nbgrader == expected.metadata.nbgrader
        _require(is_same, f"{known.name} differs from the assignment's cell")
        record = VerdictRecord.read(cell) or VerdictRecord(None)
        numbers = [number for f in record.findings for number in (f.points, f.max_points)]
        _require(all(map(_is_number, numbers)), f"{known.name}: a finding has no points")
        texts = [*record.counted, *record.counted.values()]
        _require(all(type(text) is str for text in texts), f"{known.name}: a formula is no text")
        # Every command for the class renders the findings, so one that raises would stop them all.
        _ = record.shown, record.in_full, record.wrong, record.misconceptions
        _require(type(record.group) is str, f"{known.name}: its group is no text")
        for points in (record.points, auto_score(cell)) if known.points else ():
            is_possible = points is None or (_is_number(points) and 0 <= points <= known.points)
            _require(is_possible, f"{known.name}: {points!r:.50} of {known.points:g} points")


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)
