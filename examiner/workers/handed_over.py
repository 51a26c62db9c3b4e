"""Graded notebooks as workers hand them over, looked at before anything of them is believed.

A worker has handled what a student sent, and nobody knows what became of it. What comes back has to
be a notebook of this master, bounded in size and depth, with points between none and all of them;
whose it is, the coordinator knows by itself.
"""

from __future__ import annotations

import math
from typing import Any

from nbformat import NotebookNode

from ..cells import name_of
from ..grading.grade import MAX_GRADED, MAX_GRADED_PARTS, MAX_REMARKS, Graded, parts_of
from ..grading.master import Master, MasterCell
from ..grading.record import Record

MAX_REMARKS_SIZE = 32 * 2**20  # bytes of all remarks


class NotHandedOver(Exception):
    """A reply of a worker that is no graded notebook of this master; says why."""


def received(data: bytes, master: Master) -> Graded:
    """The graded submission in a worker's reply. Raises NotHandedOver."""
    head, _, file = data.partition(b"\n")
    if len(head) > MAX_REMARKS_SIZE or len(file) > MAX_GRADED:
        raise NotHandedOver("it is too large")
    if parts_of(head) + parts_of(file) > MAX_GRADED_PARTS + MAX_REMARKS:
        raise NotHandedOver(f"it has more than {MAX_GRADED_PARTS} lists and objects")
    try:
        graded = Graded.from_bytes(data)
        for remark in graded.remarks:
            _require(str, remark.text), _require(bool, remark.serious)
        _check(graded.notebook, master)
    except NotHandedOver:
        raise
    except (Exception, RecursionError) as error:  # of any form but the one it should have
        raise NotHandedOver(f"{type(error).__name__}: {str(error)[:100]}") from None
    return graded


def _require(kind: type, value: Any) -> None:
    if type(value) is not kind:
        raise NotHandedOver(f"{value!r:.50} in the place of {kind.__name__}")


def _check(notebook: NotebookNode, master: Master) -> None:
    """Raises NotHandedOver, and anything where the notebook is none."""
    named = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    if [name_of(cell) for cell in named] != [cell.name for cell in master.cells]:
        raise NotHandedOver("its cells are not those of the assignment")
    for cell in notebook.cells:
        _require(str, cell.source)
    for cell, own in zip(named, master.cells, strict=True):
        right = own.notebook_cell(own.source if own.locked else cell.source)
        same = [cell[key] == right[key] for key in ("cell_type", "source")]
        if not all(same) or cell.metadata.nbgrader != right.metadata.nbgrader:
            raise NotHandedOver(f"{own.name} is not the cell of the assignment")
        _check_points(cell, own)


def _check_points(cell: NotebookNode, own: MasterCell) -> None:
    """Of the verdict, and of the outputs, which nbgrader reads."""
    from ..gradebook.scores import auto_score  # and with it nbgrader, which a coordinator has

    try:
        record = Record.read(cell)
    except (KeyError, TypeError, ValueError) as error:
        raise NotHandedOver(f"{own.name}: a finding that is none ({error})") from None
    for finding in record.findings if record else ():
        if not all(map(_is_number, (finding.points, finding.max_points))):
            raise NotHandedOver(f"{own.name}: a finding without points")
    counted = dict(record.counted) if record else {}
    for text in (*counted, *counted.values()):
        _require(str, text)
    if not own.points:
        return
    for points in (record.points if record else None, auto_score(cell)):
        if points is not None and not (_is_number(points) and 0 <= points <= own.points):
            raise NotHandedOver(f"{own.name}: {points!r:.50} of {own.points:g} points")


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)
