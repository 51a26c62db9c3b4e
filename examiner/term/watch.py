"""`examiner watch`: what is handed in is graded, and its page released, while the student waits.

A round collects what is new in the exchange, grades it, makes pages and releases them. As long as
anybody may submit for full points a page is at the level "hint", and only so many tries a day are
graded; then all is told. Nothing is kept but what is on disk: a watch that ended goes on where it
was.
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
from ..grading.fingerprint import digest_of_work, read_work
from ..intake.exchange import ExchangeSubmission, made_at
from ..intake.folders import alone
from ..intake.lms_names import SECRET
from ..quoting import quoted_name
from ..wording import several
from ..workers.executors import Pool
from .attempts import FOLDER, Attempts, FeedbackRule, chosen_in
from .autograde import Autograde
from .class_feedback import Feedback
from .class_runner import StudentResult, show_warnings_once
from .lateness import time_submitted
from .plan import ClassFolder, Plan

Seen = tuple[int, ...]  # what tells one hand-in of a student from the next


class AssignmentWatch:
    """The watch of one assignment.

    pool: the workers, which stay from round to round. tell: called with a line for each hand-in,
    and for what is wrong.
    """

    def __init__(self, folder: ClassFolder, pool: Pool, tell: Callable[[str], None]) -> None:
        self.folder, self._tell = folder, tell
        self._open_pool = lambda: nullcontext(pool)
        self._read_tries()  # which says what is wrong with their file, before anything is done
        self._seen: dict[str, Seen] = {}
        self._levels: dict[str, Level] = {}  # of a student's page, if it is of what is graded
        self._made: list[str] = []  # whose pages were made in this round
        self._put_off: set[str] = set()
        self._refused: set[str] = set()  # what came too late to be collected
        self._wrong: list[str] = []  # in the last round, or in this one so far

    def _read_tries(self) -> Attempts:
        return Attempts(self.folder.course.root, self.folder.assignment.name)

    def round(self, now: datetime) -> None:
        """Do once what there is to do at a time, with a zone. What fails is told, and is done again
        in the next round."""
        said, self._wrong, self._made = self._wrong, [], []
        try:
            self._read_tries().begin()
            telling = FeedbackRule.of(self.folder, now)
            self._collect(telling)
            self._grade(telling)
            # Of whom there is more to tell now, and what failed before.
            there = self.folder.students(self.folder.coursedir.autograded_directory)
            self._make([s for s in there if self._levels.get(s) != telling.level(s)], telling)
        except (CourseError, ExchangeError, OSError) as error:
            self._wrong.append(str(error))
        if self._made:
            self._tell(self._said_of_pages())
        for line in self._wrong:
            if line not in said:  # once, however many rounds it lasts
                self._tell(f"{line} The next round tries again.")

    def _say(self, student: str, line: str) -> None:
        self._tell(f"{quoted_name(student)}: {line}")

    def _collect(self, telling: FeedbackRule) -> None:
        """Bring in what is new; without an exchange, submitted/ is all there is.

        telling: the rule of this round.
        """
        if not (exchange := self._exchange):
            return
        coursedir, config = self.folder.coursedir, self.folder.config
        authenticator = Authenticator(config=config)
        try:
            collect = exchange.Collect(
                coursedir=coursedir, authenticator=authenticator, update=True
            )
            if telling.closed:
                collect.accepts = lambda record: (
                    not telling.is_late(record.student, made_at(record))
                )
            collect.start()
            self._tell_refused(collect.refused)
        except CourseError as error:  # of some students; the others were collected
            self._wrong.append(str(error))

    def _tell_refused(self, refused: Iterable[ExchangeSubmission]) -> None:
        """Say once of each submission in the exchange that it came too late to be collected."""
        for record in refused:
            there = time_submitted(self.folder, record.student)
            name = record.path.name
            if name not in self._refused and not (there and there >= record.time):
                self._tell(f"{quoted_name(name)} is late, and pages that say what is right are out")
            self._refused.add(name)

    @property
    def _exchange(self) -> ExchangeFactory | None:
        config = self.folder.config
        root = Exchange(coursedir=self.folder.coursedir, config=config).root
        return ExchangeFactory(config=config) if os.path.isdir(root) else None

    # --- grading ---------------------------------------------------------------------------------

    def _grade(self, telling: FeedbackRule) -> None:
        """Grade what changed, but of who has no try left today. Each gets a page at once: another
        one's endless loop may take a minute."""
        new = {}
        for student in self.folder.students(self.folder.coursedir.submitted_directory):
            seen = self._look(student)
            if seen == self._seen.get(student):
                continue
            if why := telling.why_not(self.folder, student):
                self._say(student, f"not graded: {why}")
                self._seen[student] = seen
            elif student in self._seen and self._is_same(student, telling):
                # It isn't graded again: a program may answer otherwise each time.
                self._say(student, "the same as the last time, which costs no try")
                self._seen[student] = seen
            elif not self._is_put_off(student, telling):
                new[student] = seen
        if not new:
            return

        def tell(outcome: StudentResult) -> None:
            if outcome.failure:
                self._say(outcome.student, f"not graded: {outcome.failure}")
                return
            self._note(outcome, telling)
            self._make([outcome.student], telling)

        grading = Autograde(self.folder, tuple(new), by_watch=True, open_pool=self._open_pool)
        for student, why in grading.run(tell=tell).plan.left_out.items():
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

    def _is_put_off(self, student: str, telling: FeedbackRule) -> bool:
        """True where a student has no try left today; said once."""
        when = time_submitted(self.folder, student)
        limited = telling.is_early(student) or telling.is_late(student, when)
        today = telling.tries.on_day(student, telling.now.date().isoformat())
        if not limited or today < telling.most:
            self._put_off.discard(student)
            return False
        if student not in self._put_off and student in self._seen:
            waits = "graded when the day ends, or at the due date"
            self._say(student, f"{telling.most} tries today; {waits}")
            self._put_off.add(student)
        return True

    def _is_same(self, student: str, telling: FeedbackRule) -> bool:
        """Whether what a student submitted is what was graded last."""
        work = digest_of_work(self.folder.collect(student))
        return telling.tries.is_last(student, work)

    def _note(self, outcome: StudentResult, telling: FeedbackRule) -> None:
        student = outcome.student
        for remark in outcome.remarks:
            if remark.serious:
                self._say(student, remark.text)
        questions, records = self.folder.assignment.questions, outcome.made.records
        verdicts = {name: records.get(question.test) for name, question in questions.items()}
        points = {name: getattr(record, "points", None) for name, record in verdicts.items()}
        work = read_work(outcome.made.notebook)
        self._levels.pop(student, None)
        if telling.tries.is_last(student, work):  # as after a new start, or with other tests
            return
        done = telling.tries.add(student, points, telling.now, work, chosen_in(verdicts))
        known = sum(q.points for name, q in questions.items() if points[name] is not None)
        got = f"{format_points(done.total)} of {format_points(known)} graded"
        self._say(student, f"try {telling.tries.which(student, telling.most)}, {got}")

    # --- pages -----------------------------------------------------------------------------------

    def _make(self, wanted: list[str], telling: FeedbackRule) -> None:
        """Make pages, and release each once it is there."""

        def began(plan: Plan) -> None:  # of an earlier round, which came no further
            for student in plan.unchanged:
                self._release(student)

        def tell(page: StudentResult) -> None:
            if not page.failure:
                self._made.append(page.student)
                self._release(page.student)

        if wanted:
            pool = self._open_pool
            making = Feedback(self.folder, wanted, open_pool=pool, telling=telling)
            done = making.run(began, tell)
            for student, why in (done.failures | done.plan.left_out).items():
                self._say(student, f"no page: {why}")
            self._levels |= {student: telling.level(student) for student in wanted}

    def _release(self, student: str) -> None:
        """Release a student's page, if the submission came by the exchange."""
        if (exchange := self._exchange) and self._came_by_exchange(student):
            name, config = self.folder.assignment.name, self.folder.config
            of_one = CourseDirectory(config=config, assignment_id=name, student_id=student)
            exchange.ReleaseFeedback(coursedir=of_one).start()

    def _came_by_exchange(self, student: str) -> bool:
        place = self.folder.folder(self.folder.coursedir.feedback_directory, student)
        return (place / SECRET).is_file()

    def _said_of_pages(self) -> str:
        """A line on the pages of this round."""
        made = f"{several(len(self._made), 'page')} made"
        others = sorted(quoted_name(s) for s in self._made if not self._came_by_exchange(s))
        if not self._exchange:
            return f"{made}: hand out {self.folder.coursedir.feedback_directory}/ yourself"
        if others:
            return f"{made}, released but for who came another way: {', '.join(others)}"
        return f"{made} and released"


@contextmanager
def watching(folder: ClassFolder, tell: Callable[[str], None]) -> Iterator[None]:
    """Inside, what nbgrader warns of is told, once.

    CourseError where another watch is at work in this course.
    """
    said = "another `examiner watch`, or `examiner autograde`, is at work here."
    with (
        alone(folder.course.root / FOLDER, said),
        show_warnings_once(lambda line, level: tell(line)),
    ):
        yield
