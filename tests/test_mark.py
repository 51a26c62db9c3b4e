"""`examiner mark`: the contents of its page, its access control, and the saved marks."""

from __future__ import annotations

import html
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import nbformat
import pytest
from nbgrader.api import Gradebook

from examiner import cli
from examiner.course import Course
from examiner.gradebook import class_gradebook
from examiner.gradebook.gradebook_file import IN_USE
from examiner.gradebook.scores import read_marks
from examiner.pages.feedback import Marks, feedback_page
from examiner.pages.titles import Titles
from examiner.reports.report_reading import read_report
from examiner.workers.worker import Worker
from tests.attack_pages import PROVOKE, chromium, launch
from tests.attack_runner import attacks
from tests.classroom import ROOT
from tests.marking import InThisThread, Served, served
from tests.messages import mentions
from tests.small_class import ASSIGNMENT, SmallClass
from tests.test_pages import ACTIVE

WRITTEN = {
    "ada": "Pairs of $n + 1$.",
    "bob": "Pairs  of\n$n + 1$. ",
    "cy": "They *cancel*.",
    "dan": "",
    "eve": " \n ",
}
OPEN = (None, None, None, True)
QUESTION = "q2_written"


@pytest.fixture
def room(tmp_path: Path, courses, executor) -> SmallClass:
    """A class with written answers that need manual grading."""
    graded = {student: {QUESTION: answer} for student, answer in WRITTEN.items()}
    room = SmallClass(tmp_path / "course", courses, executor, graded=graded)
    with Gradebook(room.db_url) as gradebook:
        gradebook.update_or_create_student("ada", first_name="Ada", last_name="<b>King")
    return room


@pytest.fixture
def page(room: SmallClass):
    with served(Course(room.room.course.root), ASSIGNMENT) as page:
        yield page


def answers(page: Served, question: str = QUESTION) -> dict[frozenset[str], str]:
    """Return the students of each group of equal answers -> the path of its page."""
    _, text, _ = page.get(f"{page.home}{ASSIGNMENT}/{question}/all/")
    paths = re.findall(r'<a href="([^"]+/[0-9a-f]{32}/)"', text)
    return {frozenset(students(page, path)): path for path in paths}


def students(page: Served, path: str) -> list[str]:
    _, text, _ = page.get(f"{path}?names=1")
    named = re.findall(r'(?:<p id="who">|name="whose"[^>]*> )([^<]+)</(?:p|label)>', text)
    return [html.unescape(each).split()[0] for each in named]


def save(page: Served, path: str, points: Any = "2", **about: Any) -> tuple[int, Any]:
    """Send a mark as the page's script does, with the first rubric item ticked."""
    *_, question, _, _ = path.split("/")
    sent = {
        "assignment": ASSIGNMENT,
        "question": question,
        "versions": page.versions(path) if "versions" not in about else None,
        "points": points,
        "comment": "- 2 points: the pairs",
        "lines": page.lines(path) if "lines" not in about else None,
        "ticked": [0],
        "names": False,
        "named": False,
    }
    return page.post(f"{page.home}save", sent | about)


def comment(room: SmallClass, student: str, cell: str = QUESTION) -> str | None:
    with Gradebook(room.db_url) as gradebook:
        return gradebook.find_comment(cell, "sums", ASSIGNMENT, student).comment


def marks_of(room: SmallClass, student: str) -> Marks:
    """Return the marks that a feedback page shows."""
    with Gradebook(room.db_url) as gradebook:
        return read_marks(gradebook, ASSIGNMENT, "sums", student, Titles())


def change(room: SmallClass, statement: str) -> None:
    """Change the gradebook as another program does."""
    with closing(sqlite3.connect(room.room.course.root / "gradebook.db")) as book:
        book.execute(statement)
        book.commit()


def filled_in(text: str) -> dict[str, Any]:
    """The mark that a page can fill in."""
    return json.loads(html.unescape(re.search(r'class="fill-in" data-mark="([^"]+)"', text)[1]))


def written(room: SmallClass) -> dict[str, tuple]:
    return {student: row for (student, cell), row in room.grades().items() if cell == QUESTION}


EQUAL, OTHER, EMPTY = frozenset({"ada", "bob"}), frozenset({"cy"}), frozenset({"dan", "eve"})


# --- the page -------------------------------------------------------------------------------------


def test_whoever_marks_at_the_same_time_is_sent_to_other_answers(room, page):
    """In another browser, or by another `examiner mark` on the course; for some minutes."""
    start = f"{ASSIGNMENT}/{QUESTION}/"
    with served(Course(room.room.course.root)) as process:
        people, places = [page, Served(page.server), process], []
        for each in people:
            _, _, headers = each.get(each.home + start)
            places.append(headers["Location"].removeprefix(each.home))
            assert 'id="elsewhere"' not in each.get(headers["Location"])[1]
        assert len(set(places)) == 3
        last = Served(page.server)
        everybody = last.get(page.home + start)[2]["Location"]
        assert 'id="elsewhere"' in last.get(everybody)[1]
        assert 'id="elsewhere"' in last.get(page.home + places[2])[1]
        assert save(page, page.home + places[0])[0] == 200
        assert page.get(f"{page.home}{places[0]}next/")[2]["Location"].endswith(f"{start}all/")
        change(room, "update examiner_looking set until = 0")
        assert page.get(page.home + start)[0] == 302


def test_statement_answer_and_rubric_are_there_and_no_name_unless_it_is_asked_for(page):
    found = answers(page)
    _, text, _ = page.get(found[OTHER])
    assert "Question 2: why" in text
    assert "They <em>cancel</em>." in text
    assert "every pair adds up to" in text
    lines = re.findall(r'data-line="(\d)" data-points="([\d.]+)" data-words="([^"]+)"', text)
    assert lines == [("1", "2.0", "- 2 points: the pairs"), ("2", "1.0", "- 1 point: odd $n$")]
    for path in (page.home, *found.values()):
        assert not re.search(r"\b(ada|bob|cy|dan|eve|King)\b", page.get(path)[1])
    assert "ada “Ada &lt;b&gt;King”" in page.get(f"{found[EQUAL]}?names=1")[1]
    everybody = f"{page.home}{ASSIGNMENT}/{QUESTION}/all/"
    assert "They *cancel*." in page.get(everybody)[1]
    bob = re.search(r'<a href="([^"]+)">bob</a>', page.get(f"{everybody}?names=1")[1])[1]
    assert re.findall(r"checked> (\w+)<", page.get(html.unescape(bob))[1]) == ["bob"]


def test_a_broken_notebook_is_left_out_and_said_to_be(room, page):
    """The others are counted, and equal answers are one."""
    room.room.autograded("cy").write_text("no notebook")
    assert set(answers(page)) == {EQUAL, EMPTY}
    _, text, _ = page.get(page.home)
    assert re.findall(r'data-question="(\w+)" data-open="(\d+)"', text) == [(QUESTION, "4")]
    note = re.sub("<[^>]+>", "", re.search(r'<p class="note">(.*?)</p>', text)[1])
    assert mentions(note, "one", f"examiner autograde {ASSIGNMENT}")


# --- saved marks ----------------------------------------------------------------------------------


def test_a_mark_is_what_formgrader_writes_and_everything_shows_it(room, page):
    status, reply = save(page, answers(page)[EQUAL], "2.5")
    assert (status, "saved=" in reply["next"]) == (200, True)
    assert {s: row for s, row in written(room).items() if row != OPEN} == {
        "ada": (None, 2.5, None, False),
        "bob": (None, 2.5, None, False),
    }
    assert comment(room, "bob") == "- 2 points: the pairs"
    report = read_report(room.grading().folder)
    assert {row.student: row.points[QUESTION] for row in report.rows}["ada"] == 2.5
    marks = marks_of(room, "ada")
    assert (marks.cells[QUESTION].points, marks.pending) == (2.5, False)
    assert marks.comments[QUESTION] == "- 2 points: the pairs"
    assert marks.unmet == {QUESTION: "- 1 point: odd $n$"}
    shown = feedback_page(room.room.autograded("ada").read_bytes(), marks)
    assert re.search(r"Rubric items.*?1 point: odd <math>", shown, re.DOTALL)
    # A person who gives points in formgrader knows the missing items.
    room.grade_by_hand("ada", QUESTION, manual_score=1.0)
    assert not marks_of(room, "ada").unmet


@pytest.mark.slow(3)
def test_a_mark_stays_and_is_asked_for_again_where_the_answer_changed(room, page):
    assert save(page, answers(page)[EQUAL], "1")[0] == 200
    room.autograde(force=True)
    assert written(room)["ada"] == (None, 1.0, None, False)
    assert "odd" in marks_of(room, "ada").unmet[QUESTION]
    room.submit("ada", {QUESTION: "Something else."})
    room.submit("fay", {QUESTION: WRITTEN["bob"]})  # which was marked
    room.autograde()
    assert written(room)["ada"] == (None, 1.0, None, True)
    _, text, _ = page.get(answers(page)[frozenset({"fay"})])
    assert re.search(r">equal answer</a>[^<]* 1 of 3\b", text)
    mark = {"points": "1", "comment": "- 2 points: the pairs", "met": [0]}
    assert filled_in(text) == mark
    assert (marks_of(room, "ada").comments, marks_of(room, "ada").unmet) == ({}, {})
    with Gradebook(room.db_url) as gradebook:
        gradebook.find_graded_cell(QUESTION, "sums", ASSIGNMENT).max_score = 5
        gradebook.db.commit()
    room.autograde(force=True)
    _, text, _ = page.get(answers(page)[frozenset({"ada"})])
    assert re.search(r'id="before">.* 1 point\.', text)
    assert filled_in(text) == mark
    form = text.partition('<form id="mark"')[2]
    assert ("checked" in form.partition("<dialog")[0], 'rows="4"></textarea>' in form) == (0, 1)


def test_an_answer_is_shown_without_the_question_that_stands_in_its_cell(room, page):
    asked = "### Why\n\nSay which pairs\nthere are.\n\n"
    answer = f"{asked}*Write your answer here.*\n\n{WRITTEN['cy']}"
    graded = room.room.autograded("cy")
    for path, source in ((room.room.problem.source, None), (graded, answer)):
        notebook = nbformat.read(path, as_version=4)
        cell = next(cell for cell in notebook.cells if cell.id == QUESTION)
        cell.source = source or asked + cell.source
        nbformat.write(notebook, path)
    above, shown = page.get(answers(page)[OTHER])[1].split('id="answer"')
    assert "Say which pairs" in above
    assert "They <em>cancel</em>." in shown
    assert not any(words in shown for words in ("Say which pairs", "Write your answer here"))


def test_a_rubric_that_changes_is_not_ticked_by_its_old_lines(room, page):
    path, source = answers(page)[OTHER], room.room.problem.source
    lines = page.lines(path)
    assert save(page, path)[0] == 200  # the first line is met
    before = written(room)
    text = source.read_text()
    source.write_text(text.replace("odd $n$", "$n$ is odd").replace("odd n", "n is odd"))
    assert source.read_text() != text
    status, reply = save(page, path, "1", lines=lines)
    assert (status, mentions(reply["error"], "rubric", "changed")) == (400, True)
    assert written(room) == before
    assert (
        'name="line" checked' not in page.get(path)[1]
    )  # "odd n" was not met, and is no line any more
    source.write_text(text)
    assert page.get(path)[1].count('name="line" checked') == 1


def test_no_mark_is_saved_for_an_answer_that_the_page_does_not_show(room, page):
    """A grading ended after it had saved the points of a new submission to the gradebook."""
    found, graded = answers(page), room.room.autograded("cy")
    earlier = graded.read_bytes()
    room.submit("cy", {QUESTION: "Something else."})
    room.autograde()
    graded.chmod(0o644)
    graded.write_bytes(earlier)
    before = written(room)
    status, reply = save(page, found[OTHER])
    assert (status, mentions(reply["error"], "earlier answer", "autograde")) == (400, True)
    assert written(room) == before
    room.autograde(force=True)
    assert save(page, answers(page)[OTHER])[0] == 200


def test_points_that_there_are_not_are_refused(room, page):
    path = answers(page)[OTHER]
    for points in ("", "-1", "3.5", "nan", "inf", "1.234", "two", None):
        status, reply = save(page, path, points)
        assert (status, reply["error"][:5]) == (400, "Give "), points
    for sent in ([], {}, "x", {"versions": {}}, {"versions": []}):
        status, reply = page.post(f"{page.home}save", sent)
        assert (status, "error" in reply) == (400, True), sent
    assert set(written(room).values()) == {OPEN}
    assert save(page, path, " 0,5 ")[0] == 200
    assert written(room)["cy"][1] == 0.5


def test_a_saving_can_be_undone_once_unless_it_was_marked_since(room, page):
    found, saved = answers(page), {}
    for each, path in found.items():
        saved[each] = {"saved": re.search(r"saved=(\w+)", save(page, path, "0")[1]["next"])[1]}
    everybody = f"{page.home}{ASSIGNMENT}/{QUESTION}/all/"
    assert page.get(everybody.removesuffix("all/"))[2]["Location"] == everybody  # none is open
    statuses = [page.post(f"{page.home}undo", saved[EMPTY])[0] for _ in range(2)]
    assert (statuses, written(room)["dan"], comment(room, "dan")) == ([200, 400], OPEN, None)
    room.grade_by_hand("cy", QUESTION, manual_score=3.0)
    assert "next" not in page.post(f"{page.home}undo", saved[OTHER])[1]
    assert written(room)["cy"][1] == 3.0


def test_what_a_check_could_not_decide_is_marked_by_its_code(room, page):
    room.ask_for("q1_sum", "n**n")
    room.autograde()
    (path,) = answers(page, "q1_sum").values()
    _, text, _ = page.get(path)
    assert "5 equal answers" in text
    assert '<span class="k">def</span>' in text
    assert save(page, path, "1")[0] == 200
    assert room.grades()["eve", "q1_sum_test"] == (None, 1.0, None, False)
    assert comment(room, "eve", "q1_sum") == "- 2 points: the pairs"


# --- who may ask ---------------------------------------------------------------------------------


def test_only_who_has_the_address_is_shown_or_may_do_anything(page):
    """Neither without the token, nor under another name of a host, nor from a foreign page."""
    for path in ("/", "/x/", "/mark.js", "/favicon.ico", f"/{'x' * 32}/", f"/{'x' * 32}/mark.js"):
        assert page.get(path)[0] == 403, path
    assert page.post("/x/save", {})[0] == 403
    port = page.server.port
    hosts = ("evil.example", "127.0.0.1:1", f"evil.example:{port}")
    origins = ("https://evil.example", "null", "http://127.0.0.1:1")
    for headers in (*({"Host": h} for h in hosts), *({"Origin": o} for o in origins)):
        assert page.get(page.home, **headers)[0] == 403, headers
        assert page.post(f"{page.home}undo", {}, **headers)[0] == 403, headers
    own = f"localhost:{port}"
    status, _, sent = page.get(page.home, Host=own, Origin=f"http://{own}")
    assert (status, sent["X-Content-Type-Options"]) == (200, "nosniff")
    policy = sent["Content-Security-Policy"]  # only our script may run
    assert "default-src 'none'; script-src 'self';" in policy
    assert "unsafe-eval" not in policy
    assert sent["Referrer-Policy"] == "same-origin"


# --- missing files and tables ---------------------------------------------------------------------


def test_what_is_missing_is_said_in_a_line_with_the_next_step(room, capsys):
    root = room.room.course.root

    def told(*words: str) -> str:
        assert cli.main(["--course", str(root), "mark", "--no-browser", *words]) == 1
        return capsys.readouterr().err

    assert mentions(told("ps9"), "ps9", ASSIGNMENT)
    (root / "autograded").rename(root / "elsewhere")
    assert mentions(told(ASSIGNMENT), f"`examiner autograde {ASSIGNMENT}`")
    change(room, "update assignment set name = 'other'")
    entered = (ASSIGNMENT, "gradebook", f"`nbgrader generate_assignment {ASSIGNMENT}`")
    assert mentions(told(ASSIGNMENT), *entered)
    assert mentions(told(), *entered)
    (root / "gradebook.db").unlink()
    assert mentions(told(ASSIGNMENT), root / "gradebook.db", entered[-1])


def test_what_goes_missing_meanwhile_is_said_on_the_page(room, page, monkeypatch):
    found = answers(page)
    assert page.get(f"{page.home}ps9/")[0] == 404
    assert page.get(f"{page.home}{ASSIGNMENT}/q9/")[0] == 404
    assert page.get(f"{page.home}{ASSIGNMENT}/{QUESTION}/{'0' * 32}/")[0] == 404
    monkeypatch.setattr(class_gradebook, "LOCK_SECONDS", 0.2)
    with closing(sqlite3.connect(room.room.course.root / "gradebook.db")) as other:
        looked_at, lines = page.versions(found[OTHER]), page.lines(found[OTHER])
        other.execute("BEGIN IMMEDIATE")
        status, text, _ = page.get(found[OTHER])
        assert (status, IN_USE in text) == (503, True)
        status, reply = save(page, found[OTHER], "1", versions=looked_at, lines=lines)
        assert (status, IN_USE in reply["error"]) == (400, True)
    assert save(page, found[OTHER], "1")[0] == 200
    (room.room.course.root / "gradebook.db").unlink()
    text = page.get(page.home)[1]
    assert mentions(text, "gradebook.db", "autograded/", "examiner restore")


# --- in a browser --------------------------------------------------------------------------------


class Window:
    """A page in Chromium, and all that it did."""

    def __init__(self, browser: Any, width: int = 1280, scheme: str = "light") -> None:
        size = {"width": width, "height": 900}
        self.tab = browser.new_page(viewport=size, color_scheme=scheme)
        self.said: list[str] = []
        self.asked: set[str] = set()
        self.tab.on("console", lambda message: self.said.append(message.text))
        self.tab.on("pageerror", lambda error: self.said.append(str(error)))
        self.tab.on("dialog", lambda dialog: (self.said.append("a dialog"), dialog.dismiss()))
        self.tab.on("popup", lambda popup: self.said.append("another page"))
        self.tab.on("request", lambda request: self.asked.add(request.url))
        self.text = self.tab.inner_text

    def key(self, *keys: str) -> None:
        for key in keys:
            self.tab.keyboard.press(key)

    def goes(self, act: Any) -> None:
        """Press a key or call a function that leads to another page, and wait for that page."""
        with self.tab.expect_navigation(wait_until="load"):
            self.key(act) if isinstance(act, str) else act()

    def filled(self) -> tuple[str, str, int]:
        """Points, comment, how many lines are ticked."""
        ticked = self.tab.locator("[data-line] :checked").count()
        return self.tab.input_value("#points"), self.tab.input_value("#comment"), ticked

    def foreign(self, page: Served) -> list[str]:
        """Return the requests to other addresses than the page's own server."""
        ours = (page.address, page.address.removesuffix(page.home) + "/again?", "data:")
        return [url for url in self.asked if not url.startswith(ours)]


@pytest.fixture(scope="module")
def browser():
    if chromium() is None:
        pytest.skip("Chromium is not installed: run `make setup`")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = launch(playwright, chromium())
        yield found
        found.close()


@pytest.mark.slow(20)
def test_a_class_is_marked_by_clicks_and_keys(room, browser):
    """From the first page to the rows, on a screen and on a telephone, by a worker's HTML."""
    pairs, odd = "- 2 points: the pairs", "- 1 point: odd $n$"
    with served(Course(room.room.course.root), worker=Worker()) as page:
        window = Window(browser)
        tab = window.tab
        tab.goto(page.address)
        window.goes(lambda: tab.click(f"[data-assignment={ASSIGNMENT}] a"))
        window.goes(lambda: tab.click(f"[data-question={QUESTION}] a"))
        while "equal" not in window.text("#answer-title"):
            window.goes("n")
        assert tab.locator("#answer math").count() > 0  # the worker's, not plain text
        loaded = (
            "document.fonts.ready.then(() => [...document.fonts].map(f => [f.family, f.status]))"
        )
        assert tab.evaluate(loaded) == [["Formulas", "loaded"]]
        window.key("?")
        assert tab.is_visible("#help[open]")
        window.key("s", "?")  # nothing is saved from there
        assert not tab.is_visible("#help")
        tab.click("[data-line='2']")
        assert window.filled() == ("1", odd, 1)
        window.key("1", "2", "2")
        assert window.filled() == ("3", f"{pairs}\n{odd}", 2)
        window.goes("n")
        window.goes("p")
        assert window.filled() == ("3", f"{pairs}\n{odd}", 2)  # the unsaved mark is still there
        window.key("2", "c")
        assert tab.evaluate("document.activeElement.id") == "comment"
        window.key("End", "!", "1")  # a field takes its keys itself
        tab.fill("#points", "2,5")
        window.key("Tab")
        assert " 2." in window.text("#sum")
        window.key("Shift+Tab", "Shift+Tab")
        tab.click("[data-line='2']")  # the points beyond the items stay beside them
        assert tab.input_value("#points") == "3"
        tab.click("[data-line='2']")
        tab.fill("#points", "2,5")
        window.goes("Control+Enter")
        assert "Saved: 2.5 points for 2 answers." in window.text("#status")
        assert written(room)["ada"] == written(room)["bob"] == (None, 2.5, None, False)
        assert comment(room, "ada") == f"{pairs}\n\n!1"
        window.goes("u")
        assert written(room)["ada"] == OPEN
        assert "Saved" not in window.text("#status") != ""
        assert "undone" not in window.tab.url
        assert "2 equal" in window.text("#answer-title")
        assert window.filled() == ("2,5", f"{pairs}\n!1", 1)  # the written comment is still there
        assert window.text("#unsaved") == "not saved"
        window.key("u")
        assert "undo" in window.text("#trouble")
        window.key("a")
        window.goes("s")
        assert written(room)["bob"] == (None, 3.0, None, False)
        origin, found = page.address.removesuffix(page.home), answers(page)
        tab.goto(origin + found[EQUAL])
        assert window.filled()[2] == 2

        telephone = Window(browser, 390, "dark")
        tab = telephone.tab
        tab.goto(origin + found[EMPTY])
        assert "2 empty answers" in telephone.text("#answer-title")
        tab.click("#save")
        assert "points" in telephone.text("#trouble")
        telephone.key("1")
        assert tab.is_checked("[data-line='1'] input")  # no digit in a field
        telephone.key("z")
        tab.click("#some")
        tab.click("#whose label:has-text('dan')")  # not his
        assert save(page, found[OTHER], "1")[0] == 200  # somebody else
        telephone.goes(lambda: tab.click("#save"))
        assert [written(room)[student][1] for student in ("dan", "eve")] == [None, 0.0]
        assert "Saved: 0 points for eve." in telephone.text("#status")
        telephone.goes(lambda: tab.click("#undo"))
        assert tab.locator("[name=whose]:checked").count() == 1  # nobody else's is marked now
        assert telephone.text("#save").startswith("Save for eve")
        telephone.goes(lambda: tab.click("#save"))
        change(room, "update grade set manual_score = 1.5, needs_manual_grade = 0")
        tab.fill("#points", "0")
        tab.click("#save")
        tab.wait_for_selector("#save-mine")
        assert telephone.text("#trouble").count("1.5 points") == 1
        assert sorted(written(room)[student][1] for student in EMPTY) == [1.5, 1.5]
        telephone.goes(lambda: tab.click("#save-mine"))
        assert sorted(written(room)[student][1] for student in EMPTY) == [0.0, 1.5]
        assert f"examiner feedback {ASSIGNMENT}" in telephone.text("main")
        assert (window.said, telephone.said) == ([], [])
        assert window.foreign(page) + telephone.foreign(page) == []


@pytest.mark.slow(10)
def test_what_was_written_for_a_group_is_for_those_alone_whose_text_it_was(room, browser):
    with served(Course(room.room.course.root)) as page:
        window, origin = Window(browser), page.address.removesuffix(page.home)
        tab, path = window.tab, answers(page)[EQUAL]
        tab.goto(f"{origin}{path}?only=all")
        window.key("2", "c", "!")
        first = next(iter(page.versions(path)))
        names = tab.locator(f"[name=whose][value='{first}']").locator("..").inner_text()
        student = "ada" if "ada" in names else "bob"
        (other,) = EQUAL - {student}
        room.submit(student, {QUESTION: "Something else."})
        room.autograde()
        window.key("Escape", "s")
        tab.wait_for_selector("#look")
        assert "1 of 2" in window.text("#trouble")
        window.goes(lambda: tab.click("#look"))
        assert tab.input_value("#points") == "1"
        window.goes("s")
        assert (written(room)[student], written(room)[other][1]) == (OPEN, 1.0)

        tab.goto(origin + answers(page)[frozenset({student})])
        window.key("1", "c", "?")
        room.submit(student, {QUESTION: "Something else again."})
        room.autograde()
        window.key("Escape", "s")
        tab.wait_for_selector("#look")
        window.goes(lambda: tab.click("#look"))
        assert window.filled() == ("", "?", 0)  # a group that nobody has read


@pytest.mark.slow(10)
def test_nothing_that_a_student_wrote_acts_on_the_page(room, browser):
    """Markdown in twenty and more forms of script; the page's own script still works."""
    forms = [a.answers["q6_written"] for a in attacks("page") if "q6_written" in a.answers]
    forms += ACTIVE
    assert len(forms) >= 20
    hostile = ["\n\n".join(forms[place::3]) for place in range(3)]
    for number, text in enumerate(hostile):
        room.submit(f"x{number}", {QUESTION: text})
    room.autograde()
    with Gradebook(room.db_url) as gradebook:
        gradebook.update_or_create_student("x0", first_name=ACTIVE[0], last_name=ACTIVE[1])
    with served(Course(room.room.course.root), ASSIGNMENT) as page:
        window, seen = Window(browser, 390), set()
        tab = window.tab
        tab.goto(f"{page.address}{ASSIGNMENT}/{QUESTION}/?names=1")
        while tab.evaluate("document.body.dataset.answer") not in seen:
            seen.add(tab.evaluate("document.body.dataset.answer"))
            tab.evaluate(PROVOKE)
            tab.wait_for_timeout(20)
            assert tab.evaluate("window.pwned") is None
            assert tab.evaluate(ACTING) == [0, 0, 0], window.text("#answer")
            assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            window.key("1")
            assert tab.input_value("#points") == "2"
            window.goes("n")
        assert len(seen) >= len(hostile)
        assert window.said == []
        assert window.foreign(page) == []


class Unclean(InThisThread):
    """A worker that an attacker has taken over: it returns a student's HTML without cleaning it."""

    def answer_part(self, notebook: bytes, name: str, released: str = "") -> str:
        acts = ("<script", "onerror", "onload", "onclick", "javascript:", "<style", "<base")
        return "".join(html for html in ACTIVE if any(word in html for word in acts))


@pytest.mark.slow(8)
def test_where_html_is_not_clean_nothing_runs_but_our_script(room, browser):
    """The page's own script has a key for each of thirteen lines."""
    source = room.room.problem.source
    lines = "".join(f"| 0.25 | part {number} |\\n" for number in range(1, 13))
    assert "| 2 | the pairs |\\n" in source.read_text()
    source.write_text(source.read_text().replace("| 2 | the pairs |\\n", lines))
    with served(Course(room.room.course.root), ASSIGNMENT, Unclean()) as page:
        window = Window(browser)
        window.tab.goto(f"{page.address}{ASSIGNMENT}/{QUESTION}/")
        window.tab.evaluate(PROVOKE)
        window.tab.wait_for_timeout(100)
        assert "<script>" in window.tab.inner_html("#answer")
        assert "a dialog" not in window.said
        assert window.foreign(page) == []
        window.key("1", "0", "Shift+Digit1", "Shift+Digit2")
        ticked = window.tab.locator("[data-line]:has(:checked) kbd").all_inner_texts()
        assert ticked == ["1", "0", "⇧1", "⇧2"]


# Parts of a student's text that could act: elements, addresses, names for the page's script.
ACTING = """
() => [
  document.querySelectorAll(
    "#answer :is(script, iframe, object, embed, form, input, button, style, link, meta, base, svg)"
    + ":not(#whose input)"
  ).length,
  [...document.querySelectorAll("#answer [href]")].filter(
    (e) => !/^(https?:|mailto:|#)/.test(e.getAttribute("href"))
  ).length,
  document.querySelectorAll("#answer .student [id], #answer .student [class]").length,
]
"""


BROWSER = """#!/bin/sh
page=${1#file://}
{ echo "$1"; stat -c %a "$page"; cat "$page"; } > "$SEEN"
"""


@pytest.mark.slow(4)
def test_a_browser_is_started_with_a_page_that_only_its_owner_can_read(room, tmp_path):
    """The command line of a browser, which other users can see, says nothing of the address."""
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(BROWSER)
    browser.chmod(0o700)
    os.mkfifo(seen)  # a reader of the pipe waits for the browser
    about = {"BROWSER": f"{browser} %s", "SEEN": str(seen), "JUPYTER_RUNTIME_DIR": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "examiner.cli", "mark", ASSIGNMENT],
        cwd=room.room.course.root,
        env={**os.environ, "PYTHONPATH": str(ROOT), **about},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = rf"mark {ASSIGNMENT} at (http://127\.0\.0\.1:\d+/\w{{64}}/)\n"
        address = re.fullmatch(line, process.stdout.readline())[1]
        started_with, mode, content = seen.read_text().split("\n", 2)
        assert address in content
        assert address not in started_with
        assert mode == "600"
        process.send_signal(signal.SIGINT)
        assert (process.wait(60), process.stderr.read()) == (0, "")
        assert not Path(started_with.removeprefix("file://")).exists()
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow(3)
def test_a_browser_that_is_started_again_goes_on_where_it_was(room, page, browser, tmp_path):
    """The browser starts with a page of its own, which leads to the server's page.

    The server sees the same browser, so the open answer is not somebody else's.
    """
    start, window = tmp_path / "start.html", Window(browser)
    address = f"{page.address}{ASSIGNMENT}/{QUESTION}/"
    start.write_text(f'<meta http-equiv="refresh" content="0; url={address}">')
    opened = []
    for _ in range(2):
        window.tab.goto(start.as_uri())
        window.tab.wait_for_selector("#answer")
        opened.append(window.tab.url)
    assert opened[0] == opened[1]
    window.key("1")
    window.goes("s")
    assert "Saved: " in window.text("#status")


class Stranger(BaseHTTPRequestHandler):
    """Another user's program that listens at the page's old port, and records the requests."""

    asked: list[str] = []  # noqa: RUF012

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"start": "0", "sign": "0"}).encode())

    do_POST = do_GET

    def log_message(self, *about: Any) -> None:
        pass


@pytest.mark.slow(5)
def test_an_open_page_goes_on_after_a_restart_and_tells_nobody_else_anything(room, browser):
    course, window = Course(room.room.course.root), Window(browser)
    with served(course, ASSIGNMENT) as first:
        window.tab.goto(f"{first.address}{ASSIGNMENT}/{QUESTION}/")
        window.key("1")
    (kept,) = (course.root.parent / "runtime").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert first.home.strip("/") not in kept.read_text()
    with HTTPServer(("127.0.0.1", first.server.port), Stranger) as stranger:
        Thread(target=stranger.serve_forever, daemon=True).start()
        for key in "sn":
            window.tab.evaluate("document.getElementById('trouble').hidden = true")
            window.key(key)
            window.tab.wait_for_selector("#trouble:not([hidden])")
            assert "doesn't answer" in window.text("#trouble")
        stranger.shutdown()
    assert all(re.fullmatch(r"/again\?asked=\w{32}", path) for path in Stranger.asked)
    assert len(Stranger.asked) == 2
    with served(course, ASSIGNMENT) as second:
        assert (second.server.port, second.home != first.home) == (first.server.port, True)
        assert second.get(first.home)[0] == 403
        window.goes("s")
        assert "Saved: 2 points" in window.text("#status")
        assert second.address in window.tab.url
    with served(course, ASSIGNMENT, new=True):
        window.key("n")
        window.tab.wait_for_selector("#trouble:not([hidden])")
