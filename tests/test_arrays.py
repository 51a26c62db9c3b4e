from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from examiner import checks
from examiner.checks import Verdict
from examiner.checks.array_answers.entries import difference
from examiner.detail import ANSWER, DIAGNOSIS, at_level
from examiner.student import Sandbox


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
    assert [f.passed for f in marked(right_if_square).findings[:2]] == [False, True]


@pytest.mark.parametrize(
    "kind", [list, tuple, np.ndarray.tolist, lambda a: a.astype(object).tolist()]
)
def test_what_is_like_an_array_earns_three_quarters(kind: Callable[[np.ndarray], Any]) -> None:
    verdict = marked(lambda X: kind(row_sums(X)))
    assert verdict.points == 3
    assert "where an array is asked for" in verdict.text
    total = marked(lambda X: float(X.sum()), oracle=np.sum)
    assert total.points == 4  # a number is a number


def test_complex_numbers_with_no_imaginary_part_earn_three_quarters() -> None:
    verdict = marked(lambda X: row_sums(X) + 0j)
    assert verdict.points == 3
    assert "wide: right, but complex numbers, where real ones are asked for" in verdict.text


def test_the_first_entry_that_differs_is_named() -> None:
    def last_is_wrong(X: np.ndarray) -> np.ndarray:
        return row_sums(X) + np.arange(2)

    text = marked(last_is_wrong, cases={"one": checks.case(np.ones((2, 3)))}).text
    assert "1 of 2 entries differ; first [1]: you have 4, expected 3" in text


def test_a_named_mistake_is_recognised_where_it_shows() -> None:
    verdict = marked(
        lambda X: column_sums(X) if X.shape == (2, 2) else row_sums(X),
        mistakes={"summed the wrong way": lambda X: X.sum(axis=0 if len(X) == len(X.T) else 1)},
    )
    wide, square = verdict.findings
    assert wide.passed
    assert verdict.points == 3
    assert square.text.startswith("square: summed the wrong way: 2 of 2 entries differ")


def test_the_mistake_that_explains_everything_goes_before_one_that_explains_a_part() -> None:
    mistakes = {
        "explains the square only": lambda X: column_sums(X) if len(X.T) == 2 else X[0],
        "explains everything": column_sums,
    }
    verdict = marked(column_sums, mistakes=mistakes)
    assert all(": explains everything: " in f.text for f in verdict.findings)


def test_a_mistake_that_raises_is_recognised_by_its_numbers_elsewhere() -> None:
    def mistaken(X: np.ndarray) -> np.ndarray:
        return X @ np.ones(2) * 2  # fits the square only

    label = "multiplies with too short a vector"
    assert marked(mistaken, mistakes={label: mistaken}).text.count(label) == 2

    def raises(X: np.ndarray) -> np.ndarray:
        raise ValueError("for another reason")

    assert label not in marked(raises, mistakes={label: mistaken}).text
    only_wide = marked(lambda X: raises(X) if X.shape == (2, 3) else row_sums(X), mistakes={})
    assert "it raised ValueError: “for another reason”" in only_wide.text


def test_an_undefined_value_of_a_mistake_is_nan_or_guarded_zero() -> None:
    def divides_by_zero(X: np.ndarray) -> np.ndarray:
        return row_sums(X) * np.array([np.nan, 2.0])

    for answer in (divides_by_zero, lambda X: np.nan_to_num(divides_by_zero(X))):
        assert "0/0" in marked(answer, mistakes={"0/0": divides_by_zero}).text


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
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
    assert verdict.points == 3
    assert "a function of its arguments: it changes its argument X in place" in verdict.text
    assert X.all()


def test_cases_are_the_same_for_the_same_seed() -> None:
    seen: list[np.ndarray] = []
    for seed in (1, 1, 2):
        marked(seen.append, seed=seed)
    first, second, other = (seen[3 * i] for i in range(3))  # two cases, and the first again
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


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
    text = difference(np.array(1.0), np.array(2.0))
    assert at_level(text, ANSWER) == "you have 1, expected 2"
    assert at_level(text, DIAGNOSIS) == "you have 1"
    assert difference(np.ones(3), np.ones(3)) == ""


# --- gradients -----------------------------------------------------------------------------------

draw = np.random.default_rng(0).normal
LAYERS = {
    "3 × 2": checks.case(draw(size=(3, 2)), draw(size=2), draw(size=3)),
    "4 × 3": checks.case(draw(size=(4, 3)), draw(size=3), draw(size=4)),
}


def loss(W: np.ndarray, v: np.ndarray, y: np.ndarray) -> np.ndarray:
    return ((np.tanh(W @ v) - y) ** 2).sum()


def gradients(W: np.ndarray, v: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    out = np.tanh(W @ v)
    flow = 2 * (out - y) * (1 - out**2)
    return {"W": flow[:, None] * v, "v": W.T @ flow}


def no_tanh(W: np.ndarray, v: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    flow = 2 * (np.tanh(W @ v) - y)
    return {"W": flow[:, None] * v, "v": W.T @ flow}


def test_the_derivative_of_a_loss_equals_the_closed_form() -> None:
    for case in LAYERS.values():
        found = checks.derivative_of(loss, ["W", "v"])(*case.arguments)
        for name, expected in gradients(*case.arguments).items():
            np.testing.assert_allclose(found[name], expected, rtol=1e-13)


def test_a_derivative_by_what_is_no_argument_is_an_error_of_the_problem() -> None:
    with pytest.raises(ValueError, match="no argument b"):
        checks.derivative_of(loss, ["W", "b"])


def changed(**arrays: Callable[[np.ndarray], Any]) -> Callable[..., dict[str, Any]]:
    def answer(*layer: np.ndarray) -> dict[str, Any]:
        return {n: arrays.get(n, lambda g: g)(g) for n, g in gradients(*layer).items()}

    return answer


@pytest.mark.parametrize(
    ("answer", "points", "finding"),
    [
        (gradients, 4, "W: right"),
        (lambda *a: {k: g.tolist() for k, g in gradients(*a).items()}, 3, "right, but a list"),
        (lambda *a: gradients(*a) | {"b": None}, 4, "right"),
        (no_tanh, 2, "v: the slope of tanh is missing: 3 × 2: 2 of 2 entries differ"),
        (changed(W=lambda g: g.T), 2, "W: it is transposed"),
        (changed(W=lambda g: -g), 2, "W: -1 times the right one"),
        (changed(v=lambda g: g / 2), 2, "v: 0.5 times the right one"),
        (changed(v=lambda g: 0 * g), 2, "v: it is zero"),
        (changed(v=lambda g: g + [0, 1e-3, 0][: g.size]), 2, "1 of 2 entries differ; first [1]"),
        (changed(v=lambda g: g * np.nan), 2, "you have nan everywhere"),
        (changed(v=lambda g: "no"), 2, "expected an array, not the str 'no'"),
        (lambda *a: {k: -2 * g for k, g in gradients(*a).items()}, 2, "costs one array's share"),
        (lambda *a: {k: 0 * g for k, g in gradients(*a).items()}, 0, "v: it is zero"),
        (changed(v=lambda g: -g, W=lambda g: 2 * g), 0, "v: -1 times the right one"),
        (
            changed(v=lambda g: g[:, None]),
            2,
            "in another shape: 3 × 2: its shape is (2, 1), expected (2,)",
        ),
        (lambda *a: {"W": no_tanh(*a)["W"], "v": 0}, 0, "W: the slope of tanh is missing"),
        (lambda *a: {"W": gradients(*a)["W"]}, 2, "v: the dict has no 'v'"),
        (lambda *a: None, 0, "expected a dict with the keys W, v, not None"),
        (lambda *a: 1 / 0, 0, "ZeroDivisionError"),
        (None, 0, "TypeError"),
    ],
)
def test_each_array_of_a_dict_is_marked_on_its_own(
    answer: Any, points: float, finding: str
) -> None:
    found = checks.arrays(
        answer,
        oracle=checks.derivative_of(loss, ("W", "v")),
        cases=LAYERS,
        mistakes={"the slope of tanh is missing": no_tanh},
        every_case=True,
        points=4,
    )
    assert found.points == points
    assert finding in found.text


def test_an_array_that_fails_in_one_case_of_all() -> None:
    def right_if_wide(*layer: np.ndarray) -> dict[str, Any]:
        right = gradients(*layer)
        return right if len(right["v"]) == 2 else right | {"W": 3.0}

    settings = {"oracle": checks.derivative_of(loss, ("W", "v")), "cases": LAYERS, "points": 4}
    assert checks.arrays(right_if_wide, every_case=True, **settings).points == 2
    by_case = checks.arrays(right_if_wide, **settings)
    assert by_case.points == 3
    assert "4 × 3: W: its shape is (), expected (4, 3)" in by_case.text


def test_a_mistake_is_named_only_if_it_explains_every_case() -> None:
    def once(*layer: np.ndarray) -> dict[str, Any]:
        right = gradients(*layer)
        return right | {"W": right["W"] * (-1 if len(right["v"]) == 2 else 1.5)}

    oracle = checks.derivative_of(loss, ("W", "v"))
    found = checks.arrays(once, oracle=oracle, cases=LAYERS, every_case=True, points=4)
    assert "times the right one" not in found.text


def test_the_outputs_of_a_dict_may_weigh_differently_and_be_fewer() -> None:
    def both(X: np.ndarray) -> dict[str, Any]:
        return {"rows": row_sums(X), "total": X.sum(), "more": 0}

    def marked_both(function: Any) -> Verdict:
        return marked(function, oracle=both, outputs={"rows": 1, "total": 3})

    assert marked_both(lambda X: {"total": X.sum()}).points == 3
    with pytest.raises(ValueError, match="the oracle gives no mean"):
        marked(row_sums, oracle=both, outputs={"mean": 1})


def test_an_output_in_the_place_of_another() -> None:
    def ends(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return X[:, 0], X[:, -1]

    found = marked(lambda X: ends(X)[::-1], oracle=ends, outputs={"first": 1, "last": 1})
    assert found.points == 2
    assert "in short: first and last have changed places" in found.text
    assert found.text.count("entries differ") == 1
    assert "3 more cases: wrong for the same reason" in found.text
    found = marked(lambda X: (X[:, -1],) * 2, oracle=ends, outputs={"first": 1, "last": 1})
    assert "wide: first: this is right for last" in found.text
    assert found.points == 2  # the last, and nothing for the first
    with pytest.raises(ValueError, match="gives 2 arrays, and 1 have names"):
        marked(ends, oracle=ends, outputs={"first": 1})


LARGE = {f"{n}": checks.case(n, 10.0**20 * n, (n + 2, 1.0)) for n in (3, 5, 7)}


def plan(n: int, *rest: Any) -> tuple[float, float]:
    return n + 0.5, n**2 / 7


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda n, large, pair: (large, large), "first: this is argument 2"),
        (lambda n, large, pair: (large, n), "right, but it gives back one of its arguments"),
        (lambda n, large, pair: (large + n + 0.5, -large), "first: this is argument 2"),
        (lambda n, large, pair: (pair[0], pair[1]), "first: you have"),
        (lambda n, large, pair: (1 + n / 1e6, 1 + 0j), "it is 1 everywhere"),
    ],
)
def test_a_guess_that_is_an_argument_or_a_constant_earns_nothing(
    answer: Callable[..., Any], message: str
) -> None:
    found = marked(answer, oracle=plan, cases=LARGE, outputs={"first": 1, "second": 1})
    assert found.points == 0
    assert message in found.text


def test_numbers_that_an_array_holds_as_objects_are_numbers_still() -> None:
    """A definition that follows an earlier answer may give integers beyond 64 bits."""
    for large in (10**30, 10**400):
        found = marked(
            lambda n: float(n),
            oracle=lambda n: n**2,
            cases={"3": checks.case(3), "5": checks.case(5)},
            accept={"given yours": lambda n, large=large: large * n},
        )
        assert found.points == 0


def test_arguments_may_be_tuples_lists_and_dicts_of_arrays() -> None:
    def total(pair: tuple, more: list, named: dict) -> np.ndarray:
        return pair[0] + pair[1] + more[0] + named["b"]

    cases = {"one": checks.case((np.ones(2), 2 * np.ones(2)), [np.ones(2)], {"b": np.ones(2)})}
    assert checks.arrays(total, oracle=total, cases=cases, points=1).points == 1


# --- what one mistake costs ----------------------------------------------------------------------


@pytest.mark.parametrize("answer", [lambda X: -row_sums(X), lambda X: np.exp(row_sums(X))])
def test_one_mistake_that_explains_everything_costs_half(answer: Callable) -> None:
    verdict = marked(answer)
    assert verdict.points == 2
    assert verdict.mistake
    assert verdict.may_be_followed
    assert "this explains every difference and costs half of the points" in verdict.text


def test_the_definition_of_a_mistake_comes_with_the_verdict() -> None:
    def wrong(X: np.ndarray) -> np.ndarray:
        return X[:, 0]

    verdict = marked(wrong, mistakes={"only the first column": (lambda X: X[:, -1], wrong)})
    assert (verdict.points, verdict.mistake) == (2, "only the first column")
    assert verdict.mistaken is wrong
    assert marked(row_sums).mistaken is None


@pytest.mark.parametrize(
    "answer",
    [
        lambda X: 0 * row_sums(X),  # nothing
        lambda X: np.ones(2),  # a constant
        lambda X: X,  # another shape
        lambda X: -row_sums(X) if X.shape == (2, 2) else 2 * row_sums(X),  # two mistakes
    ],
)
def test_what_is_no_single_mistake_in_a_right_answer_costs_everything(answer: Callable) -> None:
    verdict = marked(answer)
    assert verdict.points == 0
    assert not verdict.mistake


def test_a_mistake_in_one_case_of_several_costs_that_case() -> None:
    verdict = marked(lambda X: row_sums(X) * (-1 if X.shape == (2, 2) else 1))
    assert verdict.points == 3
    assert "square: -1 times the right one" in verdict.text


def test_a_single_number_is_not_called_a_multiple_of_the_right_one() -> None:
    verdict = marked(lambda X: 3.0, oracle=lambda X: 7.0, cases={"one": checks.case(np.ones(2))})
    assert "times" not in verdict.text


def test_a_second_call_must_give_the_same() -> None:
    calls: list[int] = []

    def counts(X: np.ndarray) -> np.ndarray:
        calls.append(1)
        return row_sums(X) + (len(calls) > 2)

    verdict = marked(counts)
    assert verdict.points == 3
    assert "called again with the same arguments it returns something else" in verdict.text

    def waits(X: np.ndarray) -> np.ndarray:
        calls.append(1)
        while len(calls) > 2:
            pass
        return row_sums(X)

    calls.clear()
    assert marked(waits, time_limit=0.3).points == 4, "a busy machine, for all that is known"


# --- mistakes that are named without a line for them ---------------------------------------------


def scaled_products(x: np.ndarray, y: np.ndarray, W: np.ndarray, n: int) -> np.ndarray:
    return W * x @ y.T / n


def products(rng: np.random.Generator) -> dict[str, checks.Case]:
    def arguments(length: int, width: int, n: int) -> tuple:
        return (*rng.normal(size=(2, length, width)), rng.normal(size=(length, width)), n)

    return {
        "3 × 4": checks.case(*arguments(3, 4, 5)),
        "4 × 4": checks.case(*arguments(4, 4, 3)),
        "4 × 3": checks.case(*arguments(4, 3, 7)),
    }


P = scaled_products


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        (lambda *a: P(*a).T, "it is transposed"),
        (lambda *a: P(*a)[::-1], "its entries stand in reverse order along axis -2"),
        (lambda *a: np.roll(P(*a), 1, -1), "one place too late along the last axis"),
        (lambda *a: np.roll(P(*a), -1, 0), "one place too early along axis -2"),
        (lambda *a: np.sort(P(*a), None).reshape(P(*a).shape), "right numbers in another order"),
        (lambda *a: P(*a) * a[3], "multiplied by n"),
        (lambda *a: P(*a) / len(a[0]), "divided by the length of x along axis 0"),
        (lambda *a: P(*a) / a[0].shape[1] ** 0.5, "divided by the root of the length of x along"),
        (lambda *a: P(*a) / 3, "1/3 times the right one"),
        (lambda *a: np.exp(P(*a)), "this is the exponential of the right one"),
        (lambda *a: P(*a) ** 2, "this is the square of the right one"),
        (lambda *a: abs(P(*a)), "this is the right one without its signs"),
        (lambda *a: np.cumsum(P(*a), 0), "the running sums of the right one along axis -2"),
        (lambda *a: P(*a) / P(*a).sum(-1, keepdims=True), "divided by its sum along the last axis"),
        (
            lambda *a: P(*a) * np.arange(1, 1 + len(a[0])),
            "each column is the right one times a factor of its own",
        ),
        (lambda *a: np.round(P(*a), 3), "rounded to 3 decimal places"),
        (lambda *a: P(*a).astype(int), "cut to whole numbers"),
        (lambda *a: P(*a) * (1 + 1e-6), "agrees to about 6 digits only"),
        (lambda *a: P(*a) / (1 + 1e-5), "is a small number added to a denominator?"),
        (lambda *a: np.float32(P(*a) * (1 + 1e-6)), "it was computed in float32"),
        (lambda *a: P(*a).sum(-1), "this is the sum of what is asked for"),
        (lambda *a: P(*a).ravel(), "these are the right numbers in another shape"),
        (lambda *a: 7.0 * np.ones((len(a[0]),) * 2), "it is 7 everywhere, whatever the arguments"),
        (lambda x, y, W, n: P(x, x, W, n), "in short: it doesn't depend on y"),
        (lambda x, y, W, n: P(x, y, abs(W), n), "in short: it is right only where W is positive"),
        (lambda x, y, W, n: P(x, y, x, n), "in short: it doesn't depend on W"),
        (lambda x, y, W, n: W * y @ (y if len(y) == 3 else x).T / n, "it is right only where"),
    ],
)
def test_a_mistake_is_named_by_how_it_shows(answer: Callable, finding: str) -> None:
    verdict = checks.arrays(answer, oracle=P, cases=products, points=4)
    assert finding in verdict.text, verdict.text
    assert verdict.points <= 2


def test_small_numbers_that_are_lost_are_named() -> None:
    def tiny(x: np.ndarray) -> np.ndarray:
        return np.array([1.0, 1e-20, 1e-30]) * x

    cases = {"one": checks.case(np.ones(3), atol=0.0)}
    verdict = marked(lambda x: tiny(x) * [1, 1, 0], oracle=tiny, cases=cases)
    assert "entries of 1e-30 and less are lost: yours are 0" in verdict.text


def test_nan_is_explained_by_a_mistake_only_if_that_gives_numbers_or_explains_everything() -> None:
    def first_row_is_nan(X: np.ndarray) -> np.ndarray:
        return row_sums(X) * np.array([np.nan, 1.0])

    def nan_if_square(X: np.ndarray) -> np.ndarray:
        return row_sums(X) * (np.nan if X.shape == (2, 2) else 1)

    mistakes = {"overflows if square": nan_if_square}
    assert "overflows if square" in marked(nan_if_square, mistakes=mistakes).text
    everywhere = marked(lambda X: row_sums(X) * np.nan, mistakes=mistakes)
    assert "overflows" not in everywhere.text
    assert "you have nan everywhere (no number: 0/0, ∞ − ∞ or 0 · ∞)" in everywhere.text
    assert "expected nan" not in marked(first_row_is_nan, oracle=first_row_is_nan).text


def test_numbers_are_shown_with_the_digits_in_which_they_differ() -> None:
    text = at_level(difference(np.array(1.0), np.array(1.0 + 1e-6)), ANSWER)
    assert text == "you have 1, expected 1.000001"


@pytest.mark.parametrize(
    "value",
    [
        np.zeros((0, 3)),
        np.array([1, 2], dtype=np.uint8),
        np.array([True, False]),
        np.array([1j, 2]),
        np.array([np.inf, -np.inf]),
        np.array([1e308, -1e308]),
        np.array([[[1.0]]]),
        np.float16([1, 2]),
        (1, 2),
        {},
    ],
    ids=str,
)
def test_whatever_an_answer_returns_is_marked(value: Any) -> None:
    """By every guess, as one array, as the arrays of a tuple and of a dict."""
    settings = {
        "cases": {"one": checks.case(np.ones((2, 2)), np.arange(2.0))},
        "points": 1,
        "by_formulas": True,
    }
    both = {"product": 1, "row": 1}
    for verdict in (
        checks.arrays(lambda X, v: value, oracle=lambda X, v: X @ v, **settings),
        checks.arrays(
            lambda X, v: (value, value), oracle=lambda X, v: (X @ v, X[0]), outputs=both, **settings
        ),
        checks.arrays(
            lambda X, v: dict.fromkeys(both, value),
            oracle=lambda X, v: {"product": X @ v, "row": X[0]},
            every_case=True,
            **settings,
        ),
    ):
        assert verdict.points < 1


# --- a definition in steps ------------------------------------------------------------------------


def walk(**changed: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """Two outputs of x in three steps."""
    usual = {"a": lambda x: x + 1, "b": lambda a: 3 * a, "c": lambda a: a**2}

    def definition(x: np.ndarray) -> dict[str, Any]:
        step = usual | changed
        a = step["a"](x)
        return {"b": step["b"](a), "c": step["c"](a)}

    return definition


SLIPS = {
    "one too many": {"a": lambda x: x + 2},
    "minus": {"b": lambda a: -3 * a},
    "a cube": {"c": lambda a: a**3},
    "a root": ({"c": lambda a: abs(a) ** 0.5}, {"c": lambda a: abs(a) ** 0.25}),
}


@pytest.mark.parametrize(
    ("steps", "points", "said"),
    [
        ({}, 4, []),
        (SLIPS["one too many"], 2, ["in short: one too many; this explains every difference"]),
        (SLIPS["a root"][1], 2, ["c: a root: "]),
        (SLIPS["minus"] | SLIPS["a cube"], 0, ["b: minus: ", "c: a cube: "]),
        (
            SLIPS["one too many"] | SLIPS["minus"],
            0,
            ["b: one too many; and minus: ", "c: one too many: "],
        ),
        (
            {"a": lambda x: x + 3, "b": lambda a: 5 * a},
            0,
            ["b: 2 of 2 entries differ", "c: 2 of 2"],
        ),
    ],
)
def test_two_slips_are_recognised_together(
    steps: dict[str, Callable], points: float, said: list[str]
) -> None:
    verdict = checks.arrays(
        walk(**steps),
        oracle=walk(),
        walk=walk,
        cases={"three": checks.case(np.array([1.0, 2.5]))},
        mistakes=SLIPS,
        every_case=True,
        points=4,
    )
    assert verdict.points == points
    assert all(text in verdict.text for text in said), verdict.text


def test_two_slips_cost_two_arrays_and_not_three() -> None:
    def three(**changed: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
        return lambda x: (found := walk(**changed)(x)) | {"d": found["b"] + found["c"]}

    verdict = checks.arrays(
        three(**SLIPS["one too many"], **SLIPS["minus"]),
        oracle=three(),
        walk=three,
        cases={"three": checks.case(np.array([1.0, 2.5]))},
        mistakes=SLIPS,
        every_case=True,
        points=6,
    )
    assert verdict.points == 2
    assert "these two explain every difference and cost one array's share each" in verdict.text


def test_steps_need_a_walk() -> None:
    with pytest.raises(ValueError, match="`walk=` is missing"):
        marked(row_sums, mistakes=SLIPS)


def test_what_is_wrong_anyway_is_not_timed() -> None:
    calls: list[int] = []

    def answer(n: float) -> dict[str, Any]:
        calls.append(1) if n == 7 else None
        return {"b": np.sin(n) + 3 * np.ones(2)}

    cases = {"few": checks.case(3.0), "many": checks.case(7.0, seconds=1)}
    settings = {"cases": cases, "every_case": True, "points": 2}
    wrong = checks.arrays(answer, oracle=lambda n: {"b": np.array([n, 2 * n])}, **settings)
    assert (wrong.points, calls) == (0, [])
    assert checks.arrays(answer, oracle=answer, **settings).points == 2
    assert len(calls) > 0


def test_no_remark_contradicts_a_case_where_the_answer_is_right() -> None:
    small = np.array([0.3, 1.5, 2.0])
    large = np.array([30.0, 41.0, 52.0])

    def answer(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.exp(x) + (np.sin(y) if x[0] > 10 else y**2)

    settings = {"oracle": lambda x, y: np.exp(x) + y**2, "points": 2}
    few = {"large": checks.case(large / 3 + 1, small)}
    assert "right only where x is 0" in checks.arrays(answer, cases=few, **settings).text
    both = {"small": checks.case(small, small), **few}
    assert "only where" not in checks.arrays(answer, cases=both, **settings).text

    def without_causal(x: np.ndarray, causal: bool = False, flip: bool = False) -> np.ndarray:
        return (x[::-1] if flip else np.cumsum(x) if causal else x) * 1.0

    def with_both(x: np.ndarray, causal: bool = False, flip: bool = False) -> np.ndarray:
        x = x[::-1] if flip else x
        return np.cumsum(x) if causal else x

    masks = {
        "causal": checks.case(small, causal=True),
        "both": checks.case(small, causal=True, flip=True),
    }
    both_wrong = {"both": masks["both"]}
    settings["oracle"] = with_both
    found = checks.arrays(without_causal, cases=both_wrong, **settings)
    assert "right with only one of causal and flip" in found.text
    assert "one replaces the other" in found.text

    def spoilt(x: np.ndarray, causal: bool = False, flip: bool = False) -> np.ndarray:
        return with_both(x, causal, flip) + (x**3 if causal and flip else 0)

    found = checks.arrays(spoilt, cases=both_wrong, **settings)
    assert "right with only one of causal and flip, and wrong with both" in found.text
    assert "replaces" not in found.text
    assert "depend on causal" not in checks.arrays(without_causal, cases=masks, **settings).text


def weighted(z: np.ndarray, shift: Any = None, scale: Any = None) -> np.ndarray:
    """Softmax along the last axis, of (z + shift) · scale."""
    z = z if shift is None else z + shift
    z = z if scale is None else z * scale
    exponentials = np.exp(z - z.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        (
            lambda z, shift=None, scale=None: (
                weighted(z, scale=scale) if scale is not None else weighted(z, shift)
            ),
            "it is right with only one of shift and scale, and wrong with both: one replaces",
        ),
        (
            lambda z, shift=None, scale=None: weighted(z / abs(z).max(axis=-1, keepdims=True)),
            "it doesn't change when z is multiplied by 7: is it divided by its own size?",
        ),
        (
            lambda z, shift=None, scale=None: (
                np.exp(z) / np.exp(z).sum() if shift is None and scale is None else weighted(z)
            ),
            "all entries together add up to 1; each row should by itself",
        ),
    ],
)
def test_a_remark_says_what_an_answer_does_with_its_arguments(answer, finding) -> None:
    rng = np.random.default_rng(4)
    z, shift, scale = rng.normal(size=(3, 3, 4))
    plain = {"plain": checks.case(z)}
    both = plain | {"both": checks.case(z, shift=shift, scale=scale)}
    few = both if "only one" in finding else plain
    verdict = checks.arrays(answer, oracle=weighted, cases=few, points=2)
    assert verdict.findings[0].criterion == "in short", "first what was found, then the cases"
    assert finding in verdict.text, verdict.text


def test_where_most_answers_are_right_an_answer_that_is_tells_nothing() -> None:
    """Softmax of equal scores is uniform, whatever becomes of the scores."""
    few = {"plain": checks.case(np.random.default_rng(5).normal(size=(3, 4)))}

    def of_sines(z: np.ndarray) -> np.ndarray:
        return weighted(np.sin(9 * z + z**3))

    settings = {"oracle": weighted, "cases": few, "points": 2}
    mistakes = {"the scores are squared": lambda z: weighted(z**2)}
    assert "only where z is 0" in checks.arrays(of_sines, **settings).text
    assert "only where" not in checks.arrays(of_sines, mistakes=mistakes, **settings).text


def test_a_small_whole_number_may_be_where_an_answer_is_right() -> None:
    def heads(x: np.ndarray, n_heads: int) -> np.ndarray:
        return x.reshape(len(x), n_heads, -1).transpose(1, 0, 2) @ np.eye(x.shape[1] // n_heads)

    def reshaped(x: np.ndarray, n_heads: int) -> np.ndarray:
        return np.sin(x.reshape(n_heads, len(x), -1)) if n_heads > 1 else x[None]

    few = {"two": checks.case(np.random.default_rng(6).normal(size=(4, 6)), 2)}
    verdict = checks.arrays(reshaped, oracle=heads, cases=few, points=2)
    assert "it is right only with n_heads = 1" in verdict.text, verdict.text


def test_zero_is_not_a_number_to_hit() -> None:
    assert difference(np.array(2.5), np.array(2.2e-16)).startswith("you have 2.5")
    assert "expected 0 (up to rounding)" in difference(np.array(2.5), np.array(2.2e-16))
    assert "expected 2.2e-16" in difference(np.array(0.0), np.array(2.2e-16), np.array(False))
    assert difference(np.array([2.5]), np.array([1.0])) == difference(np.array(2.5), np.array(1.0))


def test_what_goes_by_the_sign_of_an_argument_does_not_ignore_it() -> None:
    def by_the_sign(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.sign(x) * np.exp(y[::-1])

    cases = {"four": checks.case(np.array([1.0, -2, 3, -4]), np.array([0.3, 1.5, 2.0, 4.5]))}
    verdict = checks.arrays(by_the_sign, oracle=lambda x, y: x**3 * y, cases=cases, points=1)
    assert "depend on x" not in verdict.text


# --- numerical differentiation --------------------------------------------------------------------


def slopes(x: np.ndarray) -> np.ndarray:
    return np.cos(x)


def differences(x: np.ndarray) -> np.ndarray:
    return (np.sin(x + 1e-5) - np.sin(x - 1e-5)) / 2e-5


def test_differences_earn_nothing_where_they_are_excluded() -> None:
    cases = {"four": checks.case(np.arange(1.0, 5.0))}
    settings = {"oracle": slopes, "cases": cases}
    assert marked(differences, **settings).points == 4
    for answer in (differences, lambda x: (np.sin(x + 1e-7) - np.sin(x)) / 1e-7):
        verdict = marked(answer, by_formulas=True, **settings)
        assert verdict.points == 0
        assert "agree with the right ones to some digits only" in verdict.text
    assert marked(slopes, by_formulas=True, **settings).points == 4
    single = marked(lambda x: np.float32(slopes(x) * (1 + 1e-6)), by_formulas=True, **settings)
    assert "computed in float32" in single.text


def test_digits_that_a_named_mistake_loses_show_no_excluded_method() -> None:
    def inexact(x: np.ndarray) -> np.ndarray:
        return slopes(x) * (1 - 1e-6)

    settings = {"oracle": slopes, "cases": {"four": checks.case(np.arange(1.0, 5.0))}}
    settings |= {"by_formulas": True, "mistakes": {"a small number": inexact}}
    verdict = marked(inexact, **settings)
    assert (verdict.points, verdict.mistake) == (2, "a small number")
    assert marked(lambda x: slopes(x) * (1 - 2e-6), **settings).points == 0
    assert marked(differences, **settings).points == 0


def test_arrays_of_many_axes_are_not_looked_into() -> None:
    many = np.ones((2,) * 12 + (1,) * 10)
    nested: Any = 1.0
    for _ in range(9):
        nested = [nested]
    for value in (many, nested):
        assert "expected numbers, not" in marked(lambda X, value=value: value).text


def test_a_case_may_limit_its_time_and_have_a_definition_of_its_own() -> None:
    def slow(n: int) -> int:
        while n > 5:
            pass
        return 2 * n

    many = checks.case(10, oracle=lambda n: 20, seconds=0.05, too_slow="one by one")
    cases = {"few": checks.case(3), "many": many}
    verdict = marked(slow, oracle=lambda n: 2 * n if n < 5 else None, cases=cases)
    assert verdict.points == 2
    assert "many: one by one" in verdict.text


def test_a_telltale_case_alone_shows_an_excluded_method() -> None:
    cases = {
        "usual": checks.case(np.ones(2)),
        "tiny": checks.case(np.full(2, 1e-300), weight=0, atol=0.0, telltale="a complex step"),
    }
    settings = {"oracle": lambda x: 3 * x, "cases": cases, "by_formulas": True}
    assert marked(lambda x: 3 * x, **settings).points == 4
    verdict = marked(lambda x: ((1 + 1e-30j * 3 * x) ** 1).imag / 1e-30, **settings)
    assert (verdict.points, verdict.findings[0].text) == (0, "the method: a complex step")
    assert "complex step" not in marked(lambda x: 4 * x, **settings).text


# --- calls in a row ------------------------------------------------------------------------------


def extended(x: np.ndarray, cache: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mean of all the vectors so far, and the cache that the next call gets."""
    cache = np.concatenate([cache, x[None]])
    return cache.mean(axis=0), cache


def forgetful(x: np.ndarray, cache: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return extended(x, cache)[0], cache


def in_a_row(function: Any, **settings: Any) -> Verdict:
    def three_tokens(rng: np.random.Generator) -> dict[str, checks.Case]:
        first, *rest = rng.normal(size=(3, 2))
        then = [(x, checks.previous(1)) for x in rest]
        return {"three tokens": checks.case(first, rng.normal(size=(1, 2)), then=then)}

    settings = {"oracle": extended, "outputs": {"mean": 2, "cache": 1}} | settings
    return checks.arrays(function, cases=three_tokens, points=9, **settings)


def test_a_call_gets_what_the_call_before_returned() -> None:
    assert in_a_row(extended).points == 9
    found = in_a_row(forgetful, mistakes={"the cache is not extended": forgetful})
    assert found.points == 2  # the first mean
    assert "three tokens, call 2: mean: the cache is not extended" in found.text
    assert "three tokens, call 1: mean: right" in found.text


def test_what_a_call_needs_of_earlier_ones_is_in_its_arguments() -> None:
    seen: list[np.ndarray] = []

    def remembers(x: np.ndarray, cache: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if len(cache) == 1:
            seen[:] = cache
        seen.append(x)
        return np.mean(seen, axis=0), np.array(seen)

    found = in_a_row(remembers)
    assert found.points == 9 * 3 / 4
    assert "it remembers earlier calls" in found.text


def test_a_call_that_cannot_be_made_ends_as_the_one_before() -> None:
    def fails_later(x: np.ndarray, cache: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if len(cache) == 2:
            raise RuntimeError("full")
        return extended(x, cache)

    found = in_a_row(fails_later)
    assert found.points == 3
    assert "call 3: cache: it raised RuntimeError: “full”" in found.text
    for nothing in (lambda *_: None, lambda *_: 3, lambda *_: (1,)):
        assert in_a_row(nothing).points == 0


def test_a_whole_output_and_one_by_key_can_be_handed_on() -> None:
    def doubled(x: Any) -> np.ndarray:
        return 2 * np.asarray(x)

    def named(x: Any) -> dict[str, np.ndarray]:
        return {"twice": doubled(x)}

    for function, last in ((doubled, checks.previous()), (named, checks.previous("twice"))):
        cases = {"thrice": checks.case(np.ones(2), then=[(last,), (last,)])}
        calls: list[Any] = []

        def answer(x: Any, function: Any = function, calls: list = calls) -> Any:
            calls.append(x)
            return function(x)

        assert checks.arrays(answer, oracle=function, cases=cases, points=1).points == 1
        assert [float(x[0]) for x in calls] == [1, 1, 2, 4, 4]  # the first call twice, and the last


def test_structures_of_arrays_cross_to_a_student_and_back(sandbox: Sandbox) -> None:
    """A tuple as an argument, a dict as the answer, and a cache that is handed on."""
    answer = (
        "import numpy as np\n"
        "def step(x, caches, options):\n"
        "    keys, values = caches\n"
        "    keys = np.concatenate([keys, x[None]])\n"
        "    values = [*values, options['scale'] * x]\n"
        "    return {'out': keys.sum(axis=0), 'caches': (keys, values)}\n"
    )
    names: dict[str, Any] = {}
    exec(answer, names)
    start, options = (np.ones((1, 2)), [np.ones(2)]), {"scale": np.float64(3)}
    then = [(np.full(2, n), checks.previous("caches"), options) for n in (2.0, 5.0)]
    cases = {"three": checks.case(np.zeros(2), start, options, then=then)}
    with closing(sandbox.student()) as student:
        student.run(answer)
        found = checks.arrays(
            student.look_up("step"), oracle=names["step"], cases=cases, outputs={"out": 1}, points=3
        )
    assert found.points == 3, found.text
    assert len(found.findings) == 3


def test_a_students_process_gives_the_arguments_back_as_the_call_left_them(
    sandbox: Sandbox,
) -> None:
    with closing(sandbox.student()) as student:
        student.run("def clears(x, *, mask):\n    mask[0] = True\n    return x.sum()")
        case = checks.case(np.ones(3), mask=np.zeros(2, dtype=bool))
        settings = {"oracle": lambda x, mask: x.sum(), "cases": {"one": case}, "points": 4}
        found = checks.arrays(student.look_up("clears"), **settings)
        assert found.points == 3
        assert "it changes its argument mask in place" in found.text
        student.run("def leaves(x, *, mask):\n    return x.sum()")
        assert checks.arrays(student.look_up("leaves"), **settings).points == 4


def test_an_empty_cache_is_an_argument_like_others() -> None:
    def appended(cache: np.ndarray, x: np.ndarray) -> np.ndarray:
        return np.vstack([cache, x])

    cases = {"the first": checks.case(np.empty((0, 3)), np.array([1.0, 4.0, 9.0]))}
    wrong = checks.arrays(
        lambda cache, x: np.vstack([cache, np.sin(x) ** 3]), oracle=appended, cases=cases, points=1
    )
    assert wrong.points == 0
    assert checks.arrays(appended, oracle=appended, cases=cases, points=1).points == 1


def test_tuples_among_the_arguments_are_not_taken_for_each_other() -> None:
    def total(first: tuple, second: tuple) -> np.ndarray:
        return first[0] * first[1] - second[1]

    pair = 2.0, np.array([1.0, 4.0, 9.0])
    cases = {"two": checks.case(pair, (3.0, np.ones(3)))}
    wrong = checks.arrays(
        lambda first, second: np.sin(first[1]), oracle=total, cases=cases, points=1
    )
    assert wrong.points == 0
    assert "changed places" not in wrong.text


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda x: 0.0, "it is 0 everywhere"),
        (lambda x: x, "it gives back one of its arguments"),
    ],
)
def test_what_is_right_by_chance_earns_nothing_where_nothing_is_computed(answer, reason) -> None:
    cases = {
        "three": checks.case(3.0),
        "zero": checks.case(0.0),
        "late": checks.case(5.0, seconds=1),
    }
    verdict = checks.arrays(answer, oracle=lambda x: x * (x + 7), cases=cases, points=3)
    assert verdict.points == 0
    assert f"zero: right, but {reason}" in verdict.text


def test_a_case_that_is_spared_is_none_in_which_an_argument_came_back() -> None:
    cases = {"three": checks.case(3.0), "late": checks.case(5.0, seconds=1)}
    verdict = checks.arrays(
        lambda x: x, oracle=lambda x: x * (x + 7), cases=cases, points=3, every_case=True
    )
    assert verdict.points == 0
