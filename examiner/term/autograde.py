"""`examiner autograde`: a class is checked, planned, graded, and saved or compared.

Each result is written whole, or not at all. A graded submission is put together in a folder of its
own first. Then its rows are committed, in one transaction, and last the folder takes the place of
the earlier one. So a result in autograded/ is always in the grade book as well; whatever ends a run
before that, the next run grades the submission again and comes to the same.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime

from nbformat import NotebookNode
from nbgrader import converters
from nbgrader.api import SubmittedAssignment, SubmittedNotebook
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import is_grade

from ..cell_kinds import grade_id_of, is_test, name_of, question_of
from ..checks.verdict import format_points
from ..gradebook.scores import (
    ReopenedCells,
    SavedScore,
    auto_score,
    is_left_open,
    read_notebook,
    read_saved,
    rows_of,
    save_scores,
)
from ..grading.fingerprint import Fingerprint, digest_of_reference, read_marking, write_marking
from ..grading.grade import Graded, Remark, needs_python
from ..grading.rebuild import NOT_GRADED, is_unread
from ..grading.record import VerdictRecord
from ..intake import folders
from ..intake.times import time_remark
from ..wording import span
from ..workers.executors import grade_one, local
from .attempts import FOLDER, FeedbackRule
from .class_runner import (
    CHANGED,
    GIVEN_BEFORE,
    LATENESS,
    Move,
    OnPlan,
    OnResult,
    OpenPool,
    StudentFailure,
    Summary,
    ignore_progress,
    run_tasks,
)
from .plan import ClassFolder, make_plan, test_cell_of
from .submission_status import read_submission_status


@dataclass
class Autograde:
    """A class about to be graded: see the options of the command.

    by_watch: a watch asks, beside which nobody else grades. open_pool: opens the executor that
    grades, if there is anything to grade.
    """

    folder: ClassFolder
    students: Sequence[str] = ()
    force: bool = False
    only: str | None = None
    dry_run: bool = False
    by_watch: bool = False
    open_pool: OpenPool = local

    def run(self, began: OnPlan = ignore_progress, tell: OnResult = ignore_progress) -> Summary:
        """Grade and save; or, in a dry run, compare with what was graded before.

        CourseError for what is missing, before anything is touched, and where nothing could be
        graded or saved any more.
        """
        start, folder = time.monotonic(), self.folder
        # What nbgrader is set to: permissions, files of the course that students may change, ...
        self._settings = converters.Autograde(coursedir=folder.coursedir, config=folder.config)
        self._penalties = AssignLatePenalties(config=folder.config)
        self._penalties.init_plugin()
        # A watch has asked by itself.
        telling = None if self.by_watch else FeedbackRule.of(folder, datetime.now(UTC))
        with folder.gradebook() as self._gradebook, ExitStack() as stack:
            with self._gradebook.reading():
                reference = folder.load_reference_notebook(self._gradebook)
                saved = read_saved(self._gradebook, folder.assignment)
            if not self.dry_run:
                self._enter_alone(stack)
                folders.recover(folder.autograded(s).parent for s in folder.chosen(self.students))
            plan = make_plan(
                folder, reference, saved, self.students, force=self.force, only=self.only
            )
            if telling and not self.students:
                late = {s: why for s in plan.tasks if (why := telling.why_not(folder, s))}
                plan.left_out |= {s: why for s, why in late.items() if not folder.is_graded(s)}
                plan.tasks = [student for student in plan.tasks if student not in plan.left_out]
            summary = Summary(plan)
            if not self.students:
                with self._gradebook.reading():
                    summary.submission_status = read_submission_status(folder, self._gradebook)
            began(plan)
            summary.moves += self._save_penalties(plan.unchanged)
            by, settings = digest_of_reference(reference), folder.settings

            def submit(executor: Executor, student: str) -> Future:
                return executor.submit(grade_one, folder.collect(student), reference, settings)

            def save(student: str, graded: Graded) -> tuple[Remark, ...]:
                earlier = read_notebook(folder.autograded(student))
                graded, points = self._received(graded, earlier, by), saved.get(student, {})
                moved = self._save(student, graded, earlier, points)
                # An extension makes rows without points.
                first = earlier is None and set(points.values()) <= {SavedScore(None, None)}
                summary.moves += [m for m in moved if m.question == LATENESS or not first]
                summary.graded_first += [student] * first
                if needed := needs_python(graded.notebook):
                    summary.newer[student] = needed
                if self.dry_run and (said := time_remark(folder.submitted(student).parent, None)):
                    summary.remarks[student] = [said]  # else the report says it
                return graded.remarks

            run_tasks(self.open_pool, summary, tell, submit, save)
        summary.graded_first.sort()
        order = {question: i for i, question in enumerate(folder.assignment.questions)}
        summary.moves.sort(key=lambda m: (order.get(m.question, len(order)), m.student))
        summary.elapsed = time.monotonic() - start
        return summary

    def _enter_alone(self, stack: ExitStack) -> None:
        """CourseError where another run grades, or a watch, which counts tries."""
        root = self.folder.course.root
        if not self.by_watch and (root / FOLDER).is_dir():
            said = "`examiner watch` is at work here and grades what comes in: end it first."
            stack.enter_context(folders.alone(root / FOLDER, said))
        top = root / self.folder.coursedir.autograded_directory
        said = "another `examiner autograde` is grading here."
        stack.enter_context(folders.alone(top, said))

    def _received(self, graded: Graded, earlier: NotebookNode | None, by: str) -> Graded:
        """A graded submission as it is saved: of one question alone, the verdicts of all other
        tests are those of before, and what it was graded from: whatever else has changed is still
        to be graded. StudentFailure. by: the digest of its reference notebook."""
        notebook = graded.notebook
        if notebook.cells[0].id == NOT_GRADED:
            raise StudentFailure("; ".join(remark.text for remark in graded.remarks))
        if (found := Fingerprint.read(notebook)) is None or found.reference != by:
            raise StudentFailure("the worker has another version of the examiner: update it")
        if self.only is None:
            return graded
        before = Fingerprint.read(earlier) if earlier is not None else None
        if earlier is None or before is None or _but_tests(notebook) != _but_tests(earlier):
            raise StudentFailure(
                "more than tests changed since it was graded; run it again without --only"
            )
        again = test_cell_of(self.folder.assignment, self.only)
        known = {name_of(cell): cell for cell in earlier.cells}
        for cell in notebook.cells:
            if is_test(cell) and name_of(cell) != again:
                kept = known[name_of(cell)]
                cell.outputs, cell.execution_count = kept.outputs, kept.execution_count
                if record := VerdictRecord.read(kept):
                    record.write(cell)
                    write_marking(cell, read_marking(kept))
        before.write(notebook)
        return Graded.of(notebook, graded.remarks)

    def _save(
        self,
        student: str,
        graded: Graded,
        earlier: NotebookNode | None,
        saved: Mapping[str, SavedScore],
    ) -> list[Move]:
        """Put a graded submission into autograded/ and, with nbgrader's own functions, into the
        grade book; in a dry run into neither. What that moves.

        earlier: the notebook that is in autograded/ so far. saved: the points in the grade book.
        CourseError where no other could be saved either; else what it raises is this submission's
        matter. An earlier result is then as it was.
        """
        gradebook, assignment = self._gradebook, self.folder.assignment
        submitted = self.folder.submitted(student).parent
        with self._folder_of(student, graded), gradebook.transaction(undone=self.dry_run):
            gradebook.check_course(gradebook.course_id)
            if self._settings.create_student:
                gradebook.update_or_create_student(student)
            else:
                gradebook.find_student(student)
            timestamp = self.folder.coursedir.get_existing_timestamp(str(submitted))
            when = {"timestamp": timestamp} if timestamp else {}
            submission = gradebook.update_or_create_submission(assignment.name, student, **when)
            (row,) = (n for n in submission.notebooks if n.name == assignment.notebook)
            reopened = save_scores(gradebook, row, graded.notebook.cells)
            moved = _moves(student, graded.notebook, earlier, saved, reopened)
            return [*moved, *self._save_penalty(row, submission)]

    def _folder_of(self, student: str, graded: Graded) -> AbstractContextManager[None]:
        """A folder in autograded/ that takes its place once all inside is done: the notebook, and
        the student's files with the course's over them."""
        if self.dry_run:
            return nullcontext()
        coursedir, assignment = self.folder.coursedir, self.folder.assignment
        ours = folders.files_of_course(self.folder.source.parent, coursedir.ignore)
        for name in self._settings.exclude_overwriting.get(assignment.name, []):
            ours.pop(name, None)
        submitted = self.folder.submitted(student).parent
        theirs = folders.files_of_student(submitted, coursedir.ignore)
        notebook = {f"{assignment.notebook}.ipynb": graded.file}
        files = (theirs | ours | notebook).items()
        place, mode = self.folder.autograded(student).parent, self._settings.permissions
        return folders.replacing(place, files, coursedir, mode)

    def _save_penalties(self, students: Collection[str]) -> list[Move]:
        """Work out again what lateness costs these students, who are graded already, as a regrade
        would: for the due date, an extension or the rule may be another now.

        Gives what has changed. CourseError where it can't be written.
        """
        with self._gradebook.transaction(undone=self.dry_run):
            columns, chosen = (SubmittedNotebook, SubmittedAssignment), set(students)
            rows = rows_of(self._gradebook, self.folder.assignment, *columns).all()
            of_them = [found for found in rows if found[1].student_id in chosen]
            return [move for found in of_them for move in self._save_penalty(*found)]

    def _save_penalty(
        self, row: SubmittedNotebook, submission: SubmittedAssignment
    ) -> Iterator[Move]:
        """Note what lateness costs; the move, where that is something else than before."""
        student, late, after = submission.student_id, submission.total_seconds_late, None
        if late > 0:
            self._gradebook.db.flush()
            self._gradebook.db.refresh(row, ["score"])
            plugin = self._penalties.plugin_inst
            after = plugin.late_submission_penalty(student, row.score, late)
            after = None if after is None else min(max(after, 0), row.score)
        costs = row.late_submission_penalty or 0.0, after or 0.0
        row.late_submission_penalty = after
        if costs[0] != costs[1]:
            was, now = (
                f"{format_points(p)} taken off" if p else "nothing taken off" for p in costs
            )
            when = f"{span(late / 3600)} late" if late else "in time"
            points = 0.0 - costs[0], 0.0 - costs[1]
            yield Move(LATENESS, student, *points, (was,), (f"{when}: {now}",))


def _but_tests(notebook: NotebookNode) -> list:
    """A notebook without the text of its tests."""
    return [(name_of(cell), "" if is_test(cell) else cell.source) for cell in notebook.cells]


def _moves(
    student: str,
    graded: NotebookNode,
    earlier: NotebookNode | None,
    saved: Mapping[str, SavedScore],
    reopened: ReopenedCells,
) -> Iterator[Move]:
    """The marks of a student that a graded notebook changes, of those that there were.

    earlier: as it was graded last. saved: its points in the grade book. reopened: the cells that a
    person had settled.
    """
    before = {name_of(cell): cell for cell in earlier.cells if is_grade(cell)} if earlier else {}
    for cell in filter(is_grade, graded.cells):
        name, after = grade_id_of(cell), auto_score(cell)
        if (old := saved.get(name)) is None:
            continue
        was, now = _said(earlier, before.get(name)), _said(graded, cell)
        question = question_of(name)
        again = (CHANGED,) if name in reopened.asked_again else ()
        if name in reopened.withdrawn:
            yield Move(question, student, old.manual, after, (GIVEN_BEFORE,), now)
        elif after != old.auto:
            yield Move(question, student, old.auto, after, was, again + now, old.manual)
        elif again:
            given = old.auto if old.manual is None else old.manual
            yield Move(question, student, given, None, was, again, old.manual)


def _said(notebook: NotebookNode | None, cell: NotebookNode | None) -> tuple[str, ...]:
    """What was found wrong about the question of this cell; what there was where nothing says."""
    if notebook is None or cell is None:
        return ("not known",)
    if is_unread(notebook.cells):
        return ("no notebook could be read",)
    if record := VerdictRecord.read(cell):
        return tuple(record.wrong)
    return ("nothing was written" if is_left_open(cell) else "an answer for a person to read",)
