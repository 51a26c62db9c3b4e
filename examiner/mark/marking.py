"""The pages of `examiner mark`, and what a person does on them, without the web in it.

Not for several threads at once: the grade book is opened for each request, what students wrote is
made HTML of in a worker process. On a page, whatever no filter has made HTML of is escaped.
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
from ..checks.verdict import Look, format_points
from ..course import Course, CourseError
from ..course_modules import marking_path
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.decisions import QueueState
from ..gradebook.scores import OpenAnswer
from ..pages.feedback import TEMPLATES, environment_of, words_of
from ..pages.markdown import rendered, styles
from ..quoting import named, printable
from ..reports.report import Shared
from ..rubric import RubricLine
from ..term.plan import ClassFolder
from ..wording import names as some
from ..wording import several
from ..workers.worker import CannotGrade, Worker
from . import answers as marks
from .answers import AskedQuestion, Group, NewMark, Saving, StudentAnswer

UNEXPLAINED = "unexplained"  # in the path of the queue
DONE = {  # in the queue; with the points, and how many answers
    "give": "Saved: {0} for {1}.",
    "leave": "Saved: the points of {1} stay as they are.",
    "back": "Back in the queue: {1}.",
}
MAX_CODE = 50_000  # characters of the code of an answer
MAX_TEXT = 2000  # characters of an answer in a list
MAX_COMMENT = 20_000  # characters
LOOKING_SECONDS = 600.0
MAX_NAMED = 5  # students for whom something was saved
HERE = Path(__file__).parent


class NotThere(CourseError):
    """There is no such page; the message says so in a line."""


class Elsewhere(Exception):
    """What was asked for is at another path, its text."""


@dataclass(frozen=True)
class Visit:
    """Who asks for a page, and for what. home: the path of the first, with the token in it. key:
    see `server.Kept`.

    names: that students are named; nobody is unless it is asked for. only: that they are named on
    this page, to choose whose answers are marked; "1": this one's. saved: what was saved just
    before. undone: that it was just undone.
    """

    home: str
    key: str
    browser: str
    names: str = ""
    only: str = ""
    saved: str = ""
    undone: str = ""

    def path(self, *parts: str, **options: str) -> str:
        """The path of a page that goes on naming students, or not, and asks for these options."""
        asked = {"names": self.names} | options
        query = "&".join(f"{name}={value}" for name, value in asked.items() if value)
        return f"{self.home}{''.join(f'{part}/' for part in parts)}{f'?{query}' if query else ''}"


@dataclass(frozen=True)
class Pile:
    """The answers to a question, with those together that say the same. elsewhere: the ids of those
    that are open in other browsers."""

    groups: list[Group]
    elsewhere: set[str]

    def place_of(self, answer: str) -> int:
        """The place of the group with the answer of this id. NotThere where there is none."""
        for place, group in enumerate(self.groups):
            if any(each.id == answer for each in group):
                return place
        raise NotThere("There is no such answer. It may have been graded again meanwhile.")

    def is_elsewhere(self, group: Group) -> bool:
        return any(each.id in self.elsewhere for each in group)

    def is_waiting(self, group: Group) -> bool:
        """Whether a person has yet to look at it."""
        return group[0].open

    def open_from(self, answer: str | None, *, back: bool = False) -> str | None:
        """The id of the next answer that waits for a person, and at which nobody else looks: from
        this one on (None: the first), or back, and round to it."""
        place = -1 if answer is None else self.place_of(answer)
        groups = [*self.groups[place + 1 :], *self.groups[: max(place, 0)]]
        free = [g[0].id for g in groups if self.is_waiting(g) and not self.is_elsewhere(g)]
        return free[-1 if back else 0] if free else None


@dataclass(frozen=True)
class Queue(Pile):
    """The answers of an assignment that a person should look at although a check marked them, with
    those together that compute the same and have the same mark. questions: the names of theirs, by
    the ids of answers."""

    questions: Mapping[str, str]

    def is_waiting(self, group: Group) -> bool:
        return group[0].is_queued

    def part(self, name: str) -> list[Group]:
        """The groups in a part: "unexplained", "decided", "failed" or "blank"."""
        return [group for group in self.groups if _part_of(group[0]) == name]


def _part_of(answer: StudentAnswer) -> str:
    if answer.state is QueueState.DECIDED:
        return QueueState.DECIDED
    look = answer.text.checked.look if answer.text.checked else Look.NOT_NEEDED
    return look or Look.UNEXPLAINED  # one that was decided under an earlier check


class Marking:
    """A course whose answers are marked by a person. Close it.

    only: an assignment; None for all. worker: makes HTML of answers; None for a process of its own.
    CourseError where there is no such assignment. Each page raises CourseError where it can't be
    shown.
    """

    def __init__(
        self, course: Course, only: str | None = None, worker: Worker | None = None
    ) -> None:
        self._course, self.only, self.root = course, only, course.root
        self.assignments = [only] if only else list(course.assignments)
        self._savings: dict[str, Saving] = {}
        self.folder = cache(self._folder)
        if not self.assignments:
            raise CourseError("the course has no assignment: write one, see adding-a-problem.md.")
        self._worker = worker or Worker(self.folder(self.assignments[0]).settings)

    def start(self) -> None:
        """Start the worker process, which takes seconds; a request that needs it waits for it."""
        with suppress(CannotGrade):  # whoever asks for an answer is told
            self._worker.start()

    def close(self) -> None:
        """End the worker process, whatever it does."""
        self._worker.stop()
        self._worker.close()

    def check(self) -> None:
        """CourseError where there is nothing to show: say it before anything is served."""
        if all(whys := [why for *_, why in self._waiting()]):
            raise CourseError(whys[0])

    # --- what there is ---------------------------------------------------------------------------

    def _folder(self, assignment: str) -> ClassFolder:
        if assignment not in self.assignments:
            raise NotThere(f"{assignment} is not marked here.")
        return ClassFolder.of(self._course, assignment)

    def _unreadable(self, assignment: str) -> int:
        """The number of graded notebooks that are missing or broken: they are not shown."""
        folder = self.folder(assignment)
        students = folder.students(folder.coursedir.autograded_directory)
        return sum(not marks.texts_in(folder.autograded(student)) for student in students)

    @contextmanager
    def _gradebook(self, folder: ClassFolder) -> Iterator[ClassGradebook]:
        """The grade book, opened. CourseError where it is not there, or lacks the assignment."""
        self._unreadable(folder.assignment.name)  # reads all before others are locked out
        with folder.gradebook() as gradebook:
            try:
                yield gradebook
            except MissingEntry as error:
                raise CourseError(f"{error}: run `examiner autograde` again.") from None

    def _answers(self, assignment: str) -> dict[str, list[StudentAnswer]]:
        """The answers to each question. CourseError where nothing can be marked."""
        folder = self.folder(assignment)
        with self._gradebook(folder) as gradebook, gradebook.reading():
            folder.find_assignment(gradebook)
            found = marks.read_answers(gradebook, folder)
        if not any(found.values()):
            raise CourseError(
                f"nothing of {assignment} is graded yet: run `examiner autograde {assignment}`, or "
                "begin this again when `examiner watch` has graded somebody."
            )
        return found

    def _waiting(self) -> Iterator[tuple[str, str, int, int, str]]:
        """Of each assignment: name, title, how many answers wait, how many are in the queue, or why
        it can't be marked."""
        for name in self.assignments:
            waits, queued, why = 0, 0, ""
            try:
                answers = [a for found in self._answers(name).values() for a in found]
                waits = sum(answer.open for answer in answers)
                queued = sum(answer.is_queued for answer in answers)
            except CourseError as error:
                why = str(error)
            yield name, self._course.assignments[name].title, waits, queued, why

    def _asked(self, assignment: str, name: str) -> AskedQuestion:
        asked = marks.read_questions(self.folder(assignment))
        if name not in asked:
            raise NotThere(f"{assignment} has no question {name}.")
        return asked[name]

    def _pile(
        self,
        asked: AskedQuestion,
        visit: Visit,
        opens: Callable[[Pile], str | None] = lambda pile: None,
    ) -> tuple[Pile, str | None]:
        """The answers to a question, in an order that says nothing about students and stays, and
        which of them `opens` has chosen to open here now.

        What is open in a browser is a row in the grade book, so all that serve the same grade book
        know it, until another answer is opened there, or for some minutes. No mark rests on it.
        """
        groups: dict[tuple, list[StudentAnswer]] = defaultdict(list)
        with self._gradebook(asked.folder) as gradebook, gradebook.transaction():
            answers = marks.read_answers(gradebook, asked.folder, asked.name)[asked.name]
            for each in sorted(answers, key=lambda answer: answer.id):
                mark = (each.open, each.points, each.manual is None, each.extra)
                groups[each.text.same, mark, each.comment, each.unmet].append(each)
            pile = Pile([tuple(group) for group in groups.values()], _elsewhere(gradebook, visit))
            if opened := opens(pile):
                _note_opened(gradebook, visit, opened)
        return pile, opened

    def _queue(self, visit: Visit, assignment: str, answer: str | None = None) -> Queue:
        """The queue of an assignment, largest groups first. answer: the id of one to open here."""
        groups: dict[tuple, list[StudentAnswer]] = defaultdict(list)
        folder, questions = self.folder(assignment), dict[str, str]()
        with self._gradebook(folder) as gradebook, gradebook.transaction():
            folder.find_assignment(gradebook)
            for name, found in marks.read_answers(gradebook, folder).items():
                for each in sorted(found, key=lambda answer: answer.id):
                    if each.state and each.text.checked:
                        questions[each.id] = name
                        mark = each.state, each.points, each.manual is None, each.extra
                        key = name, each.text.checked.group, each.text.checked.look
                        groups[key, mark, each.comment].append(each)
            found_groups = sorted(map(tuple, groups.values()), key=len, reverse=True)
            queue = Queue(found_groups, _elsewhere(gradebook, visit), questions)
            if answer is not None and queue.place_of(answer) >= 0:
                _note_opened(gradebook, visit, answer)
        return queue

    # --- pages -----------------------------------------------------------------------------------

    def home(self, visit: Visit) -> str:
        """The first page: of all assignments, or of the only one."""
        if self.only:
            return self.questions(visit, self.only)
        return self._page(visit, "assignments", waiting=self._waiting())

    def questions(self, visit: Visit, assignment: str) -> str:
        """The questions that a person marks, or has marked, with how many answers wait."""
        answers = self._answers(assignment)
        about = {
            "title": self.folder(assignment).assignment.title,
            "unreadable": self._unreadable(assignment),
            "queued": sum(a.is_queued for found in answers.values() for a in found),
            "questions": [
                (asked, answers[name])
                for name, asked in marks.read_questions(self.folder(assignment)).items()
                if asked.question.written
                or any(a.open or a.manual is not None for a in answers[name])
            ],
        }
        return self._page(visit, "questions", assignment, **about)

    def question(
        self, visit: Visit, assignment: str, name: str, answer: str | None = None, way: str = "next"
    ) -> str:
        """Never a page, but Elsewhere: the first answer to mark, or the next or previous from one
        on; where there is none to open, all of them (the list says by whom they are opened), or
        the questions where it was the last."""
        asked = self._asked(assignment, name)
        back = way == "previous"
        pile, opened = self._pile(asked, visit, lambda pile: pile.open_from(answer, back=back))
        some_are_open = any(group[0].open for group in pile.groups)
        parts = (name, opened or "all") if opened or some_are_open or not answer else ()
        raise Elsewhere(visit.path(assignment, *parts, saved=visit.saved))

    def answers(self, visit: Visit, assignment: str, name: str) -> str:
        """All answers to a question, with their marks."""
        asked = self._asked(assignment, name)
        pile, _ = self._pile(asked, visit)
        rows = list(enumerate(pile.groups, 1))
        if visit.names:  # one for each student
            rows = [(number, (each,)) for number, group in rows for each in group]
            rows.sort(key=lambda row: _who(row[1][0]).casefold())
        return self._page(visit, "answers", assignment, asked=asked, pile=pile, rows=rows)

    def answer(self, visit: Visit, assignment: str, name: str, answer: str) -> str:
        """An answer, to be marked, with those that equal it."""
        asked = self._asked(assignment, name)
        pile, _ = self._pile(asked, visit, lambda p: p.groups[p.place_of(answer)][0].id)
        place = pile.place_of(answer)
        try:
            student = pile.groups[place][0].student
            notebook = asked.folder.autograded(student).read_bytes()
            html = self._worker.answer_part(notebook, asked.question.test, asked.released)
        except OSError:
            raise NotThere("This answer was graded again meanwhile.") from None
        except CannotGrade as error:
            raise CourseError(str(error)) from None
        about = {"asked": asked, "pile": pile, "place": place, "chosen": answer}
        return self._page(visit, "answer", assignment, **about, shown=Markup(html))

    def unexplained(self, visit: Visit, assignment: str) -> str:
        """The queue: answers that lost more than half for no named reason, in groups."""
        queue, asked = self._queue(visit, assignment), marks.read_questions(self.folder(assignment))
        about = {"title": self.folder(assignment).assignment.title, "questions": asked}
        return self._page(visit, UNEXPLAINED, assignment, queue=queue, **about)

    def look(self, visit: Visit, assignment: str, name: str, answer: str) -> str:
        """A group of the queue, to be decided on."""
        asked = self._asked(assignment, name)
        queue = self._queue(visit, assignment, answer)
        group = queue.groups[queue.place_of(answer)]
        about = {
            "asked": asked,
            "queue": queue,
            "group": group,
            "codes": _codes(group),
            "offered": self._offered(asked, group[0]),
            "module": marking_path(assignment, name),
        }
        return self._page(visit, "look", assignment, **about)

    def _offered(self, asked: AskedQuestion, answer: StudentAnswer) -> list[str]:
        """The lines for the marking module that name the misconception of an answer; none if its
        check takes no misconceptions."""
        checked = answer.text.checked
        if checked and checked.record.counted:
            counted = checked.record.counted.items()
            return [Shared(asked.name, formula, (), line).offered for line, formula in counted]
        templates = ["effect"]
        with suppress(Exception):  # a marking module that is being edited
            (problem,) = self._course.problems(asked.folder.assignment.name)
            checks = question_object(asked.name, problem).checks
            templates = [check.effect_template for check in checks]
        return [Shared(asked.name, text, ()).offered for text in filter(None, templates)][:1]

    def nothing(self, visit: Visit) -> str:
        """Never a page: NotThere."""
        raise NotThere("There is no such page.")

    def message(self, visit: Visit, text: str) -> str:
        """A line in the place of a page."""
        return self._page(visit, "message", text=text)

    def _page(self, visit: Visit, name: str, assignment: str = "", **about: Any) -> str:
        about |= {**asdict(visit), "query": visit.path().removeprefix(visit.home)}
        about |= {"names": visit.names or visit.only, "saving": self._savings.get(visit.saved)}
        return _environment().get_template(f"{name}.html.j2").render(about, assignment=assignment)

    # --- what a person does ----------------------------------------------------------------------

    def save(self, visit: Visit, sent: dict) -> dict[str, str]:
        """Save a mark as our script asks; where to go next. MarkedMeanwhile; CourseError."""
        asked = self._asked(str(sent["assignment"]), str(sent["question"]))
        versions = _versions_in(sent)
        points, ticked = _points_in(sent), {int(line) for line in sent["ticked"]}
        lines, unmet = [line.words for line in asked.scheme.lines], None
        if ticked or points == 0:  # else nobody knows which lines these points are for
            unmet = "\n".join(words for at, words in enumerate(lines) if at not in ticked)
        comment = marks.own_lines_apart(str(sent["comment"]).strip(), lines)
        given = NewMark(points, comment, unmet)

        def checked(answer: StudentAnswer) -> NewMark:
            _check_mark(answer, points, comment)
            return given

        with self._gradebook(asked.folder) as gradebook:
            before, after = marks.give(gradebook, asked, versions, checked)
        named, key = sent.get("named") is True, secrets.token_hex(8)
        self._savings[key] = Saving(asked, given, before, after, named)
        path = asked.folder.assignment.name, asked.name, next(iter(versions)), "next"
        return {"saved": key, "next": visit.path(*path, saved=key)}

    def undo(self, visit: Visit, sent: dict) -> dict[str, str]:
        """Take back a saving as our script asks; where to go next. MarkedMeanwhile; CourseError."""
        saving = self._savings.get(key := str(sent["saved"]))
        if saving is None:
            raise CourseError("this was undone already, or was saved before the page was started.")
        old = {answer.id: NewMark.as_it_was(answer) for answer in saving.before}
        with self._gradebook(saving.asked.folder) as gradebook:
            marks.give(gradebook, saving.asked, saving.after, lambda answer: old[answer.id])
        del self._savings[key]
        only = "all" if saving.named else ""  # to choose again whose it was
        path = saving.asked.folder.assignment.name, saving.asked.name, saving.before[0].id
        if saving.said:
            return {"next": visit.path(*path, "look", undone="1")}
        return {"next": visit.path(*path, only=only, undone="1")}

    def decide(self, visit: Visit, sent: dict) -> dict[str, str]:
        """Decide on answers of the queue as our script asks; where to go next. MarkedMeanwhile;
        CourseError. `does`: "give" points, "leave" those there are, or put "back"."""
        assignment, does = str(sent["assignment"]), str(sent["does"])
        if does not in DONE:
            raise ValueError(does)
        asked, versions = self._asked(assignment, str(sent["question"])), _versions_in(sent)
        points, comment = _points_in(sent), str(sent["comment"]).strip()

        def decided(answer: StudentAnswer) -> NewMark:
            if (checked := answer.text.checked) is None or answer.open:
                raise CourseError("this answer is to be marked by hand: load the page again.")
            manual, said = answer.manual, answer.comment
            given = answer.decided is not None and answer.decided.points is not None
            if does == "back":
                was = (None, "") if given else (manual, said)
                return NewMark(*was, answer.unmet)
            if does == "give":
                _check_mark(answer, points, comment)
                manual, said = points, comment
            return NewMark(manual, said, None, decided=checked.decision(manual, said))

        with self._gradebook(asked.folder) as gradebook:
            before, after = marks.give(gradebook, asked, versions, decided)
        key = secrets.token_hex(8)
        given = f"{format_points(points or 0)} {'point' if points == 1 else 'points'}"
        said = DONE[does].format(given, several(len(before), "answer"))
        saving = Saving(asked, NewMark(points, comment), before, after, named=True, said=said)
        self._savings[key] = saving
        first, queue = next(iter(versions)), self._queue(visit, assignment)
        after_it = None if does == "back" else queue.open_from(None)
        path = (asked.name, first, "look") if does == "back" else (UNEXPLAINED,)
        if after_it:
            path = queue.questions[after_it], after_it, "look"
        return {"saved": key, "next": visit.path(assignment, *path, saved=key)}


def _elsewhere(gradebook: ClassGradebook, visit: Visit) -> set[str]:
    """The ids of the answers that are open in other browsers."""
    of_others = OpenAnswer.browser != visit.browser, OpenAnswer.until > time.time()
    return {row.answer for row in gradebook.db.query(OpenAnswer).filter(*of_others)}


def _note_opened(gradebook: ClassGradebook, visit: Visit, answer: str) -> None:
    now = time.time()
    over = (OpenAnswer.browser == visit.browser) | (OpenAnswer.until <= now)
    gradebook.db.query(OpenAnswer).filter(over).delete()
    row = OpenAnswer(browser=visit.browser, answer=answer, until=now + LOOKING_SECONDS)
    gradebook.db.add(row)


def _codes(group: Group) -> list[tuple[str, list[StudentAnswer]]]:
    """The different codes in a group, the most frequent first, with the answers that have each."""
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
    """CourseError for points that the answer can't have, and for a comment that is too long."""
    if points is None or not 0 <= points <= answer.max_points:
        raise CourseError(f"give 0 to {answer.max_points:g} points.")
    if round(points, 2) != points:
        raise CourseError("give points with two decimals at most.")
    if len(comment) > MAX_COMMENT:
        raise CourseError(f"a comment has {MAX_COMMENT} characters at most: shorten it.")


# --- templates -----------------------------------------------------------------------------------


def style() -> str:
    """The style of the feedback page with the font of its formulas, and what this page has
    beside."""
    paths = (TEMPLATES / "style.css.j2", HERE / "static" / "mark.css")
    return "\n".join([styles(), *(path.read_text("utf-8") for path in paths)])


@cache
def _environment() -> Environment:
    environment = environment_of(HERE / "templates", TEMPLATES)
    environment.filters |= {
        "number": lambda number: f"{number:g}",
        "ours": lambda source: Markup(rendered(source, {}, ours=True, below=1)),
        "in_a_line": _in_a_line,
        "mark_of": _mark_of,
        "met": _met,
        "in_short": lambda text: printable(" ".join(text.split())[:MAX_TEXT]),
        "said": lambda text: Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text)))),
        "sort_first": lambda group, id: sorted(group, key=lambda answer: answer.id != id),
        "versions": lambda group: json.dumps({answer.id: answer.version for answer in group}),
        "words": words_of,
        "who": _who,
        "whose": lambda answers: some([_who(answer) for answer in answers], MAX_NAMED),
    }
    return environment


def _met(answer: StudentAnswer, lines: Sequence[RubricLine]) -> list[int]:
    """The places of the lines of a mark scheme that an answer was given; none where unknown."""
    unmet = [line.words for line in lines] if answer.unmet is None else answer.unmet.split("\n")
    return [place for place, line in enumerate(lines) if line.words not in unmet]


def _mark_of(answer: StudentAnswer, lines: Sequence[RubricLine]) -> str:
    """A mark that our script can fill in, as JSON."""
    points = f"{answer.points or 0:g}"
    return json.dumps({"points": points, "comment": answer.comment, "met": _met(answer, lines)})


def _in_a_line(source: str) -> Markup:
    html = rendered(source, {}, ours=True).strip()
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return Markup(inner if "<p>" not in inner else html)


def _who(answer: StudentAnswer) -> str:
    return named(answer.student, answer.name)
