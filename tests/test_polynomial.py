"""The polynomial check: exact recovery, equal formulas, and every wrong coefficient named."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examiner import checks
from examiner.checks.counts.interpolation import box, closed, interpolate, nodes
from examiner.checks.polynomials import Polynomial
from examiner.checks.verdict import IN_SHORT
from examiner.detail import ANSWER

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


def wrong_terms(found):
    return [f for f in found.findings if not f.passed and f.criterion != IN_SHORT]


def quarters(points):
    """A mark of sixths: of two decimals as it is, else rounded to a quarter."""
    return points if points == round(points, 2) else math.floor(4 * points + 0.5) / 4


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
def test_a_formula_is_read_as_the_polynomial_that_it_is_of(polynomial):
    assert Polynomial.parse(polynomial.formula, VARIABLES) == polynomial
    half = polynomial * Fraction(1, 2)
    assert Polynomial.parse(half.formula, VARIABLES) == half
    nothing = Polynomial(VARIABLES, {})
    assert Polynomial.parse(nothing.formula, VARIABLES) == nothing


@given(polynomials)
def test_interpolation_recovers_every_polynomial_up_to_the_bound(polynomial):
    for terms in (box((3, 3, 3)), closed([(0, 0, 0), *polynomial.terms])):
        values = [int(polynomial(*point)) for point in nodes(terms)]
        assert interpolate(VARIABLES, terms, values) == polynomial


def test_interpolation_gives_fractions_where_no_whole_numbers_do():
    half = Polynomial.parse("n**2*d/2 + n**3/3", ("n", "d"))
    terms = closed(half.terms)
    values = [6 * half(*point) for point in nodes(terms)]
    assert interpolate(("n", "d"), terms, values) * Fraction(1, 6) == half
    assert interpolate(("n",), box([2]), [1, 3, 6]) == Polynomial.parse("n**2/2 - n/2", ("n",))


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
    (wrong,) = wrong_terms(found)
    assert wrong.criterion == polynomial.monomial(changed)
    assert f"you have {terms[changed]}, expected {polynomial.terms[changed]}" in wrong.text
    assert found.points == quarters(6 - 6 / len(polynomial.terms))


@given(polynomials, exponents, coefficients)
@settings(max_examples=60)
def test_a_term_that_does_not_belong_costs_a_share_and_half_the_points_at_most(
    polynomial, extra, coefficient
):
    if extra in polynomial.terms:
        return
    degrees = [d + 1 for d in polynomial.degrees]
    if any(e > d for e, d in zip(extra, degrees, strict=True)):
        return
    answer = Polynomial(VARIABLES, {**polynomial.terms, extra: coefficient})
    found = verdict(as_function(answer), as_code(polynomial), points=6)
    (wrong,) = wrong_terms(found)
    assert wrong.criterion == polynomial.monomial(extra)
    assert "does not belong" in wrong.text
    assert found.points == quarters(max(6 - 6 / len(polynomial.terms), 3))


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
        (lambda n, d, r: 2**n, "no polynomial in the sizes"),
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
    bound = max(node[0] for node in nodes(box((3, 2, 2))))

    def agrees_on_the_grid(n, d, r):
        return 2 * n * n * d + n * r + (n > bound)

    found = verdict(agrees_on_the_grid)
    assert found.points == 0
    assert "no polynomial" in found.text


def test_named_mistakes_are_recognised_alone_and_in_pairs():
    mistakes = {
        "forgets r": {"n·r": "0"},
        "counts a multiply-add as one": {"n²·d": "n**2*d"},
    }
    assert "in short: forgets r" in verdict(lambda n, d, r: 2 * n * n * d, mistakes=mistakes).text
    both = verdict(lambda n, d, r: n * n * d, mistakes=mistakes)
    assert "in short: forgets r; and counts a multiply-add as one" in both.text


def test_an_accepted_convention_earns_full_points_and_is_named():
    found = verdict(
        lambda n, d, r: 2 * n * n * d + n * r + n, accept={"the loss counted": "2*n**2*d + n*r + n"}
    )
    assert found.points == 2
    assert "accepted: the loss counted" in found.text


def test_the_whole_grid_is_asked_only_where_terms_that_are_named_do_not_explain_an_answer():
    def asked(formula):
        points = []

        def answer(n, d, r):
            points.append((n, d, r))
            return formula(n, d, r)

        return verdict(answer), len(points)

    right = asked(lambda n, d, r: 2 * n * n * d + n * r)
    assert right[0].points == 2
    named = asked(lambda n, d, r: n * n * d)
    assert right[1] == named[1] < 40
    unnamed = asked(lambda n, d, r: 2 * n * n * d + n * r + d * r)
    assert unnamed[1] == 59
    assert "d·r: you have 1, expected 0" in unnamed[0].text


def test_the_probe_never_asks_at_large_sizes():
    """Code that counts one by one can answer: no count is much beyond 16 bits."""
    asked = []

    def counted_by_loops(n, d, r):
        asked.append((n, d, r))
        return 2 * n * n * d + n * r

    assert verdict(counted_by_loops).points == 2
    counts = [2 * n * n * d + n * r for n, d, r in asked]
    assert 2**16 < max(counts) < 2**18
    assert sum(map(max, asked)) < 600
    assert min(map(min, asked)) >= 2


@pytest.mark.parametrize("expected", ["n", "0", "3", "n - d", "n**2*d**2*r"])
def test_the_probe_reaches_what_overflows_16_bits(expected):
    formula = Polynomial.parse(expected, VARIABLES)
    asked = []
    assert verdict(lambda *sizes: asked.append(sizes) or int(formula(*sizes)), expected).points == 2
    largest = max(abs(formula(*point)) for point in asked)
    assert (largest >= 2**16) == any(any(exponents) for exponents in formula.terms)
    assert largest < 2**24


@pytest.mark.parametrize("text", ["n**d", "n**-1", "f(n)", "n / d", "n +", "2.6*n", "m", "n**0.5"])
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
    return checks.ledger(function, variables="n d r", other=LINES, mistakes=mistakes, points=points)


def test_a_ledger_gives_each_line_its_share():
    assert ledger(book).points == 3
    found = ledger(lambda n, d, r: book(n, d, r) | {"values": n * n * r})
    assert found.points == 2
    assert "values: additions are left out; you have n²·r, it should be 2·n²·r" in found.text


def test_a_line_that_should_be_zero():
    found = ledger(lambda n, d, r: book(n, d, r) | {"mask": n * d})
    assert found.points == 2
    assert "n·d: you have 1, expected 0" in found.text


def test_missing_and_unknown_lines():
    found = ledger(lambda n, d, r: {"scores": 2 * n * n * d, "bonus": 1})
    assert found.points == 1
    assert "values: this line is missing" in found.text
    assert "'bonus' is charged: the table has no such line" in found.text


@pytest.mark.parametrize("answer", [lambda n, d, r: None, lambda n, d, r: 1 / 0, "scores"])
def test_what_is_no_ledger_earns_nothing(answer):
    assert ledger(answer).points == 0


def test_seeds_change_the_random_points_only():
    rng = random.Random(1)
    for seed in rng.sample(range(10**6), 20):
        assert verdict(lambda n, d, r: 2 * n * n * d + n * r, seed=seed).points == 2


# --- what follows from the parts -----------------------------------------------------------------

PRODUCTS = {"the queries": "n d r", "the keys": "n d r", "the scores": "n r n"}


def counted(formula, **settings):
    """The verdict on a count of the products above and 5·n² operations, as this formula has it."""
    names = ("n", "d", "r")
    code = compile(formula, "<answer>", "eval")
    settings = {"products": PRODUCTS, "other": {"the division": "6*n**2"}, "points": 3} | settings
    return checks.flops(
        lambda *sizes: eval(code, dict(zip(names, sizes, strict=True))),
        variables="n d r",
        **settings,
    )


def in_short(verdict):
    findings = verdict.at(ANSWER).findings
    return next((f.message for f in findings if f.criterion == IN_SHORT), "")


RIGHT = "4*n*d*r + 2*n*n*r + 6*n*n"


def test_products_cost_twice_their_sizes_and_give_the_terms_their_names():
    found = counted(RIGHT)
    assert found.points == 3
    assert [f.text for f in found.findings] == [
        "n²·r: 2, right: the scores",
        "n²: 6, right: the division",
        "n·d·r: 4, right: the queries, the keys",
    ]


MACS = "these are multiply–accumulates; each is two FLOPs (P6)"
LESS_ONE = "a dot product is charged 2n − 1; here it costs 2n (P2)"


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("2*n*d*r + n*n*r + 6*n*n", MACS),
        (f"({RIGHT}) / 2", "half the right count"),
        (f"{RIGHT} - 2*n*r - n*n", LESS_ONE),
        (f"8 * ({RIGHT})", "8 times the right count"),
        (f"2 * ({RIGHT})", "twice the right count"),
        (f"-({RIGHT})", "the sign is reversed"),
        (f"({RIGHT}) / n", "a factor n is missing"),
        (f"({RIGHT}) * d", "a factor d is too many"),
        ("0", "this is not free"),
        ("1234", "this is a constant: it doesn't depend on the sizes"),
        (f"{RIGHT} - 2*n*n*r", "the scores — missing"),
        (f"{RIGHT} - 2*n*d*r", "one of the two (the queries, the keys) — missing"),
        (f"{RIGHT} - 6*n*n", "the division — missing"),
        (f"{RIGHT} + 2*n*n*r", "the scores — counted twice"),
        (f"{RIGHT} + 6*n*n", "the division — counted twice"),
        (f"{RIGHT} - n*n*r", "the scores — charged without additions"),
        (f"{RIGHT} - 2*n*n*r + 2*n*n*d", "in the scores, d stands where r belongs"),
        (f"{RIGHT} - 2*n*n*r + 2*n*d*r", "in the scores, d stands where n belongs"),
        (f"{RIGHT} - 6*n*n + 6*n*d", "in the division, d stands where n belongs"),
        (f"{RIGHT} - 6*n*n + 6*r*r", "in the division, r stands where n belongs"),
        ("4*n*d*d + 2*n*n*d + 6*n*n", "d stands where r belongs, throughout"),
        ("4*r*d*n + 2*r*r*n + 6*r*r", "n and r have changed places"),
        (f"{RIGHT} - 2*n*n*r + 2*n*r", "in the scores, a factor n is missing"),
        (
            f"{RIGHT} - 2*n*d*r + 2*n*d*r*d",
            "in one of the two (the queries, the keys), a factor d is too many",
        ),
        # Two at once, each in its way.
        (f"({RIGHT}) * n / 2", "a factor n is too many; and otherwise half the right count"),
        ("2*n*d*r + 6*n*n", f"the scores — missing; and {MACS}"),
        (f"{RIGHT} - 2*n*r - n*n - (2*n*n*r - n*n)", f"the scores — missing; and {LESS_ONE}"),
        (f"{RIGHT} - 2*n*n*r - 6*n*n", "the scores — missing; and the division — missing"),
        (f"{RIGHT} - 4*n*d*r", "the queries — missing; and the keys — missing"),
        # What nothing explains has no name, but a place to look at.
        (f"{RIGHT} + 7*r", ""),
        ("17*n*n + 3*n", "it doesn't depend on d and r"),
    ],
)  # fmt: skip
def test_mistakes_of_any_count_are_named_without_a_line_in_the_problem(formula, message):
    assert in_short(counted(formula)) == message


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (f"({RIGHT}) % 2**8", "wraps around: an integer of 8 bits"),
        (f"(({RIGHT}) + 2**7) % 2**8 - 2**7", "wraps around: an integer of 8 bits"),
        (f"({RIGHT}) % 2**16", "wraps around: an integer of 16 bits"),
        (f"(({RIGHT}) + 2**15) % 2**16 - 2**15", "wraps around: an integer of 16 bits"),
        ("4*n*d*r + 2*n*n*r + 12 * (n // 2) * n", "right for even n, too small for odd n: a half"),
        ("4*n*d*r + 2*n*n*r + 12 * ((n + 1) // 2) * n", "no polynomial in the sizes"),
        ("4*r*d*r + 2*r*r*r + 6*r*r", "r stands where n belongs, throughout"),  # degree 3 in r
    ],
)  # fmt: skip
def test_what_is_no_polynomial_is_named_as_well(formula, message):
    found = counted(formula)
    assert message in found.text


def test_an_integer_of_16_bits_is_found_where_the_counts_are_small():
    count = "n*d"
    found = verdict(lambda n, d, r: n * d % 2**16, count)
    assert found.points == 0
    assert "wraps around" in found.text


def test_the_words_of_the_problem_go_before_derived_ones():
    mistakes = {"every pair has a score": {"the scores": "2*n*r"}}
    assert in_short(counted("4*n*d*r + 2*n*r + 6*n*n", mistakes=mistakes)) == (
        "every pair has a score"
    )


@pytest.mark.parametrize(
    ("mistake", "formula"),
    [
        ({"the scores": "2*n*r"}, "4*n*d*r + 2*n*r + 6*n*n"),
        ({"the scores": "0", "the division": "0"}, "4*n*d*r"),
        ({"+": "n*r - 1"}, f"{RIGHT} + n*r - 1"),
        ({"the keys": "2*d*r", "+": "5*n"}, f"{RIGHT} - 2*n*d*r + 2*d*r + 5*n"),
        ({"the scores": "0", "+": "d", "*": "n + 1"}, "(4*n*d*r + 6*n*n + d)*(n + 1)"),
        ("17*n*d + r", "17*n*d + r"),
    ],
)
def test_a_mistake_says_how_parts_are_counted_or_the_whole(mistake, formula):
    found = counted(formula, mistakes={"as the problem says": mistake})
    assert in_short(found) == "as the problem says"


def test_a_mistake_with_a_part_that_the_count_has_not_is_an_error_of_the_problem():
    with pytest.raises(
        ValueError, match="'one score': no part 'scores', 'mask'; the parts are 'the queries', "
    ):
        counted("0", mistakes={"one score": {"scores": "2*n*r", "the keys": "0", "mask": "n"}})
    with pytest.raises(ValueError, match="no part 'mask'; the parts are 'scores', and"):
        checks.ledger(
            book,
            variables="n d r",
            other={"scores": "2*n**2*d"},
            mistakes={"scores": {"half": {"mask": "n"}}},
            points=1,
        )


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        # The words of the problem cover the part that they are about, and no other.
        ({"the keys": "0"}, "own words; or the queries — missing"),
        ({"the keys": "n*d*r", "the queries": "n*d*r"}, "own words"),
        ({"the keys": "n*d*r", "+": "-n*d*r"}, "own words; or the queries — missing"),
        # These don't say which part they are about.
        ({"+": "-2*n*d*r"}, "own words; or one of the two (the queries, the keys) — missing"),
        (
            "2*n*d*r + 2*n*n*r + 6*n*n",
            "own words; or one of the two (the queries, the keys) — missing",
        ),
    ],
)
def test_the_words_of_the_problem_hide_no_mistake_with_another_part(mistake, message):
    missing = f"{RIGHT} - 2*n*d*r"
    assert in_short(counted(missing, mistakes={"own words": mistake})) == message
    both = f"{missing} - 6*n*n"
    assert in_short(counted(both, mistakes={"own words": mistake})) == (
        f"{message}; and the division — missing"
    )


def test_the_words_of_the_problem_hide_no_convention():
    products = {"the product": "n d r", "the sums": "n 1 1"}
    mistakes = {"own words": {"the product": "n*d*r", "+": "-n"}}
    settings = {"products": products, "other": {}, "mistakes": mistakes}
    assert in_short(counted("n*d*r + n", **settings)) == f"own words; or {MACS}"
    mistakes["own words"] = {"the product": "n*d*r", "the sums": "n"}
    assert in_short(counted("n*d*r + n", **settings)) == "own words"


def test_own_words_with_more_causes_than_one_message_spells_out():
    settings = {"other": {"a": "n*d", "b": "n**2"}, "mistakes": {"own words": {"+": "-n*d"}}}
    few, many = {"e": "1 n d", "f": "1 n n"}, {"e": "1 n d"}  # of which MACs cost n·d less as well
    assert in_short(counted("2*n*d + 3*n*n", products=few, **settings)) == (
        "own words; or e — charged without additions; or a — missing"
    )
    assert in_short(counted("2*n*d + n*n", products=many, **settings)) == (
        "own words; or another mistake that comes to the same"
    )


def test_a_mistake_of_the_problem_and_a_derived_one_with_one_part_do_not_add_up():
    mistakes = {"own words": {"the scores": "2*n*r"}}
    both = f"{RIGHT} - 2*(2*n*n*r) + 2*n*r"
    assert "own words" not in in_short(counted(both, mistakes=mistakes))


def test_the_cost_of_products_as_a_formula():
    formula = checks.cost(PRODUCTS | {"several": "n+1 d 1 r-2"}, {"the rest": "n - d"})
    names = {"n": 3, "d": 5, "r": 7}
    assert eval(formula, names) == 4 * 105 + 2 * 63 + 2 * (4 * 5 * 5) - 2
    assert counted(f"{checks.cost(PRODUCTS)} + 6*n*n").points == 3
    with pytest.raises(ValueError, match="write its three sizes"):
        checks.cost({"short": "n d"})


@pytest.mark.parametrize(
    ("mistakes", "message"),
    [
        ({"first": "n + d", "second": "d + n"}, "'first' and 'second' lead to one formula"),
        ({"first": "4*n*d*r + 2*n**2*r + 6*n**2"}, "leads to the right count"),
        ({"first": {"the keys": "2*n*d*r", "+": "n"}}, "'first': this is what the keys costs"),
        ({"first": "n"}, "a formula that is accepted"),
    ],
)
def test_mistakes_that_no_answer_tells_apart_are_an_error_of_the_problem(mistakes, message):
    for _ in range(2):  # what is read once and kept must not be kept half read
        with pytest.raises(ValueError, match=message):
            counted("0", mistakes=mistakes, accept={"free": "n"})


def test_a_half_rounded_down_at_the_end():
    found = verdict(lambda n, d, r: n * d // 2 * 2, "n*d")
    assert "one too small where the right count is odd: a half is rounded down" in found.text


def test_two_mistakes_are_named_only_if_no_other_two_explain_the_answer():
    parts = {"a": "n**2*d", "b": "3*n*r", "c": "3*d*r**2", "e": "2*d*r**2", "f": "4*d*r**2"}

    def found(less, **more):
        def count(n, d, r):
            return n**2 * d + 3 * n * r + 9 * d * r**2 - eval(less, {"n": n, "d": d, "r": r})

        settings = {"expected": parts | more, "variables": "n d r", "points": 1}
        return in_short(checks.polynomial(count, **settings))

    assert found("3*n*r") == "b — missing"
    assert found("3*n*r + n**2*d") == "a — missing; and b — missing"
    assert found("5*d*r**2") == "c — missing; and e — missing"
    assert found("4*d*r**2", g="d*r**2") == ""  # the fourth: f and g twice, or c and e, ...


def test_two_mistakes_that_the_problem_names_go_before_others():
    mistakes = {"no scale": {"+": "-n*r"}, "no shift": {"+": "-d*r"}}
    parts = {"a": "n*d", "b": "n*r + d*r"}
    found = checks.polynomial(
        lambda n, d, r: n * d, variables="n d r", expected=parts, mistakes=mistakes, points=1
    )
    assert in_short(found) == "b — missing"  # one goes before two
    found = checks.polynomial(
        lambda n, d, r: n * d,
        variables="n d r",
        expected="n*d + n*r + d*r",
        mistakes={"no scale": {"n·r": "0"}, "no shift": {"d·r": "0"}},
        points=1,
    )
    assert in_short(found) == "no scale; and no shift"


def test_a_product_needs_three_sizes():
    with pytest.raises(ValueError, match="write its three sizes"):
        counted("0", products={"short": "n d"})


def test_several_products_of_one_shape_and_numbers_in_it():
    settings = {"products": {"heads": "r n d n", "outputs": "n d 1"}, "other": {}}
    assert counted("2*r*n*n*d + 2*n*d", **settings).points == 3
    assert in_short(counted("r*n*n*d + n*d", **settings)) == MACS
    assert in_short(counted("2*r*n*n*d + 2*n*d - r*n*n - n", **settings)) == LESS_ONE


# --- where a count is a polynomial ---------------------------------------------------------------


def test_sizes_that_divide_each_other():
    asked = []

    def head_flops(n, d_model, n_heads):
        asked.append((d_model, n_heads))
        return 2 * n * n * (d_model // n_heads) * n_heads + n * (d_model // n_heads)

    settings = {
        "variables": "n d_model n_heads",
        "points": 2,
        "where": {"d_model": "n_heads*d_head"},
    }
    expected = "2*n**2*d_model + n*d_head"
    assert checks.polynomial(head_flops, expected=expected, **settings).points == 2
    assert all(d_model % n_heads == 0 for d_model, n_heads in asked)
    wrong = checks.polynomial(lambda n, m, h: 2 * n * n * m, expected=expected, **settings)
    assert wrong.points == 1
    assert "n·d_head: you have 0, expected 1" in wrong.text
    special = checks.polynomial(lambda n, m, h: m % 7, expected=expected, **settings)
    assert "asked where d_model = n_heads·d_head; at (n=2, d_model=4, n_heads=2)" in special.text


def test_clipped_borders():
    asked = []

    def pairs(h, w, r):
        asked.append((h, w, r))
        rows = sum(min(i + r, h - 1) - max(i - r, 0) + 1 for i in range(h))
        columns = sum(min(j + r, w - 1) - max(j - r, 0) + 1 for j in range(w))
        return rows * columns

    side = "({0}*(2*r + 1) - r*(r + 1))"
    settings = {
        "variables": "h w r",
        "expected": f"{side.format('h')}*{side.format('w')}",
        "at_least": {"h": "2*r + 1", "w": "2*r + 1"},
        "points": 1,
    }
    assert checks.polynomial(pairs, **settings).points == 1
    assert all(h > 2 * r and w > 2 * r for h, w, r in asked)
    assert (5, 5, 2) in asked
    # The findings speak of the answer's own arguments.
    unclipped = checks.polynomial(lambda h, w, r: h * w * (2 * r + 1) ** 2, **settings)
    assert "h·w·r²: 4, right" in unclipped.text
    assert "h·r³: you have 0, expected -2" in unclipped.text


@pytest.mark.parametrize(
    "conditions",
    [
        {"where": {"x": "n*d"}},
        {"at_least": {"x": "n"}},
        {"at_least": {"n": "d", "d": "2*r"}},
        {"where": {"n": "d*"}},
    ],
)
def test_conditions_that_make_no_sense_are_errors_of_the_problem(conditions):
    with pytest.raises(ValueError, match=r"no argument|no size|no polynomial|not an expression"):
        verdict(lambda n, d, r: 0, **conditions)


def test_two_extras_of_one_part_add_up():
    mistakes = {
        "the values are counted as well": "2*n*d",
        "the weights are counted as well": "n*d + n**2",
        "this is one token's": "d",
    }
    found = checks.polynomial(
        lambda n, d: 2 * n * d + n**2,
        variables="n d",
        expected={"the output": "n*d"},
        mistakes=mistakes,
        points=1,
    )
    both = "the values are counted as well; and the weights are counted as well"
    assert f"in short: {both}" in found.text
