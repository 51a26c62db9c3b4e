"""A verdict is a float to nbgrader and a table to the student."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path

import pytest

from examiner.checks import Count, Product, Verdict, sizes
from examiner.findings.diagnosis import Message
from examiner.grading.record import VerdictRecord
from tests.findings import found

FINDINGS = (
    found("n²·d", "2, right", 1.0, 1.0, passed=True),
    found("<b>n</b>", "you have 0, expected 1", 0.0, 1.0),
    found("n", "this term does not belong", -0.5),
)


def test_verdicts_of_shares_add_up_to_a_mark():
    third, right = (Verdict.all_right("a", Message("value-right"), p) for p in (4 / 3, 8 / 3))
    wrong = Verdict.nothing("b", Message("value-right"), 8 / 3)
    assert ((third + wrong).points, (third + wrong).max_points) == (1.25, 4)
    assert (third + right).points == 4
    with pytest.raises(TypeError):
        third + Verdict(4 / 3, 4 / 3)


def test_of_several_functions_each_keeps_its_mistake():
    doubled, halved = (lambda n: 2 * n), (lambda n: n / 2)
    first, second, right = (
        Verdict.of_items(FINDINGS[:2], 2, misconception_key=key, mutant=mistaken)
        for key, mistaken in (("doubled", doubled), ("halved", halved), ("", None))
    )
    several = right.for_function("a") + first.for_function("b") + second.for_function("c")
    assert several.mutant == {"b": doubled, "c": halved}
    assert (first + right).mutant is doubled


def test_html_escapes_what_a_student_wrote():
    html = Verdict(0.5, 2, FINDINGS)._repr_html_()
    assert escape("<b>n</b>") in html
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
    head = "| | Item | Finding | Points |\n|---|---|---|---|"
    shown = f"**classifier_flops: {verdict.headline}**\n\n{head}\n{table}\n"
    assert shown in guide.read_text(encoding="utf-8")


def test_what_is_wrong_and_was_charged_elsewhere_has_a_sign_of_its_own():
    findings = [
        found("dV", "d_in for d_out", 0.0, 1.0, error="d-in-for-d-out"),
        found("dA", "d_in for d_out (not charged again)", 1.0, 1.0, error="d-in-for-d-out"),
        found("dQ", "right", 1.0, 1.0, passed=True),
        found("dK", "half", 0.5, 1.0),
    ]
    verdict = Verdict(2.5, 4.0, tuple(findings))
    assert [line[2] for line in verdict.text.splitlines()[1:]] == ["✗", "–", "✓", "✗"]
    assert '<tr class="charged"><td style="text-align: left">–</td>' in verdict._repr_html_()
    assert VerdictRecord.of(2.5, verdict).wrong == ["dV: d_in for d_out", "dK: half"]


def test_a_sentence_mentions_what_is_said_within_it():
    late = Message("not-in-time", {"message": "not finished in time"})
    said = Message("with-sizes", {"how": Message("failed-at", {"lines": [["5 tokens", [late]]]})})
    assert said.mentions("not-in-time")
    assert said.mentions("failed-at")
    assert said.mentions("with-sizes")
    assert not said.mentions("not-answered")
