"""`examiner autograde`: check and plan a run, grade the class, then save or compare the results.

Each result is written completely or not at all. First, a separate folder receives the graded
submission. Then one transaction commits its rows to the gradebook. Last, the folder replaces the
earlier result. So every result in autograded/ is also in the gradebook. If a run ends before the
last step, the next run grades the submission again and gets the same result.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from nbformat import NotebookNode
from nbgrader import converters
from nbgrader.api import SubmittedAssignment, SubmittedNotebook
from nbgrader.utils import is_grade

from ..cell_kinds import grade_id_of, is_test, name_of, question_of
from ..checks.verdict import format_points
from ..gradebook.further_cells import count_further
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
from ..grading.fingerprint import (
    Fingerprint,
    digest_of_reference,
    read_marking_digest,
    write_marking_digest,
)
from ..grading.grade import GradedSubmission, Remark, needs_python
from ..grading.rebuild import NOT_GRADED, is_unread
from ..grading.record import VerdictRecord
from ..intake import folders
from ..intake.times import time_remark
from ..wording import time_span
from ..workers.executors import grade_one, local
from .attempts import attempts_folder
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
from .earlier_releases import earlier_texts
from .feedback_rule import CaseSetChoice, FeedbackRule
from .plan import ClassFolder, make_plan, test_cell_of
from .settings import lateness_cost
from .submission_status import read_submission_status


@dataclass
class Autograde:
    """A run that grades a class.

    Attributes:
        folder: The course folder with the assignment.
        students: The ids of the students to grade; empty for all.
        force: Whether to grade unchanged submissions too.
        only: The question to mark again, without marking the others; None for all questions.
        dry_run: Whether to compare with the saved results and write nothing.
        by_watch: Whether an `examiner watch` starts the run. The watch holds the lock of attempts/
            already, and it has checked whether late submissions count.
        open_pool: Opens the executor for grading. It is called only if there is work to do.
    """

    folder: ClassFolder
    students: Sequence[str] = ()
    force: bool = False
    only: str | None = None
    dry_run: bool = False
    by_watch: bool = False
    open_pool: OpenPool = local

    def run(
        self, on_plan: OnPlan = ignore_progress, on_result: OnResult = ignore_progress
    ) -> Summary:
        """Grade the class and save the results; in a dry run, only compare them.

        Args:
            on_plan: Called with the plan before grading begins.
            on_result: Called after each student.

        Raises:
            CourseError: Something is missing, and nothing was changed; or no more results can be
                graded or saved, as on a full disk.
        """
        start, folder = time.monotonic(), self.folder
        # Respect nbgrader's settings: permissions, and the course files that students may change.
        self._settings = converters.Autograde(coursedir=folder.coursedir, config=folder.config)
        self._lateness_cost = lateness_cost(folder.config)
        rule = None if self.by_watch else FeedbackRule.of(folder, datetime.now(UTC))
        with folder.gradebook() as self._gradebook, ExitStack() as stack:
            with self._gradebook.reading():
                reference = folder.load_reference_notebook(self._gradebook)
                texts = earlier_texts(folder.course.root, folder.assignment.name)
                reference = replace(reference, earlier=tuple(sorted(texts)))
                saved = read_saved(self._gradebook, folder.assignment)
            if not self.dry_run:
                self._lock_course(stack)
                folders.recover_all(folder.coursedir, folder.coursedir.submitted_directory)
                chosen = folder.choose_students(self.students)
                folders.recover(folder.autograded(student).parent for student in chosen)
            plan = make_plan(
                folder, reference, saved, self.students, force=self.force, only=self.only
            )
            if rule and not self.students:
                late = {s: why for s in plan.tasks if (why := rule.why_not(folder, s))}
                plan.left_out |= {s: why for s, why in late.items() if not folder.is_graded(s)}
                plan.tasks = [student for student in plan.tasks if student not in plan.left_out]
            summary = Summary(plan)
            if not self.students:
                with self._gradebook.reading():
                    summary.submission_status = read_submission_status(folder, self._gradebook)
            on_plan(plan)
            summary.recounted, moves = self._save_totals(plan.unchanged)
            summary.moves += moves
            reference_digest, settings = digest_of_reference(reference), folder.settings

            case_sets = CaseSetChoice.of(folder)

            def submit(executor: Executor, student: str) -> Future:
                submission = folder.collect(student)
                chosen = replace(submission, case_set=case_sets.number(submission))
                return executor.submit(grade_one, chosen, reference, settings)

            def save(student: str, graded: GradedSubmission) -> tuple[Remark, ...]:
                earlier = read_notebook(folder.autograded(student))
                graded = self._checked(graded, earlier, reference_digest)
                points = saved.get(student, {})
                moves = self._save(student, graded, earlier, points)
                # An extension creates rows without points.
                is_first = earlier is None and set(points.values()) <= {SavedScore(None, None)}
                summary.moves += [m for m in moves if m.question == LATENESS or not is_first]
                if is_first:
                    summary.graded_first.append(student)
                if needed := needs_python(graded.notebook):
                    summary.newer[student] = needed
                if self.dry_run:  # after a real run, the report shows this remark
                    remark = time_remark(folder.submitted(student).parent, None)
                    summary.remarks |= {student: [remark]} if remark else {}
                return graded.remarks

            run_tasks(self.open_pool, summary, on_result, submit, save)
        summary.graded_first.sort()
        order = {question: i for i, question in enumerate(folder.assignment.questions)}
        summary.moves.sort(key=lambda m: (order.get(m.question, len(order)), m.student))
        summary.elapsed = time.monotonic() - start
        return summary

    def _lock_course(self, stack: ExitStack) -> None:
        """Raise CourseError if another run, or a watch, grades in this course."""
        root = self.folder.course.root
        problem = (
            "another `examiner autograde`, or an `examiner watch`, is at work here. Wait until the "
            "first is done. End the watch: it grades every submission by itself."
        )
        attempts = attempts_folder(root)
        if not self.by_watch and attempts.is_dir():
            stack.enter_context(folders.exclusive_access(attempts, problem))
        top = root / self.folder.coursedir.autograded_directory
        stack.enter_context(folders.exclusive_access(top, problem))

    def _checked(
        self, graded: GradedSubmission, earlier: NotebookNode | None, reference_digest: str
    ) -> GradedSubmission:
        """Return a graded submission in the form to save.

        If the run marks one question only, the verdicts on all other questions and the fingerprint
        stay as they were. A later run therefore still notices everything else that changed.

        Args:
            graded: The graded submission from the worker.
            earlier: The notebook in autograded/; None if there is none.
            reference_digest: The digest of the reference notebook.

        Raises:
            StudentFailure: The submission was not graded, or can't be saved.
        """
        notebook = graded.notebook
        if notebook.cells[0].id == NOT_GRADED:
            raise StudentFailure("; ".join(remark.text for remark in graded.remarks))
        if (found := Fingerprint.read(notebook)) is None or found.reference != reference_digest:
            raise StudentFailure(
                "the worker runs another version of the examiner: update it, then grade again"
            )
        if self.only is None:
            return graded
        before = Fingerprint.read(earlier) if earlier is not None else None
        if earlier is None or before is None or _without_tests(notebook) != _without_tests(earlier):
            raise StudentFailure(
                "more than the tests changed since the last grading: grade again without --only"
            )
        marked_again = test_cell_of(self.folder.assignment, self.only)
        earlier_cells = {name_of(cell): cell for cell in earlier.cells}
        for cell in notebook.cells:
            if is_test(cell) and name_of(cell) != marked_again:
                kept = earlier_cells[name_of(cell)]
                cell.outputs, cell.execution_count = kept.outputs, kept.execution_count
                if record := VerdictRecord.read(kept):
                    record.write(cell)
                    write_marking_digest(cell, read_marking_digest(kept))
        before.write(notebook)
        return GradedSubmission.of(notebook, graded.remarks)

    def _save(
        self,
        student: str,
        graded: GradedSubmission,
        earlier: NotebookNode | None,
        saved: Mapping[str, SavedScore],
    ) -> list[Move]:
        """Save a graded submission to autograded/ and to the gradebook; in a dry run to neither.

        nbgrader's own functions write to the gradebook. If anything fails, the earlier result stays
        as it was.

        Args:
            student: The student's id.
            graded: The graded submission.
            earlier: The notebook in autograded/; None if there is none.
            saved: Graded cell -> its scores in the gradebook.

        Returns:
            The marks that change.

        Raises:
            CourseError: No submission can be saved now. Any other exception concerns only this
                submission.
        """
        gradebook, assignment = self._gradebook, self.folder.assignment
        submitted = self.folder.submitted(student).parent
        with self._result_folder(student, graded), gradebook.transaction(roll_back=self.dry_run):
            gradebook.check_course(gradebook.course_id)
            if self._settings.create_student:
                gradebook.update_or_create_student(student)
            else:
                gradebook.find_student(student)
            timestamp = self.folder.coursedir.get_existing_timestamp(str(submitted))
            submission = gradebook.update_or_create_submission(
                assignment.name, student, timestamp=timestamp
            )
            (row,) = (n for n in submission.notebooks if n.name == assignment.notebook)
            if self.dry_run:  # a real run has done this for the whole class
                count_further(gradebook, assignment, row.id)
            reopened = save_scores(gradebook, row, graded.notebook.cells)
            moves = _moves(student, graded.notebook, earlier, saved, reopened)
            return [*moves, *self._save_penalty(row, submission)]

    def _result_folder(
        self, student: str, graded: GradedSubmission
    ) -> AbstractContextManager[None]:
        """Replace a student's folder in autograded/ when the `with` block has succeeded.

        It holds the graded notebook, the student's files, and the course's files, which replace
        files of the student with the same name.
        """
        if self.dry_run:
            return nullcontext()
        coursedir, assignment = self.folder.coursedir, self.folder.assignment
        course_files = folders.files_of_course(self.folder.source.parent, coursedir.ignore)
        for name in self._settings.exclude_overwriting.get(assignment.name, []):
            course_files.pop(name, None)
        submitted = self.folder.submitted(student).parent
        student_files = folders.files_of_student(submitted, coursedir.ignore)
        notebook = {f"{assignment.notebook}.ipynb": graded.file}
        files = (student_files | course_files | notebook).items()
        place, mode = self.folder.autograded(student).parent, self._settings.permissions
        return folders.replacing(place, files, coursedir, mode)

    def _save_totals(self, students: Collection[str]) -> tuple[str, list[Move]]:
        """Count further problems as the setting says, and compute the cost of lateness again.

        The due date, an extension or the rule for lateness may have changed since.

        Args:
            students: The ids of students who aren't graded again. For all other students, lateness
                is recomputed only if the way further problems count has changed.

        Returns:
            A line about further problems, or "" if they count as before; and the marks that change.

        Raises:
            CourseError: The gradebook can't be written.
        """
        with self._gradebook.transaction(roll_back=self.dry_run):
            assignment, columns = self.folder.assignment, (SubmittedNotebook, SubmittedAssignment)
            is_recounted = count_further(self._gradebook, assignment)
            rows, ids = rows_of(self._gradebook, assignment, *columns).all(), set(students)
            chosen = [row for row in rows if is_recounted or row[1].student_id in ids]
            moves = [move for row in chosen for move in self._save_penalty(*row)]
        count = f"{str(assignment.further_count)!r} (c.FurtherProblems.count)"
        return f"totals now count further problems as {count}" if is_recounted else "", moves

    def _save_penalty(
        self, row: SubmittedNotebook, submission: SubmittedAssignment
    ) -> Iterator[Move]:
        """Save the cost of lateness, and yield a move if it differs from the saved cost."""
        student, late = submission.student_id, submission.total_seconds_late
        if late > 0:
            self._gradebook.db.flush()
            self._gradebook.db.refresh(row, ["score"])
        after = self._lateness_cost(submission, row.score)
        costs = row.late_submission_penalty or 0.0, after or 0.0
        row.late_submission_penalty = after
        if costs[0] != costs[1]:
            was, now = (
                f"{format_points(p)} taken off" if p else "nothing taken off" for p in costs
            )
            when = f"{time_span(late / 3600)} late" if late else "on time"
            points = 0.0 - costs[0], 0.0 - costs[1]
            yield Move(LATENESS, student, *points, (was,), (f"{when}: {now}",))


def _without_tests(notebook: NotebookNode) -> list:
    """Return the names and sources of a notebook's cells, without the sources of tests."""
    return [(name_of(cell), "" if is_test(cell) else cell.source) for cell in notebook.cells]


def _moves(
    student: str,
    graded: NotebookNode,
    earlier: NotebookNode | None,
    saved: Mapping[str, SavedScore],
    reopened: ReopenedCells,
) -> Iterator[Move]:
    """Yield the saved marks of a student that a graded notebook changes.

    Args:
        student: The student's id.
        graded: The graded notebook.
        earlier: The notebook in autograded/; None if there is none.
        saved: Graded cell -> its scores in the gradebook. A cell without scores yields nothing.
        reopened: The cells that a person had settled and that are open again.
    """
    before = {name_of(cell): cell for cell in earlier.cells if is_grade(cell)} if earlier else {}
    for cell in filter(is_grade, graded.cells):
        name, after = grade_id_of(cell), auto_score(cell)
        if (old := saved.get(name)) is None:
            continue
        was, now = _found_wrong(earlier, before.get(name)), _found_wrong(graded, cell)
        question = question_of(name)
        reason = (CHANGED,) if name in reopened.asked_again else ()
        if name in reopened.withdrawn:
            yield Move(question, student, old.manual, after, (GIVEN_BEFORE,), now)
        elif after != old.auto:
            yield Move(question, student, old.auto, after, was, reason + now, old.manual)
        elif reason:
            given = old.auto if old.manual is None else old.manual
            yield Move(question, student, given, None, was, reason, old.manual)


def _found_wrong(notebook: NotebookNode | None, cell: NotebookNode | None) -> tuple[str, ...]:
    """Return the messages about a graded cell; without a verdict, the reason why there is none."""
    if notebook is None or cell is None:
        return ("not known",)
    if is_unread(notebook.cells):
        return ("no notebook could be read",)
    if record := VerdictRecord.read(cell):
        return tuple(record.wrong)
    return ("nothing was written" if is_left_open(cell) else "an answer that needs manual grading",)
