"""Growth classes: Θ of several sizes, along rays. The bank has most kinds of answers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from examiner import checks

T, U = checks.sizes("T U")
J, K, X, Y = checks.sizes("J K X Y")
n_t, n_s, d_head, n_heads = checks.sizes("n_t n_s d_head n_heads")
log, named = checks.log, checks.misconception
LOGARITHMS = {
    "sizes": (T, U),
    "expected": log(T) + log(U),
    "misconceptions": [
        named("serial", U + log(T), "the products are added one after another"),
        named("product", log(T) * log(U), "what happens in a row adds up"),
        named("no-sum", log(U), "the sum over T is forgotten"),
    ],
}
PROJECTIONS, SCORES = (n_t + n_s) * (d_head * n_heads) ** 2, n_t * n_s * d_head * n_heads
ATTENTION = {
    "sizes": (n_t, n_s, d_head, n_heads),
    "expected": PROJECTIONS + SCORES,
    "misconceptions": [
        named(
            "scores-of-one", PROJECTIONS + n_t * n_s * d_head, "the scores are those of one head"
        ),
        named("smaller", checks.minimum(PROJECTIONS, SCORES), "only the smaller cost"),
    ],
}


def verdict(function, settings, **more):
    return checks.Growth(**{**settings, **more}).grade(function, points=2)


@pytest.mark.parametrize(
    "answer",
    [
        lambda T, U: 7 * math.log10(T) + 0.5 * math.log(U) + 1000,
        lambda T, U: len(bin(T * U)),
        lambda T, U: math.log(T) + math.log(U) + math.log(math.log(T)) ** 2,
        lambda T, U: 2 * math.log(T) + math.log(U) - math.sqrt(math.log(U)),
        lambda T, U: np.log(T) + (U - 1).bit_length() + 10,
    ],
)
def test_constants_bases_and_dominated_terms_make_no_difference(answer):
    assert verdict(answer, LOGARITHMS).points == 2


@pytest.mark.parametrize(
    "answer",
    [
        lambda t, s, d, h: t * d * d + s * d * d + t * s * (d + h) - t * d,
        lambda t, s, d, h: max((t + s) * d * d, t * s * d // 7, 1),
        lambda t, s, d, h: ((t + s) * d * d + t * s * d) // 5 + 10**9,
        lambda t, s, d, h: 2 ** (t + s).bit_length() * d * d + t * s * d,
    ],
)
def test_every_form_of_a_sum_of_products_is_right(answer):
    of_heads = lambda t, s, d_head, n_heads: answer(t, s, d_head * n_heads, n_heads)  # noqa: E731
    assert verdict(of_heads, ATTENTION).points == 2


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        (lambda T, U: U + math.log(T), 1),
        (lambda T, U: math.log(T) * math.log(U), 1),
        (lambda T, U: math.log(T) ** 1.25 + math.log(U), 1),
        (lambda T, U: math.log(T) * math.log(math.log(T)) + math.log(U), 1),
        (lambda T, U: U, 0),
        (lambda T, U: math.log(math.log(T * U)), 0),
    ],
)
def test_another_class_is_told_apart_however_near(answer, points):
    assert verdict(answer, LOGARITHMS).points == points


def test_sizes_that_are_only_put_together_earn_nothing_unless_that_is_a_misconception():
    product = {"sizes": (T, J, K), "expected": T * J + T * K}
    for answer in (max, lambda T, J, K: 3 * max(T, K), lambda T, J, K: T * J * K):
        assert verdict(answer, product).points == 0
    known = [named("cube", T * J * K, "all multiplied"), named("sum", T + J + K, "all added")]
    assert verdict(lambda T, J, K: T * J * K, product, misconceptions=known).points == 1
    assert verdict(max, product, misconceptions=known).points == 1


def test_a_missed_idea_is_named_and_saves_nothing():
    product = {"sizes": (T, J, K), "expected": T * J + T * K}
    known = [checks.missed_idea("cube", T * J * K, "all multiplied")]
    found = verdict(lambda T, J, K: T * J * K, product, misconceptions=known)
    assert (found.points, found.misconception_key) == (0, "cube")


@pytest.mark.slow
def test_each_size_is_an_item_however_the_class_is_written():
    (depth,) = checks.sizes("I")
    grid = {"sizes": (X, Y, J, K), "expected": log(X * Y) + log(J), "where": {J: K * depth}}
    apart = grid | {"expected": log(X) + log(Y) + log(J)}
    for settings in (grid, apart):
        assert verdict(lambda X, Y, J, K: math.log(X * Y), settings).points == 1.25
        assert verdict(lambda X, Y, J, K: math.log(J), settings).points == 0.75
        # A product is right in each size alone, and in none together with others.
        product = verdict(lambda X, Y, J, K: math.log(X) * math.log(Y) * math.log(J), settings)
        assert product.points == 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"expected": log(T) - log(U)}, "no formula of growth"),
        ({"expected": log(X)}, "no size X"),
        ({"expected": log(T) / log(T)}, "doesn't grow with each size that it names"),
        ({"misconceptions": [named("b", log(T * U), "bases")]}, "'bases' and 'the right answer'"),
        (
            {
                "misconceptions": [
                    named("s", T + U, "serial"),
                    named("w", checks.maximum(T, U), "worse"),
                ]
            },
            "'worse' and 'serial' are of one class",
        ),
    ],
)
def test_a_problem_that_makes_no_sense_is_an_error(settings, message):
    with pytest.raises(ValueError, match=message):
        verdict(lambda T, U: 1, {**LOGARITHMS, "misconceptions": [], **settings})
