"""The page that a student gets, as a pure function of the graded notebook and the marks."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import nbformat
import pytest

from examiner.cells import Kind, nbgrader_metadata, question_of
from examiner.findings.finding import WHOLE, Finding
from examiner.findings.known_error import Says
from examiner.grading.master import new_cell
from examiner.grading.rebuild import _FOR_GRADERS, UNREADABLE
from examiner.grading.record import NO_RESPONSE, Record
from examiner.pages import feedback
from examiner.pages.feedback import MAX_FIRST, Mark, Marks, answer_part, feedback_page
from examiner.pages.markdown import FONT, rendered, styles
from examiner.reports.report_page import report_page
from examiner.workers.worker import Settings, Worker
from tests.attack_pages import Browser, chromium
from tests.classroom import ROOT
from tests.findings import found
from tests.test_report import a_class, hostile_class

MARKS = Marks(
    "ps1_flops",
    "ada <b>",
    {"f_test": Mark(1.5, 2.0), "why_written": Mark(0.0, 3.0, pending=True)},
    {"why_written": "See *P2*. <script>alert(1)</script>"},
    penalty=0.25,
    title="Problem set 1: costs",
    titles={"f": "Question 1: a count"},
)
FULL = replace(MARKS, cells={**MARKS.cells, "f_test": Mark(2.0, 2.0)})
ONE_TERM = found("n²", "you have 1, expected 2")
NOT_ANSWERED = Finding.of(WHOLE, Says("not-answered"))
HIDDEN = "f(1)\n### BEGIN HIDDEN TESTS\nsecret = 1\n### END HIDDEN TESTS"


def graded(*findings: Finding) -> bytes:
    def cell(kind, name, source, cell_type="code", points=None):
        about = {"nbgrader": nbgrader_metadata(kind, name, points)}
        return new_cell(cell_type, source, name, about)

    test = cell(Kind.TEST, "f_test", HIDDEN, points=2.0)
    Record(1.5, findings or (ONE_TERM,)).write(test)
    cells = [
        new_cell("markdown", "Hello <script>alert(2)</script>", "own-0"),
        cell(Kind.ANSWER, "f", "def f(n): return n"),
        test,
        cell(Kind.WRITTEN, "why_written", "Because. So $x^2$.", "markdown", 3.0),
        new_cell("markdown", "**Mark scheme** 2 points for the pairs", "own-1", _FOR_GRADERS),
    ]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells)).encode()


@pytest.fixture(scope="module")
def page():
    return feedback_page(graded(), MARKS)


def question(page: str, name: str) -> tuple[str | None, str]:
    """The question's part of the page: whether it is open, and what is in it."""
    head = r'<details class="question"( open)?>\n<summary>(?:(?!</summary>).)*</summary>\n'
    return re.search(rf'{head}(<div id="{name}">.*?\n</div>)\n</details>', page, re.S).groups()


def test_marks_findings_and_comments_are_there(page):
    for text in (
        "1.25 of 2 points",
        "1.5 earned, 0.25 taken off for lateness.",
        "graded so far, 3 to come: a person has yet to grade some answers",
        "<h1>Problem set 1: costs</h1>",
        "1.5 of 2",
        "not graded yet",
        "n²: you have 1, expected 2",
        'Look first at <a href="#f">Question 1: a count</a> (0.5 lost).',
        "So <math><msup><mi>x</mi><mn>2</mn></msup></math>.",
        "See <em>P2</em>.",
        "Because.",
        "ada &lt;b&gt;",
    ):
        assert text in page
    is_open, text = question(page, "f")
    assert is_open
    assert question(page, "why_written")[0]
    assert text.index("Your answer") < text.index("What was found") < text.index("expected 2")
    assert "Hello " in text  # what stands before it in the notebook, folded
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_a_part_shows_one_answer_and_what_was_found_to_whoever_marks_it():
    parts = [answer_part(graded(), name) for name in ("f_test", "why_written")]
    assert "expected 2" in parts[0]
    assert '<span class="k">def</span>' in parts[0]
    assert "Because." in parts[1]
    for text in ("secret = 1", "HIDDEN TESTS", "2 points for the pairs", "Hello"):
        assert not [part for part in parts if text in part]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("# Why\n\n1. this\n2. that\n\nBecause.\n\n\nSo.", "Because.\n\n\nSo."),
        ("\n# Why\n \n1. this  \n2. that\n\n*Here.*\n\nBecause.", "Because."),
        ("# Why\n\n1. this: because.\n2. that", "1. this: because.\n2. that"),
        ("Because.\n\n# Why\n\n1. this\n2. that", "Because.\n\n# Why\n\n1. this\n2. that"),
        ("# Why\n\n1. this\n2. that", "# Why\n\n1. this\n2. that"),
        ("", ""),
    ],
)
def test_what_was_handed_out_is_no_part_of_an_answer(answer, shown):
    released = "# Why\n\n1. this\n2. that\n\n*Here.*\n"
    assert feedback.without_released(answer, released) == shown
    assert feedback.without_released(answer, "") == answer.lstrip("\n")


def test_what_lost_most_is_open_and_full_marks_and_blank_answers_are_folded():
    assert question(feedback_page(graded(), FULL), "f")[0] is None
    blank = feedback_page(graded(NOT_ANSWERED), MARKS)
    assert question(blank, "f")[0] is None
    assert "<li>not answered</li>" in blank
    assert "Look first" not in blank
    nothing = replace(MARKS, comments={"why_written": NO_RESPONSE})
    assert question(feedback_page(graded(), nothing), "why_written")[0] is None
    assert question(feedback_page(graded(NOT_ANSWERED, ONE_TERM), MARKS), "f")[0]
    cells = {f"q{number}_test": Mark(10.0 - number, 10.0) for number in range(10)}
    page = feedback_page(graded(), replace(MARKS, cells=cells, comments={"q1": "Look."}))
    opened = [name for name in map(question_of, cells) if question(page, name)[0]]
    assert opened == ["q1", "q5", "q6", "q7", "q8", "q9"]
    assert re.search(r"Look first at .*?</p>", page, re.S)[0].count("<a ") == MAX_FIRST


def test_where_no_notebook_could_be_read_that_is_said_once():
    notebook = nbformat.reads(graded(NOT_ANSWERED), as_version=4)
    notebook.cells.insert(0, new_cell("markdown", "it is a PDF", UNREADABLE))
    unread = feedback_page(nbformat.writes(notebook).encode(), MARKS)
    assert unread.count("it is a PDF") == 1
    assert "<li>not answered</li>" not in unread


def test_how_findings_are_told():
    """No line ends at a sign; many are folded; what was charged elsewhere is among what to look at,
    but not among what is told at the top."""
    page = feedback_page(graded(found("d = 4", "n × n <b> is `x = 1` - 2")), MARKS)
    assert "<td>d\xa0=\xa04</td>" in page
    assert "<td>n\xa0×\xa0n &lt;b&gt; is <code>x\xa0=\xa01</code> - 2</td>" in page
    terms = [found(f"term {number}", "you have `1`, expected `2`") for number in range(20)]
    first, rest = question(feedback_page(graded(*terms), MARKS), "f")[1].split(
        '<details class="more"><summary>15 more findings'
    )
    assert (first.count("expected <code>2"), rest.count("expected <code>2")) == (5, 15)
    assert '<details class="more">' not in feedback_page(graded(*terms[:6]), MARKS)
    again = found("dA", "wrong for the same reason as dV; not charged again", 1.0, 1.0)
    top, below = feedback_page(graded(again), MARKS).split('<div id="questions">')
    sign = '<tr class="charged"><td><span role="img" aria-label="wrong, not charged again">–'
    assert (sign in below, below.count("not charged again</td>")) == (True, 1)
    assert "not charged again" not in top


def test_a_page_asks_for_nothing_and_runs_nothing(page):
    assert not re.search(r"<script|<link|\bsrc=(?!\"data:)|url\((?!\"data:)|@import|http", page)
    assert page.count("data:font/woff2;base64,") == 1  # it carries the font of its formulas
    assert len(styles()) < 100_000
    assert FONT.with_name("LICENSE.txt").read_text().count("SIL OPEN FONT LICENSE") == 1


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    digits = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_stands_out_in_light_and_dark(page):
    """At least 4.5 to 1, WCAG 2's AA, wherever a text may stand."""
    for part in page.split(":root")[1:3]:
        theme = dict(re.findall(r"--(\w+): #(\w+)", part))
        grounds = [theme.pop(name) for name in ("page", "paper", "code", "comment")]
        del theme["line"]
        assert len(theme) == 10
        for ground in grounds:
            for name, colour in theme.items():
                light, dark = sorted(map(luminance, (ground, colour)), reverse=True)
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, colour, ground)


@pytest.mark.slow(5)
def test_a_worker_makes_the_same_page_and_one_of_marks_where_there_can_be_none(page):
    """Of what is no notebook, and where it takes too long."""
    with closing(Worker(Settings(seconds=20.0))) as worker:
        assert worker.feedback_page(graded(), MARKS) == (page, "")
        other, problem = worker.feedback_page(b"no notebook", MARKS)
        worker.settings = replace(worker.settings, page_seconds=0.0)
        assert worker.feedback_page(graded(), MARKS) == (other, "it took longer than 0 s")
    assert "Traceback" in problem
    assert other == feedback.page_without_notebook(MARKS, "making the page took too much")
    for text in ("1.25 of 2 points", "1.5 of 2", "See <em>P2</em>.", "Your notebook can"):
        assert text in other


def test_a_plain_page_shows_what_a_student_wrote_as_text():
    page = feedback_page(graded(), MARKS, plain=True)
    assert "Hello &lt;script&gt;alert(2)" in page
    for text in ("1.25 of 2 points", "def", "n²: you have 1, expected 2", "See <em>P2</em>."):
        assert text in page


@pytest.mark.slow
def test_names_of_students_do_nothing_in_formgraders_page():
    """Its template takes them as they are; a learning platform gives what a student is called."""
    odd = "<img src=x onerror=act()>"
    about = {"assignment_id": "a", "notebook_id": "n", "submission_id": "s", "base_url": "/u/x"}
    about |= {"index": 0, "total": 1, "student": odd, "first_name": "Ada"}
    about["notebook_path"] = '/tree/"><script>act()</script>'
    for last_name in ("", odd):
        page = feedback.formgrader_page(graded(), {**about, "last_name": last_name})
        assert "&lt;img src=x onerror=act()&gt;" in page
        assert not [acts for acts in (odd, "<script>act()") if acts in page]
    assert 'src="/u/x/formgrader/static/js/formgrade.js"' in page
    assert f"<style>{styles()}</style></head>" in page  # the font of formulas


@pytest.mark.slow(5)
def test_the_pages_in_a_browser(tmp_path):
    """Every letter and sign of the course's formulas is in the font that the page carries. No line
    is wider than a telephone, a link opens what it leads to, and nothing is complained of. In a
    report nothing acts or is asked for, whoever wrote it."""
    if chromium() is None:
        pytest.skip("Chromium is not installed: run `make setup`")
    notebook = nbformat.reads(graded().decode(), as_version=4)
    notebook.cells.insert(1, new_cell("markdown", "$" + "a + " * 200 + "b$", "wide"))
    signs = "".join(f"<math>{sign}</math>" for sign in signs_of_the_course())
    page = feedback_page(nbformat.writes(notebook).encode(), FULL)
    path, report, hostile = (tmp_path / f"{name}.html" for name in ("page", "report", "hostile"))
    path.write_text(page.replace("</body>", signs + "</body>"))
    report.write_text(report_page(a_class(30)).replace("mistake 3", "a" * 300))
    hostile.write_text(report_page(hostile_class()))
    with closing(Browser(chromium())) as browser:
        with browser.page(report) as (page, _):
            assert sideways(page) == [0, 0]
        with browser.page(path) as (page, said):
            assert sideways(page) == [0, 0]
            assert not page.evaluate("document.querySelector('.question').open")
            page.locator("#marks a").first.click()
            assert page.evaluate("document.querySelector('.question').open")
            assert browser.fonts(page, "body > math > *") == {"Formulas"}
        assert said == []
        seen = browser.inspect(hostile)
        assert (seen.acted, len(seen.requests)) == ((), 1)


def sideways(page) -> list[int]:
    """By how much a page is wider than a screen, and than a telephone."""
    found = []
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        found.append(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
    return found


def signs_of_the_course() -> list[str]:
    """What the formulas of all problem sets are made of: elements of MathML that hold text."""
    signs = set()
    for path in sorted((ROOT / "release").glob("*/*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                for formula in re.findall(r"<math.*?</math>", rendered(cell.source, {}), re.S):
                    signs |= set(re.findall(r"<(?:mi|mo|mn|mtext)[ >][^<]*</\w+>", formula))
    assert len(signs) > 100
    return sorted(signs)
