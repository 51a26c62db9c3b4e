"""Grading of one submission: `grade`, which all commands call."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePosixPath

import nbformat
import numpy as np
from nbformat import NotebookNode

from ..cell_kinds import CellKind, cell_kind, name_of, question_of
from ..course_modules import CourseModules, marking_path
from ..pictures import media_type
from ..student import Sandbox
from .attachments import discard_pictures, show_pictures
from .examination import ExaminationOptions, clean_text, examine, needs_manual_grading
from .fingerprint import (
    Fingerprint,
    case_generation_key,
    case_set_key,
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
    TooManyCells,
    Unreadable,
)

MAX_REMARKS, MAX_REMARK = 200, 10_000  # number of remarks, and characters of each
MAX_GRADED = 48 * 2**20  # bytes of a graded notebook
# Lists and objects in a graded notebook. The bound is a tenth of a submission's: the coordinator
# has no memory limit, and every command for the class reads the notebook again.
MAX_GRADED_CONTAINERS = MAX_CONTAINERS // 10
# A text in JSON, or the rest of a file in which it never ends.
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
# Keys in a graded notebook's metadata.
SERIOUS_REMARKS = "noted"  # the serious remarks on the submission
NEEDS_PYTHON = "needs_python"  # the newer Python that an answer needs, if any
LARGE = 2**20  # bytes of a picture whose name is looked for in the code
MAX_OWN_CELL = 5000  # characters of a student's own cell, if the notebook has to be shortened


@dataclass(frozen=True)
class GradedSubmission:
    """A graded submission.

    Attributes:
        file: The graded notebook as the bytes of a file. It has the outputs of its cells and the
            verdict on each question (`record.VerdictRecord`). Its size is at most MAX_GRADED
            bytes and MAX_GRADED_CONTAINERS lists and objects.
        remarks: Remarks for the log: repairs, omissions, and questions that need manual grading.
    """

    file: bytes
    remarks: tuple[Remark, ...] = ()

    @classmethod
    def of(cls, notebook: NotebookNode, remarks: Sequence[Remark]) -> GradedSubmission:
        """Make a graded submission of an examined notebook, shortened if it is too large."""
        kept = [Remark(clean_text(r.text[:MAX_REMARK]), r.serious) for r in remarks[:MAX_REMARKS]]
        file = _to_file(notebook)
        for shorten in (shorten_notebook, discard_pictures):
            if len(file) <= MAX_GRADED and not has_more_containers(file, MAX_GRADED_CONTAINERS):
                break
            removed = shorten(notebook)
            file = _to_file(notebook)
            kept.append(Remark(f"the graded notebook is too large: {removed}", serious=True))
        return cls(file, tuple(kept))

    @cached_property
    def notebook(self) -> NotebookNode:
        """The graded notebook, parsed from its file."""
        return nbformat.v4.reads(self.file.decode())

    @property
    def records(self) -> dict[str, VerdictRecord]:
        """The verdicts, by the name of the cell that carries the points."""
        records = {name_of(cell): VerdictRecord.read(cell) for cell in self.notebook.cells}
        return {name: record for name, record in records.items() if name and record}

    def to_bytes(self) -> bytes:
        """Return the bytes for another process (`from_bytes`): a line of JSON, then the file."""
        remarks = [(remark.text, remark.serious) for remark in self.remarks]
        return json.dumps(remarks).encode() + b"\n" + self.file

    def with_remark(self, text: str) -> GradedSubmission:
        """Return this graded submission with one more serious remark."""
        return replace(self, remarks=(*self.remarks, Remark(clean_text(text), serious=True)))

    @classmethod
    def from_bytes(cls, data: bytes) -> GradedSubmission:
        """Read the bytes that `to_bytes` wrote."""
        head, _, file = data.partition(b"\n")
        return cls(file, tuple(Remark(text, serious) for text, serious in json.loads(head)))


def serious_remarks_in(notebook: NotebookNode) -> tuple[str, ...]:
    """Return the serious remarks on the submission as a whole, from a graded notebook."""
    return tuple(map(str, notebook.metadata.get("examiner", {}).get(SERIOUS_REMARKS, ())))


def needs_python(notebook: NotebookNode) -> tuple[int, int] | None:
    """Return the newer Python that an answer of a graded notebook needs; None if none does."""
    found = notebook.metadata.get("examiner", {}).get(NEEDS_PYTHON)
    return (int(found[0]), int(found[1])) if found else None


def _to_file(notebook: NotebookNode) -> bytes:
    text = nbformat.v4.writes(notebook).removesuffix("\n") + "\n"
    return text.encode("utf-8", "replace")


def has_more_containers(text: bytes, most: int) -> bool:
    """Check whether JSON has more lists and objects: each takes memory when it is parsed."""

    def brackets(text: bytes) -> int:
        return text.count(b"[") + text.count(b"{")

    return brackets(text) > most and brackets(_TEXT.sub(b"", text)) > most


def shorten_notebook(notebook: NotebookNode) -> str:
    """Remove outputs of a student's cells, and shorten the student's own cells.

    Returns:
        A phrase for the log on the removal.
    """
    for cell in notebook.cells:
        if cell.cell_type == "code" and VerdictRecord.read(cell) is None:
            cell.outputs = []
        if name_of(cell) is None:
            cell.source = cell.source[:MAX_OWN_CELL]
    return f"outputs, and own cells beyond {MAX_OWN_CELL} characters, were removed"


def grade(
    submission: Submission,
    reference: ReferenceNotebook,
    sandbox: Sandbox,
    *,
    stop_at: int | None = None,
    on_cell: Callable[[int], object] = lambda place: None,
) -> GradedSubmission:
    """Grade one submission.

    The notebook is rebuilt from the reference notebook, with the student's answers in it. The
    student's cells run in a new process in the sandbox. The test cells run in this process and ask
    the student's process for values.

    The result depends only on the arguments: this function reads no file, gradebook or earlier
    submission. The same submission always gets the same notebook, unless the student's program
    depends on something like the time (see docs/security.md).

    No submission makes this function raise. An answer that can't be read or run earns nothing. If a
    check can't decide, the question needs manual grading (`VerdictRecord.points` is None).

    Args:
        submission: The submitted files.
        reference: The reference notebook, with hidden tests, points and rubrics.
        sandbox: Starts the student's process.
        stop_at: Index of the code cell at which an earlier attempt failed (see
            `ExaminationOptions`).
        on_cell: Called with the index of each code cell before the cell runs.

    Raises:
        SandboxUnavailable: The sandbox can't start a process on this machine.
    """
    remarks = [*submission.remarks]
    cells, remarks_on_choice, refused = list[SubmittedCell](), list[Remark](), None
    try:
        cells, remarks_on_choice = choose_notebook(submission, reference)
    except Unreadable as reason:
        refused = str(reason)
    except (AmbiguousNotebook, TooManyCells) as reason:
        return not_graded(reference, str(reason))
    others = other_notebooks(submission)
    texts = [*cells, *(cell for more in others.values() for cell in more)]
    beside, hidden = show_pictures(texts, submission, reference, sandbox if stop_at != 0 else None)
    if refused is None:
        notebook, repairs = rebuild(cells, reference, NOTE_ON_FILES if beside else "", others)
        remarks += [*remarks_on_choice, *repairs]
        serious = [remark.text for remark in remarks if remark.serious]
        notebook.cells[:0] = notices(serious)
    else:
        digest = submission.digest(reference.files)
        notebook, serious = unreadable_notebook(refused, reference, submitted=digest), [refused]
        remarks.append(Remark(f"nothing to grade: {refused}", serious=True))
    remarks += map(Remark, hidden)
    if beside is not None:
        notebook.cells.append(beside)
    modules = CourseModules(reference.modules)
    modules.use()
    random.seed(0)  # random numbers of a test must not depend on earlier submissions
    np.random.seed(0)
    with closing(sandbox.student(files_for_code(submission, notebook))) as student:
        remarks += [Remark(f"{name} was left out: {why}") for name, why in student.skipped]
        results = examine(
            notebook,
            student,
            reference.given,
            ExaminationOptions(
                key=case_generation_key(reference.key, submission),
                case_key=(
                    ""
                    if submission.case_set is None
                    else case_set_key(reference.key, submission.case_set)
                ),
                common=shared_case_generation_key(reference.key),
                level=reference.level,
                stop_at=stop_at,
                on_cell=on_cell,
                on_remark=lambda line: remarks.append(Remark(line)),
            ),
        )
        for name, result in results.items():
            if result.points is None:
                text = f"{name}: needs manual grading. {result.failure}"
                remarks.append(Remark(text, serious=True))
    for cell in notebook.cells:
        if cell_kind(cell) is CellKind.TEST:
            path = marking_path(reference.assignment, question_of(name_of(cell) or ""))
            write_marking_digest(cell, modules.digest_with_imports(path))
    Fingerprint(digest_of_files(submission), digest_of_reference(reference)).write(notebook)
    write_work_digest(notebook, submission)
    if needed := [r.needs_python for r in results.values() if r.needs_python]:
        notebook.metadata["examiner"][NEEDS_PYTHON] = list(max(needed))
    if serious:
        notebook.metadata["examiner"][SERIOUS_REMARKS] = serious
    return GradedSubmission.of(notebook, remarks)


def files_for_code(submission: Submission, notebook: NotebookNode) -> dict[str, bytes]:
    """Return the files that the student's code can read.

    They affect the generated cases (`digest_of_work`). Photos of written answers are left out:
    large pictures and PDFs of which the code mentions neither the name nor the type. They would
    count as memory of a call (`MAX_WATCHED_FILES`).

    Args:
        submission: The submitted files.
        notebook: The notebook whose code cells run.
    """
    given = submission.files
    photos = [name for name, data in given.items() if len(data) >= LARGE and media_type(data)]
    left_out = {*COLLECTION_FILES}
    if photos:
        code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        code += [str(given[name], "utf-8", "replace") for name in given if name.endswith(".py")]
        text = "\n".join(code).lower()
        for name in photos:
            path = PurePosixPath(name.lower())
            if not any(part in text for part in (path.stem, path.suffix) if part):
                left_out.add(name)
    return {name: data for name, data in given.items() if name not in left_out}


def not_graded(reference: ReferenceNotebook, why: str) -> GradedSubmission:
    """Make the result of a submission that the examiner can't grade: all of it is for a person.

    The function reads nothing of the submission. The cells of the result are as released.

    Args:
        reference: The reference notebook.
        why: The reason, for the log.
    """
    banner = (
        "**This submission could not be graded automatically.** A person will look at the file "
        "that you submitted. The cells below are those of the released notebook: they do not "
        "show your answers."
    )
    cells = [new_cell("markdown", banner, NOT_GRADED)]
    for known in reference.cells:
        cells.append(known.notebook_cell(known.source))
        if known.kind in (CellKind.TEST, CellKind.WRITTEN):
            result = needs_manual_grading(why)
            VerdictRecord(None).write(cells[-1])
            if known.cell_type == "code":
                cells[-1].outputs = result.outputs
    remark = Remark(clean_text(f"the submission needs manual grading: {why}"), serious=True)
    return GradedSubmission.of(notebook_of(cells, reference), [remark])
