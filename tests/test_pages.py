"""What a student wrote cannot act on who looks at it; tables, formulas and pictures still show."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import nbformat.v4
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examiner.grading.outputs import sanitize_outputs
from examiner.grading.pages import (
    ATTRIBUTES,
    MAX_LINE,
    MAX_LISTING,
    NOT_SHOWN,
    TAGS,
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


@pytest.mark.parametrize("name", ["script", "style"])
def test_programs_and_styles_do_not_become_text(name):
    assert clean(f"<{name}>td {{ color: red }}</{name}><p>1</p>") == "<p>1</p>"


@pytest.mark.parametrize("html", ["if a <b then", "<div\nmy answer is 3", "a <", "<b>1</b> </b"])
def test_text_after_a_tag_that_never_ends_stays(html):
    assert clean(html).replace("&lt;", "<") == html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("the <mask> token <b>is</b> 0", "the  token <b>is</b> 0"),
        ("<form><input>1</form>", "1"),
        ("<svg><text>1</text></svg><math><mi>x</mi></math>", "1x"),
        ("<title>1</title><textarea>2</textarea><template>3", "123"),
    ],
)
def test_text_in_elements_that_go_stays(html, text):
    assert clean(html) == text


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


@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30), st.sampled_from(["", " "])
)
def test_of_any_soup_only_what_is_allowed_is_left(soup, between):
    for tag, attributes in Elements(clean(between.join(soup))).seen:
        assert tag in TAGS
        for name, value in attributes.items():
            assert name in ATTRIBUTES["*"] | ATTRIBUTES.get(tag, set())
            if name == "href":
                assert re.match(r"\s*(https?://|mailto:|#)", value, re.I)
            if name == "src":
                assert re.match(r"data:image/(png|jpeg);base64,", value)
            if name == "class":
                assert "score" not in value.split()


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


@pytest.mark.parametrize("element", ["<div>", "<b></q>", "<B></i>"])
def test_what_would_take_hours_is_shown_as_text_and_cut_off(element):
    nested = nbformat.v4.new_output("display_data", {"text/html": element * 101})
    text, code = shown(
        nbformat.v4.new_markdown_cell("<b>" * 50_000),
        nbformat.v4.new_code_cell("a" * 2 * MAX_LINE, outputs=[nested]),
    )
    assert text.source.startswith(f"    {NOT_SHOWN}\n    <b>")
    assert len(text.source) < MAX_LISTING + 100
    assert code.source == "a" * MAX_LINE + f"\n# {NOT_SHOWN}"
    assert code.outputs[0].data == {"text/plain": NOT_SHOWN}


def test_many_small_cells_are_too_much_as_well():
    cells = shown(*(nbformat.v4.new_markdown_cell("*a* " * 4000) for _ in range(50)))
    assert [NOT_SHOWN in cell.source for cell in cells] == [False] * 25 + [True] * 25
