"""Similar answers: who copied is found, and nobody who only answered alike."""

from __future__ import annotations

import re

import pytest

from examiner.bank import Answer
from examiner.reports.similar import similar, similar_page
from tests.classroom import ROOT
from tests.small_class import RIGHT, SmallClass

QUESTIONS = ("masked_attention", "causal_linear", "multi_head")
ACCEPTED = {
    question: {
        path.stem: Answer.read(path).code
        for path in sorted((ROOT / f"tests/bank/ps2_attention/{question}/accepted").glob("*.py"))
    }
    for question in QUESTIONS
}


def disguised(code: str) -> str:
    """The same code with other names, comments and spaces."""
    words = sorted(set(re.findall(r"\b(?!def\b|return\b|for\b|in\b|np\b|range\b)[a-z_]+\b", code)))
    code = re.sub(r"(?<![.\"'])\b(" + "|".join(words[:4]) + r")\b", r"my_\1", code)
    return "# my own work\n" + code.replace("\n    ", "\n    # a step\n    ", 1).replace(" * ", "*")


def test_a_copy_is_found_whatever_it_calls_things() -> None:
    answers = {q: {f"s{i}": code for i, code in enumerate(ACCEPTED[q].values())} for q in QUESTIONS}
    answers["masked_attention"]["copier"] = disguised(answers["masked_attention"]["s1"])
    first, *_ = similar(answers)
    assert first.students == ("copier", "s1")
    assert [each.question for each in first.questions] == ["masked_attention"]
    for side in first.questions[0].sides:
        assert any(part.shared for part in side)
        assert "".join(part.text for part in side) in answers["masked_attention"].values()


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_many_have_and_what_was_handed_out_is_no_likeness(question: str) -> None:
    code = next(iter(ACCEPTED[question].values()))
    assert similar({question: {f"s{i}": code for i in range(9)}}) == []
    assert similar({question: {"a": code, "b": code}}, [code]) == []
    assert len(similar({question: {"a": code, "b": code}})) == 1


def test_what_is_too_long_is_named_and_keeps_nobody_waiting(tmp_path, courses, executor) -> None:
    """Four answers of a million characters each would take minutes."""
    room = SmallClass(tmp_path / "course", courses, executor)
    for student in ("ada", "of full points"):
        room.submit(student, {"q1_sum": RIGHT["q1_sum"] + "\n# " + "(" * 20_000})
    room.autograde()
    page, found = similar_page(room.grading().folder)
    assert found == 0
    for student in ("ada", "“of full points”"):
        assert f"Too long to be compared: q1_sum of {student}." in page
