"""`examiner watch`: grade each submission and release its page while the student waits.

A round collects new submissions from the exchange, grades them, makes pages and releases the pages.
While any student may still submit for full points, pages give hints only, and the number of graded
attempts a day is limited. Afterwards all pages are whole pages. All state that matters is on disk,
so a new watch continues where an earlier one ended.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError, ExchangeFactory
from nbgrader.exchange.default import Exchange

from ..checks.verdict import format_points
from ..course import CourseError
from ..findings.feedback_level import Level
from ..grading.fingerprint import digest_of_work, read_work_digest
from ..intake.exchange import ExchangeSubmission, submission_time
from ..intake.folders import exclusive_access, unreadable_folders, unreadable_message
from ..intake.lms_names import SECRET
from ..quoting import quoted_name
from ..wording import several
from ..workers.executors import Pool
from .attempts import Attempts, attempts_folder, chosen_in
from .autograde import Autograde
from .class_feedback import Feedback
from .class_runner import StudentResult, show_warnings_once
from .feedback_rule import FeedbackRule
from .lateness import time_submitted
from .plan import ClassFolder, Plan

FileVersion = tuple[int, ...]  # inode, time and size: tells one submission from the next


class AssignmentWatch:
    """The watch of one assignment. Its memory only saves work: all state is on disk."""

    def __init__(self, folder: ClassFolder, pool: Pool, log: Callable[[str], None]) -> None:
        """Start a watch.

        Args:
            folder: The course folder with the assignment.
            pool: The workers, which stay from round to round.
            log: Called with a line for each submission and for each problem.

        Raises:
            CourseError: The file of the attempts can't be read.
        """
        self.folder, self._log = folder, log
        self._open_pool = lambda: nullcontext(pool)
        self._read_attempts()  # to report a damaged file before any work
        self._versions: dict[str, FileVersion] = {}  # of each submission when last looked at
        self._levels: dict[str, Level] = {}  # of pages that show the last grading, by student
        self._made: list[str] = []  # students with a new page in this round
        self._postponed: set[str] = set()  # students without attempts left; already logged
        self._too_late: set[str] = set()  # names of late submissions; already logged
        self._problems: list[str] = []  # of this round so far

    def _read_attempts(self) -> Attempts:
        return Attempts(self.folder.course.root, self.folder.assignment.name)

    def round(self, now: datetime) -> None:
        """Do one round. The log gets all problems, and the next round tries again.

        Args:
            now: The present time, with a time zone.
        """
        earlier, self._problems, self._made = self._problems, [], []
        try:
            self._read_attempts().begin()
            rule = FeedbackRule.of(self.folder, now)
            self._collect(rule)
            self._grade(rule)
            # Pages that failed before, or that may show more since the due date.
            graded = self.folder.students(self.folder.coursedir.autograded_directory)
            self._make_pages([s for s in graded if self._levels.get(s) != rule.level(s)], rule)
        except (CourseError, ExchangeError, OSError) as error:
            self._problems.append(str(error))
        if self._made:
            self._log(self._page_line())
        for line in self._problems:
            if line not in earlier:  # once, however many rounds the problem lasts
                self._log(f"{line} The next round tries again.")

    def _log_student(self, student: str, line: str) -> None:
        self._log(f"{quoted_name(student)}: {line}")

    def _collect(self, rule: FeedbackRule) -> None:
        """Collect new submissions from the exchange, if there is one."""
        if not (exchange := self._exchange):
            return
        coursedir, config = self.folder.coursedir, self.folder.config
        authenticator = Authenticator(config=config)
        try:
            collect = exchange.Collect(
                coursedir=coursedir, authenticator=authenticator, update=True
            )
            if rule.closed:
                collect.accepts = lambda record: (
                    not rule.is_late(record.student, submission_time(record))
                )
            collect.start()
            self._log_too_late(collect.refused)
        except CourseError as error:  # concerns some students; all others were collected
            self._problems.append(str(error))

    def _log_too_late(self, refused: Iterable[ExchangeSubmission]) -> None:
        """Log once for each submission in the exchange that came too late to be collected."""
        for record in refused:
            collected = time_submitted(self.folder, record.student)
            name = record.path.name
            if name not in self._too_late and not (collected and collected >= record.time):
                self._log(
                    f"{quoted_name(name)}: not collected: it is late, and pages with right "
                    "answers are out"
                )
            self._too_late.add(name)

    @property
    def _exchange(self) -> ExchangeFactory | None:
        config = self.folder.config
        root = Exchange(coursedir=self.folder.coursedir, config=config).root
        return ExchangeFactory(config=config) if os.path.isdir(root) else None

    # --- grading ---------------------------------------------------------------------------------

    def _grade(self, rule: FeedbackRule) -> None:
        """Grade changed submissions of students with attempts left today.

        Each student gets a page at once: an endless loop in another submission may take a minute.
        """
        new, submitted = {}, self.folder.coursedir.submitted_directory
        for path in unreadable_folders(self.folder.coursedir, submitted).values():
            self._problems.append(unreadable_message(self.folder.course.short(path)))
        for student in self.folder.students(submitted):
            version = self._version(student)
            if version == self._versions.get(student):
                continue
            if why := rule.why_not(self.folder, student):
                self._log_student(student, f"not graded: {why}")
                self._versions[student] = version
            elif student in self._versions and self._is_same(student, rule):
                # Grading it again could give another mark, if the answer depends on chance.
                self._log_student(student, "not graded again: same files, no attempt used up")
                self._versions[student] = version
            elif not self._is_postponed(student, rule):
                new[student] = version
        if not new:
            return

        def on_result(result: StudentResult) -> None:
            if result.failure:
                self._log_student(result.student, f"not graded: {result.failure}")
                return
            self._record_attempt(result, rule)
            self._make_pages([result.student], rule)

        grading = Autograde(self.folder, tuple(new), by_watch=True, open_pool=self._open_pool)
        for student, why in grading.run(on_result=on_result).plan.left_out.items():
            self._problems.append(f"{quoted_name(student)}: not graded: {why}.")
            del new[student]
        self._versions |= new

    def _version(self, student: str) -> FileVersion:
        """Return the version of a student's submitted folder and notebook."""
        notebook, numbers = self.folder.submitted(student), []
        for path in (notebook.parent, notebook):
            try:
                status = os.lstat(path)
                numbers += [status.st_ino, status.st_mtime_ns, status.st_size]
            except OSError:
                numbers.append(-1)
        return tuple(numbers)

    def _is_postponed(self, student: str, rule: FeedbackRule) -> bool:
        """Return whether a student has no attempts left today; log it once."""
        when = time_submitted(self.folder, student)
        is_limited = rule.is_early() or rule.is_late(student, when)
        today = rule.attempts.on_day(student, rule.now.date().isoformat())
        if not is_limited or today < rule.attempts_a_day:
            self._postponed.discard(student)
            return False
        if student not in self._postponed and student in self._versions:
            used_up = f"all {rule.attempts_a_day} attempts of today are used up"
            later = "This submission will be graded after midnight or at the due date"
            self._log_student(student, f"{used_up}. {later}")
            self._postponed.add(student)
        return True

    def _is_same(self, student: str, rule: FeedbackRule) -> bool:
        """Return whether a submission is the one that was graded last."""
        work = digest_of_work(self.folder.collect(student))
        return rule.attempts.is_last(student, work)

    def _record_attempt(self, result: StudentResult, rule: FeedbackRule) -> None:
        """Record a graded submission as an attempt, unless it repeats the last attempt."""
        student = result.student
        for remark in result.remarks:
            if remark.serious:
                self._log_student(student, remark.text)
        questions, records = self.folder.assignment.questions, result.made.records
        verdicts = {name: records.get(question.test) for name, question in questions.items()}
        points = {name: getattr(record, "points", None) for name, record in verdicts.items()}
        work = read_work_digest(result.made.notebook)
        self._levels.pop(student, None)
        if rule.attempts.is_last(student, work):  # after a restart, or with other tests
            return
        attempt = rule.attempts.add(student, points, rule.now, work, chosen_in(verdicts))
        assignment = self.folder.assignment
        graded = (name for name in questions if points[name] is not None)
        possible = sum(map(assignment.maximum_of, graded))
        number = rule.attempts.last_number(student, rule.attempts_a_day)
        earned = format_points(attempt.total(assignment.uncounted))
        earned = f"{earned} of {format_points(possible)} points"
        self._log_student(student, f"attempt {number}: {earned} from automatic grading")

    # --- pages -----------------------------------------------------------------------------------

    def _make_pages(self, students: list[str], rule: FeedbackRule) -> None:
        """Make pages, and release each page as soon as it is complete."""

        def on_plan(plan: Plan) -> None:  # an earlier round may have failed to release these
            for student in plan.unchanged:
                self._release(student)

        def on_result(page: StudentResult) -> None:
            if not page.failure:
                self._made.append(page.student)
                self._release(page.student)

        if students:
            feedback = Feedback(self.folder, students, open_pool=self._open_pool, rule=rule)
            done = feedback.run(on_plan, on_result)
            for student, why in (done.failures | done.plan.left_out).items():
                self._log_student(student, f"no page: {why}")
            self._levels |= {student: rule.level(student) for student in students}

    def _release(self, student: str) -> None:
        """Release a student's page, if the submission came through the exchange."""
        if (exchange := self._exchange) and self._came_by_exchange(student):
            name, config = self.folder.assignment.name, self.folder.config
            of_one = CourseDirectory(config=config, assignment_id=name, student_id=student)
            exchange.ReleaseFeedback(coursedir=of_one).start()

    def _came_by_exchange(self, student: str) -> bool:
        page_folder = self.folder.folder(self.folder.coursedir.feedback_directory, student)
        return (page_folder / SECRET).is_file()

    def _page_line(self) -> str:
        """Return a line about the pages of this round."""
        made = f"{several(len(self._made), 'page')} made"
        feedback = f"{self.folder.coursedir.feedback_directory}/"
        others = sorted(quoted_name(s) for s in self._made if not self._came_by_exchange(s))
        if not self._exchange:
            return f"{made}: there is no exchange, so hand out {feedback} yourself"
        if others:
            return (
                f"{made} and released, except for students who submitted another way: "
                f"{', '.join(others)}. Hand out their pages from {feedback} yourself"
            )
        return f"{made} and released"


@contextmanager
def watching(folder: ClassFolder, log: Callable[[str], None]) -> Iterator[None]:
    """Keep all other watches out during the `with` block, and log nbgrader's warnings once each.

    Args:
        folder: The course folder with the assignment.
        log: Called with each line.

    Raises:
        CourseError: Another watch or another grading run is at work in this course.
    """
    problem = "another `examiner watch` or `examiner autograde` is at work here: end it first."
    attempts = attempts_folder(folder.course.root)
    with exclusive_access(attempts, problem), show_warnings_once(lambda line, level: log(line)):
        yield
