"""Grading one submission: the one function that everything else calls."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property

import nbformat
import numpy as np
from nbformat import NotebookNode

from ..cell_kinds import CellKind, kind_of, name_of, question_of
from ..course_modules import CourseModules, marking_path
from ..student import Sandbox
from .attachments import discard_pictures, show_pictures
from .examination import clean_text, examine, needs_manual_grading
from .fingerprint import (
    Fingerprint,
    case_generation_key,
    digest_of_files,
    digest_of_reference,
    shared_case_generation_key,
    write_marking_digest,
    write_work_digest,
)
from .matching import NOTE_ON_FILES
from .notebook_choice import AmbiguousNotebook, choose_notebook, other_notebooks
from .rebuild import NOT_GRADED, notebook_of, notices, rebuild, unreadable_notebook
from .record import VerdictRecord
from .reference_notebook import ReferenceNotebook, new_cell
from .submission import (
    COLLECTION_FILES,
    MAX_CONTAINERS,
    Remark,
    Submission,
    SubmittedCell,
    Unreadable,
)

MAX_REMARKS, MAX_REMARK = 200, 10_000  # and characters of each
MAX_GRADED = 48 * 2**20  # bytes of a graded notebook
# Lists and objects in it: a tenth of what a worker may read, for the coordinator has no limits, and
# reads the notebook again whenever something is done with the class.
MAX_GRADED_CONTAINERS = MAX_CONTAINERS // 10
_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
SERIOUS_REMARKS = "noted"  # in the metadata: what there is to know of the submission, a line each
NEEDS_PYTHON = "needed_python"  # the same: the newer Python that answers need, if any do
MAX_OWN_CELL = 5000  # characters, in a notebook that is larger


@dataclass(frozen=True)
class GradedSubmission:
    """A graded submission.

    file: the notebook as it was examined, with the outputs of its cells, as the bytes of a file;
        the verdict on each question is in it too (`record.Record`). A worker has written it, and
        seen to it that it has no more than MAX_GRADED bytes and MAX_GRADED_CONTAINERS parts.
    remarks: what was put right, left out or left for a person, for the log.
    """

    file: bytes
    remarks: tuple[Remark, ...] = ()

    @classmethod
    def of(cls, notebook: NotebookNode, remarks: Sequence[Remark]) -> GradedSubmission:
        """Of a notebook that was examined, and all that is to be said of it."""
        kept = [Remark(clean_text(r.text[:MAX_REMARK]), r.serious) for r in remarks[:MAX_REMARKS]]
        file = _to_file(notebook)
        for shorten in (shorten_notebook, discard_pictures):
            if len(file) <= MAX_GRADED and container_count(file) <= MAX_GRADED_CONTAINERS:
                break
            what = shorten(notebook)
            file = _to_file(notebook)
            kept.append(Remark(f"too large: {what}", serious=True))
        return cls(file, tuple(kept))

    @cached_property
    def notebook(self) -> NotebookNode:
        """The notebook, read from its file."""
        return nbformat.v4.reads(self.file.decode())

    @property
    def records(self) -> dict[str, VerdictRecord]:
        """The verdicts, by the name of the cell that carries the points."""
        records = {name_of(cell): VerdictRecord.read(cell) for cell in self.notebook.cells}
        return {name: record for name, record in records.items() if name and record}

    def to_bytes(self) -> bytes:
        """For another process (`handed_over`): a line of JSON, then the file."""
        remarks = [(remark.text, remark.serious) for remark in self.remarks]
        return json.dumps(remarks).encode() + b"\n" + self.file

    def with_remark(self, text: str) -> GradedSubmission:
        """The same, with one more serious remark."""
        return replace(self, remarks=(*self.remarks, Remark(clean_text(text), serious=True)))

    @classmethod
    def from_bytes(cls, data: bytes) -> GradedSubmission:
        head, _, file = data.partition(b"\n")
        return cls(file, tuple(Remark(text, serious) for text, serious in json.loads(head)))


def serious_remarks_in(notebook: NotebookNode) -> tuple[str, ...]:
    """What there was to know of the submission as a whole, when it was graded."""
    return tuple(map(str, notebook.metadata.get("examiner", {}).get(SERIOUS_REMARKS, ())))


def needed_python(notebook: NotebookNode) -> tuple[int, int] | None:
    """The newer Python that answers of a graded notebook need, if any do."""
    found = notebook.metadata.get("examiner", {}).get(NEEDS_PYTHON)
    return (int(found[0]), int(found[1])) if found else None


def _to_file(notebook: NotebookNode) -> bytes:
    text = nbformat.v4.writes(notebook).removesuffix("\n") + "\n"
    return text.encode("utf-8", "replace")


def container_count(text: bytes) -> int:
    """The number of lists and objects in JSON, of which each takes memory."""
    outside = _TEXT.sub(b"", text)
    return outside.count(b"[") + outside.count(b"{")


def shorten_notebook(notebook: NotebookNode) -> str:
    """Leave out what makes a notebook large and nobody asked for: what students' cells put out, and
    of the text of their own cells what is long. Gives a line for the log."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and VerdictRecord.read(cell) is None:
            cell.outputs = []
        if name_of(cell) is None:
            cell.source = cell.source[:MAX_OWN_CELL]
    return "what is not asked for was left out"


def grade(
    submission: Submission,
    reference: ReferenceNotebook,
    sandbox: Sandbox,
    *,
    until: int | None = None,
    at: Callable[[int], None] = lambda place: None,
) -> GradedSubmission:
    """Grade one student's notebook.

    The notebook is rebuilt from the reference notebook with the student's answers in it. The
    student's cells run in a new process in the sandbox. The test cells run here and ask that
    process for values.
    The result depends on the arguments alone: no file, grade book or earlier submission is looked
    at, and the same submission always gets the same notebook (docs/security.md says what a program
    of a student can make differ: the time, say). Nothing that a student submits makes it raise;
    whatever can't be read or run earns nothing, and what a check can't decide is left for a person
    (`VerdictRecord.points` is None).

    submission: the bytes that were submitted.
    reference: the cells of the course's notebook, with hidden tests, points and mark schemes.
    sandbox: where the student's process is started. Raises SandboxUnavailable where it can't be.
    until, at: see `examination.examine`; for a worker that takes up what another one left.
    """
    remarks = [*submission.remarks]
    cells, said, refused = list[SubmittedCell](), list[Remark](), None
    try:
        cells, said = choose_notebook(submission, reference)
    except Unreadable as reason:
        refused = str(reason)
    except AmbiguousNotebook as reason:
        return not_graded(reference, str(reason))
    others = other_notebooks(submission)
    texts = [*cells, *(cell for more in others.values() for cell in more)]
    beside, hidden = show_pictures(texts, submission, reference, sandbox if until != 0 else None)
    if refused is None:
        notebook, put_right = rebuild(cells, reference, NOTE_ON_FILES if beside else "", others)
        remarks += [*said, *put_right]
        noted = [remark.text for remark in remarks if remark.serious]
        notebook.cells[:0] = notices(noted)
    else:
        digest = submission.digest(reference.files)
        notebook, noted = unreadable_notebook(refused, reference, submitted=digest), [refused]
        remarks.append(Remark(f"nothing to grade: {refused}", serious=True))
    remarks += map(Remark, hidden)
    if beside is not None:
        notebook.cells.append(beside)
    modules = CourseModules(reference.modules)
    modules.use()
    random.seed(0)  # what tests may draw from depends on no earlier submission
    np.random.seed(0)
    # What the student's code can read decides what it is asked (`fingerprint.digest_of_work`).
    files = {name: data for name, data in submission.files.items() if name not in COLLECTION_FILES}
    with closing(sandbox.student(files)) as student:
        remarks += [Remark(f"{name} was left out: {why}") for name, why in student.skipped]
        results = examine(
            notebook,
            student,
            reference.given,
            key=case_generation_key(reference.key, submission),
            common=shared_case_generation_key(reference.key),
            level=reference.level,
            until=until,
            at=at,
            remark=lambda line: remarks.append(Remark(line)),
        )
        for name, result in results.items():
            if result.points is None:
                text = f"{name}: left for a person to grade. {result.failure}"
                remarks.append(Remark(text, serious=True))
    for cell in notebook.cells:
        if kind_of(cell) is CellKind.TEST:
            path = marking_path(reference.assignment, question_of(name_of(cell) or ""))
            write_marking_digest(cell, modules.digest_behind(path))
    Fingerprint(digest_of_files(submission), digest_of_reference(reference)).write(notebook)
    write_work_digest(notebook, submission)
    if needed := [r.needs_python for r in results.values() if r.needs_python]:
        notebook.metadata["examiner"][NEEDS_PYTHON] = list(max(needed))
    if noted:
        notebook.metadata["examiner"][SERIOUS_REMARKS] = noted
    return GradedSubmission.of(notebook, remarks)


def not_graded(reference: ReferenceNotebook, why: str) -> GradedSubmission:
    """What becomes of a submission that nothing can be done with: all of it is left for a person.

    The student's bytes are not looked at: the cells are as they were handed out.
    """
    banner = (
        "**This submission could not be graded automatically.** A person has to look at the file "
        "that was submitted; the cells below are as they were handed out."
    )
    cells = [new_cell("markdown", banner, NOT_GRADED)]
    for master_cell in reference.cells:
        cells.append(master_cell.notebook_cell(master_cell.source))
        if master_cell.kind in (CellKind.TEST, CellKind.WRITTEN):
            result = needs_manual_grading(why)
            VerdictRecord(None).write(cells[-1])
            if master_cell.cell_type == "code":
                cells[-1].outputs = result.outputs
    remark = Remark(clean_text(f"left for a person to grade: {why}"), serious=True)
    return GradedSubmission.of(notebook_of(cells, reference), [remark])
