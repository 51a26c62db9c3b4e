"""The bank of answers: every file gets the points and the findings that it says."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from examiner.authoring.lint_bank import bank_issues
from examiner.course import Course
from tests.bank_runner import (
    COURSE,
    EARNS,
    FULL,
    ROOT,
    Answer,
    answers,
    complaints,
    error_of_visible_test,
    gives_away,
    is_slow,
    verdict_on,
)

ANSWERS = answers()
SAMPLE = 3  # of the answers to each question are marked by the quick tests, too


def quick_ones(found: list[Answer]) -> Iterator[Answer]:
    """A sample of the answers that take no time, from all that there are to each question."""
    by_question = defaultdict(list)
    for answer in found:
        if not is_slow(answer):
            by_question[answer.assignment, answer.question].append(answer)
    for each in by_question.values():
        yield from (each[number * len(each) // SAMPLE] for number in range(SAMPLE))


QUICK = {answer.name for answer in quick_ones(ANSWERS)}
each_answer = pytest.mark.parametrize(
    "answer",
    [
        pytest.param(answer, id=answer.name, marks=[pytest.mark.slow] * (answer.name not in QUICK))
        for answer in ANSWERS
    ],
)


@each_answer
def test_an_answer_gets_what_it_should(answer: Answer) -> None:
    verdict = verdict_on(answer)
    print(f"\n{answer.name}\n{verdict.text}")  # which pytest -s shows
    wrong = [*complaints(answer, verdict), *gives_away(verdict)]
    error = error_of_visible_test(answer) if verdict.points else None
    # In a plain kernel a visible test that raises ends the cell, and partial credit with it. One
    # that says what it misses in a line may do so of an answer that loses points.
    if isinstance(error, BaseException) or (error and verdict.points == verdict.max_points):
        wrong.append(f"it earns points, but the visible test says {error!r}")
    assert not wrong, "\n".join([f"{answer.name}: {answer.about}", *wrong, verdict.text])


def test_the_bank_is_in_order() -> None:
    wrong = list(bank_issues(COURSE, COURSE.problems()))
    assert not wrong, "\n".join(wrong)


QUESTIONS = [
    (assignment, question.name)
    for assignment in sorted({answer.assignment for answer in ANSWERS})
    for question in Course(ROOT).assignments[assignment].questions.values()
    if not question.written
]


@pytest.mark.parametrize(("assignment", "question"), QUESTIONS)
def test_a_question_has_right_and_wrong_answers(assignment: str, question: str) -> None:
    kinds = Counter(
        EARNS[answer.directory]
        for answer in ANSWERS
        if (answer.assignment, answer.question) == (assignment, question)
    )
    assert kinds[FULL] >= 3, "fewer than three right answers, written differently"
    assert kinds.total() > kinds[FULL], "no wrong answer"


# --- the form of the files -----------------------------------------------------------------------


def answer_file(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


BASE = '"""In one line."""\n\n\ndef double(n):\n    return 2 * n  # twice n\n'


def test_an_answer_can_be_another_one_with_other_words_in_it(tmp_path: Path) -> None:
    base = answer_file(tmp_path, "accepted/product", BASE)
    lines = ["Once.", "", "base: accepted/product.py", "replace: 2 * n", "with: 1 * n"]
    lines += ["replace: # twice n", "with:", "points: 1.5", "finding: half", "finding: of it"]
    path = answer_file(tmp_path, "partial/once", '"""' + "\n".join(lines) + '\n"""\n')
    answer = Answer.read(path)
    assert (answer.about, answer.points, answer.findings) == ("Once.", 1.5, ("half", "of it"))
    assert answer.code == "def double(n):\n    return 1 * n  "
    assert Answer.read(base).code == "def double(n):\n    return 2 * n  # twice n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def double(n): ...", "begins with a docstring"),
        ('"""\npoints: most\n"""', "`points: most` is no number of points; write one, such as 1.5"),
        ('"""\npoints: nan\n"""', "`points: nan` is no number of points"),
        ('"""\npoints: -1\n"""', "`points: -1` is no number of points"),
        ('"""\nfindings: half\n"""', "`findings:` means nothing here; write one of `points:`, `fi"),
        ('"""\nfindings: half\n"""', "`with:`. Did you mean finding?"),
        ('"""\nfinding:\n"""', "nothing stands behind `finding:`; write it, or delete the line"),
        ('"""\nbase: accepted/none.py\nreplace: a\nwith: b\n"""', "none.py is missing"),
        ('"""\nbase: accepted/product.py\nreplace: n\nwith: m\n"""', "'n' is 4 times in"),
        ('"""\nbase: accepted/product.py\nreplace: m\nwith: n\n"""', "'m' is 0 times in"),
        ('"""\nbase: accepted/product.py\n"""', "goes with `replace:`"),
        ('"""\nreplace: m\nwith: n\n"""\nm', "goes with `replace:`"),
        ('"""\nbase: accepted/product.py\nreplace: m\n"""', "followed by its `with:`"),
        ('"""\nbase: accepted/product.py\nwith: m\n"""', "followed by its `with:`"),
        ('"""\nbase: accepted/product.py\nreplace: 2\nwith: 3\n"""\ncode', "code of its own"),
        ('"""\nbase: partial/answer.py\nreplace: 2\nwith: 3\n"""', "has no code of its own"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_name(
    text: str, message: str, tmp_path: Path
) -> None:
    answer_file(tmp_path, "accepted/product", BASE)
    path = answer_file(tmp_path, "partial/answer", text)
    with pytest.raises(ValueError, match=re.escape(message)) as raised:
        _ = Answer.read(path).code
    assert str(path) in str(raised.value)
