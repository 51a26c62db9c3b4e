"""The feedback levels: how much findings say at each level.

The tests in test_bank try with the whole bank that no level gives a right answer away.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from examiner.checks import Verdict
from examiner.course import Course, CourseError
from examiner.findings.diagnosis import Diagnosis, Message
from examiner.findings.feedback_level import Level
from examiner.findings.finding import SUMMARY
from examiner.findings.sentences import LOOK_AGAIN, render
from examiner.grading.fingerprint import digest_of_reference
from examiner.grading.grade import grade
from examiner.grading.record import VerdictRecord
from tests.findings import found
from tests.messages import mentions
from tests.test_course_key import reference, submission


def test_findings_that_say_and_cost_nothing_are_left_out() -> None:
    findings = (
        found(SUMMARY, "", diagnosis="a mistake"),
        found("n", "", 0.0, 1.0, diagnosis="this is missing"),
        found("m", "you have 0", 0.0, 1.0),
    )
    verdict = Verdict(0.0, 2.0, findings)
    hints = [shown.line for shown in verdict.shown(Level.HINT)]
    assert hints == [f"n: {LOOK_AGAIN}", "m: you have 0"]
    assert verdict.shown(Level.DIAGNOSIS)[0].message == "a mistake"
    assert "a mistake" not in verdict.html(Level.HINT)


def test_of_what_is_made_together_it_shows_where_another_reading_begins() -> None:
    a, b, c, d = (Diagnosis(name, name) for name in "abcd")
    text = render(Message("explained", {"readings": [[a, b], [c, d]]}), Level.ANSWER)
    assert text == "a; and b. Or, instead, c; and d"
    either = [Diagnosis("together", facts={"errors": [a, b]}), c]
    text = render(Diagnosis("one-of", facts={"readings": either}), Level.ANSWER)
    assert text == "a; and b. Or, instead, c"


# --- in a course ---------------------------------------------------------------------------------

TABLE = '[ps]\ntitle = "t"\nnotebook = "n"\n{}\n[ps.questions]\nq = {{ points = 1 }}\n'


def course_with(folder, line: str) -> Course:
    (folder / "problems").mkdir()
    (folder / "problems" / "course.toml").write_text(TABLE.format(line))
    return Course(folder)


@pytest.mark.parametrize(
    ("line", "level"),
    [("", "answer"), ('"diagnosis"', "diagnosis"), ('"some"', ""), ("2", ""), ('["hint"]', "")],
)
def test_the_level_of_a_problem_set_stands_in_the_table(tmp_path, line: str, level: str) -> None:
    course = course_with(tmp_path, f"findings = {line}" if line else "")
    if level:
        assert course.assignments["ps"].level == level
        return
    with pytest.raises(CourseError) as raised:
        _ = course.assignments
    message = str(raised.value)
    assert mentions(message, "problems/course.toml", "ps", "findings", *map(repr, map(str, Level)))
    assert "\n" not in message


def test_what_is_shown_of_a_graded_notebook_is_of_its_level_only(sandbox) -> None:
    hidden = (
        "from examiner.checks import Count, Product, sizes\n(n,) = sizes('n')\n"
        "Count([n], [Product('the scores', n, n, n)]).grade(f, points=2)"
    )
    course = reference(f=f"### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS")
    answers = submission(f="def f(n): return n ** 3")
    seen = {}
    for level in Level:
        graded = grade(answers, replace(course, level=level), sandbox)
        assert graded.records["f_test"].points == 1.5
        (test,) = [cell for cell in graded.notebook.cells if cell.id == "f_test"]
        record = VerdictRecord.read(test)
        seen[level] = f"{test.outputs} {record.shown} {record.wrong}"
    words = {
        "multiply": [Level.DIAGNOSIS, Level.ANSWER],
        "another convention": [*Level],
    }
    for text, levels in words.items():
        assert [level for level in Level if text in seen[level]] == levels
    digests = {digest_of_reference(replace(course, level=level)) for level in Level}
    assert len(digests) == len(Level)
