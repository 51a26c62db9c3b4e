"""A verdict is a float to nbgrader and a table to the student."""

from __future__ import annotations

from IPython.core.interactiveshell import InteractiveShell

from examiner.checks import Finding, Verdict

FINDINGS = (
    Finding("n²·d", "2, right", 1.0, 1.0, passed=True),
    Finding("<b>n</b>", "you have 0, expected 1", 0.0, 1.0),
    Finding("n", "this term does not belong", -0.5),
)


def test_points_add_up_and_stay_in_range():
    assert Verdict.from_findings(FINDINGS, 2.0).points == 0.5
    assert Verdict.from_findings(FINDINGS[2:], 2.0).points == 0.0
    assert Verdict.from_findings([Finding("", "", 4 / 3)] * 3, 4.0).points == 4.0
    assert Verdict.from_findings([Finding("", "", 5.0)], 4.0).points == 4.0


def test_text_plain_is_a_plain_float():
    assert repr(Verdict.from_findings(FINDINGS, 2)) == "0.5"
    assert repr(Verdict.nothing("the answer", "is missing", 3)) == "0.0"
    assert float(repr(Verdict(3, 3))) == 3.0


def test_the_cell_output_has_points_and_reasons():
    data, _ = InteractiveShell.instance().display_formatter.format(
        Verdict.from_findings(FINDINGS, 2)
    )
    assert data["text/plain"] == "0.5"
    assert "you have 0, expected 1" in data["text/html"]


def test_html_escapes_what_a_student_wrote():
    html = Verdict.from_findings(FINDINGS, 2)._repr_html_()
    assert "&lt;b&gt;n&lt;/b&gt;" in html
    assert "<b>" not in html


def test_text_names_the_question_and_each_finding():
    verdict = Verdict(0.5, 2.0, FINDINGS, question="q2_attention")
    assert verdict.text.splitlines() == [
        "q2_attention: 0.5 of 2",
        "  ✓ n²·d: 2, right",
        "  ✗ <b>n</b>: you have 0, expected 1",
        "  ✗ n: this term does not belong",
    ]
