"""Feedback pages: their contents, and the safety of their readers from a student's text.

Tables, formulas and pictures still show.
"""

from __future__ import annotations

import base64
import re
import struct
from contextlib import closing
from dataclasses import replace
from html import escape, unescape
from html.parser import HTMLParser
from itertools import pairwise

import nbformat
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from examiner.cell_kinds import CellKind, nbgrader_metadata, question_of
from examiner.course import Course
from examiner.findings.diagnosis import Message
from examiner.findings.finding import WHOLE, Finding
from examiner.grading.examination import BoundedOutput
from examiner.grading.rebuild import _FOR_GRADERS, UNREADABLE
from examiner.grading.record import NO_RESPONSE, VerdictRecord
from examiner.grading.reference_notebook import new_cell
from examiner.pages import feedback
from examiner.pages.feedback import MAX_FIRST, Mark, Marks, answer_part, feedback_page
from examiner.pages.formgrader import ansi_to_html, formgrader_page, markdown
from examiner.pages.markdown import (
    FONT,
    MATHML,
    MAX_DEPTH,
    MAX_FORMULA,
    formula_styles,
    render_markdown,
    typeset,
)
from examiner.pages.page_budget import (
    MAX_LINE,
    MAX_PRINTED,
    PAGE_LIMITS,
    PageBudget,
    current_budget,
    limit_notebook,
)
from examiner.pages.sanitizer import ATTRIBUTES, MAX_LISTING, NOT_SHOWN, TAGS, clean
from examiner.pages.titles import Titles, read_titles
from examiner.pictures import is_picture
from examiner.reports.report_page import report_page
from examiner.student.outputs import MAX_OUTPUTS, notebook_outputs
from examiner.workers.worker import Worker, WorkerSettings
from tests.any_text import any_text
from tests.attack_pages import Browser, chromium
from tests.classroom import ROOT
from tests.findings import found
from tests.messages import numbers
from tests.test_report import a_class, hostile_class

PNG = "data:image/png;base64"
POINT = (  # a picture of one point
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

ACTIVE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<img src="https://example.org/track.png">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<a href="javascript:alert(1)">here</a>',
    '<a href=" JaVaScRiPt:alert(1)">here</a>',
    '<a href="data:text/html,<script>alert(1)</script>">here</a>',
    "<iframe src=https://example.org></iframe>",
    "<object data=x></object><embed src=x>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<form action=https://example.org><input name=x><button>Save</button></form>",
    "<style>body { display: none }</style>",
    '<p style="position: fixed; top: 0">over the page</p>',
    '<link rel="stylesheet" href="https://example.org/x.css">',
    '<meta http-equiv="refresh" content="0;url=https://example.org">',
    '<base href="https://example.org">',
    "<math><mtext></form><mglyph><style></math><img src onerror=alert(1)>",
    '<div onclick="alert(1)" onmouseover=alert(1)>text</div>',
]


@pytest.mark.parametrize(
    "html",
    [
        "<table><thead><tr><th>n</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>",
        "<p>so $a &lt; b$ and \\(x^2\\)</p>",
        f'<img alt="a" src="data:image/png;base64,{POINT}">',
        '<a href="https://example.org/paper.pdf">paper</a>',
        '<a href="#q2_attention">above</a>',
        "<h2>Answer</h2><ul><li>one</li></ul><pre><code>x</code></pre>",
        "<table><tbody>" + f"<tr>{'<td>1</td>' * 20}</tr>" * 300 + "</tbody></table>",
    ],
)
def test_what_shows_stays(html):
    assert clean(html) == html


def test_a_cell_has_so_many_outputs_and_a_test_prints_so_much():
    sent = {"output_type": "display_data", "data": {"text/plain": "x"}, "metadata": {}}
    kept = notebook_outputs([sent] * (MAX_OUTPUTS + 7), 1)
    assert (len(kept), numbers(kept[-1].text)) == (MAX_OUTPUTS + 1, [7])  # 7 were left out
    out = BoundedOutput(limit=10)
    print("12345\n12345", "x" * 10**6, file=out)
    print("more", file=out)
    assert out.getvalue() == "12345\n1234\n... Output truncated ...\n"


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<b a{i}></i>" for i in range(500)),
        "<b></x>" * 500,
        "<b " + " ".join(f"a{i}" for i in range(500)) + ">x</b>",
        "<b " + " ".join(f"a{i}='>'" for i in range(500)) + ">x</b>",
        "</b " + " ".join(f"a{i}" for i in range(500)) + ">x",
        "<!-- <b x=' --><b " + "/a" * 500 + "> <!-- '> -->",
        "<style><b x='</style><b " + "/a" * 500 + "> <!-- '> -->",
        "".join(f"<b a{i}>" for i in range(90)) + "<p>" * 20_000,
    ],
)
def test_what_keeps_a_parser_searching_is_a_listing(html):
    assert NOT_SHOWN in clean(html)


def png(width, height, *chunks):
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)), *chunks]
    parts += [(b"IDAT", b"x"), (b"IEND", b"")]
    data = b"".join(struct.pack(">I", len(d)) + kind + d + b"1234" for kind, d in parts)
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + data).decode()


def jpeg(width, height, frames=1, scans=1):
    frame = b"\xff\xc2\x00\x0b\x08" + struct.pack(">HH", height, width) + b"\x01\x01\x11\x00"
    data = b"\xff\xd8\xff\xe0\x00\x04JF" + frame * frames + b"\xff\xda\x00\x02x" * scans
    return base64.b64encode(data + b"\xff\xd9").decode()


def test_pictures_have_as_many_points_as_can_be_shown():
    assert is_picture(POINT)
    assert is_picture(png(4000, 4000))
    assert is_picture(jpeg(4000, 3000))
    for too_much in (
        png(4001, 4000),
        png(1, 2**31 - 1),
        png(0, 5),
        png(2, 2, (b"acTL", b"12345678")),
        png(2, 2, *[(b"tEXt", b"")] * 10_001),
        jpeg(30_000, 30_000),
        jpeg(2, 2, frames=2),
        jpeg(2, 2, scans=33),
        base64.b64encode(b"\xff\xd8\xff\xff").decode(),
        base64.b64encode(b"<svg/>").decode(),
        '"><script>',
        "",
    ):
        assert not is_picture(too_much)


def test_colour_codes_are_colours_or_go():
    assert ansi_to_html("\x1b[31mred\x1b[0m") == '<span class="ansi-red-fg">red</span>'
    assert (
        ansi_to_html("\x1b[" + "1;" * 10**6 + "m<b>\x1b[2J\x1b]0;x\x07\x1b") == "&lt;b&gt;]0;x\x07"
    )
    assert ansi_to_html("\x1b[31mx" * 10**5).count("span") < 5000


@pytest.mark.parametrize(
    ("html", "text"),
    [
        *((text, text) for text in ("if a <b then", "<div\nmy answer is 3", "a <", "<b>1</b> </b")),
        ("the <mask> token <b>is</b> 0", "the  token <b>is</b> 0"),
        ("<form><input>1</form>", "1"),
        ("<svg><text>1</text></svg><math><mi>x</mi></math>", "1x"),
        ("<title>1</title><textarea>2</textarea><template>3", "123"),
        ("<script>td { color: red }</script><p>1</p>", "<p>1</p>"),  # but programs never were
        ("<style>td { color: red }</style><p>1</p>", "<p>1</p>"),
    ],
)
def test_text_stays_whatever_it_stands_in(html, text):
    assert clean(html).replace("&lt;", "<") == text


class Elements(HTMLParser):
    """The elements of a page as another parser than the cleaner's sees them."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.seen = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))

    def handle_comment(self, data):
        self.seen.append(("a comment", {}))

    handle_decl = unknown_decl = handle_pi = handle_comment


# fmt: off
PIECES = [
    "<a", "<b", "<p", "<img", "<div", "<td", "<table", "<tr", "<svg", "<math", "<mtext",
    "<style", "<script", "<title", "<textarea", "<noscript", "<xmp", "<template", "<select",
    "<form", "<button", "<base", "<iframe", "</a>", "</b>", "</p>", "</table>", "</svg>",
    "</math>", "</style>", "</script>", "</title>", "</textarea>", "</noscript>", "</xmp>",
    "<!--", "-->", "<![CDATA[", "]]>", "<?", ">", "/>", "=", '"', "'", "`", "&lt;", "&gt;",
    "&quot;", "&#106;", "&Tab;", "href=", "src=", "class=", "id=", "style=", "onclick=",
    "name=", "title=", "javascript:x", "https://x.org", "#x", "data:image/png;base64,AAAA",
    "data:text/html,x", "score", "verdict",
]
# fmt: on
SOUP = st.sampled_from(PIECES) | st.sampled_from(ACTIVE)


TABLE = "| a | b |\n|---|---|\n"
ALIGNED = "\\begin{aligned} a &= b \\\\ c &< d \\end{aligned}"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("*a*", "<em>a</em>"),
        ("so $x^2$", "<p>so <math><msup><mi>x</mi><mn>2</mn></msup></math></p>"),
        (f"$${ALIGNED}$$", "text-align: right"),
        (ALIGNED, "</mtr><mtr>"),
        ("$\\nonsense{x}$", "$\\nonsense{x}$"),
        ("`$x^2$`", "<code>$x^2$</code>"),
        (TABLE + "| $P(x|y)$ | 2 |", "</math></td>\n  <td>2</td>"),
        (TABLE + "| costs $5 | and $6 |", "<td>and $6</td>"),
    ],
)
def test_markdown_with_formulas(source, shown):
    """A formula that can't be rendered is shown as written; in a table, a formula may have bars."""
    assert shown in markdown({}, source)


def cells_of_the_course() -> list[str]:
    """The HTML of all Markdown that students read."""
    paths = sorted((ROOT / "release").glob("*/*.ipynb"))
    cells = (cell for path in paths for cell in nbformat.read(path, as_version=4).cells)
    return [render_markdown(cell.source, {}) for cell in cells if cell.cell_type == "markdown"]


@pytest.mark.slow
def test_every_formula_of_the_course_is_set():
    for shown in (cells := cells_of_the_course()):
        assert "$" not in re.sub("<(code|pre)>.*?</\\1>", "", shown, flags=re.S), shown
    assert "".join(cells).count("<math") > 100


def test_titles_are_those_of_the_notebook(tmp_path):
    for problem in Course(ROOT).problems():
        titles = read_titles(problem.source)
        assert titles.problem_set.startswith("Problem set ")
        assert titles.questions.keys() == problem.questions.keys()
    ps1 = read_titles(ROOT / "source" / "ps1_flops" / "flops.ipynb").questions
    assert ps1["q6_forward"].startswith("Question 6: ")
    assert ps1["q7_ledger"].startswith("Question 7, ")
    assert read_titles(tmp_path / "none.ipynb") == Titles()


@pytest.mark.parametrize(
    "formula",
    [
        "x" * (MAX_FORMULA + 1),
        "\\sqrt{" * MAX_DEPTH + "x" + "}" * MAX_DEPTH,
        "x^{" * 600 + "x" + "}" * 600,
        "x" + "'" * (MAX_FORMULA - 1),
        "\\def\\a{\\a\\a}\\a",
        "\\href{javascript:alert(1)}{x}",
    ],
)
def test_what_is_no_formula_or_too_large_stays_as_it_is(formula):
    assert typeset(formula) is None


def test_a_page_has_so_many_formulas():
    current_budget.set(PageBudget())
    try:
        shown = [markdown({}, "$a^2 + b^2$ " * 1000) for _ in range(3)]
    finally:
        current_budget.set(PageBudget())
    assert shown[0].count("<math>") == 1000
    assert sum(map(len, re.findall("<math>.*?</math>", "".join(shown)))) <= PAGE_LIMITS["formulas"]
    assert "<math>" not in shown[2]
    assert "$a^2 + b^2$" in shown[2]


def test_a_formula_keeps_its_place_size_and_colour():
    shown = typeset("\\hspace{-9em}\\hspace{99em}\\color{red}\\text{<b>x</b>} y")
    assert not [word for word in ("em", "red", "FF0000") if word in shown]
    assert "&lt;b&gt;" in shown


MATH = {*MATHML, "pre"}  # a formula that can't be shown is a listing
FORMULAS = st.sampled_from(
    ["$x", "$", "$$", "![", "](http://x", "](attachment:a", ' "', ")", "\\text{", "}", "|", "\n"]
) | st.sampled_from(["\n|-|\n", "\\begin{aligned}", "\\end{aligned}"])


@pytest.mark.slow
@given(st.lists(SOUP | FORMULAS | any_text(3), max_size=30), st.sampled_from(["", " "]))
@example(ACTIVE, "\n")
def test_of_any_soup_with_formulas_only_what_is_allowed_is_left(soup, between):
    text = between.join(soup)
    cell = new_markdown_cell(attachments={"a": {"image/png": POINT}})
    cleaned = Elements(clean(text)).seen
    assert {tag for tag, _ in cleaned} <= TAGS
    for tag, attributes in [*cleaned, *Elements(markdown({"cell": cell}, text)).seen]:
        assert tag in TAGS | MATH
        if tag not in TAGS:
            assert not attributes.keys() & {"class", "id", "href", "src", "onclick"}
            continue
        assert attributes.keys() <= ATTRIBUTES["*"] | ATTRIBUTES.get(tag, set())
        assert re.match(r"\s*(https?://|mailto:|#)", attributes.get("href", "#"), re.I)
        assert re.match(r"data:image/(png|jpeg);base64,", attributes.get("src", f"{PNG},"))
        assert "score" not in attributes.get("class", "").split()


def test_a_formula_in_a_description_of_a_picture_is_text():
    cell = new_markdown_cell(attachments={"a": {"image/png": POINT}})
    shown = markdown({"cell": cell}, '![$x " onload=alert(1) "$](attachment:a "$y$") $z$')
    assert "onload" not in [name for _, found in Elements(shown).seen for name in found]
    assert shown.count("<math>") == 1


@pytest.mark.slow
def test_what_markdown_becomes_is_bounded():
    for text in (
        "[a]: http://x/" + "y" * 9900 + "\n\n" + "[a] " * 2500,
        "![](attachment:a)\n" * 1100,
        "a\n=\n" * 4990,
        "- " * 9000,
        "> " * 9000,
    ):
        cell = new_markdown_cell(attachments={"a": {"image/png": POINT}})
        assert len(markdown({"cell": cell}, text)) < 150_000
    assert markdown({"cell": cell}, "![](attachment:a)![](attachment:a)").count(POINT) == 1


def as_shown(*cells):
    notebook = new_notebook(cells=list(cells))
    return limit_notebook(notebook).cells


def test_what_a_page_can_be_made_of_stays_as_it_is():
    result = new_output("display_data", {"text/html": "<p>" * 1000})
    cells = [
        new_markdown_cell("*a* " * 1000),
        new_code_cell("x = 1\n" * 1000, outputs=[result]),
    ]
    before = new_notebook(cells=cells).cells
    assert as_shown(*cells) == before


@pytest.mark.parametrize("element", ["<div>", "<b></q>", "<B></i>"])
def test_what_would_take_hours_is_shown_as_text_and_cut_off(element):
    outputs = [
        new_output("display_data", {"text/html": element * 101}),
        new_output("stream", text="x" * 2 * MAX_PRINTED),
        new_output("error", ename="E", evalue="x", traceback=["x" * MAX_PRINTED] * 2),
    ]
    text, code = as_shown(
        new_markdown_cell("<b>" * 50_000),
        new_code_cell("a" * 2 * MAX_LINE, outputs=outputs),
    )
    assert text.source.startswith(f"    {NOT_SHOWN}\n    <b>")
    assert len(text.source) < MAX_LISTING + 100
    assert code.source == "a" * MAX_LINE + f"\n# {NOT_SHOWN}"
    nested, stream, error = code.outputs
    assert nested.data == {"text/plain": NOT_SHOWN}
    assert stream.text == "x" * MAX_PRINTED + f"\n{NOT_SHOWN}"
    assert len(error.traceback[0]) < MAX_PRINTED + 100


def test_many_small_cells_are_too_much_as_well():
    cells = as_shown(*(new_markdown_cell("*a* " * 4000) for _ in range(50)))
    assert [NOT_SHOWN in cell.source for cell in cells] == [False] * 25 + [True] * 25


# --- the page that a student gets ----------------------------------------------------------------


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
NOT_ANSWERED = Finding.of(WHOLE, Message("not-answered"))
HIDDEN = "f(1)\n### BEGIN HIDDEN TESTS\nsecret = 1\n### END HIDDEN TESTS"


def graded(*findings: Finding) -> bytes:
    def cell(kind, name, source, cell_type="code", points=None):
        about = {"nbgrader": nbgrader_metadata(kind, name, points)}
        return new_cell(cell_type, source, name, about)

    test = cell(CellKind.TEST, "f_test", HIDDEN, points=2.0)
    points = 0.0 if findings == (NOT_ANSWERED,) else 1.5
    VerdictRecord(points, findings or (ONE_TERM,)).write(test)
    cells = [
        new_cell("markdown", "Hello <script>alert(2)</script>", "own-0"),
        cell(CellKind.ANSWER, "f", "def f(n): return n"),
        test,
        cell(CellKind.WRITTEN, "why_written", "Because. So $x^2$.", "markdown", 3.0),
        new_cell("markdown", "**Mark scheme** 2 points for the pairs", "own-1", _FOR_GRADERS),
    ]
    return nbformat.writes(new_notebook(cells=cells)).encode()


def pages_of(written: str, attachments: dict | None = None) -> list[str]:
    """Return the pages with a written answer that a student and a marker see."""
    notebook = nbformat.reads(graded().decode(), as_version=4)
    cell = next(cell for cell in notebook.cells if cell.id == "why_written")
    cell.source, cell.attachments = written, attachments or {}
    data = nbformat.writes(notebook).encode()
    return [
        question(feedback_page(data, MARKS), "why_written")[1],
        answer_part(data, "why_written"),
    ]


@pytest.mark.parametrize(
    "typed",
    [
        *("at <cls> and </cls>", "if n<d and m>k", "if a<b and c>d", "<s> a </s>", "a <MASK/>"),
        *("<script>alert(1)</script>", "<img src='x.png'>", "a <!-- b > c --> d", '<x a="b" c=1>'),
        *("<div\nand", "<?php x ?>", "<!DOCTYPE html>", "<svg onload=alert(1)>1</svg>"),
    ],
)
def test_what_a_student_typed_and_is_no_html_that_is_shown_is_text(typed):
    for where in ("so {}", "{}", "<div>\n{}\n</div>", "- {}", "> {}", "| {} |\n|---|\n| 1 |"):
        for page in pages_of(where.format(typed)):
            text = unescape(re.sub("<[^>]*>", "", page))
            assert " ".join(typed.split()) in " ".join(text.split()), where


def test_a_picture_that_is_missing_is_said_to_be_and_the_rest_is_shown():
    gone = "![a <b c> $x$](attachment:no.png) ![](https://x.org/<b>.png) ![](attachment:a%20b.png)"
    for page in pages_of(f"So **this**: {gone}", {"a b.png": {"image/png": POINT}}):
        assert "<strong>this</strong>" in page
        assert "here: no.png is not in the notebook]</em> a &lt;b c&gt; <math>" in page
        assert "here: “https://x.org/&lt;b&gt;.png” is not" in page
        assert page.count("<img") == page.count(POINT) == 1


def test_a_listing_says_why_it_is_one():
    for page in pages_of("[a]: http://x/" + "y" * 9900 + "\n\n" + "[a] " * 2500):
        assert f"<p>{NOT_SHOWN}</p><pre>[a]: http" in page


def test_html_code_and_formulas_among_such_text_are_shown_as_ever():
    for page in pages_of('<mask>\n**a** <b title="x">b</b> $n<d$ `<cls>`\n\n    n<d and m>k'):
        for shown in (
            *("&lt;mask&gt;\n<strong>a</strong>", '<b title="x">b</b>', "<mo>&lt;</mo>"),
            *("<code>&lt;cls&gt;</code>", "<pre><code>n&lt;d and m&gt;k</code></pre>"),
        ):
            assert shown in page


@pytest.fixture(scope="module")
def page():
    return feedback_page(graded(), MARKS)


def question(page: str, name: str) -> tuple[str | None, str]:
    """Return whether the question's part of the page is open, and the contents of that part."""
    head = r'<details class="question"( open)?>\n<summary>(?:(?!</summary>).)*</summary>\n'
    return re.search(rf'{head}(<div id="{name}">.*?\n</div>)\n</details>', page, re.S).groups()


def test_marks_findings_and_comments_are_there(page):
    for text in (
        "1.25 of 2 points",
        "1.5 earned, 0.25 taken off for lateness.",
        "graded so far. Answers worth 3 more points",
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
    assert text.index("Your answer") < text.index("<h3>Findings</h3>") < text.index("expected 2")
    assert "Hello " in text  # the cell above it in the notebook, folded
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
def test_what_was_released_is_no_part_of_an_answer(answer, shown):
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
    commented = feedback_page(graded(NOT_ANSWERED), replace(MARKS, comments={"f": "Ask *me*."}))
    assert "Ask <em>me</em>." in question(commented, "f")[1]
    cells = {f"q{number}_test": Mark(10.0 - number, 10.0) for number in range(10)}
    page = feedback_page(graded(), replace(MARKS, cells=cells, comments={"q1": "Look."}))
    opened = [name for name in map(question_of, cells) if question(page, name)[0]]
    assert opened == ["q1", "q5", "q6", "q7", "q8", "q9"]
    assert re.search(r"Look first at .*?</p>", page, re.S)[0].count("<a ") == MAX_FIRST


def test_where_no_notebook_could_be_read_that_is_said_once():
    notebook = nbformat.reads(graded(NOT_ANSWERED), as_version=4)
    why = "it is a PDF"
    notebook.cells.insert(0, new_cell("markdown", why, UNREADABLE))
    unread = nbformat.writes(notebook).encode()
    page = feedback_page(unread, replace(MARKS, cells={"f_test": Mark(0.0, 2.0)}, comments={}))
    assert page.count(why) == 1
    assert "not answered" not in page
    assert '<details class="question"' not in page
    assert "Points</h2>" not in page
    by_hand = feedback_page(unread, MARKS)  # a person gave points all the same
    assert question(by_hand, "why_written")[0]
    assert "See <em>P2</em>." in by_hand
    further = {**MARKS.cells, "f_test": Mark(0.0, 2.0, further=True)}
    with_note = replace(MARKS, cells=further, further_note="★ A further problem.")
    assert "★ A further problem." in feedback_page(graded(), with_note)
    assert "★ A further problem." not in feedback_page(unread, with_note)  # it lists none


def test_an_answer_whose_cell_was_lost_is_said_to_be_that():
    notebook = nbformat.reads(graded(NOT_ANSWERED), as_version=4)
    lost = next(cell for cell in notebook.cells if cell.id == "f")
    lost.metadata["examiner"] = {"lost": True}
    page = feedback_page(nbformat.writes(notebook).encode(), MARKS)
    assert len(re.findall(r'<div class="note"><p>[^(]* 1 answer \(', page)) == 1
    assert f"<li>{feedback.GONE}</li>" in page
    assert "<h3>Findings</h3>" not in question(page, "f")[1]
    assert lost.source not in page


def test_how_findings_are_told():
    """No line ends at a sign, and many findings are folded.

    A finding that was charged elsewhere is among those to look at, but not among those at the top.
    """
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
    assert len(formula_styles()) < 100_000
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
    """The file is no notebook, or its page takes too long."""
    with closing(Worker(WorkerSettings(seconds=20.0))) as worker:
        assert worker.feedback_page(graded(), MARKS) == (page, "")
        other, problem = worker.feedback_page(b"no notebook", MARKS)
        notebook = nbformat.reads(graded().decode(), as_version=4)
        notebook.cells += [new_cell("markdown", "# A *word*", f"of_many_{i}") for i in range(4000)]
        worker.settings = replace(
            worker.settings, page_seconds=0.01
        )  # it takes a hundred times that
        long = worker.feedback_page(nbformat.writes(notebook).encode(), MARKS)
        assert (long[0], numbers(long[1])) == (other, [0.01])  # it took longer
    assert "Traceback" in problem
    why = re.compile("(?<=Your notebook can)[^<]*")
    assert why.sub("", other) == why.sub("", feedback.page_without_notebook(MARKS, "why"))
    for text in ("1.25 of 2 points", "1.5 of 2", "See <em>P2</em>.", "Your notebook can"):
        assert text in other


def test_a_plain_page_shows_what_a_student_wrote_as_text():
    page = feedback_page(graded(), MARKS, plain=True)
    assert escape("Hello <script>alert(2)") in page
    for text in ("1.25 of 2 points", "def", "n²: you have 1, expected 2", "See <em>P2</em>."):
        assert text in page


@pytest.mark.slow
def test_names_of_students_do_nothing_in_formgraders_page():
    """Its template inserts names without escaping, and the names come from a learning platform."""
    odd = "<img src=x onerror=act()>"
    about = {"assignment_id": "a", "notebook_id": "n", "submission_id": "s", "base_url": "/u/x"}
    about |= {"index": 0, "total": 1, "student": odd, "first_name": "Ada"}
    about["notebook_path"] = '/tree/"><script>act()</script>'
    for last_name in ("", odd):
        page = formgrader_page(graded(), {**about, "last_name": last_name})
        assert escape(odd) in page
        assert not [acts for acts in (odd, "<script>act()") if acts in page]
    assert 'src="/u/x/formgrader/static/js/formgrade.js"' in page
    assert f"<style>{formula_styles()}</style></head>" in page  # the font of formulas


@pytest.mark.slow(5)
def test_the_pages_in_a_browser(tmp_path):
    """The font of the page has every letter and sign of the course's formulas.

    No line is wider than a telephone, each link leads to a place on the page, and the browser
    reports no error. A report runs nothing and requests nothing, for any author of its texts.
    """
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
    """Return the signs in the formulas of all problem sets, from MathML elements with text."""
    formulas = "".join(re.findall(r"<math.*?</math>", "".join(cells_of_the_course()), re.S))
    signs = set(re.findall(r"<(?:mi|mo|mn|mtext)[ >][^<]*</\w+>", formulas))
    assert len(signs) > 100
    return sorted(signs)
