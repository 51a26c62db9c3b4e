from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from examiner import checks
from examiner.checks import Verdict
from examiner.checks.arrays import difference


def row_sums(X: np.ndarray) -> np.ndarray:
    return X.sum(axis=1)


def column_sums(X: np.ndarray) -> np.ndarray:
    return X.sum(axis=0)


def cases(rng: np.random.Generator) -> dict[str, checks.Case]:
    return {
        "wide": checks.case(rng.normal(size=(2, 3)), weight=3),
        "square": checks.case(rng.normal(size=(2, 2))),
    }


def marked(function: Any, **settings: Any) -> Verdict:
    settings = {"oracle": row_sums, "cases": cases, "points": 4} | settings
    return checks.arrays(function, **settings)


def test_credit_goes_by_cases_and_their_weights() -> None:
    def right_if_square(X: np.ndarray) -> np.ndarray:
        return row_sums(X) if X.shape == (2, 2) else np.zeros(2)

    assert marked(row_sums).points == 4
    assert marked(right_if_square).points == 1
    assert [f.ok for f in marked(right_if_square).findings] == [False, True]


@pytest.mark.parametrize(
    "kind", [list, tuple, np.ndarray.tolist, lambda a: a.astype(object).tolist()]
)
def test_anything_like_an_array_counts(kind: Callable[[np.ndarray], Any]) -> None:
    assert marked(lambda X: kind(row_sums(X))).points == 4


def test_the_first_entry_that_differs_is_named() -> None:
    def last_is_wrong(X: np.ndarray) -> np.ndarray:
        return row_sums(X) + np.arange(2)

    text = marked(last_is_wrong, cases={"one": checks.case(np.ones((2, 3)))}).text
    assert "1 of 2 entries differ; first [1]: you have 4, expected 3" in text


def test_a_named_mistake_is_recognised_where_it_shows() -> None:
    verdict = marked(
        lambda X: column_sums(X) if X.shape == (2, 2) else row_sums(X),
        mistakes={"summed the wrong way": column_sums},
    )
    wide, square = verdict.findings
    assert wide.ok
    assert square.message.startswith("summed the wrong way: 2 of 2 entries differ")


def test_the_mistake_that_explains_everything_goes_before_one_that_explains_a_part() -> None:
    mistakes = {
        "explains the square only": lambda X: column_sums(X) if len(X.T) == 2 else X[0],
        "explains everything": column_sums,
    }
    verdict = marked(column_sums, mistakes=mistakes)
    assert all(f.message.startswith("explains everything") for f in verdict.findings)


def test_a_mistake_that_raises_is_recognised_by_its_numbers_elsewhere() -> None:
    def mistaken(X: np.ndarray) -> np.ndarray:
        return X @ np.ones(2) * 2  # fits the square only

    label = "multiplies with too short a vector"
    assert marked(mistaken, mistakes={label: mistaken}).text.count(label) == 2

    def raises(X: np.ndarray) -> np.ndarray:
        raise ValueError("for another reason")

    assert label not in marked(raises, mistakes={label: mistaken}).text
    only_wide = marked(lambda X: raises(X) if X.shape == (2, 3) else row_sums(X), mistakes={})
    assert "it raised ValueError: for another reason" in only_wide.text


def test_an_undefined_value_of_a_mistake_is_nan_or_guarded_zero() -> None:
    def divides_by_zero(X: np.ndarray) -> np.ndarray:
        return row_sums(X) * np.array([np.nan, 2.0])

    for answer in (divides_by_zero, lambda X: np.nan_to_num(divides_by_zero(X))):
        assert "0/0" in marked(answer, mistakes={"0/0": divides_by_zero}).text


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        (lambda X: -row_sums(X), "-1 times the right one"),
        (lambda X: 2 * row_sums(X), "2 times the right one"),
        (lambda X: 0 * row_sums(X), "it is zero"),
        (lambda X: row_sums(X)[:, None], "its shape is (2, 1), expected (2,)"),
        (lambda X: row_sums(X) > 0, "true or false, where numbers are expected"),
        (lambda X: row_sums(X) * np.nan, "you have nan"),
        (lambda X: None, "is a `return` missing?"),
        (lambda X: "3", "expected numbers, not the str"),
        (lambda X: [[1], [2, 3]], "expected numbers, not a list"),
        (lambda X: {1: 2}, "expected numbers, not a dict"),
        (lambda X: np.array([object()]), "expected numbers"),
        (lambda X: X[7], "it raised IndexError"),
    ],
)
def test_other_answers_get_a_reason_and_no_points(answer: Callable, finding: str) -> None:
    verdict = marked(answer)
    assert verdict.points == 0
    assert finding in verdict.text


def test_a_transposed_answer_is_called_transposed() -> None:
    verdict = marked(lambda X: 2 * X.T, oracle=lambda X: 2 * X)
    assert verdict.text.count("it is transposed") == 2


def test_a_stub_gets_one_finding() -> None:
    def stub(X: np.ndarray) -> None:
        raise NotImplementedError

    (finding,) = marked(stub).findings
    assert finding.message == "not answered yet"
    (finding,) = marked(3).findings
    assert "not callable" in finding.message


def test_single_precision_counts_only_where_it_is_allowed() -> None:
    def single(X: np.ndarray) -> np.ndarray:
        return (row_sums(X) * (1 + 1e-6)).astype(np.float32)

    assert marked(single).points == 0
    assert marked(single, float32=True).points == 4
    assert marked(lambda X: row_sums(X) * (1 + 1e-6), float32=True).points == 0


def test_a_case_may_ask_for_relative_precision_entry_by_entry() -> None:
    tiny = {
        "tiny": checks.case(np.array([[1e-40, 0.0], [1e-40, 0.0]]), atol=np.array([0.0, 1e-30]))
    }
    assert marked(lambda X: np.array([1e-40, 0.0]), cases=tiny).points == 4
    assert marked(lambda X: np.array([0.0, 1e-40]), cases=tiny).points == 0


def test_a_tuple_is_marked_output_by_output() -> None:
    def both(X: np.ndarray) -> tuple[np.ndarray, float]:
        return row_sums(X), X.sum()

    def marked_both(function: Any) -> Verdict:
        return marked(function, oracle=both, outputs={"rows": 1, "total": 3})

    assert marked_both(both).points == 4
    assert marked_both(lambda X: [column_sums(X), X.sum()]).points == 3
    assert "wide: rows: " in marked_both(lambda X: [column_sums(X), X.sum()]).text
    for other in (lambda X: X.sum(), lambda X: (1, 2, 3), lambda X: None, lambda X: (1, None)):
        verdict = marked_both(other)
        assert verdict.points == 0
        assert "expected (rows, total), not" in verdict.text


def test_another_oracle_may_make_an_answer_right() -> None:
    allowed = {"right, by columns": column_sums}
    verdict = marked(column_sums, accept=allowed)
    assert verdict.points == 4
    assert "right, by columns" in verdict.text
    assert marked(lambda X: X, accept={"never": lambda X: missing_name}).points == 0  # noqa: F821


def test_arguments_stay_as_they_are_whatever_the_answer_and_the_mistakes_do() -> None:
    def destroys(X: np.ndarray) -> np.ndarray:
        sums = row_sums(X)
        X[:] = 0
        return sums

    X = np.ones((2, 3))
    verdict = marked(destroys, cases={"one": checks.case(X)}, mistakes={"zero": destroys})
    assert verdict.points == 4
    assert X.all()


def test_cases_are_the_same_for_the_same_seed() -> None:
    seen: list[np.ndarray] = []
    for seed in (1, 1, 2):
        marked(seen.append, seed=seed)
    assert np.array_equal(seen[0], seen[2])
    assert not np.array_equal(seen[0], seen[4])


def test_a_failing_oracle_is_not_the_students_failure() -> None:
    def oracle(X: np.ndarray) -> np.ndarray:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        marked(row_sums, oracle=oracle)


def test_true_and_false_are_compared_where_they_are_asked_for() -> None:
    def negative(X: np.ndarray) -> np.ndarray:
        return X < 0

    assert marked(negative, oracle=negative).points == 4
    verdict = marked(lambda X: X > 0, oracle=negative)
    assert verdict.points == 0
    assert "first [0, 0]: you have " in verdict.text


def test_difference_of_numbers_has_no_index() -> None:
    assert difference(np.array(1.0), np.array(2.0)) == "you have 1, expected 2"
    assert difference(np.ones(3), np.ones(3)) == ""
