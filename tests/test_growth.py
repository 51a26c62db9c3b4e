"""Growth classes: Θ of several sizes, along rays. The bank has most kinds of answers."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

from examiner import checks
from examiner.findings.level import Level

LOGARITHMS = {
    "variables": "T U",
    "expected": "log(T) + log(U)",
    "mistakes": {
        "serial": ("the products are added one after another", "U + log(T)"),
        "product": ("what happens in a row adds up, it doesn't multiply", "log(T)*log(U)"),
        "no-sum": ("the sum over T is forgotten", "log(U)"),
    },
}
ATTENTION = {
    "variables": "n_t n_s d_head n_heads",
    "expected": "(n_t + n_s)*(d_head*n_heads)**2 + n_t*n_s*d_head*n_heads",
    "mistakes": {
        "scores-of-one": (
            "the scores are those of one head",
            "(n_t + n_s)*(d_head*n_heads)**2 + n_t*n_s*d_head",
        ),
        "smaller": (
            "only the smaller cost",
            "min((n_t + n_s)*(d_head*n_heads)**2, n_t*n_s*d_head*n_heads)",
        ),
    },
}
# With J = K·I the number of heads divides the width.
HEADS = {"variables": "T J K", "expected": "log(T) + log(J)", "where": {"J": "K*I"}}


def verdict(function, settings, **more):
    return checks.growth(function, points=2, **{**settings, **more})


def of_width(function):
    """An answer in d_head and n_heads, for one in their product."""
    return lambda t, s, d_head, n_heads: function(t, s, d_head * n_heads, n_heads)


def costs(t, s, d):
    return (t + s) * d * d, t * s * d


def power_of_2(n):
    return 2 ** math.ceil(math.log2(n))


@pytest.mark.parametrize(
    "answer",
    [
        lambda T, U: 7 * math.log10(T) + 0.5 * math.log(U) + 1000,
        lambda T, U: max(math.log(T), math.log(U)),
        lambda T, U: math.log(T + U),
        lambda T, U: len(bin(T * U)),
        lambda T, U: math.log(T) + math.log(U) + math.log(math.log(T)) ** 2,
        lambda T, U: math.log2(T) - 2 + math.log2(U),
        lambda T, U: 2 * math.log(T) + math.log(U) - math.sqrt(math.log(U)),
        lambda T, U: np.float64(math.log(T * U)),
        lambda T, U: math.log(float(T)) + math.log(float(U)),
        lambda T, U: max(3 * np.log(T), np.log2(U)),
        lambda T, U: np.log(T) + (U - 1).bit_length() + 10,
    ],
)
def test_constants_bases_and_dominated_terms_make_no_difference(answer):
    assert verdict(answer, LOGARITHMS).points == 2


@pytest.mark.parametrize(
    "answer",
    [
        lambda t, s, d, h: 4 * t * d * d + 4 * s * d * d + 4 * t * s * d,
        lambda t, s, d, h: t * d * d + s * d * d + t * s * (d + h) - t * d,
        lambda t, s, d, h: d * (t + d) * (s + d) - d**3,
        lambda t, s, d, h: max(costs(t, s, d)[0], costs(t, s, d)[1] // 7, 1),
        lambda t, s, d, h: 0.3 * sum(costs(t, s, d)),
        lambda t, s, d, h: sum(costs(t, s, d)) // 5 + 10**9,
        lambda t, s, d, h: 1e9 * costs(t, s, d)[0] + costs(t, s, d)[1],
        lambda t, s, d, h: power_of_2(t + s) * d * d + t * power_of_2(s) * d,
        lambda t, s, d, h: 2 ** (t + s).bit_length() * d * d + t * s * d,
    ],
)
def test_every_form_of_a_sum_of_products_is_right(answer):
    assert verdict(of_width(answer), ATTENTION).points == 2


@pytest.mark.parametrize(
    ("answer", "points", "differences"),
    [
        (lambda T, U: U + math.log(T), 1, ["with U growing and T fixed it grows too fast"]),
        (
            lambda T, U: math.log(T) * math.log(U),
            1,
            ["with T and U growing alike it grows too fast"],
        ),
        (
            lambda T, U: U,
            0,
            ["with U growing and T fixed it grows too fast", "with T growing and U fixed it grows"],
        ),
        (lambda T, U: math.log(math.log(T * U)), 0, ["too slowly"]),
        (lambda T, U: math.log(T) ** 1.25 + math.log(U), 1, ["with T growing and U fixed"]),
        (lambda T, U: math.log(T) * math.log(math.log(T)) + math.log(U), 1, ["too fast"]),
        (lambda T, U: 2**T, 0, ["too fast", "larger than any power"]),
        (lambda T, U: 2.0**T, 0, ["too fast", "OverflowError", "math.log takes ints of any size"]),
    ],
)
def test_another_class_is_told_how_sizes_grow_where_it_grows_otherwise(answer, points, differences):
    found = verdict(answer, LOGARITHMS)
    assert found.points == points
    for text in differences:
        assert text in found.text


@pytest.mark.parametrize(
    ("answer", "difference"),
    [
        (lambda t, s, d, h: t * d * d + s * d * d + t * s * d / h, "it grows too slowly"),
        (lambda t, s, d, h: sum(costs(t, s, d)) + t * t * d, "with n_t growing and n_s"),
        (lambda t, s, d, h: sum(costs(t, s, d)) + t * s * d * math.log(h), "too fast"),
        (lambda t, s, d, h: min(t, s) * d * d + t * s * d, "too slowly"),
        (lambda t, s, d, h: costs(t, s, d)[0] + t * min(s, d) * d, "too slowly"),
        (lambda t, s, d, h: math.prod(costs(t, s, d)) ** 0.5, "too slowly"),
    ],
)
def test_other_sums_of_products_are_told_apart(answer, difference):
    found = verdict(of_width(answer), ATTENTION)
    assert found.points <= 1
    assert difference in found.text


def test_a_known_error_is_named_where_the_answer_is_of_its_class():
    found = verdict(lambda T, U: 3 * U + math.log2(T), LOGARITHMS)
    assert found.mistake == "serial"
    assert [each.key for each in found.findings[0].errors] == ["serial"]
    assert verdict(lambda T, U: U**2, LOGARITHMS).mistake == ""
    smaller = verdict(of_width(lambda t, s, d, h: min(costs(t, s, d))), ATTENTION)
    assert smaller.mistake == "smaller"


def test_sizes_that_are_only_put_together_earn_nothing_unless_that_is_a_known_error():
    product = {"variables": "T J K", "expected": "T*J + T*K"}
    for answer in (max, lambda T, J, K: 3 * max(T, K), lambda T, J, K: T * J * K):
        assert verdict(answer, product).points == 0
    known = {"cube": ("all three multiplied", "T*J*K"), "sum": ("all added", "T + J + K")}
    assert verdict(lambda T, J, K: T * J * K, product, mistakes=known).points == 1
    assert verdict(max, product, mistakes=known).points == 1


@pytest.mark.slow
def test_an_answer_may_count_one_by_one():
    def counted(t, s, d, h, extra=0):
        pairs = 0
        for query in range(t):
            for key in range(s):
                pairs += sum(2 * d for _ in range(h + extra * (query > key)))
        return pairs + (t + s) * (d * h) ** 2

    start = time.process_time()
    assert verdict(counted, ATTENTION).points == 2
    assert verdict(lambda *sizes: counted(*sizes, extra=sizes[3] ** 2), ATTENTION).points < 2
    assert time.process_time() - start < 30


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        (lambda T, J, K: math.log(T) + math.log(J // K) + math.log(K), 2),
        (lambda T, J, K: math.log(T) + math.log(J // K), 1),
        (lambda T, J, K: K * (math.log(T) + math.log(J)), 1),
    ],
)
def test_sizes_may_depend_on_each_other(answer, points):
    assert verdict(answer, HEADS).points == points


def test_what_is_said_at_each_level():
    found = verdict(lambda T, J, K: math.log(T) + math.log(J // K), HEADS)
    whole = "with K growing and T and I fixed (J = K·I) it grows too slowly"
    assert f"{whole}; right is Θ(log(T) + log(J) where J = K·I)" in found.text
    assert found.shown(Level.DIAGNOSIS)[0].message == whole
    assert found.shown(Level.HINT)[0].message == "it is of another class"


def test_numbers_that_end_are_told_and_no_second_fault():
    right = verdict(lambda T, U: np.log(T) + np.log2(U), LOGARITHMS)
    assert right.points == 2
    assert "T=3*2**239" in right.text
    too_fast = verdict(lambda T, U: 1.0 * T + math.log(U), LOGARITHMS).text
    assert "too fast" in too_fast
    assert "OverflowError" not in too_fast


def fails(*sizes):
    raise ValueError("no idea")


@pytest.mark.parametrize("settings", [LOGARITHMS, ATTENTION])
@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda *sizes: None, "expected a number, not None"),
        (lambda *sizes: True, "not the bool True"),
        (lambda *sizes: 1j, "not the complex 1j"),
        (lambda *sizes: np.ones(2), "not an array of shape (2,)"),
        (lambda *sizes: math.nan, "not the float nan"),
        (lambda *sizes: 0, "it has to be positive"),
        (lambda *sizes: -sizes[0] * sizes[1], "it has to be positive"),
        (lambda *sizes: math.inf, "it grows too fast"),
        (lambda *sizes: -math.inf, "it has to be positive"),
        (fails, "it raised ValueError: “no idea”"),
        (lambda: 1, "it raised TypeError"),
    ],
)
def test_what_is_no_growth_earns_nothing_and_is_named(settings, answer, message):
    found = verdict(answer, settings)
    assert found.points == 0
    assert message in found.text


def never_returns(*sizes):
    while True:
        pass


@pytest.mark.parametrize("settings", [LOGARITHMS, ATTENTION])
def test_an_answer_that_never_returns_is_cut_short(settings, monkeypatch):
    monkeypatch.setattr("examiner.checks.calls.MAX_SECONDS", 0.05)
    assert "not finished within" in verdict(never_returns, settings).text


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"expected": "log(T) - log(U)"}, "no formula of growth"),
        ({"expected": "log(S)"}, "no formula of growth"),
        ({"expected": "log(T"}, "no formula of growth"),
        ({"expected": "log(T)/log(T)"}, "doesn't grow with any size"),
        ({"mistakes": {"b": ("bases", "log(T*U)")}}, "'bases' and 'the right answer'"),
        (
            {"mistakes": {"s": ("serial", "T + U"), "w": ("worse", "max(T, U)")}},
            "'worse' and 'serial' are of one class",
        ),
    ],
)
def test_a_problem_that_makes_no_sense_is_an_error(settings, message):
    with pytest.raises(ValueError, match=message):
        verdict(lambda T, U: 1, {**LOGARITHMS, "mistakes": {}, **settings})
