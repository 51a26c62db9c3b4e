"""The pages and the actions of `examiner mark`, independent of the web server.

The class is not safe for several threads. Each request opens the gradebook anew. A worker process
renders the students' answers as HTML. The templates escape all other text, unless a filter renders
it.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape
from nbgrader.api import MissingEntry

from ..authoring.marking_modules import question_object
from ..checks.verdict import ReviewReason, format_points
from ..course import Course, CourseError
from ..course_modules import marking_path
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.decisions import QueueState
from ..gradebook.scores import OpenAnswer
from ..pages.feedback import TEMPLATES, finding_markup, template_environment
from ..pages.markdown import formula_styles, render_markdown
from ..quoting import named, printable
from ..reports.report import suggested_entry
from ..rubric import RubricItem
from ..term.plan import ClassFolder
from ..wording import names as list_names
from ..wording import several
from ..workers.worker import CannotGrade, Worker
from .answers import (
    AnswerGroup,
    NewMark,
    QuestionContent,
    SavedMark,
    StudentAnswer,
    read_questions,
    read_student_answers,
    read_texts,
    save_marks,
    separate_own_lines,
)

UNEXPLAINED = "unexplained"  # the queue, in paths
CONFIRMATIONS = {  # decision in the queue -> its confirmation, with the points and the answers
    "give": "Saved: {0} for {1}.",
    "leave": "Saved: the points of {1} stay as they are.",
    "back": "Back in the queue: {1}.",
}
MAX_CODE = 50_000  # characters of code on a page
MAX_TEXT = 2000  # characters of an answer in a list
MAX_COMMENT = 20_000  # characters
LOOKING_SECONDS = 600.0  # time for which an opened answer counts as open
MAX_NAMED = 5  # students in a confirmation
HERE = Path(__file__).parent


class PageNotFound(CourseError):
    """An error for a page that doesn't exist; its text is one line for the grader."""


class Redirect(Exception):
    """A redirection to another path, which is the text of the exception."""


@dataclass(frozen=True)
class PageRequest:
    """A request for a page, with its options ("" if an option is off).

    Attributes:
        home: The path of the first page, with the token.
        key: The key that proves the server to open pages (see `server.ServerState`).
        browser: The number of the browser.
        names: Not empty to show the students' names. By default, no page shows them.
        only: Not empty to show the names on this page, to choose students; "1" chooses this one.
        saved: The key of the mark that was saved just before.
        undone: Not empty if that mark was just undone.
    """

    home: str
    key: str
    browser: str
    names: str = ""
    only: str = ""
    saved: str = ""
    undone: str = ""

    def path(self, *parts: str, **options: str) -> str:
        """Build the path of a page with these options. It keeps showing names, or not."""
        all_options = {"names": self.names} | options
        query = "&".join(f"{name}={value}" for name, value in all_options.items() if value)
        return f"{self.home}{''.join(f'{part}/' for part in parts)}{f'?{query}' if query else ''}"


@dataclass(frozen=True)
class AnswerGroups:
    """The answers to a question, in groups of equal answers.

    Attributes:
        groups: The groups.
        elsewhere: The ids of the answers that are open in other browsers.
    """

    groups: list[AnswerGroup]
    elsewhere: set[str]

    def place_of(self, answer: str) -> int:
        """Find the index of the group with an answer.

        Args:
            answer: The id of the answer.

        Returns:
            The index.

        Raises:
            PageNotFound: No group has the answer.
        """
        for place, group in enumerate(self.groups):
            if any(each.id == answer for each in group):
                return place
        raise PageNotFound("There is no such answer. Perhaps it has been graded again.")

    def is_elsewhere(self, group: AnswerGroup) -> bool:
        """Check whether a group is open in another browser."""
        return any(each.id in self.elsewhere for each in group)

    def is_waiting(self, group: AnswerGroup) -> bool:
        """Check whether a grader has yet to mark the group."""
        return group[0].needs_grading

    def next_waiting(self, answer: str | None, *, back: bool = False) -> str | None:
        """Find the next answer that waits for a grader and isn't open in another browser.

        Args:
            answer: The id of the answer to start after; None to start with the first.
            back: True to search backwards.

        Returns:
            The id; None if there is none. The search continues at the other end of the list.
        """
        place = -1 if answer is None else self.place_of(answer)
        groups = [*self.groups[place + 1 :], *self.groups[: max(place, 0)]]
        free = [g[0].id for g in groups if self.is_waiting(g) and not self.is_elsewhere(g)]
        return free[-1 if back else 0] if free else None


@dataclass(frozen=True)
class ReviewQueue(AnswerGroups):
    """The answers of an assignment that a check marked and a grader should review.

    The answers in a group compute the same and have the same mark.

    Attributes:
        questions: Id of an answer -> its question.
        unread: The number of students whose notebook could not be read.
    """

    questions: Mapping[str, str]
    unread: int

    def is_waiting(self, group: AnswerGroup) -> bool:
        """Check whether the group waits in the main part of the queue."""
        return group[0].is_queued

    def part(self, name: str) -> list[AnswerGroup]:
        """Return the groups in a part: "unexplained", "decided", "failed" or "blank"."""
        return [group for group in self.groups if _part_of(group[0]) == name]


def _part_of(answer: StudentAnswer) -> str:
    if answer.state is QueueState.DECIDED:
        return QueueState.DECIDED
    look = answer.text.checked.look if answer.text.checked else ReviewReason.NOT_NEEDED
    return look or ReviewReason.UNEXPLAINED  # a decision under an earlier check has no reason now


class MarkingPages:
    """The pages of a course for manual grading. Call `close` in the end.

    Every page raises CourseError if it can't be shown.

    Args:
        course: The course.
        only: The assignment to mark; None for all.
        worker: The worker that renders answers; None to start a new process.

    Raises:
        CourseError: There is no such assignment, or none at all.
    """

    def __init__(
        self, course: Course, only: str | None = None, worker: Worker | None = None
    ) -> None:
        self._course, self.only, self.root = course, only, course.root
        self.assignments = [only] if only else list(course.assignments)
        self._saved: dict[str, SavedMark] = {}
        self.folder = cache(self._folder)
        if not self.assignments:
            raise CourseError("the course has no assignment: see docs/adding-a-problem.md.")
        self._worker = worker or Worker(self.folder(self.assignments[0]).settings)

    def start(self) -> None:
        """Start the worker process. It takes seconds; a request that needs the worker waits."""
        with suppress(CannotGrade):  # the page of an answer shows this error
            self._worker.start()

    def close(self) -> None:
        """Stop the worker process, even if it is busy."""
        self._worker.stop()
        self._worker.close()

    def check(self) -> None:
        """Check, before serving, that an assignment can be shown.

        Raises:
            CourseError: No assignment can be shown.
        """
        if all(problems := [problem for *_, problem in self._overview()]):
            raise CourseError(problems[0])

    # --- data of the pages -----------------------------------------------------------------------

    def _folder(self, assignment: str) -> ClassFolder:
        if assignment not in self.assignments:
            raise PageNotFound(f"{assignment} is not marked here.")
        return ClassFolder.of(self._course, assignment)

    def _unreadable(self, assignment: str) -> int:
        """Count the graded notebooks that are missing or broken. No page shows them."""
        folder = self.folder(assignment)
        students = folder.students(folder.coursedir.autograded_directory)
        return sum(not read_texts(folder.autograded(student)) for student in students)

    @contextmanager
    def _gradebook(self, folder: ClassFolder) -> Iterator[ClassGradebook]:
        """Open the gradebook.

        Raises:
            CourseError: The gradebook is missing, or lacks the assignment.
        """
        self._unreadable(folder.assignment.name)  # read the notebooks before locking the gradebook
        with folder.gradebook() as gradebook:
            try:
                yield gradebook
            except MissingEntry as error:
                raise CourseError(f"{error}: run `examiner autograde` again.") from None

    def _answers(self, assignment: str) -> dict[str, list[StudentAnswer]]:
        """Read the answers to each question.

        Raises:
            CourseError: There is no answer yet.
        """
        folder = self.folder(assignment)
        with self._gradebook(folder) as gradebook, gradebook.reading():
            folder.find_assignment(gradebook)
            found = read_student_answers(gradebook, folder)
        if not any(found.values()):
            raise CourseError(
                f"no answer of {assignment} is graded yet: run `examiner autograde {assignment}`, "
                "or wait until `examiner watch` has graded one, and start this again."
            )
        return found

    def _overview(self) -> Iterator[tuple[str, str, int, int, str]]:
        """Summarise each assignment.

        Yields:
            The name, the title, the number of answers that need manual grading, the number of
            answers in the queue, and the reason why the assignment can't be marked; "" if it can.
        """
        for name in self.assignments:
            waiting, queued, problem = 0, 0, ""
            try:
                answers = [a for found in self._answers(name).values() for a in found]
                waiting = sum(answer.needs_grading for answer in answers)
                queued = sum(answer.is_queued for answer in answers)
            except CourseError as error:
                problem = str(error)
            yield name, self._course.assignments[name].title, waiting, queued, problem

    def _content(self, assignment: str, name: str) -> QuestionContent:
        contents = read_questions(self.folder(assignment))
        if name not in contents:
            raise PageNotFound(f"{assignment} has no question {name}.")
        return contents[name]

    def _groups(
        self,
        content: QuestionContent,
        request: PageRequest,
        choose: Callable[[AnswerGroups], str | None] = lambda groups: None,
    ) -> tuple[AnswerGroups, str | None]:
        """Read the answers to a question, and open one of them in the browser.

        The order of the answers is stable and reveals nothing about the students. The gradebook
        records the open answer of each browser for some minutes, so that all servers on the same
        gradebook know it. No mark depends on these records.

        Args:
            content: The question.
            request: The request of the browser.
            choose: A function that chooses the answer to open, by its id.

        Returns:
            The answers in groups, and the id of the opened answer (None if there is none).
        """
        by_key: dict[tuple, list[StudentAnswer]] = defaultdict(list)
        with self._gradebook(content.folder) as gradebook, gradebook.transaction():
            answers = read_student_answers(gradebook, content.folder, content.name)[content.name]
            for each in sorted(answers, key=lambda answer: answer.id):
                mark = (each.needs_grading, each.points, each.manual is None, each.extra)
                by_key[each.text.equality_key, mark, each.comment, each.unmet].append(each)
            elsewhere = _open_elsewhere(gradebook, request)
            groups = AnswerGroups([tuple(group) for group in by_key.values()], elsewhere)
            if opened := choose(groups):
                _note_opened(gradebook, request, opened)
        return groups, opened

    def _queue(
        self, request: PageRequest, assignment: str, answer: str | None = None
    ) -> ReviewQueue:
        """Read the queue of an assignment, largest groups first. answer: the id of one to open."""
        groups: dict[tuple, list[StudentAnswer]] = defaultdict(list)
        folder, questions, unread = self.folder(assignment), dict[str, str](), set[str]()
        with self._gradebook(folder) as gradebook, gradebook.transaction():
            folder.find_assignment(gradebook)
            for name, found in read_student_answers(gradebook, folder).items():
                unread |= {each.student for each in found if each.text.unread}
                for each in sorted(found, key=lambda answer: answer.id):
                    if each.state and each.text.checked:
                        questions[each.id] = name
                        mark = each.state, each.points, each.manual is None, each.extra
                        key = name, each.text.checked.group, each.text.checked.look
                        groups[key, mark, each.comment].append(each)
            found_groups = sorted(map(tuple, groups.values()), key=len, reverse=True)
            elsewhere = _open_elsewhere(gradebook, request)
            queue = ReviewQueue(found_groups, elsewhere, questions, len(unread))
            if answer is not None and queue.place_of(answer) >= 0:
                _note_opened(gradebook, request, answer)
        return queue

    # --- pages -----------------------------------------------------------------------------------

    def home(self, request: PageRequest) -> str:
        """Render the first page: all assignments, or the questions of the only assignment."""
        if self.only:
            return self.questions(request, self.only)
        return self._page(request, "assignments", overview=self._overview())

    def questions(self, request: PageRequest, assignment: str) -> str:
        """Render the questions with manual grading, with the numbers of answers that need it."""
        answers = self._answers(assignment)
        about = {
            "title": self.folder(assignment).assignment.title,
            "unreadable": self._unreadable(assignment),
            "queued": sum(a.is_queued for found in answers.values() for a in found),
            "questions": [
                (content, answers[name])
                for name, content in read_questions(self.folder(assignment)).items()
                if content.question.written
                or any(a.needs_grading or a.manual is not None for a in answers[name])
            ],
        }
        return self._page(request, "questions", assignment, **about)

    def question(
        self,
        request: PageRequest,
        assignment: str,
        name: str,
        answer: str | None = None,
        direction: str = "next",
    ) -> str:
        """Redirect to an answer that needs manual grading.

        Args:
            request: The request.
            assignment: The assignment.
            name: The question.
            answer: The id of the present answer; None to go to the first.
            direction: "next" or "previous".

        Raises:
            Redirect: Always. If all such answers are open in other browsers, the path is the list
                of all answers. After the last answer, it is the list of questions.
        """
        content = self._content(assignment, name)
        back = direction == "previous"
        groups, opened = self._groups(
            content, request, lambda groups: groups.next_waiting(answer, back=back)
        )
        any_waiting = any(group[0].needs_grading for group in groups.groups)
        parts = (name, opened or "all") if opened or any_waiting or not answer else ()
        raise Redirect(request.path(assignment, *parts, saved=request.saved))

    def answers(self, request: PageRequest, assignment: str, name: str) -> str:
        """Render the list of all answers to a question, with their marks."""
        content = self._content(assignment, name)
        groups, _ = self._groups(content, request)
        rows = list(enumerate(groups.groups, 1))
        if request.names:  # a row for each student
            rows = [(number, (each,)) for number, group in rows for each in group]
            rows.sort(key=lambda row: _student_text(row[1][0]).casefold())
        about = {"content": content, "groups": groups, "rows": rows}
        return self._page(request, "answers", assignment, **about)

    def answer(self, request: PageRequest, assignment: str, name: str, answer: str) -> str:
        """Render the page to mark an answer, together with all answers that equal it."""
        content = self._content(assignment, name)
        groups, _ = self._groups(content, request, lambda g: g.groups[g.place_of(answer)][0].id)
        place = groups.place_of(answer)
        try:
            student = groups.groups[place][0].student
            notebook = content.folder.autograded(student).read_bytes()
            html = self._worker.answer_part(notebook, content.question.test, content.released)
        except OSError:
            raise PageNotFound("This answer has been graded again: go back to the list.") from None
        except CannotGrade as error:
            raise CourseError(str(error)) from None
        about = {"content": content, "groups": groups, "place": place, "chosen": answer}
        return self._page(request, "answer", assignment, **about, shown=Markup(html))

    def unexplained(self, request: PageRequest, assignment: str) -> str:
        """Render the queue: groups of answers that lost more than half for no named reason."""
        queue, contents = self._queue(request, assignment), read_questions(self.folder(assignment))
        about = {"title": self.folder(assignment).assignment.title, "questions": contents}
        return self._page(request, UNEXPLAINED, assignment, queue=queue, **about)

    def look(self, request: PageRequest, assignment: str, name: str, answer: str) -> str:
        """Render the page to decide on a group of the queue."""
        content = self._content(assignment, name)
        queue = self._queue(request, assignment, answer)
        group = queue.groups[queue.place_of(answer)]
        about = {
            "content": content,
            "queue": queue,
            "group": group,
            "codes": _codes(group),
            "offered": self._offered_lines(content, group[0]),
            "module": marking_path(assignment, name),
        }
        return self._page(request, "look", assignment, **about)

    def _offered_lines(self, content: QuestionContent, answer: StudentAnswer) -> list[str]:
        """Write the lines that add an answer's misconception to the marking module.

        The list is empty if the check takes no misconceptions.
        """
        checked = answer.text.checked
        if checked and checked.record.counted:
            return [suggested_entry(each, line) for line, each in checked.record.counted.items()]
        templates = ["effect"]
        with suppress(Exception):  # the marking module may be broken while somebody edits it
            (problem,) = self._course.problems(content.folder.assignment.name)
            checks = question_object(content.name, problem).checks
            templates = [check.effect_template for check in checks]
        return [suggested_entry(each) for each in templates if each][:1]

    def not_found(self, request: PageRequest) -> str:
        """Raise PageNotFound, for paths without a page."""
        raise PageNotFound("There is no such page.")

    def message(self, request: PageRequest, text: str) -> str:
        """Render a page with one line of text."""
        return self._page(request, "message", text=text)

    def _page(self, request: PageRequest, name: str, assignment: str = "", **about: Any) -> str:
        about |= {**asdict(request), "query": request.path().removeprefix(request.home)}
        about |= {"names": request.names or request.only}
        about |= {"saved_mark": self._saved.get(request.saved)}
        return _environment().get_template(f"{name}.html.j2").render(about, assignment=assignment)

    # --- actions of the script -------------------------------------------------------------------

    def save(self, request: PageRequest, sent: dict) -> dict[str, str]:
        """Save a mark.

        Args:
            request: The request.
            sent: The JSON data that mark.js sends.

        Returns:
            The key to undo it ("saved"), and the path of the next page ("next").

        Raises:
            MarkConflict: An answer has changed, or has another mark, since the page was loaded.
            CourseError: The mark is invalid, or the gradebook can't be written.
        """
        content = self._content(str(sent["assignment"]), str(sent["question"]))
        versions = _versions_in(sent)
        points, ticked = _points_in(sent), {int(line) for line in sent["ticked"]}
        lines, unmet = [line.words for line in content.rubric.items], None
        if sent["lines"] != lines:
            raise CourseError("the rubric has changed since this page was loaded: load it again.")
        if ticked or points == 0:  # otherwise nobody knows which lines earned the points
            unmet = "\n".join(words for at, words in enumerate(lines) if at not in ticked)
        comment = separate_own_lines(str(sent["comment"]).strip(), lines)
        mark = NewMark(points, comment, unmet)

        def checked(answer: StudentAnswer) -> NewMark:
            _check_mark(answer, points, comment)
            return mark

        with self._gradebook(content.folder) as gradebook:
            before, after = save_marks(gradebook, content, versions, checked)
        named, key = sent.get("named") is True, secrets.token_hex(8)
        self._saved[key] = SavedMark(content, mark, before, after, named)
        path = content.folder.assignment.name, content.name, next(iter(versions)), "next"
        return {"saved": key, "next": request.path(*path, saved=key)}

    def undo(self, request: PageRequest, sent: dict) -> dict[str, str]:
        """Undo a saved mark.

        Args:
            request: The request.
            sent: The JSON data that mark.js sends.

        Returns:
            The path of the next page ("next").

        Raises:
            MarkConflict: An answer has changed, or has another mark, since the mark was saved.
            CourseError: The mark was undone already, or the gradebook can't be written.
        """
        saved = self._saved.get(key := str(sent["saved"]))
        if saved is None:
            raise CourseError(
                "this can't be undone: it was undone before, or `examiner mark` was started again."
            )
        old = {answer.id: NewMark.of(answer) for answer in saved.before}
        with self._gradebook(saved.content.folder) as gradebook:
            save_marks(gradebook, saved.content, saved.after, lambda answer: old[answer.id])
        del self._saved[key]
        only = "all" if saved.named else ""  # the grader chooses the students again
        path = saved.content.folder.assignment.name, saved.content.name, saved.before[0].id
        if saved.confirmation:
            return {"next": request.path(*path, "look", undone="1")}
        return {"next": request.path(*path, only=only, undone="1")}

    def decide(self, request: PageRequest, sent: dict) -> dict[str, str]:
        """Save a decision on answers of the queue.

        Args:
            request: The request.
            sent: The JSON data that mark.js sends. Its "does" is "give" to give points, "leave" to
                keep the present points, or "back" to put the answers back into the queue.

        Returns:
            The key to undo it ("saved"), and the path of the next page ("next").

        Raises:
            MarkConflict: An answer has changed, or has another mark, since the page was loaded.
            CourseError: The mark is invalid, or the gradebook can't be written.
        """
        assignment, does = str(sent["assignment"]), str(sent["does"])
        if does not in CONFIRMATIONS:
            raise ValueError(does)
        content, versions = self._content(assignment, str(sent["question"])), _versions_in(sent)
        points, comment = _points_in(sent), str(sent["comment"]).strip()

        def decided(answer: StudentAnswer) -> NewMark:
            if (checked := answer.text.checked) is None or answer.needs_grading:
                raise CourseError("this answer needs manual grading: load the page again.")
            new_points, new_comment = answer.manual, answer.comment
            gave_points = answer.decided is not None and answer.decided.points is not None
            if does == "back":
                restored = (None, "") if gave_points else (new_points, new_comment)
                return NewMark(*restored, answer.unmet)
            if does == "give":
                _check_mark(answer, points, comment)
                new_points, new_comment = points, comment
            decision = checked.decision(new_points, new_comment)
            return NewMark(new_points, new_comment, None, decided=decision)

        with self._gradebook(content.folder) as gradebook:
            before, after = save_marks(gradebook, content, versions, decided)
        key = secrets.token_hex(8)
        given = f"{format_points(points or 0)} {'point' if points == 1 else 'points'}"
        confirmation = CONFIRMATIONS[does].format(given, several(len(before), "answer"))
        mark = NewMark(points, comment)
        self._saved[key] = SavedMark(content, mark, before, after, True, confirmation)
        first, queue = next(iter(versions)), self._queue(request, assignment)
        following = None if does == "back" else queue.next_waiting(None)
        path = (content.name, first, "look") if does == "back" else (UNEXPLAINED,)
        if following:
            path = queue.questions[following], following, "look"
        return {"saved": key, "next": request.path(assignment, *path, saved=key)}


def _open_elsewhere(gradebook: ClassGradebook, request: PageRequest) -> set[str]:
    """Read the ids of the answers that are open in other browsers."""
    of_others = OpenAnswer.browser != request.browser, OpenAnswer.until > time.time()
    return {row.answer for row in gradebook.db.query(OpenAnswer).filter(*of_others)}


def _note_opened(gradebook: ClassGradebook, request: PageRequest, answer: str) -> None:
    """Record the open answer of a browser, and delete its last record and all expired ones."""
    now = time.time()
    outdated = (OpenAnswer.browser == request.browser) | (OpenAnswer.until <= now)
    gradebook.db.query(OpenAnswer).filter(outdated).delete()
    row = OpenAnswer(browser=request.browser, answer=answer, until=now + LOOKING_SECONDS)
    gradebook.db.add(row)


def _codes(group: AnswerGroup) -> list[tuple[str, list[StudentAnswer]]]:
    """List the different codes in a group, most frequent first, each with its answers."""
    codes: dict[str, list[StudentAnswer]] = defaultdict(list)
    for answer in group:
        lines = (printable(line.rstrip()) for line in answer.text.source.split("\n"))
        codes["\n".join(lines)[:MAX_CODE].strip("\n")].append(answer)
    return sorted(codes.items(), key=lambda found: -len(found[1]))


def _versions_in(sent: dict) -> dict[str, str]:
    return {str(answer): str(version) for answer, version in sent["versions"].items()}


def _points_in(sent: dict) -> float | None:
    with suppress(ValueError):
        return float(str(sent["points"]).strip().replace(",", "."))
    return None


def _check_mark(answer: StudentAnswer, points: float | None, comment: str) -> None:
    """Raise CourseError if the points are invalid, or the comment is too long."""
    if points is None or not 0 <= points <= answer.max_points:
        raise CourseError(f"give 0 to {answer.max_points:g} points.")
    if round(points, 2) != points:
        raise CourseError("give points with two decimals at most.")
    if len(comment) > MAX_COMMENT:
        raise CourseError(f"the comment is longer than {MAX_COMMENT} characters: shorten it.")


# --- templates -----------------------------------------------------------------------------------


def style() -> str:
    """Return the style sheet: the feedback page's, with the font of formulas, and mark.css."""
    paths = (TEMPLATES / "style.css.j2", HERE / "static" / "mark.css")
    return "\n".join([formula_styles(), *(path.read_text("utf-8") for path in paths)])


@cache
def _environment() -> Environment:
    environment = template_environment(HERE / "templates", TEMPLATES)
    environment.filters |= {
        "number": lambda number: f"{number:g}",
        "ours": lambda source: Markup(render_markdown(source, {}, from_course=True, below=1)),
        "in_a_line": _in_a_line,
        "mark_of": _mark_of,
        "met": _met,
        "shortened": lambda text: printable(" ".join(text.split())[:MAX_TEXT]),
        "with_code": lambda text: Markup(
            re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text)))
        ),
        "sort_first": lambda group, id: sorted(group, key=lambda answer: answer.id != id),
        "versions": lambda group: json.dumps({answer.id: answer.version for answer in group}),
        "words": finding_markup,
        "student": _student_text,
        "students": lambda answers: list_names(
            [_student_text(answer) for answer in answers], MAX_NAMED
        ),
    }
    return environment


def _met(answer: StudentAnswer, lines: Sequence[RubricItem]) -> list[int]:
    """List the indices of the rubric lines that an answer met; none if unknown."""
    words = [line.words for line in lines]
    unmet = words if answer.unmet is None else answer.unmet.split("\n") if answer.unmet else []
    if not {*unmet} <= {*words}:  # the rubric has changed
        return []
    return [place for place, line in enumerate(words) if line not in unmet]


def _mark_of(answer: StudentAnswer, lines: Sequence[RubricItem]) -> str:
    """Write a mark as JSON, for mark.js to fill in."""
    points = f"{answer.points or 0:g}"
    return json.dumps({"points": points, "comment": answer.comment, "met": _met(answer, lines)})


def _in_a_line(source: str) -> Markup:
    html = render_markdown(source, {}, from_course=True).strip()
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return Markup(inner if "<p>" not in inner else html)


def _student_text(answer: StudentAnswer) -> str:
    return named(answer.student, answer.name)
