"""Counts: exact recovery, credit by terms, and the table of misconceptions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examiner import checks
from examiner.checks.calls import NoAnswer, Outcome
from examiner.checks.counts.cost_terms import sizes_of
from examiner.checks.counts.probe_points import (
    Probe,
    downward_closure,
    exponents_up_to,
    interpolate,
    interpolation_nodes,
)
from examiner.checks.credit import rounded
from examiner.checks.polynomials import Polynomial
from examiner.findings.diagnosis import Message
from examiner.findings.feedback_level import Level
from tests.messages import naming

VARIABLES = ("n", "d", "r")
exponents = st.tuples(*[st.integers(0, 3)] * 3)
coefficients = st.integers(-1000, 1000).filter(bool)
polynomials = st.dictionaries(exponents, coefficients, min_size=1, max_size=6).map(
    lambda terms: Polynomial(VARIABLES, terms)
)


SIZES = n, d, r = checks.sizes("n d r")


def read(text):
    """The formula that a text has in Python."""
    return checks.formula_of(eval(text, {"n": n, "d": d, "r": r}))


def verdict(function, expected=2 * n**2 * d + n * r, points=2, **options):
    return checks.Count(SIZES, expected, **options).grade(function, points=points)


def named(found):
    """Return the keys of the misconceptions that a verdict names."""
    return [error.key for finding in found.findings for error in finding.errors]


def quarters(points: float) -> float:
    """The mark of a question of 6 points."""
    return rounded(points, 6)


@pytest.mark.slow
@given(polynomials)
@settings(max_examples=30)
def test_a_formula_is_read_as_the_polynomial_that_it_is_of(polynomial):
    for each in (polynomial, polynomial * Fraction(1, 2), polynomial * 0):
        assert read(each.formula).polynomial(VARIABLES) == each
        assert checks.formula_of(each).polynomial(VARIABLES) == each


@pytest.mark.slow
@given(polynomials, polynomials, st.integers(-2, 2))
@settings(max_examples=30)
def test_products_have_their_terms_in_order_whatever_is_multiplied(one, other, number):
    by_values = [Fraction(p(2, 3, 5)) for p in (one * other, one * number, other * one)]
    assert by_values[0] == by_values[2] == one(2, 3, 5) * other(2, 3, 5)
    assert by_values[1] == one(2, 3, 5) * number
    single = checks.Polynomial(VARIABLES, {(1, 0, 2): Fraction(1, 2)})
    for product in (one * other, one * number, one * single, single * one, single * 2):
        assert list(product.terms) == sorted(product.terms, reverse=True)
        assert all(product.terms.values())
        assert hash(product) == hash(checks.Polynomial(VARIABLES, {**product.terms}))


@pytest.mark.slow
@given(polynomials)
@settings(max_examples=30)
def test_interpolation_recovers_every_polynomial_up_to_the_bound(polynomial):
    for terms in (exponents_up_to((3, 3, 3)), downward_closure([(0, 0, 0), *polynomial.terms])):
        values = [int(polynomial(*point)) for point in interpolation_nodes(terms)]
        assert interpolate(VARIABLES, terms, values) == polynomial


@pytest.mark.slow
@given(polynomials, exponents, st.integers(-5, 5))
@settings(max_examples=40)
def test_a_right_answer_earns_full_points_and_each_wrong_term_is_named(polynomial, term, by):
    """A coefficient costs its share, and so does a term that doesn't belong."""
    right, room = polynomial.terms, [degree + 1 for degree in polynomial.degrees]
    if any(power > most for power, most in zip(term, room, strict=True)):
        return
    answer = Polynomial(VARIABLES, {**right, term: right.get(term, 0) + by})
    count = checks.formula_of(polynomial)
    found = verdict(lambda *sizes: np.int64(answer(*sizes)), count, points=6)
    wrong = [f for f in found.findings if not f.passed and f.about != Message("in-short")]
    share = 6 / len(right)
    if not by:
        assert found.points == 6
    elif any(e.id == "nothing-computed" for f in found.findings for e in f.errors):
        assert found.points == 0
    elif term in right:
        (finding,) = wrong
        facts = finding.messages[0].facts
        assert (facts["got"], facts["right"]) == (answer.terms.get(term, 0), right[term])
        assert found.points >= quarters(6 - share)  # or a misconception has a name
    else:
        assert polynomial.monomial(term) in [finding.about for finding in wrong]
        assert found.points >= quarters(6 - share)


def test_random_points_catch_what_agrees_on_the_grid():
    bound = max(node[0] for node in interpolation_nodes(exponents_up_to((3, 2, 2))))
    found = verdict(lambda n, d, r: 2 * n * n * d + n * r + (n > bound))
    assert found.points == 0
    assert any(said.id == "no-polynomial" for f in found.findings for said in f.messages)


@pytest.mark.parametrize("count", [lambda n, d, r: 7 * n * d + d**4, lambda n, d, r: n * d // 2])
def test_a_count_whose_terms_cannot_be_read_is_not_said_to_be_no_sum_of_products(count):
    """The first one is such a sum, with a power that is too high."""
    text = verdict(count).text
    assert "its terms can't be read" in text
    assert "power of a size that is too high" in text


@pytest.mark.parametrize("expected", ["n", "0", "3", "n - d", "2*n**2*d + n*r"])
def test_the_probe_reaches_what_overflows_16_bits(expected):
    formula, asked = read(expected).polynomial(VARIABLES), []
    count = read(expected)
    assert verdict(lambda *sizes: asked.append(sizes) or int(formula(*sizes)), count).points == 2
    largest = max(abs(formula(*point)) for point in asked)
    assert (largest >= 2**16) == any(any(exponents) for exponents in formula.terms)
    assert largest < 2**24
    assert min(map(min, asked)) >= 2
    if "r" in expected:  # code that counts one by one can answer
        assert largest < 2**18
        assert sum(map(max, asked)) < 600


@pytest.mark.parametrize(
    "formula", [n**d, n**-1, checks.log(n), n / d, 2.6 * n, *checks.sizes("m"), n**0.5], ids=str
)
def test_what_is_no_polynomial_is_refused(formula):
    with pytest.raises(ValueError, match="is no polynomial"):
        verdict(lambda *sizes: 1, formula)


# --- misconceptions -------------------------------------------------------------------------------

QUERIES, KEYS = checks.Product("the queries", n, d, r), checks.Product("the keys", n, d, r)
SCORES, DIVISION = checks.Product("the scores", n, r, n), checks.Term("the division", 6 * n**2)
TERMS = [QUERIES, KEYS, SCORES, DIVISION]


def counted(formula, **settings):
    """The verdict on a count of the products above and 6·n² operations, as this formula has it."""
    code = compile(formula, "<answer>", "eval")
    return checks.Count(SIZES, TERMS, **settings).grade(
        lambda *sizes: eval(code, dict(zip(VARIABLES, sizes, strict=True))), points=3
    )


RIGHT = "4*n*d*r + 2*n*n*r + 6*n*n"
MACS, LESS_ONE = "multiply-accumulates", "dot-product-2n-1"
TWO = "the queries or the keys"


@pytest.mark.parametrize(
    ("formula", "errors"),
    [
        (f"-({RIGHT})", ["times-number(-1)"]),
        (f"{RIGHT} - 2*n*d*r", [f"missing({TWO})"]),
        (f"{RIGHT} - 6*n*n + 6*n*d", ["size-in-place-of(the division, d, n)"]),
        ("4*n*d*d + 2*n*n*d + 6*n*n", ["size-in-place-of(d, r, True)"]),
        ("4*r*d*n + 2*r*r*n + 6*r*r", ["sizes-exchanged(n, r)"]),
        (f"{RIGHT} - 2*n*n*r + 2*n*r", ["factor-missing(the scores, n)"]),
        (f"{RIGHT} - 2*n*d*r + 2*n*d*r*d", [f"factor-extra({TWO}, d)"]),
        # Rarer ones, and one that is made with all parts that cost the same.
        (f"{RIGHT} - n*n", ["dot-product-2n-1(the scores)"]),
        (f"{RIGHT} - 2*n*n*r + 2*n*n + 2*n*r", ["sizes-added(the scores, n, r)"]),
        (f"{RIGHT} - 4*n*d*r + 4*n*d*d", ["size-in-place-of(the queries or the keys, d, r)"]),
        # Two at once, each in its way.
        (f"({RIGHT}) * n / 2", ["factor-extra(n, 1/2)"]),
        ("2*n*d*r + 6*n*n", ["missing(the scores)", MACS]),
        (f"{RIGHT} - 2*n*r - n*n - (2*n*n*r - n*n)", ["missing(the scores)", LESS_ONE]),
        (f"{RIGHT} - 2*n*n*r - 6*n*n", ["missing(the scores)", "missing(the division)"]),
        (f"{RIGHT} - 4*n*d*r", ["missing(the queries)", "missing(the keys)"]),
        # Two that one term doesn't show, and one that the other hides, aren't believed.
        (f"{RIGHT} + n*d*r", []),
        # A term without an explanation has no name, but perhaps a place to look at.
        (f"{RIGHT} + 7*r", []),
        ("17*n*n + 3*n", []),
    ],
)  # fmt: skip
def test_errors_of_any_count_are_known_without_a_line_in_the_problem(formula, errors):
    assert named(counted(formula)) == errors


# --- a question's own misconceptions --------------------------------------------------------------


def own(effect, words="words of the question", name="own"):
    return checks.misconception(name, effect, words)


@pytest.mark.parametrize(
    ("mistake", "errors"),
    [
        # The words of the problem cover the part that they are about, and no other.
        ({KEYS: 0}, "one-of(own or missing(the queries))"),
        ({KEYS: n * d * r, QUERIES: n * d * r}, "own"),
        # These don't say which part they are about.
        (checks.Adds(-2 * n * d * r), f"one-of(own or missing({TWO}))"),
        (2 * n * d * r + 2 * n**2 * r + 6 * n**2, f"one-of(own or missing({TWO}))"),
    ],
)
def test_the_words_of_the_problem_hide_no_mistake_with_another_part(mistake, errors):
    missing = f"{RIGHT} - 2*n*d*r"
    assert named(counted(missing, misconceptions=[own(mistake)])) == [errors]
    both = counted(f"{missing} - 6*n*n", misconceptions=[own(mistake)])
    assert named(both) == [errors, "missing(the division)"]


def test_two_errors_are_named_only_if_no_other_two_explain_the_answer():
    parts = {"a": n**2 * d, "b": 3 * n * r, "c": 3 * d * r**2, "e": 2 * d * r**2, "f": 4 * d * r**2}

    def found(less, **more):
        def count(n, d, r):
            return n**2 * d + 3 * n * r + 9 * d * r**2 - eval(less, {"n": n, "d": d, "r": r})

        terms = [checks.Term(*each) for each in (parts | more).items()]
        return named(verdict(count, terms, points=1))

    assert found("3*n*r + n**2*d") == ["missing(a)", "missing(b)"]
    assert found("5*d*r**2") == ["missing(c)", "missing(e)"]
    assert found("4*d*r**2", g=d * r**2) == []  # the fourth: f and g twice, or c and e, ...
    # Two errors with one part don't add up.
    both = f"{RIGHT} - 2*(2*n*n*r) + 2*n*r"
    assert "own" not in named(counted(both, misconceptions=[own({SCORES: 2 * n * r})]))


@pytest.mark.parametrize(
    ("effects", "message"),
    [
        (
            [n + d, d + n],
            "'second'.*'first'",
        ),
        ([4 * n * d * r + 2 * n**2 * r + 6 * n**2], "'first'.*the right count"),
        ([{KEYS: 2 * n * d * r, QUERIES: n}], "'first'.*the keys"),
        ([n], "'first'.*accepted"),
        ([{checks.Term("scores", n): n, KEYS: 0}], "'first'.*'scores'.*'the queries'"),
        ([[3 * n, 4 * n]], "first: it has several effects"),
        ([None], "first: it has no effect"),
    ],
)
def test_misconceptions_that_make_no_sense_are_an_error_of_the_question(effects, message):
    named = [
        own(effect, "w", name) for effect, name in zip(effects, ("first", "second"), strict=False)
    ]
    for _ in range(2):  # misconceptions are read once, and an error must not leave them half read
        with pytest.raises(ValueError, match=message):
            counted("0", misconceptions=named, accept={"free": n})


@pytest.mark.parametrize("effect", ["3*n", {"the keys": n}, checks.assign("n", "2"), abs])
def test_an_effect_of_another_kind_is_an_error_of_the_question(effect):
    with pytest.raises(TypeError, match=naming("own", "count")):
        counted("0", misconceptions=[own(effect)])


@pytest.mark.parametrize("share", [0, 1, 5 / 4, -1 / 4])
def test_a_share_leaves_something_to_the_other_terms(share):
    square = checks.Term("all", n**2)
    with pytest.raises(ValueError, match="together less than 1"):
        checks.Count(SIZES, [square, checks.Term("n", n)], shares={square: share})


# --- a size that is no larger than another -------------------------------------------------------


def chosen(top_k, n_experts, n):
    """All experts but those that are chosen; no such model where more are chosen than there are."""
    if top_k > n_experts:
        raise ValueError("more are chosen than there are")
    return n**2 * (n_experts - top_k) + n_experts


OF_EXPERTS = top_k, n_experts, n_tokens = checks.sizes("top_k n_experts n")


def of_experts(function, **conditions):
    count = n_tokens**2 * n_experts - n_tokens**2 * top_k + n_experts
    conditions = conditions or {"at_most": {top_k: n_experts}}
    return checks.Count(OF_EXPERTS, count, **conditions).grade(function, points=3)


@pytest.mark.parametrize(
    ("less", "points", "counted"),
    [(0, 3, "−top_k·n² + n_experts·n² + n_experts"), (1, 2, "−top_k·n² + n_experts·n²")],
)
def test_a_size_is_asked_where_it_does_not_exceed_another(less, points, counted):
    found = of_experts(lambda k, n_experts, n: chosen(k, n_experts, n) - less * n_experts)
    assert (found.points, str(found.counted)) == (points, counted)


def test_a_bound_is_a_size_that_is_free():
    (width,) = checks.sizes("width")
    two = {"where": {n_experts: n_tokens**2}, "at_most": {top_k: n_experts}}
    for conditions in ({"at_most": {top_k: width}}, two):
        with pytest.raises(ValueError, match="where"):
            of_experts(chosen, **conditions)


# --- a quotient in a size's place ----------------------------------------------------------------

OF_MODEL = d_model, n_heads, d_head, d_ff = checks.sizes("d_model n_heads d_head d_ff")
MAPS = checks.Term("maps", 4 * d_model * n_heads * d_head)
BLOCK = checks.Term("block", 3 * d_model * d_ff)
OWN_WIDTH = checks.Quotient(d_head, d_model, n_heads)
OTHER_WIDTH = checks.Quotient(d_head, d_ff, n_heads)
WIDTHS = [
    checks.misconception("by-the-model", [OWN_WIDTH, {MAPS: 4 * d_model**2}], "By the model."),
    checks.misconception("by-the-block", OTHER_WIDTH, "By the block."),
]


def maps_by(width):
    """Return the cost of a layer's maps, for heads of this width."""
    return lambda *sizes: 4 * sizes[0] * sizes[1] * width(*sizes)


def block_of(*sizes):
    return 3 * sizes[0] * sizes[3]


@pytest.mark.parametrize(
    ("width", "error"),
    [
        (lambda d_model, n_heads, *_: d_model // n_heads, "by-the-model"),
        (lambda d_model, n_heads, *_: d_model / n_heads, "by-the-model"),
        (lambda _, n_heads, __, d_ff: d_ff // n_heads, "by-the-block"),
    ],
)
def test_a_quotient_is_recognised_in_counts_and_ledgers(width, error):
    maps = maps_by(width)
    count = checks.Count(OF_MODEL, [MAPS, BLOCK], misconceptions=WIDTHS)
    found = count.grade(lambda *sizes: maps(*sizes) + block_of(*sizes), points=2)
    assert (found.points, found.misconception_key) == (1, error)
    assert all(found.shown(level) for level in Level)
    ledger = checks.Ledger(OF_MODEL, [MAPS, BLOCK], misconceptions=WIDTHS)
    found = ledger.grade(lambda *s: {"maps": maps(*s), "block": block_of(*s)}, points=2)
    assert (found.points, set(named(found))) == (1, {error})
    assert all(found.shown(level) for level in Level)


def test_a_quotient_of_an_earlier_answer_is_carried_forward():
    maps = maps_by(lambda d_model, n_heads, *_: d_model // n_heads)
    for quotient, points in ((OWN_WIDTH, 2), (OTHER_WIDTH, 1)):
        count = checks.Count(
            OF_MODEL,
            [MAPS, BLOCK],
            misconceptions=WIDTHS,
            given=lambda quotient=quotient: {"earlier": quotient},
        )
        found = count.grade(lambda *sizes: maps(*sizes) + block_of(*sizes), points=2)
        assert found.points == points
        ledger = checks.Ledger(
            OF_MODEL,
            [MAPS, BLOCK],
            misconceptions=WIDTHS,
            given=lambda quotient=quotient: {"maps": {"earlier": quotient}},
        )
        found = ledger.grade(lambda *s: {"maps": maps(*s), "block": block_of(*s)}, points=2)
        assert found.points == points


def test_a_quotient_is_one_of_sizes_of_the_count():
    (other,) = checks.sizes("other")
    for wrong in (checks.Quotient(other, d_model, n_heads), checks.Quotient(d_head, other, d_ff)):
        with pytest.raises(ValueError, match="other"):
            checks.Count(OF_MODEL, [MAPS], misconceptions=[checks.misconception("x", wrong, "X.")])
    with pytest.raises(ValueError, match="no size"):
        checks.Quotient(d_head, 2 * d_model, n_heads)


def test_a_size_may_have_a_formula_and_a_bound():
    """Called at sizes that keep to both conditions, and shown to instructors at such."""
    (shared,) = checks.sizes("shared")
    count = checks.Count(OF_MODEL, [MAPS], where={n_heads: 2 * shared}, at_most={n_heads: d_model})
    asked = []

    def maps(d_model, n_heads, d_head, d_ff):
        asked.append(n_heads % 2 == 0 and n_heads <= d_model)
        return 4 * d_model * n_heads * d_head

    assert count.grade(maps, points=1).points == 1
    assert len(list(count.examples(maps))) == 2
    assert all(asked)


def test_lines_that_are_multiplied_by_a_size_are_carried_forward_as_a_whole():
    """A ledger with two wrong lines is carried forward with its factors, or not at all.

    `at` gives the factor of each line.
    """
    earlier = checks.Ledger(OF_MODEL, [MAPS, BLOCK])
    own = earlier.grade(lambda m, h, w, f: {"maps": 4 * m * h * w, "block": 2 * m * f}, points=2)
    assert own.may_be_carried
    later = checks.Count(
        OF_MODEL,
        [MAPS, checks.Term("block", d_ff * BLOCK.cost)],
        given={"earlier": {MAPS: 1, checks.Term("block", 0 * d_ff): d_ff}},
    )
    grading = checks.GradingContext(earlier={"earlier": own})
    with grading.active():
        once = later.grade(lambda m, h, w, f: 4 * m * h * w + 2 * m * f, points=2)
        right = later.grade(lambda m, h, w, f: 4 * m * h * w + 2 * m * f * f, points=2)
    assert (right.points, once.points) == (2, 1)


def test_no_misconception_explains_a_missing_line_that_should_be_zero():
    """A factor times 0 is 0, too."""
    zero = checks.Term("zero", 0 * d_ff)
    maps = maps_by(lambda d_model, n_heads, d_head, d_ff: d_head)
    found = checks.Ledger(OF_MODEL, [MAPS, zero]).grade(lambda *s: {"maps": maps(*s)}, points=2)
    assert (found.points, named(found)) == (1, [])
    assert [row.message for row in found.shown() if row.sign == "✗"] == ["this line is missing"]


def test_submissions_share_the_points_that_no_seed_changes():
    """A class with wrong counts would otherwise make thousands of points for each submission."""
    square = Polynomial(("n", "d"), {(2, 0): 1})
    sizes = sizes_of(checks.sizes("n d"))
    one, other = (Probe(sizes, [3, 2], square.terms, seed, [square]) for seed in (1, 2))
    assert one.first_points != other.first_points
    ends = ([*probe.points][len(probe.first_points) :] for probe in (one, other))
    assert all(a is b for a, b in zip(*ends, strict=True))
    halves = [at.sizes[0] ** 2 + 0.5 for at in one.first_points]
    assert one.recover(one.counts([Outcome(float(at.sizes[0] ** 2)) for at in one.first_points]))
    with pytest.raises(NoAnswer):
        one.counts([*map(Outcome, halves)])


def test_a_size_that_is_no_argument_is_explained_where_a_wrong_part_names_it():
    width, heads, (group,) = *checks.sizes("width heads"), checks.sizes("width_of_head")
    term = checks.Term("the maps", 4 * width**2)
    of_count = checks.Count([width, heads], [term], where={width: heads * group})
    of_ledger = checks.Ledger([width, heads], [term], where={width: heads * group})
    found = of_count.grade(lambda width, heads: 4 * width**2 + 5 * width, points=2)
    listed = of_ledger.grade(lambda w, heads: {"the maps": 4 * w**2 + 5 * w}, points=2)
    for each in (found, listed):
        assert "in the terms below, width = heads·width_of_head" in each.text
        assert "width_of_head" not in " ".join(row.line for row in each.shown(Level.HINT))
    assert "in the terms" not in of_count.grade(lambda w, heads: 4 * w * w, points=2).text
