"""Growth classes: Θ of several sizes, along rays."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

from examiner import checks
from examiner.checks.verdict import IN_SHORT
from examiner.detail import ANSWER, DIAGNOSIS, HINT

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


def verdict(function, settings, **more):
    return checks.growth(function, points=2, **{**settings, **more})


def of_width(function):
    """An answer in d_head and n_heads, for one in their product."""
    return lambda t, s, d_head, n_heads: function(t, s, d_head * n_heads, n_heads)


# --- logarithms ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        lambda T, U: math.log(T) + math.log(U),
        lambda T, U: math.log2(T * U),
        lambda T, U: 7 * math.log10(T) + 0.5 * math.log(U) + 1000,
        lambda T, U: max(math.log(T), math.log(U)),
        lambda T, U: math.log(T + U),
        lambda T, U: (T - 1).bit_length() + (U - 1).bit_length() + 3,
        lambda T, U: len(bin(T * U)),
        lambda T, U: math.hypot(math.log(T), math.log(U)),
        lambda T, U: math.log(T) + math.log(U) + math.log(math.log(T)) ** 2,
        lambda T, U: math.log2(T) - 2 + math.log2(U),
        lambda T, U: 2 * math.log(T) + math.log(U) - math.sqrt(math.log(U)),
    ],
)
def test_constants_bases_and_dominated_terms_make_no_difference(answer):
    assert verdict(answer, LOGARITHMS).points == 2


@pytest.mark.parametrize(
    ("answer", "points", "differences"),
    [
        (lambda T, U: U + math.log(T), 1, ["with U growing and T fixed it grows too fast"]),
        (lambda T, U: T + U, 0, ["with T growing and U fixed it grows too fast"]),
        (
            lambda T, U: math.log(T) * math.log(U),
            1,
            ["with T and U growing alike it grows too fast"],
        ),
        (lambda T, U: math.log(U), 1, ["with T growing and U fixed it grows too slowly"]),
        (
            lambda T, U: U,
            0,
            ["with U growing and T fixed it grows too fast", "with T growing and U fixed it grows"],
        ),
        (lambda T, U: math.log(math.log(T * U)), 0, ["too slowly"]),
        (lambda T, U: math.log(T) ** 1.25 + math.log(U), 1, ["with T growing and U fixed"]),
        (lambda T, U: math.log(T) * math.log(math.log(T)) + math.log(U), 1, ["too fast"]),
        (lambda T, U: math.sqrt(math.log(T) * math.log(U)), 0, ["too slowly"]),
        (lambda T, U: 1, 0, ["too slowly"]),
        (lambda T, U: 2**T, 0, ["too fast", "larger than any power"]),
        (lambda T, U: 2.0**T, 0, ["too fast", "OverflowError", "math.log takes ints of any size"]),
    ],
)
def test_another_class_is_told_a_direction_in_which_it_grows_otherwise(answer, points, differences):
    found = verdict(answer, LOGARITHMS)
    assert found.points == points
    for text in differences:
        assert text in found.text
    assert "right is Θ(log(T) + log(U))" in found.text


def test_sizes_that_are_only_put_together_earn_nothing_unless_that_is_a_known_error():
    product = {"variables": "T J K", "expected": "T*J + T*K"}
    for answer in (
        max,
        lambda T, J, K: T,
        lambda T, J, K: 2 * T + J + 7 * K,
        lambda T, J, K: 3 * max(T, K),
        lambda T, J, K: T * J * K,
    ):
        assert verdict(answer, product).points == 0
    known = {"cube": ("all three multiplied", "T*J*K"), "sum": ("all added", "T + J + K")}
    assert verdict(lambda T, J, K: T * J * K, product, mistakes=known).points == 1
    assert verdict(max, product, mistakes=known).points == 1


def test_a_known_error_is_named_where_the_answer_is_of_its_class():
    found = verdict(lambda T, U: 3 * U + math.log2(T), LOGARITHMS)
    assert found.mistake == "serial"
    assert found.at(ANSWER).findings[0].criterion == IN_SHORT
    assert verdict(lambda T, U: U**2, LOGARITHMS).mistake == ""


@pytest.mark.parametrize(
    "answer",
    [
        lambda T, U: T * math.log(U),
        lambda T, U: U * (math.log(T) + math.log(U)),
        lambda T, U: 1.0 * T + math.log(U),
        lambda T, U: T / 2 + U,
    ],
)
def test_numbers_that_get_too_large_since_it_grows_too_fast_are_no_second_fault(answer):
    said = verdict(answer, LOGARITHMS).text
    assert "too fast" in said
    assert "OverflowError" not in said


def test_what_is_said_at_each_level():
    found = verdict(lambda T, U: math.log(T), LOGARITHMS)
    assert "right is" not in found.at(DIAGNOSIS).text
    assert "with U growing and T fixed" in found.at(DIAGNOSIS).text
    assert "growing" not in found.at(HINT).text
    assert "another class" in found.at(HINT).text


def test_numbers_that_end_do_no_harm_to_the_right_class():
    found = verdict(lambda T, U: np.log(T) + np.log2(U), LOGARITHMS)
    assert found.points == 2
    assert "T=3*2**239" in found.text
    assert "math.log takes ints of any size" in found.text
    assert verdict(lambda T, U: math.log(float(T)) + math.log(float(U)), LOGARITHMS).points == 2


@pytest.mark.parametrize("log", [np.log, np.log2, lambda n: np.log1p(float(n))])
@pytest.mark.parametrize("form", ["sum", "product", "largest", "constant"])
def test_logarithms_of_numpy_say_enough_before_they_end(log, form):
    answer = {
        "sum": lambda T, U: 2 * log(T) + log(U),
        "product": lambda T, U: log(T * U),
        "largest": lambda T, U: max(3 * log(T), log(U)),
        "constant": lambda T, U: log(T) + (U - 1).bit_length() + 10,
    }[form]
    assert verdict(answer, LOGARITHMS).points == 2
    assert verdict(lambda T, U: answer(T, 3), LOGARITHMS).points == 1
    assert verdict(lambda T, U: answer(T, U) + U, LOGARITHMS).points == 1
    assert verdict(lambda T, U: answer(T, U) * log(T), LOGARITHMS).points < 2


# With J = K·I the number of heads divides the width.
HEADS = {"variables": "T J K", "expected": "log(T) + log(J)", "where": {"J": "K*I"}}


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        (lambda T, J, K: math.log(T) + math.log(J), 2),
        (lambda T, J, K: math.log(T) + math.log(J) + math.log(K), 2),
        (lambda T, J, K: math.log(T) + math.log(J // K) + math.log(K), 2),
        (lambda T, J, K: math.log(T) + math.log(J / K), 1),
        (lambda T, J, K: math.log(T) + math.log(J) / K, 1),
        (lambda T, J, K: K * (math.log(T) + math.log(J)), 1),
    ],
)
def test_sizes_may_depend_on_each_other(answer, points):
    assert verdict(answer, HEADS).points == points


def test_a_direction_says_which_sizes_are_asked():
    found = verdict(lambda T, J, K: math.log(T) + math.log(J // K), HEADS)
    assert "with K growing and T and I fixed (J = K·I) it grows too slowly" in found.text


# --- polynomials ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        of_width(lambda t, s, d, h: 4 * t * d * d + 4 * s * d * d + 4 * t * s * d),
        of_width(lambda t, s, d, h: t * d * d + s * d * d + t * s * (d + h) - t * d),
        of_width(lambda t, s, d, h: d * (t + d) * (s + d) - d**3),
        of_width(lambda t, s, d, h: max(t * d * d, s * d * d, t * s * d)),
        of_width(lambda t, s, d, h: 0.3 * (t * d * d + s * d * d + t * s * d)),
        of_width(lambda t, s, d, h: t * d * d + s * d * d + t * s * d // 3),
    ],
)
def test_every_form_of_the_right_class_is_right(answer):
    assert verdict(answer, ATTENTION).points == 2


@pytest.mark.parametrize(
    ("answer", "difference"),
    [
        (lambda t, s, d, h: t * d * d + s * d * d + t * s * d / h, "it grows too slowly"),
        (lambda t, s, d, h: t * d * d + t * s * d, "too slowly"),
        (lambda t, s, d, h: t * d * d / h + s * d * d / h + t * s * d, "too slowly"),
        (lambda t, s, d, h: t * d * d + s * d * d + t * s * d * h, "too fast"),
        (lambda t, s, d, h: t * d * d + s * d * d + t * t * d, "with n_t growing and n_s"),
        (lambda t, s, d, h: t * s * d * d, "too fast"),
        (lambda t, s, d, h: d * (t + d) * (s + d), "with d_head growing and n_t, n_s and n_heads"),
        (lambda t, s, d, h: t * s * d, "too slowly"),
        (lambda t, s, d, h: t * d * d + s * d * d + t * s * d * math.log(h), "too fast"),
        (lambda t, s, d, h: max(t * d * d, t * s * d), "too slowly"),
    ],
)
def test_every_other_class_is_told_apart(answer, difference):
    found = verdict(of_width(answer), ATTENTION)
    assert found.points <= 1
    assert difference in found.text


def costs(t, s, d):
    return (t + s) * d * d, t * s * d


def test_the_largest_cost_is_the_class_of_their_sum_and_the_smallest_is_not():
    """At small sizes the first of the two costs may be the larger one throughout."""
    for answer in (
        lambda t, s, d, h: max(costs(t, s, d)),
        lambda t, s, d, h: max(costs(t, s, d)[0], costs(t, s, d)[1] // 7, 1),
    ):
        assert verdict(of_width(answer), ATTENTION).points == 2
    smallest = verdict(of_width(lambda t, s, d, h: min(costs(t, s, d))), ATTENTION)
    assert smallest.mistake == "smaller"
    for answer in (
        lambda t, s, d, h: min(t, s) * d * d + t * s * d,
        lambda t, s, d, h: costs(t, s, d)[0] + t * min(s, d) * d,
        lambda t, s, d, h: (costs(t, s, d)[0] * costs(t, s, d)[1]) ** 0.5,
    ):
        found = verdict(of_width(answer), ATTENTION)
        assert found.points <= 1
        assert "it grows too slowly" in found.text


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


def power_of_2(n):
    return 2 ** math.ceil(math.log2(n))


@pytest.mark.parametrize(
    "answer",
    [
        lambda t, s, d, h: power_of_2(t + s) * d * d + t * power_of_2(s) * d,
        lambda t, s, d, h: 2 ** (t + s).bit_length() * d * d + t * s * d,
        lambda t, s, d, h: sum(costs(t, s, d)) + 10**9,
        lambda t, s, d, h: sum(costs(t, s, d)) + 1e9,
        lambda t, s, d, h: sum(costs(t, s, d)) // 5 + 1,
        lambda t, s, d, h: 1e9 * costs(t, s, d)[0] + costs(t, s, d)[1],
    ],
)
def test_rounded_sizes_and_large_constants_make_no_difference(answer):
    assert verdict(of_width(answer), ATTENTION).points == 2


def test_terms_that_cancel_are_no_growth():
    settings = {"variables": "n m", "expected": "n**2 + m**2"}
    assert verdict(lambda n, m: n * n - n * m + m * m, settings).points == 2
    assert verdict(lambda n, m: (n - m) ** 2, settings).points == 0


# --- answers of any kind -------------------------------------------------------------------------


def fails(*sizes):
    raise ValueError("no idea")


def unanswered(*sizes):
    raise NotImplementedError


@pytest.mark.parametrize("settings", [LOGARITHMS, ATTENTION])
@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda *sizes: None, "expected a number, not None"),
        (lambda *sizes: "O(log T)", "not the str 'O(log T)'"),
        (lambda *sizes: [1, 2], "not a list of 2"),
        (lambda *sizes: True, "not the bool True"),
        (lambda *sizes: 1j, "not the complex 1j"),
        (lambda *sizes: np.ones(2), "not an array of shape (2,)"),
        (lambda *sizes: math.nan, "not the float nan"),
        (lambda *sizes: 0, "0"),
        (lambda *sizes: -math.log(sizes[0]), "it has to be positive"),
        (lambda *sizes: -sizes[0] * sizes[1], "it has to be positive"),
        (lambda *sizes: math.inf, "it grows too fast"),
        (lambda *sizes: -math.inf, "it has to be positive"),
        (fails, "it raised ValueError: “no idea”"),
        (unanswered, "not answered yet"),
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


def test_numbers_of_numpy_are_numbers():
    answer = lambda T, U: np.float64(math.log(T * U))  # noqa: E731
    assert verdict(answer, LOGARITHMS).points == 2
    assert verdict(lambda n: np.array(n * n), {"variables": "n", "expected": "n**2"}).points == 2


# --- what a problem says -------------------------------------------------------------------------


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
