"""What a student wrote cannot act on who looks at it; tables, formulas and pictures still show."""

from __future__ import annotations

import nbformat.v4
import pytest

from examiner.grading.outputs import sanitize_outputs
from examiner.grading.pages import (
    LISTING,
    LONGEST_LINE,
    NOT_SHOWN,
    ShowInReasonableTime,
    clean,
    markdown,
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
MARKS = ("<script", "onerror=", "onload=", "onclick=", "onmouseover=", "javascript:", "<iframe")
MARKS += ("<object", "<embed", "<svg", "<form", "<input", "<button", "<style", "style=", "<link")
MARKS += ("<meta", "<base", 'src="http', "src=http", "svg+xml", "data:text/html")


@pytest.mark.parametrize("html", ACTIVE)
def test_what_acts_goes(html):
    cleaned = clean(html).lower()
    # What is left as text is escaped; only markup can act.
    assert not any(mark in cleaned.replace("&lt;", "(") for mark in MARKS), cleaned


@pytest.mark.parametrize(
    "html",
    [
        "<table><thead><tr><th>n</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>",
        "<p>so $a &lt; b$ and \\(x^2\\)</p>",
        '<img alt="a" src="data:image/png;base64,iVBORw0KGgo=">',
        '<a href="https://example.org/paper.pdf">paper</a>',
        '<a href="#q2_attention">above</a>',
        "<h2>Answer</h2><ul><li>one</li></ul><pre><code>x</code></pre>",
    ],
)
def test_what_shows_stays(html):
    assert clean(html) == html


def output(**data):
    bundle = {key.replace("_", "/", 1): value for key, value in data.items()}
    return nbformat.v4.new_output("display_data", bundle, metadata={"image/png": {"width": "1"}})


def test_outputs_keep_what_a_page_can_show():
    kept = sanitize_outputs(
        [output(text_plain="1", text_html="<b>1</b>", image_png="iVBORw0KGgo=")]
    )
    assert set(kept[0].data) == {"text/plain", "text/html", "image/png"}
    assert kept[0].metadata == {}


def test_outputs_lose_programs_widgets_and_pictures_that_are_none():
    acting = {
        "application_javascript": "alert(1)",
        "application_vnd.jupyter.widget-view+json": {"model_id": "x"},
        "image_png": '"><script>alert(1)</script>',
        "text_html": ["not", "text"],
    }
    assert sanitize_outputs([output(**acting)]) == []


def test_streams_and_errors_stay():
    stream = nbformat.v4.new_output("stream", text="<script>")
    assert sanitize_outputs([stream]) == [stream]


@pytest.mark.parametrize(
    "html",
    [
        '<h1 id="q1_test">x</h1>',
        '<div class="navbar-fixed-top">x</div>',
        '<p class="a score">x</p>',
    ],
)
def test_the_names_that_a_page_acts_by_go(html):
    assert "=" not in clean(html)


@pytest.mark.parametrize("html", ['<span class="kn">x</span>', '<table class="dataframe"></table>'])
def test_the_names_of_highlighted_code_and_tables_stay(html):
    assert clean(html) == html


def test_markdown_that_can_not_be_rendered_is_shown_as_written():
    assert markdown({}, "![<a>](attachment:gone.png)") == (
        "<pre>![&lt;a&gt;](attachment:gone.png)</pre>"
    )
    assert "<em>a</em>" in markdown({}, "*a*")


def shown(*cells):
    notebook = nbformat.v4.new_notebook(cells=list(cells))
    return ShowInReasonableTime().preprocess(notebook, {})[0].cells


def test_what_a_page_can_be_made_of_stays_as_it_is():
    result = nbformat.v4.new_output("display_data", {"text/html": "<p>" * 1000})
    cells = [
        nbformat.v4.new_markdown_cell("*a* " * 1000),
        nbformat.v4.new_code_cell("x = 1\n" * 1000, outputs=[result]),
    ]
    before = nbformat.v4.new_notebook(cells=cells).cells
    assert shown(*cells) == before


def test_what_would_take_hours_is_shown_as_text_and_cut_off():
    nested = nbformat.v4.new_output("display_data", {"text/html": "<div>" * 101})
    text, code = shown(
        nbformat.v4.new_markdown_cell("<b>" * 50_000),
        nbformat.v4.new_code_cell("a" * 2 * LONGEST_LINE, outputs=[nested]),
    )
    assert text.source.startswith(f"    {NOT_SHOWN}\n    <b>")
    assert len(text.source) < LISTING + 100
    assert code.source == "a" * LONGEST_LINE + f"\n# {NOT_SHOWN}"
    assert code.outputs[0].data == {"text/plain": NOT_SHOWN}


def test_many_small_cells_are_too_much_as_well():
    cells = shown(*(nbformat.v4.new_markdown_cell("*a* " * 4000) for _ in range(50)))
    assert [NOT_SHOWN in cell.source for cell in cells] == [False] * 25 + [True] * 25
