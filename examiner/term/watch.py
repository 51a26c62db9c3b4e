"""`examiner watch`: what is handed in is graded, and its page released, while the student waits.

A round collects what is new in the exchange, grades it, makes pages and releases them. As long as a
student's due date is to come a page is at the level "hint", and only so many tries a day are
graded; then all is told. Nothing is kept but what is on disk: a watch that ended goes on where it
was.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime

from nbgrader.auth import Authenticator
from nbgrader.exchange import ExchangeError, ExchangeFactory
from nbgrader.exchange.default import Exchange
from traitlets.log import get_logger

from ..checks.verdict import format_points
from ..course import CourseError
from ..findings.level import Level
from ..intake.folders import alone
from ..quoting import quoted_name
from ..wording import several
from ..workers.executors import Pool
from .autograde import Autograde, Summary, Wanted
from .class_feedback import Feedback, Page
from .class_runner import Outcome
from .lateness import Due, read_due
from .plan import ClassFolder, Plan
from .settings import Examine
from .telling import Telling
from .tries import FOLDER, Tries

Seen = tuple[int, ...]  # what tells one hand-in of a student from the next


class Watch:
    """The watch of one assignment.

    pool: the workers, which stay from round to round. tell: called with a line for each hand-in,
    and for what is wrong.
    """

    def __init__(self, folder: ClassFolder, pool: Pool, tell: Callable[[str], None]) -> None:
        self.folder, self._pool, self._tell = folder, lambda: nullcontext(pool), tell
        folder.coursedir.assignment_id = folder.assignment.name  # of nbgrader's steps
        self._tries = Tries(folder.course.root, folder.assignment.name)
        self._most = Examine(config=folder.config).tries_a_day
        self._seen: dict[str, Seen] = {}
        self._levels: dict[str, Level] = {}  # at which a student's page was released
        self._graded: set[str] = set()  # of this round, as long as no page is released
        self._put_off: set[str] = set()
        self._wrong: list[str] = []  # in the last round, or in this one so far
        self._due = Due(None, {})

    def round(self, now: datetime) -> None:
        """What there is to do at a time, with a zone, once. What fails is told, and is done again
        in the next round."""
        said, self._wrong = self._wrong, []
        try:
            self._tries.begin()
            self._due = read_due(self.folder)
            self._collect()
            self._grade(now)
            self._release(now)
        except (CourseError, ExchangeError, OSError) as error:
            self._wrong.append(str(error))
        for line in self._wrong:
            if line not in said:  # once, however many rounds it lasts
                self._tell(f"{line} The next round tries again.")

    def _collect(self) -> None:
        """Bring in what is new; without an exchange, submitted/ is all there is."""
        if not (exchange := self._exchange):
            return
        authenticator = Authenticator(config=self.folder.config)
        try:
            exchange.Collect(
                coursedir=self.folder.coursedir, authenticator=authenticator, update=True
            ).start()
        except CourseError as error:  # of some students; the others were collected
            self._wrong.append(str(error))

    @property
    def _exchange(self) -> ExchangeFactory | None:
        config = self.folder.config
        root = Exchange(coursedir=self.folder.coursedir, config=config).root
        return ExchangeFactory(config=config) if os.path.isdir(root) else None

    # --- grading ---------------------------------------------------------------------------------

    def _grade(self, now: datetime) -> None:
        """Grade what changed, but of who has no try left today."""
        folder, new = self.folder, {}
        for student in folder.students(folder.coursedir.submitted_directory):
            seen = self._look(student)
            if seen != self._seen.get(student) and not self._is_put_off(student, now):
                new[student] = seen
        if not new:
            return

        def tell(outcome: Outcome, summary: Summary) -> None:
            if failure := summary.failures.get(outcome.student):
                self._tell(f"{quoted_name(outcome.student)}: not graded: {failure}")
                return
            self._note(outcome, now)

        done = Autograde(folder, Wanted(tuple(new)), self._pool).run(lambda plan: None, tell)
        for student, why in done.plan.left_out.items():
            self._wrong.append(f"{quoted_name(student)}: not graded: {why}.")
            del new[student]
        self._seen |= new

    def _look(self, student: str) -> Seen:
        """The folder of a student's hand-in, and the notebook in it, as the disk has them."""
        notebook, found = self.folder.submitted(student), []
        for path in (notebook.parent, notebook):
            try:
                status = os.lstat(path)
                found += [status.st_ino, status.st_mtime_ns, status.st_size]
            except OSError:
                found.append(-1)
        return tuple(found)

    def _is_put_off(self, student: str, now: datetime) -> bool:
        """Whether a student has no try left today; said once."""
        today = self._tries.on_day(student, now.date().isoformat())
        if not self._due.is_to_come(student, now) or today < self._most:
            self._put_off.discard(student)
            return False
        if student not in self._put_off and student in self._seen:
            when = "graded when the day ends, or at the due date"
            self._tell(f"{quoted_name(student)}: {self._most} tries today; {when}")
            self._put_off.add(student)
        return True

    def _note(self, outcome: Outcome, now: datetime) -> None:
        student, questions = outcome.student, self.folder.assignment.questions.items()
        for remark in outcome.remarks:
            if remark.serious:
                self._tell(f"{quoted_name(student)}: {remark.text}")
        records = outcome.graded.records
        points = {name: getattr(records.get(q.test), "points", None) for name, q in questions}
        done = self._tries.add(student, points, now)
        self._graded.add(student)
        known = sum(q.points for name, q in questions if points[name] is not None)
        got = f"{format_points(done.total)} of {format_points(known)} graded"
        which = self._tries.which(student, done.day, self._most)
        self._tell(f"{quoted_name(student)}: try {which}, {got}")

    # --- pages -----------------------------------------------------------------------------------

    def _release(self, now: datetime) -> None:
        """Make and release the pages of who was graded, and of whom there is more to tell now.

        Who was graded comes first: they wait, and the others have read a page.
        """
        there = self.folder.students(self.folder.coursedir.autograded_directory)
        telling = Telling(self._tries, self._most, self._due, now)
        levels = {student: telling.level(student) for student in there}
        graded = [s for s in there if s in self._graded]
        others = [s for s in there if self._levels.get(s) != levels[s] and s not in graded]
        made = 0
        for wanted in filter(None, (graded, others)):
            made += self._make(wanted, telling)
            self._graded -= set(wanted)
            self._levels |= {student: levels[student] for student in wanted}
        if graded or others:
            self._tell(f"{several(made, 'page')} made and released")

    def _make(self, wanted: list[str], telling: Telling) -> int:
        """Make pages, and release each once it is there; how many were made."""
        folder, exchange = self.folder, self._exchange

        def release(student: str) -> None:
            if exchange:
                with self._only(student):
                    exchange.ReleaseFeedback(coursedir=folder.coursedir).start()

        def began(plan: Plan) -> None:  # of an earlier round, which came no further
            for student in plan.unchanged:
                release(student)

        def tell(page: Page, summary: Summary) -> None:
            if page.student in summary.seconds:
                release(page.student)

        done = Feedback(folder, wanted, pool=self._pool, telling=telling).run(began, tell)
        for student, why in (done.failures | done.plan.left_out).items():
            self._tell(f"{quoted_name(student)}: no page: {why}")
        return len(done.seconds)

    @contextmanager
    def _only(self, student: str) -> Iterator[None]:
        """Let nbgrader's steps be about one student."""
        self.folder.coursedir.student_id = student
        try:
            yield
        finally:
            self.folder.coursedir.student_id = "*"


class _Warnings(logging.Handler):
    """Tells each warning of nbgrader's log once, however many rounds it is true."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._tell, self._said = tell, set()

    def emit(self, record: logging.LogRecord) -> None:
        if (line := record.getMessage()) not in self._said:
            self._said.add(line)
            self._tell(line)


@contextmanager
def watching(folder: ClassFolder, tell: Callable[[str], None]) -> Iterator[None]:
    """Inside, what nbgrader warns of is told, once.

    CourseError where another watch is at work in this course.
    """
    log, warnings = get_logger(), _Warnings(tell)
    with alone(folder.course.root / FOLDER, "another `examiner watch` is at work here."):
        log.addHandler(warnings)
        try:
            yield
        finally:
            log.removeHandler(warnings)
