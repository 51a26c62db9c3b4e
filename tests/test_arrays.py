"""Arrays, marked: credit by cases and outputs, what a known error costs, what is said of others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from examiner import checks
from examiner.checks import Verdict
from examiner.findings.known_error import as_json
from examiner.findings.level import Level
from examiner.student import Sandbox


def ids(verdict: Verdict) -> set[str]:
    """The ids of all that a verdict says, and of the known errors that it names."""

    def within(value: Any) -> set[str]:
        match value:
            case {"says": name, **rest} | {"error": name, **rest}:
                return {name} | within(list(rest.values()))
            case dict():
                return within(list(value.values()))
            case list():
                return set().union(*map(within, value))
        return set()

    return within(as_json([[f.about, f.says, f.errors] for f in verdict.findings]))


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


def known(**ways: Any) -> dict[str, Any]:
    """Known errors by id, with the id as their words."""
    return {name: (name, way) for name, way in ways.items()}


# --- credit --------------------------------------------------------------------------------------


def test_credit_goes_by_cases_and_their_weights() -> None:
    def right_if_square(X: np.ndarray) -> np.ndarray:
        return row_sums(X) if X.shape == (2, 2) else np.zeros(2)

    assert marked(row_sums).points == 4
    assert marked(right_if_square).points == 1
    assert [f.passed for f in marked(right_if_square).findings[:2]] == [False, True]


@pytest.mark.parametrize(
    "kind", [list, tuple, lambda a: a.astype(object).tolist(), lambda a: a + 0j]
)
def test_what_is_like_an_array_earns_three_quarters(kind: Callable[[np.ndarray], Any]) -> None:
    verdict = marked(lambda X: kind(row_sums(X)))
    assert verdict.points == 3
    assert ids(verdict) & {"array-type", "complex"}
    assert marked(lambda X: float(X.sum()), oracle=np.sum).points == 4  # a number is a number


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda X: 0 * row_sums(X), "zero"),
        (lambda X: row_sums(X)[:, None], "array-shape"),
        (lambda X: row_sums(X) > 0, "bools"),
        (lambda X: row_sums(X) * np.nan, "all-nan"),
        (lambda X: None, "not-expected"),
        (lambda X: [[1], [2, 3]], "not-expected"),
        (lambda X: {1: 2}, "not-expected"),
        (lambda X: np.ones((2,) * 12 + (1,) * 10), "not-expected"),  # nothing of so many axes is
        (lambda X: [[[[[[[[[1.0]]]]]]]]], "not-expected"),  # looked into: it would take long
        (lambda X: X[7], "raised"),
        (3, "raised"),
    ],
)
def test_other_answers_get_a_reason_and_no_points(answer: Any, said: str) -> None:
    verdict = marked(answer)
    assert verdict.points == 0
    assert said in ids(verdict)


def test_single_precision_counts_only_where_it_is_allowed() -> None:
    def single(X: np.ndarray) -> np.ndarray:
        return (row_sums(X) * (1 + 1e-6)).astype(np.float32)

    assert marked(single).points == 0
    assert marked(single, float32=True).points == 4
    assert marked(lambda X: row_sums(X) * (1 + 1e-6), float32=True).points == 0


def test_a_tuple_is_marked_output_by_output() -> None:
    def both(X: np.ndarray) -> tuple[np.ndarray, float]:
        return row_sums(X), X.sum()

    def marked_both(function: Any) -> Verdict:
        return marked(function, oracle=both, outputs={"rows": 1, "total": 3})

    assert marked_both(both).points == 4
    verdict = marked_both(lambda X: [column_sums(X), X.sum()])
    assert (verdict.points, verdict.findings[0].about) == (3, "wide: rows")
    assert marked_both(lambda X: (row_sums(X), None)).points == 1
    for other in (lambda X: X.sum(), lambda X: (1, 2, 3), lambda X: None, lambda X: ("", None)):
        verdict = marked_both(other)
        assert verdict.points == 0
        assert "expected (rows, total), not" in verdict.text
    with pytest.raises(ValueError, match="gives 2 arrays, and 1 have names"):
        marked(both, oracle=both, outputs={"rows": 1})


def test_the_outputs_of_a_dict_may_weigh_differently_and_be_fewer() -> None:
    def both(X: np.ndarray) -> dict[str, Any]:
        return {"rows": row_sums(X), "total": X.sum(), "more": 0}

    verdict = marked(lambda X: {"total": X.sum()}, oracle=both, outputs={"rows": 1, "total": 3})
    assert verdict.points == 3
    with pytest.raises(ValueError, match="the oracle gives no mean"):
        marked(row_sums, oracle=both, outputs={"mean": 1})


def test_another_oracle_may_make_an_answer_right() -> None:
    verdict = marked(column_sums, accept={"right, by columns": column_sums})
    assert verdict.points == 4
    assert "right, by columns" in verdict.text
    assert marked(lambda X: X, accept={"never": lambda X: missing_name}).points == 0  # noqa: F821


def test_numbers_that_an_array_holds_as_objects_are_numbers_still() -> None:
    """A definition that follows an earlier answer may give integers beyond 64 bits."""
    few = {"3": checks.case(3), "5": checks.case(5)}
    for large in (10**30, 10**400):
        yours = {"given yours": lambda n, large=large: large * n}
        assert marked(float, oracle=lambda n: n**2, cases=few, accept=yours).points == 0


def test_arguments_may_be_tuples_lists_and_dicts_of_arrays() -> None:
    def total(pair: tuple, more: list, named: dict) -> np.ndarray:
        return pair[0] + pair[1] * more[0] + named["b"]

    one = checks.case((np.ones(2), 2 * np.ones(2)), [np.ones(2)], {"b": np.ones(2)})
    assert marked(total, oracle=total, cases={"one": one}).points == 4
    wrong = marked(lambda pair, more, named: np.sin(pair[1]), oracle=total, cases={"one": one})
    assert (wrong.points, "exchanged" in ids(wrong)) == (0, False)


# --- known errors --------------------------------------------------------------------------------


def test_the_error_that_explains_everything_goes_before_one_that_explains_a_part() -> None:
    mistakes = known(
        square=lambda X: column_sums(X) if len(X.T) == 2 else X[0], everything=column_sums
    )
    assert "square" not in ids(marked(column_sums, mistakes=mistakes))


def test_an_error_that_raises_is_recognised_by_its_numbers_elsewhere() -> None:
    def mistaken(X: np.ndarray) -> np.ndarray:
        return X @ np.ones(2) * 2  # fits the square only

    def raises(X: np.ndarray) -> np.ndarray:
        raise ValueError("for another reason")

    wide, square = marked(mistaken, mistakes=known(short=mistaken)).findings
    assert wide.errors == square.errors != ()
    assert "short" not in ids(marked(raises, mistakes=known(short=mistaken)))


def test_nan_is_explained_by_an_error_only_if_that_gives_numbers_or_explains_everything() -> None:
    def nan_if_square(X: np.ndarray) -> np.ndarray:
        return row_sums(X) * (np.nan if X.shape == (2, 2) else 1)

    mistakes = known(overflow=nan_if_square)
    assert "overflow" in ids(marked(nan_if_square, mistakes=mistakes))
    assert "overflow" not in ids(marked(lambda X: row_sums(X) * np.nan, mistakes=mistakes))


def test_the_definition_of_an_error_comes_with_the_verdict() -> None:
    def wrong(X: np.ndarray) -> np.ndarray:
        return X[:, 0]

    verdict = marked(wrong, mistakes=known(column=(lambda X: X[:, -1], wrong)))
    assert (verdict.points, verdict.mistake) == (2, "column")
    assert verdict.mistaken is wrong
    assert marked(row_sums).mistaken is None


@pytest.mark.parametrize(
    "answer",
    [
        lambda X: 0 * row_sums(X),  # nothing
        lambda X: np.ones(2),  # a constant
        lambda X: X,  # another shape
        lambda X: -row_sums(X) if X.shape == (2, 2) else 2 * row_sums(X),  # two errors
    ],
)
def test_what_is_no_single_error_in_a_right_answer_costs_everything(answer: Callable) -> None:
    verdict = marked(answer)
    assert (verdict.points, verdict.mistake) == (0, "")


def test_two_readings_that_coincide_are_both_named() -> None:
    mistakes = known(first=lambda X: X[:, 0], again=lambda X: 1.0 * X[:, 0], other=column_sums)
    verdict = marked(lambda X: X[:, 0], mistakes=mistakes)
    assert verdict.points == 2
    assert {"first", "again"} <= ids(verdict)
    assert verdict.mistake == "first"
    assert "first; or again" in verdict.text


def test_what_is_said_depends_on_the_level() -> None:
    verdict = marked(lambda X: X[:, 0], mistakes=known(column=lambda X: X[:, 0]))
    texts = ["\n".join(f.shown(level).line for f in verdict.findings) for level in Level]
    assert ["column" in text for text in texts] == [False, True, True]
    assert ["expected" in text for text in texts] == [False, False, True]


def test_the_first_entry_that_differs_is_named_with_the_digits_that_do() -> None:
    one = {"one": checks.case(np.ones((2, 3)))}
    text = marked(lambda X: row_sums(X) + np.arange(2), cases=one).text
    assert "1 of 2 entries differ; first [1]: you have 4, expected 3" in text
    text = marked(lambda X: 1 + 2e-7, oracle=lambda X: 1.0, cases=one).text
    assert "you have 1.0000002, expected 1" in text
    text = marked(lambda X: 2.5, oracle=lambda X: 2.2e-16, cases=one).text
    assert "expected 0 (up to rounding)" in text
    text = marked(lambda X: 0.0, oracle=lambda X: 2.2e-6, cases=one).text
    assert "you have 0, expected 2.2e-06" in text


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


def changed(**arrays: Callable[[np.ndarray], Any]) -> Callable[..., dict[str, Any]]:
    def answer(*layer: np.ndarray) -> dict[str, Any]:
        return {n: arrays.get(n, lambda g: g)(g) for n, g in gradients(*layer).items()}

    return answer


def right_if_wide(*layer: np.ndarray) -> dict[str, Any]:
    right = gradients(*layer)
    return right if len(right["v"]) == 2 else right | {"W": 3.0}


def another_factor_each_time(*layer: np.ndarray) -> dict[str, Any]:
    right = gradients(*layer)
    return right | {"W": right["W"] * (-1 if len(right["v"]) == 2 else 1.5)}


GRADIENTS = {"oracle": checks.derivative_of(loss, ("W", "v")), "cases": LAYERS, "points": 4}


@pytest.mark.parametrize(
    ("answer", "points", "said"),
    [
        (gradients, 4, "value-right"),
        (lambda *a: {k: g.tolist() for k, g in gradients(*a).items()}, 3, "array-type"),
        (no_tanh, 2, "slope"),
        (changed(W=lambda g: g.T), 2, "transposed"),
        (changed(v=lambda g: g + [0, 1e-3, 0][: g.size]), 2, "numbers-differ"),
        (lambda *a: {k: -2 * g for k, g in gradients(*a).items()}, 2, "explained"),
        (lambda *a: {k: 0 * g for k, g in gradients(*a).items()}, 0, "zero"),
        (changed(v=lambda g: -g, W=lambda g: 2 * g), 0, "factor"),
        (changed(v=lambda g: g[:, None]), 2, "reshaped"),
        (lambda *a: {"W": no_tanh(*a)["W"], "v": 0}, 0, "slope"),
        (lambda *a: {"W": gradients(*a)["W"]}, 2, "no-such-key"),
        (right_if_wide, 2, "array-shape"),
        (another_factor_each_time, 2, "numbers-differ"),
        (None, 0, "raised"),
    ],
)
def test_each_array_of_a_dict_is_marked_on_its_own(answer: Any, points: float, said: str) -> None:
    found = checks.arrays(answer, mistakes=known(slope=no_tanh), every_case=True, **GRADIENTS)
    assert found.points == points
    assert said in ids(found)


def test_an_error_is_named_only_if_it_explains_every_case() -> None:
    assert checks.arrays(right_if_wide, **GRADIENTS).points == 3  # credit case by case
    found = checks.arrays(another_factor_each_time, every_case=True, **GRADIENTS)
    assert "factor" not in ids(found)


def test_an_output_in_the_place_of_another() -> None:
    def ends(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return X[:, 0], X[:, -1]

    settings = {"oracle": ends, "outputs": {"first": 1, "last": 1}}
    found = marked(lambda X: ends(X)[::-1], **settings)
    assert (found.points, found.mistake) == (2, "exchanged(first and last)")
    by_it = [finding for finding in found.findings if finding.errors]
    assert len(by_it) == 3  # said in short, with one example; of the others how many they are
    found = marked(lambda X: (X[:, -1],) * 2, **settings)
    assert "another-output" in ids(found)
    assert found.points == 2  # the last, and nothing for the first


# --- the usual errors, which need no line in a question ------------------------------------------


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
    ("answer", "said"),
    [
        (lambda *a: P(*a).T, "transposed"),
        (lambda *a: P(*a) * a[3], "multiplied by n"),
        (lambda *a: P(*a) / len(a[0]), "divided by the length of x along axis 0"),
        (lambda *a: P(*a) / a[0].shape[1] ** 0.5, "divided by the root of the length of x along"),
        (lambda *a: P(*a) / 3, "1/3 times the right one"),
        (lambda *a: P(*a) ** 2, "squared"),
        (lambda *a: P(*a) * np.arange(1, 1 + len(a[0])), "each column is the right one times"),
        (lambda *a: np.round(P(*a), 3), "rounded to 3 decimal places"),
        (lambda *a: P(*a) / (1 + 1e-5), "is a small number added to a denominator?"),
        (lambda *a: np.float32(P(*a) * (1 + 1e-6)), "it was computed in float32"),
        (lambda *a: P(*a).ravel(), "reshaped"),
        (lambda *a: 7.0 * np.ones((len(a[0]),) * 2), "constant"),
        (lambda x, y, W, n: P(y, x, W, n), "x and y have changed places"),
        (lambda x, y, W, n: P(x, x, W, n), "in short: it doesn't depend on y"),
        (lambda x, y, W, n: P(x, y, x, n), "in short: it doesn't depend on W"),
    ],
)
def test_an_error_is_named_by_how_it_shows(answer: Callable, said: str) -> None:
    verdict = checks.arrays(answer, oracle=P, cases=products, points=4)
    assert said in ids(verdict) or said in verdict.text, verdict.text
    assert verdict.points <= 2


def plan(n: int, *rest: Any) -> tuple[float, float]:
    return n + 0.5, n**2 / 7


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda n, large, pair: (large, large), "argument"),
        (lambda n, large, pair: (large, n), "given-back"),
        (lambda n, large, pair: (pair[0], pair[1]), "numbers-differ"),
        (lambda n, large, pair: (1 + n / 1e6, 1 + 0j), "constant"),
    ],
)
def test_an_argument_or_a_constant_earns_nothing(answer: Callable[..., Any], said: str) -> None:
    few = {f"{n}": checks.case(n, 10.0**20 * n, (n + 2, 1.0)) for n in (3, 5, 7)}
    found = marked(answer, oracle=plan, cases=few, outputs={"first": 1, "second": 1})
    assert found.points == 0
    assert said in ids(found)


@pytest.mark.parametrize(
    ("answer", "reason"), [(lambda x: 0.0, "constant"), (lambda x: x, "given-back")]
)
@pytest.mark.parametrize("every_case", [False, True])
def test_what_is_right_by_chance_earns_nothing(answer, reason, every_case) -> None:
    """Where nothing is computed; also if a case that takes long is spared."""
    few = {"three": checks.case(3.0), "late": checks.case(5.0, seconds=1)}
    few |= {} if every_case else {"zero": checks.case(0.0)}
    verdict = marked(answer, oracle=lambda x: x * (x + 7), cases=few, every_case=every_case)
    assert verdict.points == 0
    assert every_case or reason in ids(verdict)


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
    """By every variant, as one array, as the arrays of a tuple and of a dict."""
    one = {"cases": {"one": checks.case(np.ones((2, 2)), np.arange(2.0))}, "by_formulas": True}
    both = {"product": 1, "row": 1}
    for verdict in (
        marked(lambda X, v: value, oracle=lambda X, v: X @ v, **one),
        marked(lambda X, v: (value, value), oracle=lambda X, v: (X @ v, X[0]), outputs=both, **one),
        marked(
            lambda X, v: dict.fromkeys(both, value),
            oracle=lambda X, v: {"product": X @ v, "row": X[0]},
            every_case=True,
            **one,
        ),
    ):
        assert verdict.points < 4


# --- a definition in steps -----------------------------------------------------------------------


def walk(**changed: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """Three outputs of x in four steps."""
    usual = {"a": lambda x: x + 1, "b": lambda a: 3 * a, "c": lambda a: a**2}

    def definition(x: np.ndarray) -> dict[str, Any]:
        step = usual | changed
        a = step["a"](x)
        b, c = step["b"](a), step["c"](a)
        return {"b": b, "c": c, "d": b + c}

    return definition


SLIPS = {
    "more": {"a": lambda x: x + 2},
    "minus": {"b": lambda a: -3 * a},
    "cube": {"c": lambda a: a**3},
    "root": ({"c": lambda a: abs(a) ** 0.5}, {"c": lambda a: abs(a) ** 0.25}),
}
OTHERS = {"a": lambda x: x + 3, "b": lambda a: 5 * a}


@pytest.mark.parametrize(
    ("steps", "points", "errors"),
    [
        ({}, 6, set()),
        (SLIPS["more"], 4, {"more"}),
        (SLIPS["root"][1], 4, {"root"}),
        (SLIPS["minus"] | SLIPS["cube"], 2, {"minus", "cube"}),
        (SLIPS["more"] | SLIPS["minus"], 2, {"more", "minus"}),  # two arrays' shares, not three
        (OTHERS, 0, set()),
    ],
)
def test_two_slips_are_recognised_together(steps, points, errors) -> None:
    verdict = checks.arrays(
        walk(**steps),
        oracle=walk(),
        walk=walk,
        cases={"three": checks.case(np.array([1.0, 2.5]))},
        mistakes=known(**SLIPS),
        every_case=True,
        points=6,
    )
    assert verdict.points == points
    assert ids(verdict) & set(SLIPS) == errors


def test_steps_need_a_walk() -> None:
    with pytest.raises(ValueError, match="`walk=` is missing"):
        marked(row_sums, mistakes=known(**SLIPS))


# --- where an answer is right, and what it ignores -----------------------------------------------


def weighted(z: np.ndarray, shift: Any = None, scale: Any = None) -> np.ndarray:
    """Softmax along the last axis, of (z + shift) · scale."""
    z = z if shift is None else z + shift
    z = z if scale is None else z * scale
    exponentials = np.exp(z - z.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


RNG = np.random.default_rng(4)
PLAIN = checks.case(RNG.normal(size=(3, 4)))
SHIFT, SCALE = RNG.normal(size=(2, 3, 4))
Z = PLAIN.arguments[0]


@pytest.mark.parametrize(
    ("answer", "masks", "said"),
    [
        (
            lambda z, shift=None, scale=None: (
                weighted(z, scale=scale) if scale is not None else weighted(z, shift)
            ),
            {"shift": SHIFT, "scale": SCALE},
            "right-with-either",
        ),
        (lambda z, shift=None: weighted(z), {"shift": SHIFT}, "ignores"),
        (lambda z: weighted(z / abs(z).max(axis=-1, keepdims=True)), {}, "ignores-scale"),
    ],
)
def test_what_an_answer_does_with_its_arguments(answer, masks, said) -> None:
    few = {"one": checks.case(Z, **masks)}
    verdict = marked(answer, oracle=weighted, cases=few)
    assert verdict.findings[0].says[0].id == said


def test_no_remark_contradicts_a_case_where_the_answer_is_right() -> None:
    def forgets_if_both(z: np.ndarray, shift: Any = None, scale: Any = None) -> np.ndarray:
        return weighted(z, scale=scale) if scale is not None else weighted(z, shift)

    few = {"shift": checks.case(Z, shift=SHIFT), "both": checks.case(Z, shift=SHIFT, scale=SCALE)}
    assert "ignores" not in ids(marked(forgets_if_both, oracle=weighted, cases=few))


def test_a_small_whole_number_may_be_where_an_answer_is_right() -> None:
    def heads(x: np.ndarray, n_heads: int) -> np.ndarray:
        return x.reshape(len(x), n_heads, -1).transpose(1, 0, 2)

    def reshaped(x: np.ndarray, n_heads: int) -> np.ndarray:
        return np.sin(x.reshape(n_heads, len(x), -1)) if n_heads > 1 else x[None]

    few = {"two": checks.case(RNG.normal(size=(4, 6)), 2)}
    assert "right-with-one" in ids(marked(reshaped, oracle=heads, cases=few))


def test_what_goes_by_the_sign_of_an_argument_does_not_ignore_it() -> None:
    def by_the_sign(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.sign(x) * np.exp(y[::-1])

    few = {"four": checks.case(np.array([1.0, -2, 3, -4]), np.array([0.3, 1.5, 2.0, 4.5]))}
    assert "ignores" not in ids(marked(by_the_sign, oracle=lambda x, y: x**3 * y, cases=few))


# --- numerical differentiation -------------------------------------------------------------------


def slopes(x: np.ndarray) -> np.ndarray:
    return np.cos(x)


def differences(x: np.ndarray) -> np.ndarray:
    return (np.sin(x + 1e-5) - np.sin(x - 1e-5)) / 2e-5


SLOPES = {"oracle": slopes, "cases": {"four": checks.case(np.arange(1.0, 5.0))}}


def test_differences_earn_nothing_where_they_are_excluded() -> None:
    assert marked(differences, **SLOPES).points == 4
    for answer in (
        differences,
        lambda x: (np.sin(x + 1e-7) - np.sin(x)) / 1e-7,
        lambda x: np.float32(differences(x)).astype(float),  # no digits, no proof
    ):
        verdict = marked(answer, by_formulas=True, **SLOPES)
        assert verdict.points == 0
        assert "some-digits-only" in ids(verdict)
    assert marked(slopes, by_formulas=True, **SLOPES).points == 4
    single = {"in-float32": ("in single precision", lambda x: np.cos(np.float32(x)))}
    settings = SLOPES | {"mistakes": single, "by_formulas": True}
    assert "some-digits-only" not in ids(marked(single["in-float32"][1], **settings))


def test_a_telltale_case_alone_shows_an_excluded_method() -> None:
    few = {
        "usual": checks.case(np.ones(2)),
        "tiny": checks.case(np.full(2, 1e-300), weight=0, atol=0.0, telltale="a complex step"),
    }
    settings = {"oracle": lambda x: 3 * x, "cases": few, "by_formulas": True}
    assert marked(lambda x: 3 * x, **settings).points == 4
    verdict = marked(lambda x: ((1 + 1e-30j * 3 * x) ** 1).imag / 1e-30, **settings)
    assert (verdict.points, "method-excluded" in ids(verdict)) == (0, True)
    assert "method-excluded" not in ids(marked(lambda x: 4 * x, **settings))


# --- time, arguments and memory of earlier calls -------------------------------------------------


def test_a_case_may_limit_its_time_and_have_a_definition_of_its_own() -> None:
    def slow(n: int) -> int:
        while n > 5:
            pass
        return 2 * n

    many = checks.case(10, oracle=lambda n: 20, seconds=0.05, too_slow="one by one")
    few = {"few": checks.case(3), "many": many}
    verdict = marked(slow, oracle=lambda n: 2 * n if n < 5 else None, cases=few)
    assert verdict.points == 2
    assert "many: one by one" in verdict.text


def test_what_is_wrong_anyway_is_not_timed() -> None:
    calls: list[int] = []

    def answer(n: float) -> dict[str, Any]:
        calls.append(1) if n == 7 else None
        return {"b": np.sin(n) + 3 * np.ones(2)}

    few = {"few": checks.case(3.0), "many": checks.case(7.0, seconds=1)}
    settings = {"cases": few, "every_case": True}
    wrong = marked(answer, oracle=lambda n: {"b": np.array([n, 2 * n])}, **settings)
    assert (wrong.points, calls) == (0, [])
    assert marked(answer, oracle=answer, **settings).points == 4
    assert calls


def test_arguments_stay_as_they_are_whatever_the_answer_and_the_errors_do() -> None:
    def destroys(X: np.ndarray) -> np.ndarray:
        sums = row_sums(X)
        X[:] = 0
        return sums

    X = np.ones((2, 3))
    verdict = marked(destroys, cases={"one": checks.case(X)}, mistakes=known(zeros=destroys))
    assert verdict.points == 3
    assert "changes-argument" in ids(verdict)
    assert X.all()


def test_a_second_call_must_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counts(X: np.ndarray) -> np.ndarray:
        calls.append(1)
        return row_sums(X) + (len(calls) > 2)

    verdict = marked(counts)
    assert verdict.points == 3
    assert "not-repeatable" in ids(verdict)

    def waits(X: np.ndarray) -> np.ndarray:
        calls.append(1)
        while len(calls) > 2:
            pass
        return row_sums(X)

    calls.clear()
    monkeypatch.setattr("examiner.checks.calls.MAX_SECONDS", 0.3)
    assert marked(waits).points == 4, "a busy machine, for all that is known"


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
    found = in_a_row(forgetful, mistakes=known(kept=forgetful))
    assert found.points == 2  # the first mean
    by_name = {finding.about: finding for finding in found.findings}
    assert by_name["three tokens, call 1: mean"].passed
    assert by_name["three tokens, call 2: mean"].errors


def test_what_a_call_needs_of_earlier_ones_is_in_its_arguments() -> None:
    seen: list[np.ndarray] = []

    def remembers(x: np.ndarray, cache: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if len(cache) == 1:
            seen[:] = cache
        seen.append(x)
        return np.mean(seen, axis=0), np.array(seen)

    found = in_a_row(remembers)
    assert found.points == 9 * 3 / 4
    assert "remembers" in ids(found)


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


# --- in a student's process ----------------------------------------------------------------------


@pytest.mark.slow
def test_a_students_process_gives_the_arguments_back_as_the_call_left_them(
    sandbox: Sandbox,
) -> None:
    one = {"one": checks.case(np.ones(3), mask=np.zeros(2, dtype=bool))}
    settings = {"oracle": lambda x, mask: x.sum(), "cases": one}
    with closing(sandbox.student()) as student:
        student.run("def clears(x, *, mask):\n    mask[0] = True\n    return x.sum()")
        found = marked(student.look_up("clears"), **settings)
        assert found.points == 3
        assert "it changes its argument mask in place" in found.text
        student.run("def leaves(x, *, mask):\n    return x.sum()")
        assert marked(student.look_up("leaves"), **settings).points == 4
