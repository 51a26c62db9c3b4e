"""What a student wrote cannot act on who looks at it; tables, formulas and pictures still show."""

from __future__ import annotations

import base64
import re
import struct
from html.parser import HTMLParser

import nbformat.v4
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from examiner.course import Course
from examiner.grading.examination import Printed
from examiner.pages.clean import ATTRIBUTES, MAX_LISTING, NOT_SHOWN, TAGS, clean
from examiner.pages.filters import MAX_LINE, MAX_PRINTED, colours, limited, markdown
from examiner.pages.markdown import (
    MATHML,
    MAX_DEPTH,
    MAX_FORMULA,
    ROOM,
    Room,
    room_of_page,
    typeset,
)
from examiner.pages.titles import Titles, read_titles
from examiner.pictures import is_picture
from examiner.student.outputs import MAX_OUTPUTS, notebook_outputs
from tests.classroom import ROOT

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
    assert (len(kept), kept[-1].text) == (MAX_OUTPUTS + 1, "[7 more outputs were left out]\n")
    out = Printed(room=10)
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
    assert colours("\x1b[31mred\x1b[0m") == '<span class="ansi-red-fg">red</span>'
    assert colours("\x1b[" + "1;" * 10**6 + "m<b>\x1b[2J\x1b]0;x\x07\x1b") == "&lt;b&gt;]0;x\x07"
    assert colours("\x1b[31mx" * 10**5).count("span") < 5000


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
        ("![<a>](attachment:gone.png)", "<pre>![&lt;a&gt;](attachment:gone.png)</pre>"),
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
    """What can't be rendered is shown as written; in a table, a formula may have bars."""
    assert shown in markdown({}, source)


@pytest.mark.slow
def test_every_formula_of_the_course_is_set():
    count = 0
    for path in sorted((ROOT / "release").glob("*/*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                shown = markdown({}, cell.source)
                count += shown.count("<math")
                assert "$" not in re.sub("<(code|pre)>.*?</\\1>", "", shown, flags=re.S), cell.id
    assert count > 100


def test_titles_are_those_of_the_notebook(tmp_path):
    for problem in Course(ROOT).problems():
        titles = read_titles(problem.source)
        assert titles.of_set.startswith("Problem set ")
        assert titles.of_questions.keys() == problem.questions.keys()
    ps1 = read_titles(ROOT / "source" / "ps1_flops" / "flops.ipynb").of_questions
    assert ps1["q6_forward"] == "Question 6: one forward pass"
    assert ps1["q7_ledger"] == "Question 7, the ledger"
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
    room_of_page.set(Room())
    try:
        shown = [markdown({}, "$a^2 + b^2$ " * 1000) for _ in range(3)]
    finally:
        room_of_page.set(Room())
    assert shown[0].count("<math>") == 1000
    assert sum(map(len, re.findall("<math>.*?</math>", "".join(shown)))) <= ROOM["formulas"]
    assert "<math>" not in shown[2]
    assert "$a^2 + b^2$" in shown[2]


def test_a_formula_keeps_its_place_size_and_colour():
    shown = typeset("\\hspace{-9em}\\hspace{99em}\\color{red}\\text{<b>x</b>} y")
    assert not [word for word in ("em", "red", "FF0000") if word in shown]
    assert "&lt;b&gt;" in shown


MATH = {*MATHML, "pre"}  # what can't be shown is a listing
FORMULAS = st.sampled_from(
    ["$x", "$", "$$", "![", "](http://x", "](attachment:a", ' "', ")", "\\text{", "}", "|", "\n"]
) | st.sampled_from(["\n|-|\n", "\\begin{aligned}", "\\end{aligned}"])


@pytest.mark.slow
@given(st.lists(SOUP | FORMULAS | st.text(max_size=3), max_size=30), st.sampled_from(["", " "]))
@example(ACTIVE, "\n")
def test_of_any_soup_with_formulas_only_what_is_allowed_is_left(soup, between):
    text = between.join(soup)
    cell = nbformat.v4.new_markdown_cell(attachments={"a": {"image/png": POINT}})
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
    shown = markdown({}, '![$x " onload=alert(1) "$](http://x.org "$y$") $z$')
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
        cell = nbformat.v4.new_markdown_cell(attachments={"a": {"image/png": POINT}})
        assert len(markdown({"cell": cell}, text)) < 150_000
    assert markdown({"cell": cell}, "![](attachment:a)![](attachment:a)").count(POINT) == 1


def shown(*cells):
    notebook = nbformat.v4.new_notebook(cells=list(cells))
    return limited(notebook).cells


def test_what_a_page_can_be_made_of_stays_as_it_is():
    result = nbformat.v4.new_output("display_data", {"text/html": "<p>" * 1000})
    cells = [
        nbformat.v4.new_markdown_cell("*a* " * 1000),
        nbformat.v4.new_code_cell("x = 1\n" * 1000, outputs=[result]),
    ]
    before = nbformat.v4.new_notebook(cells=cells).cells
    assert shown(*cells) == before


@pytest.mark.parametrize("element", ["<div>", "<b></q>", "<B></i>"])
def test_what_would_take_hours_is_shown_as_text_and_cut_off(element):
    outputs = [
        nbformat.v4.new_output("display_data", {"text/html": element * 101}),
        nbformat.v4.new_output("stream", text="x" * 2 * MAX_PRINTED),
        nbformat.v4.new_output("error", ename="E", evalue="x", traceback=["x" * MAX_PRINTED] * 2),
    ]
    text, code = shown(
        nbformat.v4.new_markdown_cell("<b>" * 50_000),
        nbformat.v4.new_code_cell("a" * 2 * MAX_LINE, outputs=outputs),
    )
    assert text.source.startswith(f"    {NOT_SHOWN}\n    <b>")
    assert len(text.source) < MAX_LISTING + 100
    assert code.source == "a" * MAX_LINE + f"\n# {NOT_SHOWN}"
    nested, stream, error = code.outputs
    assert nested.data == {"text/plain": NOT_SHOWN}
    assert stream.text == "x" * MAX_PRINTED + f"\n{NOT_SHOWN}"
    assert len(error.traceback[0]) < MAX_PRINTED + 100


def test_many_small_cells_are_too_much_as_well():
    cells = shown(*(nbformat.v4.new_markdown_cell("*a* " * 4000) for _ in range(50)))
    assert [NOT_SHOWN in cell.source for cell in cells] == [False] * 25 + [True] * 25
