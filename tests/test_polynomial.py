"""The polynomial check: exact recovery, equal formulas, and every wrong coefficient named."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examiner import checks
from examiner.checks.polynomials import Polynomial, interpolate, nodes

VARIABLES = ("n", "d", "r")
exponents = st.tuples(*[st.integers(0, 3)] * 3)
coefficients = st.integers(-1000, 1000).filter(bool)
polynomials = st.dictionaries(exponents, coefficients, min_size=1, max_size=6).map(
    lambda terms: Polynomial(VARIABLES, terms)
)


def verdict(function, expected="2*n**2*d + n*r", points=2, **options):
    return checks.polynomial(
        function, variables="n d r", expected=expected, points=points, **options
    )


def as_code(polynomial: Polynomial) -> str:
    powers = (
        "*".join([f"({c})", *(f"{v}**{p}" for v, p in zip(VARIABLES, e, strict=True))])
        for e, c in polynomial.terms.items()
    )
    return " + ".join(powers)


def as_function(polynomial: Polynomial):
    def count(*sizes):
        value = polynomial(*sizes)
        return int(value) if value.denominator == 1 else float(value)

    return count


@given(polynomials)
def test_interpolation_recovers_every_polynomial_up_to_the_bound(polynomial):
    degrees = (3, 3, 3)
    values = [int(polynomial(*point)) for point in nodes(degrees)]
    assert interpolate(VARIABLES, degrees, values) == polynomial


@given(polynomials)
def test_parsing_reads_what_printing_as_code_wrote(polynomial):
    assert Polynomial.parse(as_code(polynomial), VARIABLES) == polynomial


@given(polynomials)
@settings(max_examples=30)
def test_a_right_answer_earns_full_points_however_written(polynomial):
    expected = as_code(polynomial)
    n_terms = len(polynomial.terms)

    def by_loop(n, d, r):
        total = 0
        for (i, j, k), coefficient in polynomial.terms.items():
            total += int(coefficient) * n**i * d**j * r**k
        return total

    def doubled_and_halved(n, d, r):
        return 2 * by_loop(n, d, r) // 2

    def in_numpy(n, d, r):
        return np.int64(by_loop(n, d, r))

    for answer in (by_loop, doubled_and_halved, in_numpy):
        assert verdict(answer, expected, points=n_terms).points == n_terms


@given(polynomials, st.data())
@settings(max_examples=60)
def test_changing_any_one_coefficient_is_found_and_named(polynomial, data):
    changed = data.draw(st.sampled_from(list(polynomial.terms)))
    by = data.draw(st.integers(-5, 5).filter(bool))
    terms = dict(polynomial.terms)
    terms[changed] += by
    found = verdict(as_function(Polynomial(VARIABLES, terms)), as_code(polynomial), points=6)
    (wrong,) = [finding for finding in found.findings if not finding.ok]
    assert wrong.asked == polynomial.monomial(changed)
    assert f"you have {terms[changed]}, expected {polynomial.terms[changed]}" in wrong.message
    assert found.points == pytest.approx(6 - 6 / len(polynomial.terms))


@given(polynomials, exponents, coefficients)
@settings(max_examples=60)
def test_a_term_that_does_not_belong_is_found_and_costs_a_share(polynomial, extra, coefficient):
    if extra in polynomial.terms:
        return
    degrees = [d + 1 for d in polynomial.degrees]
    if any(e > d for e, d in zip(extra, degrees, strict=True)):
        return
    answer = Polynomial(VARIABLES, {**polynomial.terms, extra: coefficient})
    found = verdict(as_function(answer), as_code(polynomial), points=6)
    (wrong,) = [finding for finding in found.findings if not finding.ok]
    assert wrong.asked == polynomial.monomial(extra)
    assert "does not belong" in wrong.message
    assert found.points == pytest.approx(6 - 6 / len(polynomial.terms))


def test_whole_floats_and_halves_count():
    assert verdict(lambda n, d, r: n * (n + 1) / 2, "n**2/2 + n/2").points == 2


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        (lambda n, d, r: None, "not None (is a `return` missing?)"),
        (lambda n, d, r: "12", "not the str '12'"),
        (lambda n, d, r: True, "not the bool True"),
        (lambda n, d, r: np.ones(3), "not an array of shape (3,)"),
        (lambda n, d, r: [n], "not a list of 1"),
        (lambda n, d, r: n / 4, "which is not a whole number"),
        (lambda n, d, r: float("nan"), "nan, which is not a whole number"),
        (lambda n, d, r: float("inf"), "inf, which is not a whole number"),
        (lambda n, d, r: 10**5000, "far too large"),
        (lambda n, d, r: 1 // (n - 3), "at (n=3, d=2, r=2) it raised ZeroDivisionError"),
        (lambda n, d, r: d**n, "no polynomial in the sizes"),
        (lambda n, d: n, "TypeError"),
        (7, "TypeError"),
    ],
)
def test_what_is_no_count_earns_nothing_and_is_named(answer, finding):
    found = verdict(answer)
    assert found.points == 0
    assert finding in found.text


def test_a_negative_count_is_read_term_by_term():
    found = verdict(lambda n, d, r: -2 * n * n * d + n * r)
    assert found.points == 1
    assert "n²·d: you have -2, expected 2" in found.text


def test_an_answer_that_changes_is_refused():
    counter = itertools.count()
    found = verdict(lambda n, d, r: 2 * n * n * d + n * r + next(counter))
    assert found.points == 0
    assert "asked twice" in found.text


def test_random_points_catch_what_agrees_on_the_grid():
    bound = max(node[0] for node in nodes((3, 2, 2)))

    def agrees_on_the_grid(n, d, r):
        return 2 * n * n * d + n * r + (n > bound)

    found = verdict(agrees_on_the_grid)
    assert found.points == 0
    assert "no polynomial" in found.text


def test_named_mistakes_are_recognised_alone_and_in_pairs():
    mistakes = {"forgets r": "2*n**2*d", "counts a multiply-add as one": "n**2*d + n*r"}
    assert "in short: forgets r" in verdict(lambda n, d, r: 2 * n * n * d, mistakes=mistakes).text
    both = verdict(lambda n, d, r: n * n * d, mistakes=mistakes)
    assert "in short: forgets r; and counts a multiply-add as one" in both.text


def test_an_accepted_convention_earns_full_points_and_is_named():
    found = verdict(
        lambda n, d, r: 2 * n * n * d + n * r + n, accept={"the loss counted": "2*n**2*d + n*r + n"}
    )
    assert found.points == 2
    assert "accepted: the loss counted" in found.text


def test_the_probe_never_asks_at_large_sizes():
    asked = []

    def counted_by_loops(n, d, r):
        asked.append((n, d, r))
        return 2 * n * n * d + n * r

    assert verdict(counted_by_loops).points == 2
    assert max(map(max, asked)) <= 24
    assert min(map(min, asked)) >= 2


@pytest.mark.parametrize("text", ["n**d", "n**-1", "f(n)", "n / d", "n +", "2.5*n", "m", "n**0.5"])
def test_what_is_no_polynomial_is_refused(text):
    with pytest.raises(ValueError, match=r"polynomial|expression"):
        Polynomial.parse(text, VARIABLES)


def test_a_meaning_for_a_term_that_is_not_there_is_an_error_of_the_problem():
    with pytest.raises(ValueError, match="is no term of"):
        verdict(lambda n, d, r: 0, terms={"n*d": "nothing"})


def test_printing():
    assert str(Polynomial.parse("2*n**2*d - r/2 + 1", VARIABLES)) == "2·n²·d − 1/2·r + 1"
    assert str(Polynomial(VARIABLES, {})) == "0"
    assert Polynomial.parse("n/2", VARIABLES)(3, 0, 0) == Fraction(3, 2)


def book(n, d, r):
    return {"scores": 2 * n * n * d, "values": 2 * n * n * r, "mask": 0}


LINES = {"scores": "2*n**2*d", "values": "2*n**2*r", "mask": "0"}


def ledger(function, points=3):
    mistakes = {"values": {"additions are left out": "n**2*r"}}
    return checks.ledger(function, variables="n d r", lines=LINES, mistakes=mistakes, points=points)


def test_a_ledger_gives_each_line_its_share():
    assert ledger(book).points == 3
    found = ledger(lambda n, d, r: book(n, d, r) | {"values": n * n * r})
    assert found.points == 2
    assert "values: additions are left out; n²·r: you have 1, expected 2" in found.text


def test_a_line_that_should_be_zero():
    found = ledger(lambda n, d, r: book(n, d, r) | {"mask": n * d})
    assert found.points == 2
    assert "n·d: you have 1, expected 0" in found.text


def test_missing_and_unknown_lines():
    found = ledger(lambda n, d, r: {"scores": 2 * n * n * d, "bonus": 1})
    assert found.points == 1
    assert "values: this line is missing" in found.text
    assert "not asked for, not counted: 'bonus'" in found.text


@pytest.mark.parametrize("answer", [lambda n, d, r: None, lambda n, d, r: 1 / 0, "scores"])
def test_what_is_no_ledger_earns_nothing(answer):
    assert ledger(answer).points == 0


def test_seeds_change_the_random_points_only():
    rng = random.Random(1)
    for seed in rng.sample(range(10**6), 20):
        assert verdict(lambda n, d, r: 2 * n * n * d + n * r, seed=seed).points == 2
