"""Case sets: cases that many submissions meet, with everything on them that is computed once."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from examiner.checks import Arrays, GradingContext, assign, case, misconception, replace
from examiner.checks.array_answers import saved_choices
from examiner.checks.array_answers.case_sets import MAX_SETS
from examiner.checks.array_answers.cases import Case
from examiner.digests import digest_of
from examiner.grading.fingerprint import case_set_key
from problems.ps2_attention.attention import softmax


def check() -> Arrays:
    return Arrays(
        oracle=lambda z: np.exp(z) / np.exp(z).sum(),
        reference=softmax,
        cases=lambda rng: {
            "five numbers": case(rng.normal(size=5)),
            "seven numbers": case(rng.normal(size=7)),
        },
        misconceptions=[
            misconception("base-2", assign("e", "2.0 ** z"), "The base is 2."),
            misconception("mean", replace(".sum(", ".mean("), "This divides by the mean."),
            misconception("no-exponential", assign("e", "z"), "The exponential is missing."),
        ],
    )


def context(work: str, set_number: int | None = 0) -> GradingContext:
    case_key = "" if set_number is None else case_set_key("a key", set_number)
    return GradingContext("question", 2.0, key=digest_of(work), case_key=case_key)


def seen_by(question: Arrays, grading: GradingContext) -> list[np.ndarray]:
    """The arguments of the calls of an answer."""
    seen = []

    def answer(x):
        seen.append(x.copy())
        return x

    grading.mark(question, answer)
    return seen[:2]


def test_submissions_meet_the_same_cases_only_in_the_same_case_set() -> None:
    question = check()
    first = seen_by(question, context("ada"))
    assert all(map(np.array_equal, first, seen_by(question, context("alan"))))
    assert all(map(np.array_equal, first, seen_by(check(), context("alan"))))
    for other in (context("ada", 1), context("ada", None), context("alan", None)):
        assert not any(map(np.array_equal, first, seen_by(question, other)))


def test_mutants_and_pairs_are_computed_once_for_all_answers(monkeypatch) -> None:
    calls = []
    follow = Case.follow
    monkeypatch.setattr(Case, "follow", lambda *given: calls.append(given) or follow(*given))
    question = check()
    answers = [
        lambda z: 2.0**z / np.mean(2.0**z),  # two misconceptions together
        lambda z: 1.5**z / np.sum(1.5**z) + 0.1,  # none that has a name
        np.tanh,
    ]
    first = [context("ada").mark(question, answer) for answer in answers]
    assert first[0].misconception_key == "base-2 + mean"
    assert calls
    calls.clear()
    again = [context("alan").mark(question, answer) for answer in answers]
    assert [each.points for each in again] == [each.points for each in first]
    # Only the solution itself is called, with changed arguments, for a remark.
    assert [definition for _, definition in calls if definition.mutant_of[1]] == []


def test_the_verdict_is_the_same_whatever_was_graded_before() -> None:
    answers = [softmax, lambda z: z / z.sum(), lambda z: 2.0**z / np.mean(2.0**z), np.ones_like]
    used = check()
    for answer in [*answers, *reversed(answers)]:
        expected = context("ada").mark(check(), answer)
        assert context("ada").mark(used, answer) == expected


def test_an_answer_that_changes_its_arguments_changes_no_case() -> None:
    def hostile(x):
        x[:] = 0.0
        return x

    question = check()
    before = seen_by(question, context("ada"))
    context("ada").mark(question, hostile)
    assert all(map(np.array_equal, before, seen_by(question, context("ada"))))
    assert context("ada").mark(question, softmax).is_right


def test_a_check_remembers_a_few_case_sets() -> None:
    question = check()
    for number in range(3 * MAX_SETS):
        assert context("ada", number).mark(question, softmax).is_right
    assert len(question._case_sets._sets) == MAX_SETS


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """The folder in which choices are saved."""
    monkeypatch.setattr(saved_choices, "_folder", lambda: tmp_path)
    monkeypatch.setattr(saved_choices, "digest_in_use", lambda: "of the modules")
    return tmp_path


def drawn(monkeypatch, seed: int = 5) -> tuple[list[np.ndarray], int]:
    """The cases of a seed in a new process, and how often a mutant was called for them."""
    called = []
    follow = Case.follow
    with monkeypatch.context() as patched:
        patched.setattr(Case, "follow", lambda *given: called.append(given) or follow(*given))
        cases = check()._case_source.draw(seed)
    return [each.arguments[0] for each in cases.values()], len(called)


def test_no_process_repeats_the_choices_of_another(saved, monkeypatch) -> None:
    first, calls = drawn(monkeypatch)
    again, calls_again = drawn(monkeypatch)
    assert all(map(np.array_equal, first, again))
    assert calls > 2 * calls_again  # the oracle is called once more, to identify the check
    (file,) = saved.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert not any(map(np.array_equal, first, drawn(monkeypatch, seed=6)[0]))


@pytest.mark.parametrize("content", ["", "{}", '{"wanted": [[1]], "choices": {}}', "[1]"])
def test_a_damaged_file_is_made_anew(saved, monkeypatch, content) -> None:
    first, calls = drawn(monkeypatch)
    (file,) = saved.iterdir()
    whole = file.read_text()
    file.write_text(content)
    again, calls_again = drawn(monkeypatch)
    assert all(map(np.array_equal, first, again))
    assert calls_again == calls
    assert file.read_text() == whole


def test_other_misconceptions_have_other_choices(saved, monkeypatch) -> None:
    drawn(monkeypatch)
    other = dataclasses.replace(check(), misconceptions=check().misconceptions[:2])
    other._case_source.draw(5)
    assert len([*saved.iterdir()]) == 2


def test_old_files_are_removed(saved, monkeypatch) -> None:
    monkeypatch.setattr(saved_choices, "MAX_FILES", 4)
    for number in range(4):
        (saved / f"old{number}.json").write_text("")
    drawn(monkeypatch)
    assert len([*saved.iterdir()]) <= 4
    assert [file for file in saved.iterdir() if not file.name.startswith("old")]
