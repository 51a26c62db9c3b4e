"""Answers that lost more than half for no named reason: their markers and the decisions."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from nbgrader.api import Gradebook

from examiner import checks, cli
from examiner.course import Course
from examiner.gradebook.scores import read_marks
from examiner.pages.feedback import Marks, feedback_page
from examiner.pages.titles import Titles
from examiner.reports import report_commands
from examiner.reports.report_page import report_page
from examiner.reports.report_reading import read_report
from tests.marking import Served, served
from tests.messages import mentions
from tests.small_class import ASSIGNMENT, SmallClass
from tests.test_mark import Window, browser

__all__ = ["browser"]  # a fixture

QUESTION = "q3_squares"
# Three students compute the same, two of them in other words; nobody has named it.
CUBES = {
    "ada": "def squares(n):\n    return 7 * n**3 + 5",
    "bob": "def squares(n):\n    cube = n * n * n\n    return cube * 7 + 5",
    "cy": "def squares(n):\n    return 5 + n**2 * 7 * n",
}
OTHER = {"dan": "def squares(n):\n    return 11 * n**2 + 9 * n + 4"}
RAISES = {"eve": "def squares(n):\n    raise ValueError('not today')"}
BLANK = {
    "fay": 'def squares(n):\n    """The sum 1 + 4 + … + n²."""\n    raise NotImplementedError()'
}


@pytest.fixture
def room(tmp_path, courses, executor) -> SmallClass:
    answers = {s: {QUESTION: answer} for s, answer in (CUBES | OTHER | RAISES | BLANK).items()}
    return SmallClass(tmp_path / "course", courses, executor, graded=answers | {"gus": {}})


def queued(room: SmallClass) -> list[set[str]]:
    """Return the groups of students with answers to decide together."""
    groups: dict[str, set[str]] = {}
    for row in read_report(room.folder).rows:
        for group in row.queued.values():
            groups.setdefault(group, set()).add(row.student)
    return sorted(groups.values(), key=sorted)


def test_answers_that_compute_the_same_wait_together_and_explained_ones_do_not(room):
    assert queued(room) == [{"ada", "bob", "cy"}, {"dan"}]
    line = read_report(room.folder).queue_line
    assert line.startswith("4 answers in 2 groups ")
    assert "`examiner mark ps0_warm_up --unexplained`" in line


# --- the pages -----------------------------------------------------------------------------------

ALIKE = frozenset(CUBES)


@pytest.fixture
def page(room: SmallClass):
    with served(Course(room.room.course.root), ASSIGNMENT) as page:
        yield page


def part(page: Served, name: str) -> dict[frozenset[str], str]:
    """The groups in a part of the queue: the students -> the path of the page."""
    _, text, _ = page.get(f"{page.home}{ASSIGNMENT}/unexplained/")
    table = re.search(rf'<table class="list queue" id="{name}">(.*?)</table>', text, re.DOTALL)
    paths = re.findall(r'<a href="([^"]+/look/)"', table[1]) if table else []
    return {frozenset(students(page, path)): path for path in paths}


def students(page: Served, path: str) -> list[str]:
    _, text, _ = page.get(path)
    return re.findall(r'name="whose"[^>]*> (\w+)', text)


def decide(page: Served, path: str, does: str = "give", **about: Any) -> tuple[int, Any]:
    """Send a decision as the page's script does."""
    sent = {
        "assignment": ASSIGNMENT,
        "question": QUESTION,
        "versions": page.versions(path) if "versions" not in about else None,
        "points": "",
        "comment": "",
        "does": does,
    }
    return page.post(f"{page.home}decide", sent | about)


def mark(room: SmallClass, student: str) -> tuple[Any, ...]:
    return room.grades()[student, f"{QUESTION}_test"]


def marks_of(room: SmallClass, student: str) -> Marks:
    with Gradebook(room.db_url) as gradebook:
        return read_marks(gradebook, ASSIGNMENT, "sums", student, Titles())


def test_a_group_is_shown_with_code_reference_findings_and_names(room, page):
    assert set(part(page, "unexplained")) == {ALIKE, frozenset({"dan"})}
    assert set(part(page, "failed")) == {frozenset({"eve"})}
    assert set(part(page, "blank")) == {frozenset({"fay"})}
    _, text, _ = page.get(part(page, "unexplained")[ALIKE])
    shown = html.unescape(re.sub("<[^>]+>", "", text))
    for code in CUBES.values():
        assert code.split("\n")[-1] in shown
    assert "return (2 * square(n) * n" in shown
    assert "0 of 4" in shown
    assert 'data-copy="misconception(&#34;an-id-for-it&#34;, 7*n**3 + 5, ' in text


def test_an_answer_as_it_was_released_is_blank(room, page):
    room.room.submit("hal", {})  # nothing was written in any cell
    room.autograde()
    assert part(page, "blank")
    assert not any("hal" in group for group in part(page, "unexplained"))
    assert any("hal" in group for group in part(page, "blank"))


def test_a_notebook_that_can_not_be_read_is_one_line_and_no_answers(room, page):
    path = f"{page.home}{ASSIGNMENT}/unexplained/"
    before = re.findall(r'<p class="note">', page.get(path)[1])
    room.room.submit("hal", {}).write_text("no notebook")
    room.autograde()
    for name in ("unexplained", "failed", "blank"):
        assert not any("hal" in group for group in part(page, name)), name
    notes = re.findall(r'<p class="note">(.*?)</p>', page.get(path)[1])
    assert len(notes) == len(before) + 1
    assert mentions(notes[-1], 1, f"examiner report {ASSIGNMENT}")


def test_nothing_that_a_student_wrote_acts_on_the_pages(room, page):
    code = "def squares(n):\n    return 31 * n  # </code></pre><script>pwned()</script>\u202e"
    room.submit("hal", {QUESTION: code})
    room.autograde()
    _, text, _ = page.get(part(page, "unexplained")[frozenset({"hal"})])
    assert html.escape("<script>pwned()") in text
    assert not any(sign in text for sign in ("<script>", "\u202e"))


def test_points_that_are_left_stay_left_until_the_answer_changes(room, page):
    before = mark(room, "ada")
    status, reply = decide(page, part(page, "unexplained")[ALIKE], "leave")
    assert (status, "/look/" in reply["next"]) == (200, True)  # the next group
    assert queued(room) == [{"dan"}]
    assert set(part(page, "decided")) == {ALIKE}
    room.autograde(force=True)
    assert (queued(room), mark(room, "ada")) == ([{"dan"}], before)
    room.submit("ada", {QUESTION: "def squares(n):\n    return 7 * n**3 + 6"})
    room.submit("bob", {QUESTION: CUBES["bob"], "q1_sum": "def total(n):\n    return n"})
    room.autograde()
    assert queued(room) == [{"ada"}, {"dan"}]


def test_points_that_are_given_count_until_the_answer_changes(room, page):
    path = part(page, "unexplained")[ALIKE]
    status, _ = decide(page, path, points="1,5", comment="The cube is there.")
    assert (status, mark(room, "ada")) == (200, (0.0, 1.5, None, False))
    assert queued(room) == [{"dan"}]
    room.autograde(force=True)
    room.submit("bob", {QUESTION: CUBES["bob"], "q1_sum": "def total(n):\n    return n"})
    room.submit("ada", {QUESTION: CUBES["ada"] + "0"})
    room.submit("cy", {})  # right now
    done = room.autograde()
    assert mark(room, "bob") == (0.0, 1.5, None, False)
    assert mark(room, "ada") == (0.0, None, None, False)
    assert mark(room, "cy") == (4.0, None, None, False)
    assert {m.student: (m.before, m.after) for m in done.moves if m.question == QUESTION} == {
        "ada": (1.5, 0.0),
        "cy": (1.5, 4.0),
    }
    assert queued(room) == [{"ada"}, {"dan"}]
    assert not marks_of(room, "ada").comments
    assert "1.5 of 4" in page.get(part(page, "unexplained")[frozenset({"ada"})])[1]
    marks = marks_of(room, "bob")
    shown = feedback_page(room.room.autograded("bob").read_bytes(), marks)
    assert "The cube is there." in shown
    assert re.search(r"1\.5\s*of\s*4", re.sub("<[^>]+>", "", shown))
    assert not any(word in shown for word in ("queue", "no named reason", "decided"))


def test_points_stay_and_are_looked_at_again_if_what_marks_changes(room, page):
    decide(page, part(page, "unexplained")[ALIKE], points="2", comment="Half.")
    room.change_test(f"{QUESTION}_test", "question.grade(", "question.grade (")
    room.autograde()
    assert mark(room, "ada") == (0.0, 2.0, None, False)  # it counts meanwhile
    assert marks_of(room, "ada").comments == {QUESTION: "Half."}
    assert queued(room) == [{"ada", "bob", "cy"}, {"dan"}]
    path = part(page, "unexplained")[ALIKE]
    assert 'id="before"' in page.get(path)[1]
    decide(page, path, "leave")
    assert (mark(room, "ada"), queued(room)) == ((0.0, 2.0, None, False), [{"dan"}])


def test_one_student_of_a_group_gets_points_and_a_decision_is_undone(room, page):
    path = part(page, "unexplained")[ALIKE]
    (ada,) = (
        id for id in page.versions(path) if re.search(rf'value="{id}"[^>]*> ada', page.get(path)[1])
    )
    versions = {ada: page.versions(path)[ada]}
    _, reply = decide(page, path, points="3", versions=versions)
    assert queued(room) == [{"bob", "cy"}, {"dan"}]
    assert mark(room, "bob") == (0.0, None, None, False)
    saved = re.search(r"saved=(\w+)", reply["next"])[1]
    assert page.post(f"{page.home}undo", {"saved": saved})[0] == 200
    assert (mark(room, "ada"), len(queued(room)[0])) == ((0.0, None, None, False), 3)
    decide(page, part(page, "unexplained")[ALIKE], points="3", comment="No.")
    assert decide(page, part(page, "decided")[ALIKE], "back")[0] == 200
    assert (mark(room, "ada"), len(queued(room)[0])) == ((0.0, None, None, False), 3)
    assert not marks_of(room, "ada").comments


def test_two_at_once(room, page):
    """The second person gets the points of the first; a later person begins with another group."""
    path, other = part(page, "unexplained")[ALIKE], Served(page.server)
    looked_at = page.versions(path)
    assert 'id="elsewhere"' in other.get(path)[1]
    assert 'id="elsewhere"' in page.get(path)[1]  # the other has opened it as well
    decide(other, path, points="1", comment="Mine.")
    status, reply = decide(page, path, "leave", versions=looked_at)
    assert (status, {each["points"] for each in reply["meanwhile"]}) == (200, {1.0})
    assert not any(each["open"] for each in reply["meanwhile"])
    assert mark(room, "ada")[1] == 1.0
    looked_at = page.versions(part(page, "decided")[ALIKE])
    room.submit("ada", {QUESTION: CUBES["ada"] + "0"})
    room.autograde()
    _, reply = decide(page, path, points="2", versions=looked_at)
    assert [each["open"] for each in reply["meanwhile"]] == [True]  # it is another answer


def test_points_that_there_are_not_are_refused(room, page):
    path = part(page, "unexplained")[ALIKE]
    for points in ("", "-1", "4.5", "nan", "1.234"):
        assert decide(page, path, points=points)[0] == 400, points
    assert decide(page, path, "dance")[0] == 400
    assert decide(page, path, versions={})[0] == 400
    assert len(queued(room)) == 2


def test_the_pages_of_mark_lead_there(room, page):
    _, text, _ = page.get(page.home)
    assert f'href="{page.home}{ASSIGNMENT}/unexplained/">4 answers</a>' in text
    with served(Course(room.room.course.root)) as everything:
        _, text, _ = everything.get(everything.home)
        assert f'href="{everything.home}{ASSIGNMENT}/unexplained/"' in text


def test_runs_and_reports_say_how_many_wait(room, capsys):
    line = read_report(room.folder).queue_line
    root = str(room.room.course.root)
    assert cli.main(["--course", root, "report", ASSIGNMENT]) == 0
    assert line in capsys.readouterr().out
    assert line in html.unescape(report_page(read_report(room.folder)))
    report_commands.summary(room.autograde(), read_report(room.folder))
    assert capsys.readouterr().out.strip().endswith(line)
    assert cli.main(["--course", root, "mark", "--unexplained", "--no-browser"]) == 1


# --- the groups to look at, and equal mistakes ----------------------------------------------------


def computed(question: checks.Question, *answers: Any, key: str = "one") -> str:
    """Return a digest of the values that answers compute, with inputs from this key."""
    grading = checks.GradingContext("q", key=key, common="the course's")
    with grading.active():
        question.grade(*answers, points=4)
    return grading.describe_answers()


SIZES = n, d = checks.sizes("n d")
COUNT = checks.Count(SIZES, [checks.Product("the scores", n, d, n)])
ARRAYS = checks.Arrays(
    oracle=lambda x: x - x.mean(),
    cases=lambda rng: {"five": checks.case(rng.normal(size=5))},
)
GROWTH = checks.Growth(SIZES, checks.log(n) + d)
CHOICES = checks.Choices({"a": "x", "b": "y"}, options=["x", "y", "z"])
PROPERTIES = checks.Properties(
    {
        "it adds up to 1": checks.Property(
            lambda answer, rng, n: checks.unequal(answer(rng.normal(size=n)).sum(), 1.0),
            sizes=[(3,), (5,)],
        )
    },
    shape=lambda x: x.shape,
)
PROBLEM = checks.Problem(
    left="(a + b)**2",
    right="a**2 + 2 * a * b + b**2",
    draw=lambda rng: [checks.World({"a": rng.normal(), "b": rng.normal()}, "numbers")],
    facts=(),
    moves=("algebra",),
)


@pytest.mark.parametrize(
    ("question", "answer", "same", "other"),
    [
        (COUNT, lambda n, d: 7 * n * d, lambda n, d: n * d * 3 + 4 * d * n, lambda n, d: 7 * n),
        (
            COUNT,  # no polynomial
            lambda n, d: n // 2 * d,
            lambda n, d: d * (n // 2),
            lambda n, d: n // 2 + d,
        ),
        (
            ARRAYS,
            lambda x: x * 0.1 + 3 * x,
            lambda x: 3.1 * x,
            lambda x: 3.2 * x,
        ),
        (
            GROWTH,
            lambda n, d: n * d,
            lambda n, d: 3 * n * d + n,
            lambda n, d: n * n * d,
        ),
        (CHOICES, {"a": "y", "b": "z"}, {"b": "Z", "a": " y"}, {"a": "z", "b": "z"}),
        (
            PROPERTIES,
            lambda x: np.exp(x) / 7,
            lambda x: np.exp(x - np.log(7)),
            lambda x: np.exp(x) / 8,
        ),
        (
            checks.Derivation(PROBLEM),
            [("", "(a + b)**2", ""), ("=", "a**2+b**2", "algebra")],
            [("", "(a + b) ** 2", ""), ("=", "a**2 + b**2", " Algebra")],
            [("", "(a + b)**2", ""), ("=", "a**2 - b**2", "algebra")],
        ),
        (
            checks.Ledger(SIZES, [checks.Product("the scores", n, d, n)]),
            lambda n, d: {"the scores": n + d},
            lambda n, d: {"the scores": d + n},
            lambda n, d: {"the scores": n - d},
        ),
    ],
    ids=[
        "count",
        "no-polynomial",
        "arrays",
        "growth",
        "choices",
        "properties",
        "derivation",
        "ledger",
    ],
)
def test_the_same_mistake_in_other_words_is_the_same_in_every_submission(
    question, answer, same, other
):
    first = computed(question, answer)
    assert first
    assert computed(question, same, key="another's") == first
    assert computed(question, other) != first


HALF = replace(GROWTH, share=1 / 2)


def test_of_several_functions_and_checks_each_counts():
    question = checks.Functions(
        first=replace(COUNT, share=1 / 4), second=replace(COUNT, share=1 / 4) + HALF
    )
    wrong, right = lambda n, d: n * d * 7, lambda n, d: 2 * n * n * d
    assert computed(question, wrong, wrong) != computed(question, wrong, right)
    assert computed(question, wrong, right) == computed(question, wrong, right, key="two")


def test_only_a_large_loss_that_no_finding_names_needs_a_look():
    named = checks.misconception("halved", checks.Times(n), "This has one n too many.")
    count = replace(COUNT, misconceptions=[named])

    def look(question: checks.Question, answer: Any) -> str:
        return question.grade(answer, points=4).review_reason

    def raises(n: int, d: int) -> int:
        raise ValueError("not today")

    def blank(n: int, d: int) -> int:
        raise NotImplementedError

    assert look(count, lambda n, d: 13 * n + 5 * d) == "unexplained"
    assert look(count, lambda n, d: 2 * n * n * n * d) == ""
    assert look(count, lambda n, d: 2 * n * n * d) == ""
    assert look(count, raises) == "failed"
    assert look(count, blank) == "blank"
    assert look(CHOICES, {"a": "x", "b": "z"}) == ""  # no more than half
    assert look(CHOICES, {"a": "z", "b": "z"}) == "unexplained"


# --- in a browser --------------------------------------------------------------------------------


@pytest.mark.slow(10)
def test_a_group_is_decided_on_by_clicks_and_keys(room, page, browser):
    window = Window(browser)
    tab = window.tab
    tab.goto(f"{page.address}{ASSIGNMENT}/unexplained/")
    window.goes(lambda: tab.click("#unexplained tbody tr:first-child a"))
    assert tab.locator("[name=whose]").count() == 3
    tab.click("#save")
    assert "Give points" in window.text("#trouble")
    tab.click("#everybody")
    tab.click("#whose label:has-text('bob')")
    tab.fill("#comment", "The cube.")
    tab.fill("#points", "2,5")
    window.goes(lambda: tab.click("#save"))
    assert {s: mark(room, s)[1] for s in CUBES} == {"ada": None, "bob": 2.5, "cy": None}
    assert "Saved: 2.5 points for 1 answer." in window.text("#status")
    window.goes("u")
    assert mark(room, "bob") == (0.0, None, None, False)
    assert tab.input_value("#comment") == "The cube."  # the comment is still there
    other = part(page, "unexplained")[ALIKE]
    decide(page, other, points="1", comment="Mine.")
    window.key("l")
    tab.wait_for_selector("#leave")
    assert "1 point" in window.text("#trouble")
    window.goes(lambda: tab.click("#leave"))
    window.goes(lambda: tab.click("#decided a"))
    window.goes(lambda: tab.click("[data-does=back]"))
    window.goes("l")
    assert queued(room) == [{"dan"}]
    assert not window.foreign(page)
    assert not window.said
