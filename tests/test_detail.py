"""How much findings say at each level.

That none gives a right answer away is tried with the whole bank, in test_bank.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from examiner.detail import ANSWER, DIAGNOSIS, HINT, LEVELS, at_level, diagnosis, solution

from examiner.checks import Finding, Verdict
from examiner.checks.calls import describe_error, shorten
from examiner.checks.verdict import IN_SHORT, LOOK_AGAIN
from examiner.course import Course, CourseError
from examiner.grading.fingerprint import digest_of_master
from examiner.grading.grade import grade
from examiner.grading.record import Record
from tests.bank_runner import BANK, Answer, gives_away, names_of_mistakes, verdict_on
from tests.test_course_key import master, submission

TEXT = f"n²: you have 0{solution(', expected 2')}{diagnosis(': the scores — missing')}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("you have 0", ["you have 0"] * 3),
        (TEXT, ["n²: you have 0", "n²: you have 0: the scores — missing"]),
        (diagnosis("a named mistake: ") + "here", ["here", "a named mistake: here"]),
        (diagnosis("the scores", "some part"), ["some part", "the scores"]),
        (solution("seq_len", "a size"), ["a size", "a size", "seq_len"]),
        (diagnosis(f"{solution('2 for ')}the scores"), ["", "the scores", "2 for the scores"]),
        (f"{solution('a')} {diagnosis('b')} c", ["c", "b c", "a b c"]),
        (diagnosis("", "nothing went wrong"), ["", "", ""]),
    ],
)
def test_a_part_is_shown_at_its_levels(text: str, shown: list[str]) -> None:
    found = [at_level(text, level) for level in LEVELS]
    assert found[: len(shown)] == shown


def test_all_that_there_is_to_say_is_what_was_written_without_the_marks() -> None:
    assert at_level(TEXT, ANSWER) == "n²: you have 0, expected 2: the scores — missing"
    assert at_level("; as it was written: ", ANSWER) == "; as it was written: "


def test_what_a_student_wrote_marks_nothing() -> None:
    """Neither to hide something from a person, nor to show what is hidden."""
    written = solution("3") + "\ufdd0"
    assert at_level(f"you have {shorten(written)}{solution(', expected 2')}", HINT) == (
        "you have \N{REPLACEMENT CHARACTER}3" + 2 * "\N{REPLACEMENT CHARACTER}"
    )
    assert describe_error(ValueError(diagnosis("mine"))).startswith("it raised ValueError: “\ufffd")


def test_findings_that_say_and_cost_nothing_are_left_out() -> None:
    findings = (
        Finding(IN_SHORT, diagnosis("a mistake")),
        Finding("n", diagnosis("this is missing"), 0.0, 1.0),
        Finding(solution("m", "a term"), "you have 0", 0.0, 1.0),
    )
    verdict = Verdict(0.0, 2.0, findings)
    assert [f.text for f in verdict.at(HINT).findings] == [f"n: {LOOK_AGAIN}", "a term: you have 0"]
    assert next(f.text for f in verdict.at(DIAGNOSIS).findings) == "in short: a mistake"
    assert "m: you have 0" in verdict.text
    assert "<td" in verdict._repr_html_()
    assert "\ufdd0" not in verdict._repr_html_()


def test_an_answer_that_is_given_away_would_be_seen() -> None:
    """The test of the bank sees a right value and a mistake's name, where they are not marked."""
    answer = Answer.read(BANK / "ps1_flops" / "q6_forward" / "partial" / "attention_twice.py")
    verdict = verdict_on(answer)
    assert "attention is there twice" in names_of_mistakes("ps1_flops", "q6_forward")
    assert not list(gives_away(answer, verdict))
    for level, words in ((ANSWER, "expected 2"), (DIAGNOSIS, "attention is there twice")):
        assert any(words in text for text in gives_away(answer, verdict.at(level)))


# --- in a course ---------------------------------------------------------------------------------

TABLE = '[ps]\ntitle = "t"\nnotebook = "n"\n{}\n[ps.questions]\nq = {{ points = 1 }}\n'


def course_with(folder, line: str) -> Course:
    (folder / "problems").mkdir()
    (folder / "problems" / "course.toml").write_text(TABLE.format(line))
    return Course(folder)


def test_the_level_of_a_problem_set_stands_in_the_table(tmp_path) -> None:
    for name, line, level in (("a", "", ANSWER), ("b", 'findings = "diagnosis"', DIAGNOSIS)):
        (tmp_path / name).mkdir()
        assert course_with(tmp_path / name, line).assignments["ps"].level == level


@pytest.mark.parametrize("value", ['"some"', "2", '["hint"]'])
def test_a_level_that_there_is_not_is_named(tmp_path, value: str) -> None:
    course = course_with(tmp_path, f"findings = {value}")
    with pytest.raises(CourseError) as raised:
        _ = course.assignments
    message = str(raised.value)
    assert message.startswith("problems/course.toml, ps: findings is ")
    assert message.endswith("write one of 'hint', 'diagnosis', 'answer'.")
    assert "\n" not in message


def test_what_is_shown_of_a_graded_notebook_is_of_its_level_only(sandbox) -> None:
    check = 'checks.flops(f, variables="n", products={"the scores": "n n n"}, points=2)'
    hidden = f"from examiner import checks\n{check}"
    course = master(f=f"### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS")
    answers = submission(f="def f(n): return n ** 3")
    seen = {}
    for level in LEVELS:
        graded = grade(answers, replace(course, level=level), sandbox)
        assert graded.records["f_test"].points == 1.5
        (test,) = [cell for cell in graded.notebook.cells if cell.id == "f_test"]
        record = Record.read(test)
        seen[level] = f"{test.outputs} {record.shown} {record.wrong}"
    words = {"multiply": [DIAGNOSIS, ANSWER], "another convention": [HINT]}
    for text, levels in words.items():
        assert [level for level in LEVELS if text in seen[level]] == levels
    digests = {digest_of_master(replace(course, level=level)) for level in LEVELS}
    assert len(digests) == len(LEVELS)
