"""A verdict is a float to nbgrader and a table to the student."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from examiner.checks import Count, Product, Verdict, sizes
from examiner.findings.known_error import Says
from examiner.grading.record import Record
from tests.findings import found

FINDINGS = (
    found("n²·d", "2, right", 1.0, 1.0, passed=True),
    found("<b>n</b>", "you have 0, expected 1", 0.0, 1.0),
    found("n", "this term does not belong", -0.5),
)


@pytest.mark.parametrize(
    ("parts", "most", "mark"),
    [
        ([1 / 3, 1 / 3], 1, 0.75),  # thirds are rounded to a quarter
        ([2 / 7] * 6, 2, 1.75),
        ([2 / 21] * 20, 2, 1.75),  # not up to full marks
        ([1 / 3] * 3, 1, 1),
        ([0.4] * 13, 6, 5.2),  # two decimals add up to what they say
        ([0.4, -0.25], 6, 0.15),
        ([1 / 3], 4 / 3, 0.333333333),  # a share of a question, which adds up with others
        ([-1, 0.5], 2, 0),
    ],
)
def test_a_mark_is_a_number_that_people_read(parts, most, mark):
    assert Verdict.from_findings([found("", "", p) for p in parts], most).points == mark


def test_verdicts_of_shares_add_up_to_a_mark():
    third = Verdict.from_findings([found("", "", 1 / 3)], 4 / 3)
    rest = Verdict.from_findings([found("", "", 8 / 3)], 8 / 3)
    assert ((third + rest).points, (third + rest).max_points) == (3, 4)
    assert (rest + Verdict(4 / 3, 4 / 3)).points == 4


def test_of_several_functions_each_keeps_its_mistake():
    doubled, halved = (lambda n: 2 * n), (lambda n: n / 2)
    first, second, right = (
        Verdict(0.5, 1, mistake=key, mistaken=mistaken)
        for key, mistaken in (("doubled", doubled), ("halved", halved), ("", None))
    )
    several = right.of("a") + first.of("b") + second.of("c")
    assert several.mistaken == {"b": doubled, "c": halved}
    assert (first + right).mistaken is doubled


def test_html_escapes_what_a_student_wrote():
    html = Verdict.from_findings(FINDINGS, 2)._repr_html_()
    assert "&lt;b&gt;n&lt;/b&gt;" in html
    assert "<b>" not in html


def test_the_guide_for_students_shows_a_table_as_it_is():
    n_images, n_pixels, n_hidden, n_classes = sizes("n_images n_pixels n_hidden n_classes")
    products = [
        Product("the hidden layer", n_images, n_pixels, n_hidden),
        Product("the scores", n_images, n_hidden, n_classes),
    ]
    question = Count([n_images, n_pixels, n_hidden, n_classes], products)
    verdict = question.grade(
        lambda n_images, n_pixels, n_hidden, n_classes: n_images * n_pixels * n_hidden, points=4
    )
    cells = [
        re.findall("<td[^>]*>(.*?)</td>", row)
        for row in re.findall("<tr class.*?</tr>", verdict._repr_html_())
    ]
    table = "\n".join(f"| {unescape(' | '.join(row))} |" for row in cells)
    guide = Path(__file__).parent.parent / "docs" / "student.md"
    head = "| | Looked at | Finding | Points |\n|---|---|---|---|"
    shown = f"**classifier_flops: {verdict.headline}**\n\n{head}\n{table}\n"
    assert shown in guide.read_text(encoding="utf-8")


def test_what_is_wrong_and_was_charged_elsewhere_has_a_sign_of_its_own():
    findings = [
        found("dV", "d_in for d_out", 0.0, 1.0, error="d-in-for-d-out"),
        found("dA", "d_in for d_out (not charged again)", 1.0, 1.0, error="d-in-for-d-out"),
        found("dQ", "right", 1.0, 1.0, passed=True),
        found("dK", "half", 0.5, 1.0),
    ]
    verdict = Verdict.from_findings(findings, 4.0)
    assert [line[2] for line in verdict.text.splitlines()[1:]] == ["✗", "–", "✓", "✗"]
    assert '<tr class="charged"><td style="text-align: left">–</td>' in verdict._repr_html_()
    assert Record.of(2.5, verdict).wrong == ["dV: d_in for d_out", "dK: half"]


def test_a_sentence_mentions_what_is_said_within_it():
    late = Says("not-in-time", {"message": "not finished in time"})
    said = Says("with-sizes", {"how": Says("failed-at", {"lines": [["5 tokens", [late]]]})})
    assert said.mentions("not-in-time")
    assert said.mentions("failed-at")
    assert said.mentions("with-sizes")
    assert not said.mentions("not-answered")
