"""Derivations: right chains of every length pass, wrong ones stop at their first false line."""

from __future__ import annotations

import ast
import functools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examiner import checks
from examiner.checks.derivation import _broken, _Line, _uses
from examiner.checks.expressions import (
    ExpressionError,
    check_lines,
    evaluate_expression,
    read_expression,
)
from examiner.checks.worlds import Problem, World
from tests.bank_runner import BANK, Answer, Notebook

ROOT = Path(__file__).parent.parent
STEPS = {"scaling_steps": "scaling", "equivariance_steps": "equivariance"}
ANSWERS = [
    Answer.read(path)
    for question in STEPS
    for path in sorted((BANK / "ps2_attention" / question).glob("*/*.py"))
    if path.parent.name != "run_time_error"
]
RIGHT = next(a for a in ANSWERS if a.name.endswith("scaling_steps/accepted/through_every_stage"))


NAMES = Notebook.of("ps2_attention").namespace()
for module in ("ps2_attention/oracles/scaling_steps", "ps2_attention/oracles/equivariance_steps",
               "shared/layer_norm_steps"):  # fmt: skip
    exec((ROOT / "problems" / f"{module}.py").read_text(), NAMES)
equivariance_problem = NAMES["equivariance_problem"]
PROBLEMS: dict[str, Callable[[], Problem]] = {
    name: functools.cache(NAMES[f"{name}_problem"])
    for name in ("equivariance", "scaling", "layer_norm")
}


def mark(lines: Any, problem: str | Problem = "equivariance", points: float = 4) -> checks.Verdict:
    task = PROBLEMS[problem]() if isinstance(problem, str) else problem
    return checks.derivation(lines, problem=task, points=points)


def lines_of(answer: Answer) -> Any:
    names: dict[str, Any] = {}
    exec(answer.code, names)
    return names[answer.question]


def chain(text: str) -> list[tuple[str, str, str]]:
    """One line of text per line: an expression, or an expression | reasons."""
    lines = [line.partition("|") for line in text.strip().splitlines()]
    return [("=", expression.strip(), reason.strip()) for expression, _, reason in lines]


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name)
def test_bank(answer: Answer) -> None:
    verdict = mark(lines_of(answer), STEPS[answer.question])
    assert verdict.points == (4 if answer.points is None else answer.points), verdict.text
    for finding in answer.findings:
        assert finding in verdict.text


def test_the_bank_is_large_enough() -> None:
    for question in STEPS:
        right = [a for a in ANSWERS if a.question == question and a.directory == "accepted"]
        assert len(right) >= 6
        assert len({len(lines_of(answer)) for answer in right}) >= 3, "shorter and longer ones"
    assert sum(answer.directory != "accepted" for answer in ANSWERS) >= 15


@pytest.mark.slow(5)
@pytest.mark.parametrize("seed", range(5))
def test_no_verdict_depends_on_the_draw(seed: int) -> None:
    problem = equivariance_problem(seed)
    for answer in ANSWERS:
        if answer.question == "equivariance_steps":
            usual = mark(lines_of(answer), "equivariance")
            assert mark(lines_of(answer), problem).points == usual.points, answer.name


@pytest.mark.bench
def test_verdicts_over_200_draws() -> None:
    answers = [answer for answer in ANSWERS if answer.question == "equivariance_steps"]
    expected = [mark(lines_of(answer)).points for answer in answers]
    others = 0
    for seed in range(200):
        problem = equivariance_problem(seed)
        points = [mark(lines_of(answer), problem).points for answer in answers]
        others += sum(one != other for one, other in zip(points, expected, strict=True))
    print(f"derivations: {others} of {200 * len(answers)} verdicts depend on the draw")
    assert others == 0


LAYER_NORM_RIGHT = [
    """norm(y - beta*ones)
    norm(gamma*(x - mu*ones)/sigma) | definition
    abs(gamma)*norm(x - mu*ones)/sigma | norm
    abs(gamma)*sqrt(d) | sigma""",
    """norm(y - beta*ones)
    abs(gamma)*norm(x - mu*ones)/sigma | definition, norm
    abs(gamma)*sqrt(d) | sigma""",
    """norm(y - beta)
    norm(gamma*z) | definition
    abs(gamma)*norm(z) | norm
    abs(gamma)*sqrt(d) | sigma""",
    """norm(y - beta*ones)
    norm(gamma*z)
    abs(gamma)*norm(z) | norm
    abs(gamma)*norm((x - mu*ones)/sigma) | definition
    abs(gamma)*norm(x - mu*ones)/sigma | norm, sigma > 0
    abs(gamma)*sigma*sqrt(d)/sigma | sigma
    abs(gamma)*sqrt(d) | algebra""",
    """norm(y - beta*ones)
    norm((gamma/sigma)*(x - mu)) | algebra
    abs(gamma/sigma)*norm(x - mu) | norm
    abs(gamma)/sigma*norm(x - mu) | sigma > 0
    abs(gamma)*sqrt(d) | sigma""",
    """norm(y - beta*ones)
    sqrt((gamma*z).T @ (gamma*z)) | definition, norm
    sqrt(gamma**2 * (z.T @ z)) | algebra
    abs(gamma)*sqrt(z.T @ z) | algebra
    abs(gamma)*sqrt(d) | sigma""",
    """norm(y - beta*ones)
    abs(gamma)*norm(z) | norm
    abs(gamma)*sqrt(d) | sigma, norm""",
]
LAYER_NORM_WRONG = [
    ("norm(y - beta*ones)\nnorm(gamma*z)\nabs(gamma)*norm(z)|norm\ngamma*sqrt(d)|sigma", 1,
     "line 4: it does not follow from line 3: for d = 4, gamma = -"),
    ("norm(y - beta*ones)\nnorm(gamma*z)\ngamma*norm(z)|norm\ngamma*sqrt(d)|sigma", 0,
     "line 3: it does not follow from line 2"),
    ("norm(y - beta*ones)\nabs(gamma)*norm(z)|norm\nabs(gamma)*sqrt(d - 1)|sigma", 1,
     "the mean over d entries, not over d - 1"),
    ("norm(y - beta*ones)\nabs(gamma)*norm(z)|norm\nabs(gamma)*d|sigma", 1, "so sqrt(d) stays"),
    ("norm(y - beta*ones)\ngamma**2*norm(z)|norm", 0, "line 2: it does not follow from line 1"),
    ("norm(y)\nabs(gamma)*norm(z)|norm", 0, "a derivation starts with the left-hand side"),
    ("norm(y - beta*ones)\nabs(gamma)*sqrt(d)|norm, sigma", 0, "one step uses norm, sigma"),
    ("norm(y - beta*ones)\nnorm(gamma*z)\nabs(gamma)*sqrt(d)|norm, sigma", 0,
     "line 3: one step uses norm, sigma"),
    ("norm(y - beta*ones)\nabs(gamma)*norm(z)|sigma\nabs(gamma)*sqrt(d)|sigma", 2,
     "line 2: the step uses norm and does not name it: it fails for d = 3"),
]  # fmt: skip


@pytest.mark.parametrize("text", LAYER_NORM_RIGHT)
def test_layer_norm_right(text: str) -> None:
    verdict = mark(chain(text), "layer_norm", 3)
    assert verdict.points == 3, verdict.text


@pytest.mark.parametrize(("text", "points", "finding"), LAYER_NORM_WRONG)
def test_layer_norm_wrong(text: str, points: float, finding: str) -> None:
    verdict = mark(chain(text), "layer_norm", 3)
    assert verdict.points == points, verdict.text
    assert finding in verdict.text


@pytest.mark.parametrize("first", [("", ""), ("let", "given"), (None, None), (">=", "softmax")])
def test_relation_and_reason_of_the_first_line_mean_nothing(first: tuple) -> None:
    lines = [list(line) for line in lines_of(RIGHT)]
    lines[0][0], lines[0][2] = first
    assert mark(lines, "scaling").points == 4


def test_naming_every_reason_everywhere_earns_no_reason() -> None:
    lines = lines_of(RIGHT)
    named = [
        (relation, text, "independence, zero mean, unit variance") for relation, text, _ in lines
    ]
    assert mark(named, "scaling").points == 2.5


def test_a_useless_use_of_a_fact_earns_nothing() -> None:
    left = PROBLEMS["equivariance"]().left
    assert mark([("=", left, ""), ("=", f"{left} @ P @ P.T", "orthogonal")]).points == 0


# --- what a step uses ----------------------------------------------------------------------------

CHECKPOINTS = [  # a line, the facts that lie behind it, the facts that lie ahead
    ("equivariance", "(V@P)@softmax((K@P).T@(Q@P))", {"ones"}, {"softmax", "orthogonal"}),
    ("equivariance", "V@P@softmax(P.T@(K.T@Q)@P)", {"ones"}, {"softmax", "orthogonal"}),
    ("equivariance", "V@P@P.T@softmax(K.T@Q)@P", {"ones", "softmax"}, {"orthogonal"}),
    ("scaling", "sum_jl(E(q_j*q_l*k_j*k_l))", set(),
     {"independence", "zero mean", "unit variance"}),
    ("scaling", "sum_j(E(q_j**2)*E(k_j**2))", {"independence", "zero mean"}, {"unit variance"}),
    ("layer_norm", "abs(gamma)*norm(x - mu*ones)/sigma", {"norm"}, {"sigma"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "behind", "ahead"), CHECKPOINTS)
def test_checkpoints(name: str, text: str, behind: set[str], ahead: set[str]) -> None:
    problem = PROBLEMS[name]()
    left, here, right = (_Line.of(t, problem) for t in (problem.left, text, problem.right))
    assert _uses(left, "=", here, problem)[0] == behind
    assert _uses(here, "=", right, problem)[0] == ahead
    for one, other in ((left, here), (here, right)):
        assert _broken(one, "=", other, problem.worlds) is None


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_claim_is_true_and_uses_every_fact(name: str) -> None:
    problem = PROBLEMS[name]()
    left, right = _Line.of(problem.left, problem), _Line.of(problem.right, problem)
    assert _broken(left, problem.claim, right, problem.worlds) is None
    assert _uses(left, problem.claim, right, problem)[0] == {fact.name for fact in problem.facts}


@pytest.mark.parametrize(
    ("name", "fact", "one", "other"),
    [
        ("equivariance", "ones", "ones.T @ P", "ones.T"),
        ("equivariance", "orthogonal", "P @ P.T", "I"),
        ("equivariance", "orthogonal", "P.T @ P", "I"),
        ("equivariance", "softmax", "softmax(P.T @ K.T @ Q @ P)", "P.T @ softmax(K.T @ Q) @ P"),
        ("equivariance", "softmax", "softmax(K.T @ Q @ P)", "softmax(K.T @ Q) @ P"),
        ("scaling", "independence", "sum_jl(E(q_j*q_l*k_j*k_l))", "sum_jl(E(q_j*q_l)*E(k_j*k_l))"),
        ("scaling", "independence", "sum_j_not_l(E(q_j*q_l))", "sum_j_not_l(E(q_j)*E(q_l))"),
        ("scaling", "zero mean", "sum_j(E(q_j))", "0"),
        ("scaling", "zero mean", "sum_j(E(k_j))", "0"),
        ("scaling", "unit variance", "sum_j(E(q_j**2))", "d"),
        ("scaling", "unit variance", "sum_j(E(k_j**2))", "d"),
        ("layer_norm", "norm", "norm(gamma*x)", "abs(gamma)*norm(x)"),
        ("layer_norm", "sigma", "norm(z)", "sqrt(d)"),
    ],
)
def test_a_fact_alone_is_false_in_its_worlds(name: str, fact: str, one: str, other: str) -> None:
    problem = PROBLEMS[name]()
    lines = _Line.of(one, problem), _Line.of(other, problem)
    assert _broken(lines[0], "=", lines[1], problem.worlds) is None
    assert _uses(lines[0], "=", lines[1], problem)[0] == {fact}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("V_XP", "beta_v @ ones.T + omega_v @ X @ P"),
        ("(K @ P).T", "P.T @ K.T"),
        ("softmax((K @ P).T @ Q)", "softmax(P.T @ (K.T @ Q))"),
    ],
)
def test_moves_use_no_fact(one: str, other: str) -> None:
    problem = PROBLEMS["equivariance"]()
    assert _uses(_Line.of(one, problem), "=", _Line.of(other, problem), problem)[1] == set()


def test_every_usual_permutation_moves_every_token() -> None:
    for world in PROBLEMS["equivariance"]().worlds:
        P, X = world.symbols["P"], world.symbols["X"]
        assert not np.diag(P).any()
        assert X.shape[0] != X.shape[1]


def test_cancelling_around_the_scores_needs_scores_that_commute_with_p() -> None:
    """The options of equivariance_false_step: only c makes line 5 true."""
    rng = np.random.default_rng(5)
    P = np.roll(np.eye(4), 1, axis=0)
    circulant = sum(c * np.linalg.matrix_power(P, n) for n, c in enumerate(rng.normal(size=4)))
    softmax = NAMES["column_softmax"]
    assert np.allclose(softmax(P.T @ circulant @ P), softmax(circulant))
    swap, scores = np.eye(4)[[1, 0, 3, 2]], rng.normal(size=(4, 4))
    assert np.array_equal(swap, swap.T)
    assert not np.allclose(softmax(swap.T @ scores @ swap), softmax(scores))
    assert not np.allclose(softmax((P.T @ scores @ P).T), softmax(scores.T))


# --- inequalities --------------------------------------------------------------------------------


def means(claim: str = "<=") -> Problem:
    """2ab ≤ a² + b²."""
    worlds = tuple(World({"a": a, "b": b}, f"a = {a}, b = {b}") for a, b in [(1, 2), (-3, 2)])
    return Problem("2*a*b", "a**2 + b**2", worlds, facts=(), moves=("algebra",), claim=claim)


def test_an_inequality_is_a_chain_of_equalities_and_inequalities() -> None:
    lines = [("", "2*a*b", ""), ("=", "a**2 + b**2 - (a - b)**2", ""), ("≤", "a**2 + b**2", "")]
    assert mark(lines, means()).points == 4
    weak = mark(lines, means("<"))
    assert weak.points == 0
    assert "no line has the `<` of the claim" in weak.text
    assert mark([*lines[:2], ("<", "a**2 + b**2", "")], means("<")).points == 4


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ((">=", "a**2 + b**2", ""), "line 2: it does not follow from line 1: for a = 1, b = 2"),
        (("<", "a*b + b*a", ""), "line 2: it does not follow from line 1"),
        ((">", "2*a*b - 1", ""), "`>` cannot show the claim, which says `<=`"),
    ],
)
def test_a_false_or_useless_inequality_is_stopped(line: tuple, finding: str) -> None:
    verdict = mark([("", "2*a*b", ""), line], means())
    assert verdict.points == 0
    assert finding in verdict.text


# --- reading -------------------------------------------------------------------------------------

MATRICES = PROBLEMS["equivariance"]().worlds[0].symbols
SCORES = PROBLEMS["scaling"]().worlds[0].symbols
LAYER = PROBLEMS["layer_norm"]().worlds[0].symbols


@pytest.mark.parametrize(
    ("text", "symbols", "message"),
    [
        ("V @ ", MATRICES, "not a formula at column"),
        ("V P", MATRICES, "not a formula at column"),
        ("V @ W", MATRICES, "`W` is not in the vocabulary. It has: X P ones"),
        ("Sa(X)", MATRICES, "`Sa` is not in the vocabulary"),
        ("V @ softmax", MATRICES, "softmax is a function: write softmax(...) at column 5"),
        ("softmax(X, P)", MATRICES, "softmax takes one argument at column 1"),
        ("softmax(x=X)", MATRICES, "softmax takes one argument"),
        ("softmax(*X)", MATRICES, "this is not allowed"),
        ("V.shape", MATRICES, "this is not allowed at column 1: `V.shape`"),
        ("V.T.__class__", MATRICES, "this is not allowed"),
        ("V[0]", MATRICES, "an index is part of the name"),
        ("V == Q", MATRICES, "its relation stands in front of it"),
        ("P ^ 2", MATRICES, "write powers with **"),
        ("lambda: V", MATRICES, "this is not allowed"),
        ("[V for V in X]", MATRICES, "this is not allowed"),
        ("(V := P)", MATRICES, "this is not allowed"),
        ("V, P", MATRICES, "a comma does not belong here"),
        ("'V'", MATRICES, "this is not allowed"),
        ("True", MATRICES, "this is not allowed"),
        ("1j", MATRICES, "this is not allowed"),
        ("1e999", MATRICES, "this is not allowed"),
        ("9" * 900, MATRICES, "this is not allowed"),
        ("V @ V", MATRICES, "`@` does not go with a 2 × 3 matrix and a 2 × 3 matrix"),
        ("V + P", MATRICES, "`+` does not go with"),
        ("V * V", MATRICES, "the product of matrices is @"),
        ("V / V", MATRICES, "`/` does not go with"),
        ("P**2", MATRICES, "`**` does not go with"),
        ("2**V", MATRICES, "a power must be a number"),
        ("d**d", SCORES, "a power must be a number"),
        ("d**9", SCORES, "powers go up to 4"),
        ("1/0/d", SCORES, "not a finite number"),
        ("d/(d + 1e-20)", SCORES, "no sum below a division"),
        ("d*(d + 1e-20)**-1", SCORES, "no sum below a division or root"),
        ("((d - 1)**2)**0.5", SCORES, "no sum below a division or root"),
        ("(d*1e6)**4**4", SCORES, "powers go up to 4"),
        ("(((((9**4)**4)**4)**4)**4)**4", SCORES, "not a finite number"),
        ("q_j", SCORES, "something stands outside E(...)"),
        ("E(q_j)", SCORES, "an index, j or l, is not summed over"),
        ("sum_j(E(q_l))", SCORES, "an index, j or l, is not summed over"),
        ("q_j.T", SCORES, ".T is for matrices"),
        ("sqrt(-d)", LAYER, "not a finite number"),
        ("+".join(["V"] * 300), MATRICES, "too long or too deeply nested"),
        ("-" * 100 + "V", MATRICES, "too long or too deeply nested"),
        ("V" * 1001, MATRICES, "longer than 1000 characters"),
        ("(" * 400 + "V" + ")" * 400, MATRICES, ""),
        ("\0", MATRICES, ""),
        ("\ud800", MATRICES, ""),
        ("", MATRICES, "not a formula"),
    ],
)  # fmt: skip
def test_what_is_no_formula_is_refused(text: str, symbols: dict, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate_expression(read_expression(text, symbols), symbols)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "symbols", "value"),
    [
        ("-(1 + 2*3)/4 - 2**3", {}, -9.75),
        ("sum_jl(1) - sum_j_not_l(1)", SCORES, 2),
        ("sum_l(E(q_l*q_l)) + sum_j(sum_l(E(k_j*k_l)))", SCORES, 4),
        ("E(E(2))", SCORES, 2),
        ("norm(ones)**2 + ones.T @ ones", LAYER, 6),
        ("norm(3)", LAYER, 3),
    ],
)
def test_values(text: str, symbols: dict, value: float) -> None:
    assert evaluate_expression(read_expression(text, symbols), symbols) == pytest.approx(value)


def test_expectations_are_exact() -> None:
    """Moments of the three-point distribution -√2, 0, √2 with probabilities ¼, ½, ¼."""
    for power, moment in ((1, 0), (2, 1), (3, 0), (4, 2)):
        tree = read_expression(f"sum_j(E(q_j**{power}))/d", SCORES)
        assert evaluate_expression(tree, SCORES) == pytest.approx(moment, abs=1e-12)


# --- anything as an answer -----------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner) | st.tuples(inner, inner, inner) | st.dictionaries(st.text(), inner)
    ),
    max_leaves=20,
)
pieces = st.sampled_from(
    [*MATRICES, *SCORES, *("+-*/@()=[].,:' "), "**", ".T", "999999", "1e300", "lambda", "\n", "é"]
)


@pytest.mark.slow(5)
@settings(max_examples=150, deadline=None)
@given(answer=anything, problem=st.sampled_from(sorted(PROBLEMS)))
def test_any_answer_gets_a_verdict(answer: Any, problem: str) -> None:
    verdict = mark(answer, problem)
    assert verdict.points == 0
    assert verdict._repr_html_()


@pytest.mark.slow(5)
@settings(max_examples=150, deadline=None)
@given(
    texts=st.lists(st.text() | st.lists(pieces).map("".join), max_size=3),
    reason=st.text(st.characters()) | st.lists(st.text()) | st.none(),
    problem=st.sampled_from(sorted(PROBLEMS)),
)
def test_any_text_gets_a_verdict(texts: list[str], reason: Any, problem: str) -> None:
    start = PROBLEMS[problem]().left
    verdict = mark([("=", start, ""), *(("=", text, reason) for text in texts)], problem)
    assert 0 <= verdict.points <= 4
    assert verdict._repr_html_().encode()


LEFT = PROBLEMS["equivariance"]().left
MONSTERS = {
    "ten megabytes": [("=", "V" * 10_000_000, "")],
    "ten megabytes of reason": [("=", LEFT, ""), ("=", "V", "x" * 10_000_000)],
    "a million lines": [("=", LEFT, "")] * 1_000_000,
    "a million reasons": [("=", LEFT, ""), ("=", "V", ["x"] * 1_000_000)],
    "nested text": [("=", "(" * 500 + "V" + ")" * 499, "")],
    "nested lists": eval("[" * 80 + "]" * 80),
    "a tower of powers": [("=", "9**9**9**9", "")],
    "a long sum": [("=", "+".join(["softmax(K.T@Q)"] * 60), "")],
    "not a number": [float("nan")],
    "an array": np.array([["=", LEFT, ""]]),
    "an array of objects": [np.array(["=", LEFT, ""], dtype=object)],
    "a generator": (line for line in [("=", LEFT, "")]),
    "a dict": {"=": LEFT},
    "true but long": [
        ("=", LEFT + f" + {n} * V" * 15 + f" - {n} * V" * 15, "algebra") for n in range(30)
    ],
}


@pytest.mark.parametrize("name", MONSTERS)
def test_monsters_are_quick(name: str) -> None:
    start = time.process_time()
    verdict = mark(MONSTERS[name])
    assert verdict.points == 0
    assert time.process_time() - start < 2


def test_a_class_of_string_with_its_own_ideas_is_not_called() -> None:
    class Trap(str):
        def __str__(self) -> str:
            raise SystemExit

        strip = split = __len__ = __str__

    assert mark([("=", Trap(LEFT), "")]).points == 0
    assert mark([(Trap("="), LEFT, "")]).points == 0
    assert mark([("=", LEFT, ""), ("=", "V", Trap("ones"))]).points == 0


def test_a_check_takes_less_than_a_third_of_a_second() -> None:
    for answer in ANSWERS:
        start = time.process_time()
        mark(lines_of(answer), STEPS[answer.question])
        assert time.process_time() - start < 0.3, answer.name


# --- the visible test ----------------------------------------------------------------------------


def look(lines: Any, **changes: Any) -> None:
    problem = PROBLEMS["scaling"]()
    options = {
        "symbols": SCORES,
        "left": problem.left,
        "right": problem.right,
        "facts": tuple(fact.name for fact in problem.facts),
        "moves": problem.moves,
        "together": ({"independence", "zero mean"},),
    }
    check_lines(lines, **(options | changes))


def test_the_visible_test_says_what_can_be_read(capsys: pytest.CaptureFixture) -> None:
    text = """E(sum_j(q_j * k_j)**2)
    sum_jl(E(q_j*q_l*k_j*k_l)) | obvious
    sum_jl(E(q_j*q_l*k_j*k_l))
    sum_j(E(q_j*q_l))
    sum_j(E(q_j**2)*E(k_j**2)) | zero mean, independence
    2*d/2 | unit variance, zero mean"""
    look(chain(text))
    assert capsys.readouterr().out.splitlines() == [
        "line 1: = a number",
        "line 2: = a number",
        "    not on the list of reasons: 'obvious'",
        "    the list: independence, zero mean, unit variance, linearity, definition, algebra",
        "line 3: = a number",
        "    repeats the line before it",
        "line 4 cannot be used: an index, j or l, is not summed over",
        "line 5: = a number",
        "line 6: = a number",
        "    names unit variance, zero mean: if it uses both, put a line in between",
        "Your last line is not written as d. Is it the same thing?",
    ]


def test_the_visible_test_says_where_the_shape_changes(capsys: pytest.CaptureFixture) -> None:
    symbols = {"A": np.ones((2, 3)), "B": np.ones((3, 2))}
    facts = {"symbols": symbols, "left": "A", "right": "A", "facts": ()}
    check_lines(chain("A\nA @ B\nsqrt(A)\nA"), **facts, moves=())
    shown = capsys.readouterr().out.splitlines()
    assert [line for line in shown if line.startswith("    but")] == [
        "    but the line before it is a 2 × 3 matrix",
        "    but the line before it is a 2 × 2 matrix",
    ]


def test_the_visible_test_does_not_tell_true_from_false(capsys: pytest.CaptureFixture) -> None:
    looks = []
    for value in ("d", "d**2"):
        look(chain(f"E(sum_j(q_j * k_j)**2)\n{value}\nd"))
        looks.append(capsys.readouterr().out)
    assert looks[0].replace("    repeats the line before it\n", "") == looks[1]


@pytest.mark.parametrize(
    "lines", [None, "E(d)", [], [("=", "d", "")], [("=", "D", "")] * 2, [1, 2]]
)
def test_the_visible_test_raises_only_where_nothing_can_be_earned(lines: Any) -> None:
    with pytest.raises(ValueError, match=r"expected a list|vocabulary|a line is"):
        look(lines)
    assert mark(lines, "scaling").points == 0


@pytest.mark.parametrize("variable", ["SCALING", "EQUIVARIANCE"])
def test_the_notebook_has_the_vocabulary_of_the_check(variable: str) -> None:
    shown, problem = NAMES[variable], PROBLEMS[variable.lower()]()
    assert list(shown["symbols"]) == list(problem.worlds[0].symbols)
    assert (shown["left"], shown["right"]) == (problem.left, problem.right)
    assert shown["facts"] == tuple(fact.name for fact in problem.facts)
    assert shown["moves"] == problem.moves
    assert [frozenset(facts) for facts in shown.get("together", ())] == list(problem.together)
    for side in (shown["left"], shown["right"]):
        assert ast.dump(read_expression(side, shown["symbols"]))
