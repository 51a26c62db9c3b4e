"""Derivations: right chains of every length pass, wrong ones stop at their first false line."""

from __future__ import annotations

import functools
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examiner import checks
from examiner.checks.derivations.comparing import World, holds
from examiner.checks.derivations.expressions import (
    UNSTABLE,
    ExpressionError,
    evaluate_expression,
    read_expression,
    values_in,
)
from examiner.checks.derivations.steps import Chain, Fact, Line, Problem
from examiner.checks.tolerances import ATOL, RTOL
from tests.any_text import any_text
from tests.bank_runner import Notebook, answers, hidden_names

SET_OF = {"equivariance": "ps2_attention", "scaling": "ps2_attention"}
SET_OF["layer_norm"] = "ps3_architecture"
NAMES = Notebook.of("ps2_attention").namespace()
RIGHT = next(a for a in answers() if a.name.endswith("scaling_steps/accepted/through_every_stage"))


@functools.cache
def problem_of(name: str) -> Problem:
    """The problem that the hidden test of a question makes."""
    return hidden_names(SET_OF[name], f"{name}_steps")[f"{name}_problem"]()


def mark(
    lines: Any, problem: str | Problem = "equivariance", points: float = 4, seed: str = ""
) -> checks.Verdict:
    task = problem_of(problem) if isinstance(problem, str) else problem
    return checks.Derivation(task, seed=seed).grade(lines, points=points)


@functools.cache
def worlds_of(name: str) -> tuple[World, ...]:
    return tuple(problem_of(name).draw(np.random.default_rng(7)))


def rests_on(name: str, one: str, other: str) -> list[frozenset[str]] | None:
    """The sets of facts that a step may rest on; None for a false one."""
    worlds = worlds_of(name)
    before, here = Line.of(one, worlds), Line.of(other, worlds)
    chain = Chain([], problem_of(name), worlds)
    broken = chain.broken(before, "=", here)
    return None if chain.is_false(broken) else chain.facts_of(broken)


def chain(text: str) -> list[tuple[str, str, str]]:
    """One line of text per line: an expression, or an expression | reasons."""
    lines = [line.partition("|") for line in text.strip().splitlines()]
    return [("=", expression.strip(), reason.strip()) for expression, _, reason in lines]


# --- answers -------------------------------------------------------------------------------------


def test_worlds_follow_from_the_lines_and_the_seed() -> None:
    lines = chain("E(sum_j(q_j * k_j)**2)\nd/2")
    assert mark(lines, "scaling").text == mark(lines, "scaling").text
    assert mark(lines, "scaling").text != mark(lines, "scaling", seed="secret").text


def test_a_false_line_ends_the_chain() -> None:
    names: dict[str, Any] = {}
    exec(RIGHT.code, names)
    lines, before = names["scaling_steps"], -1.0
    for number in range(1, len(lines)):
        found = {
            mark([*lines[:number], ("=", false, "algebra"), *lines[number:]], "scaling").points
            for false in ("d + 1", "2 * d**2")
        }
        assert len(found) == 1
        assert before <= max(found) <= 3  # the lines above it stay
        before = max(found)


@pytest.mark.parametrize(
    "text",
    [  # a false line, and then each fact is used where nothing is shown by it
        """V_XP @ softmax(K_XP.T @ Q_XP)
        softmax(P.T @ K.T @ Q @ P) @ P.T
        P.T @ softmax(K.T @ Q) @ P @ P.T | permutation
        P.T @ softmax(K.T @ Q) | orthogonal""",
        # a line that is true without biases, and then all that is left at once
        """V_XP @ softmax(K_XP.T @ Q_XP)
        omega_v @ X @ softmax((omega_k @ X).T @ omega_q @ X) @ P | permutation, orthogonal
        V @ softmax(K.T @ Q) @ P | ones""",
        """V_XP @ softmax(K_XP.T @ Q_XP)
        V @ softmax(K.T @ Q)
        V @ softmax(K.T @ Q) @ P @ P.T | orthogonal""",
        # a fact that is used for nothing
        """V_XP @ softmax(K_XP.T @ Q_XP)
        V_XP @ softmax(K_XP.T @ Q_XP) @ P @ P.T | orthogonal""",
    ],
)
def test_what_shows_nothing_earns_nothing(text: str) -> None:
    assert mark(chain(text)).points == 0


# --- the facts of a step --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "facts", "one", "other"),
    [
        ("equivariance", "ones", "ones.T @ P", "ones.T"),
        ("equivariance", "permutation", "softmax(P.T @ K.T @ Q @ P)", "P.T @ softmax(K.T @ Q) @ P"),
        ("equivariance", "permutation", "P @ softmax(K.T @ Q)", "softmax(P @ K.T @ Q)"),
        ("equivariance", "weights", "V @ softmax(Q.T @ K)",
         "beta_v @ ones.T + omega_v @ X @ softmax(Q.T @ K)"),
        ("equivariance", "shift", "softmax(K.T @ Q)", "softmax((omega_k @ X).T @ Q)"),
        ("scaling", "independence", "sum_j_not_l(E(q_j*q_l))", "sum_j_not_l(E(q_j)*E(q_l))"),
        ("scaling", "unit variance", "sum_j(E(k_j**2) - E(k_j)**2)", "d"),
        # E(x²) = 1 and E(x²) - E(x)² = 1, taken together, would give the mean away.
        ("scaling", "zero mean", "sum_j(E(q_j**2))", "sum_j(E(q_j**2) - E(q_j)**2)"),
        ("layer_norm", "homogeneity", "norm(gamma*x)", "abs(gamma)*norm(x)"),
        ("layer_norm", "standard deviation", "z.T @ z", "d"),
        # Moves use no fact.
        ("equivariance", "", "V_XP", "beta_v @ ones.T + omega_v @ X @ P"),
        ("equivariance", "", "softmax((K @ P).T @ Q)", "softmax(P.T @ (K.T @ Q))"),
        # A fact about a softmax holds for its columns.
        ("equivariance", None, "softmax(K.T @ Q) @ ones", "ones"),
        ("equivariance", None, "softmax(K.T @ Q)", "softmax(K.T @ (omega_q @ X))"),
        ("equivariance", None, "softmax(P.T @ K.T @ Q)", "P @ softmax(K.T @ Q)"),
    ],
)  # fmt: skip
def test_what_a_step_rests_on(name: str, facts: str | None, one: str, other: str) -> None:
    found = rests_on(name, one, other)
    assert (found and found[0]) == (None if facts is None else {facts} - {""})


@pytest.mark.parametrize("name", SET_OF)
def test_a_problem_is_sound(name: str) -> None:
    """The claim is true and uses every required fact; facts are broken alone and together, slightly
    and far; their names are neither functions nor moves."""
    problem, worlds = problem_of(name), worlds_of(name)
    required = {fact.name for fact in problem.required}
    assert rests_on(name, problem.left, problem.right)[0] == required
    false = [{mark.partition("/")[0] for mark in world.false} for world in worlds]
    facts = {fact.name for fact in problem.facts}
    assert sum(not some for some in false) >= 6
    assert facts in false
    for fact in facts:
        assert sum(fact in some for some in false) >= 3
        assert any(fact not in world.false for world in worlds if world.false)
    words = [word for fact in problem.facts for word in (fact.name, *fact.others)]
    assert len(set(words)) == len(words)
    assert not set(words) & set(problem.moves)
    assert not facts & {name for name, value in worlds[0].symbols.items() if callable(value)}
    assert words == [word.lower().replace("-", " ") for word in words], "as they are compared"


def test_cancelling_around_the_scores_needs_scores_that_commute_with_p() -> None:
    """The options of equivariance_false_step: only c makes line 5 true."""
    rng = np.random.default_rng(5)
    P = np.roll(np.eye(4), 1, axis=0)
    circulant = sum(c * np.linalg.matrix_power(P, n) for n, c in enumerate(rng.normal(size=4)))
    softmax = NAMES["attention_symbols"](P, 2, rng)["softmax"]
    assert np.allclose(softmax(P.T @ circulant @ P), softmax(circulant))
    swap, scores = np.eye(4)[[1, 0, 3, 2]], rng.normal(size=(4, 4))
    assert np.array_equal(swap, swap.T)
    assert not np.allclose(softmax(swap.T @ scores @ swap), softmax(scores))
    assert not np.allclose(softmax((P.T @ scores @ P).T), softmax(scores.T))


# --- reading -------------------------------------------------------------------------------------

MATRICES, SCORES, LAYER = SET_OF  # the notebook with these symbols


def symbols_of(problem: str) -> dict[str, Any]:
    return worlds_of(problem)[0].symbols if problem else {}


@pytest.mark.parametrize(
    ("text", "problem", "message"),
    [
        ("V @ ", MATRICES, "not a formula at column"),
        ("V @ W", MATRICES, "`W` is not in the vocabulary. It has: X P ones"),
        ("softmax(X, P)", MATRICES, "softmax takes one argument at column 1"),
        ("V.T.__class__", MATRICES, "this is not allowed"),
        ("V == Q", MATRICES, "its relation stands in front of it"),
        ("lambda: V", MATRICES, "this is not allowed"),
        ("V @ V", MATRICES, "`@` does not go with a 2 × 3 matrix and a 2 × 3 matrix"),
        ("V * V", MATRICES, "the product of matrices is @"),
        ("2**V", MATRICES, "a power must be a number"),
        ("1/0/d", SCORES, "not a finite number"),
        ("d/(d + 1e-20)", SCORES, "no sum below a division"),
        ("|d| * 2", SCORES, "bars can't be read"),
        ("d*1000", SCORES, "this is not allowed at column 3: `1000`: numbers go up to 100"),
        ("((d**4)**4)**4", SCORES, "more than 2 powers stand inside each other"),
        ("100**4*100", SCORES, UNSTABLE),
        ("sum_j(E(100**4*q_j**2 + (0.01**4) - 100**4*q_j**2))*100**4", SCORES, UNSTABLE),
        ("q_j", SCORES, "something stands outside E(...)"),
        ("sum_j(E(q_l))", SCORES, "an index, j or l, is not summed over"),
        ("sqrt(-d)", LAYER, "not a finite number"),
        ("+".join(["V"] * 200), MATRICES, "too long or too deeply nested"),
        ("V" * 501, MATRICES, "longer than 500 characters"),
        ("(" * 400 + "V" + ")" * 400, MATRICES, ""),
        ("", MATRICES, "not a formula"),
    ],
)  # fmt: skip
def test_what_is_no_formula_is_refused(text: str, problem: str, message: str) -> None:
    symbols = symbols_of(problem)
    with pytest.raises(ExpressionError) as caught:
        values_in(read_expression(text, symbols), [World(symbols, "")])
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem", "value"),
    [
        ("-(1 + 2*3)/4 - 2**3", "", -9.75),
        ("sum_jl(1) - sum_j_not_l(1)", SCORES, 2),
        ("sum_l(E(q_l*q_l)) + sum_j(sum_l(E(k_j*k_l)))", SCORES, 4),
        ("E(E(2))", SCORES, 2),
        ("norm(ones)**2 + ones.T @ ones", LAYER, 6),
        ("norm(3)", LAYER, 3),
        ("E[sum_j[q_j^2] − d²·0]", SCORES, 2),
        ("sum_j(sum_l(E[q[j] * q[l]]))", SCORES, 2),
    ],
)
def test_values(text: str, problem: str, value: float) -> None:
    symbols = symbols_of(problem)
    assert evaluate_expression(read_expression(text, symbols), symbols) == pytest.approx(value)


# --- anything as an answer -----------------------------------------------------------------------

PIECES = "softmax ones omega_k q_j sum_j E ** .T 999999 1e300 lambda é"
pieces = st.sampled_from([*"XPVQKIdqk+-*/@()=[].,:' \n", *PIECES.split()])


@pytest.mark.slow(5)
@settings(max_examples=25, deadline=None)
@given(
    texts=st.lists(any_text() | st.lists(pieces).map("".join), max_size=3),
    reason=st.text(st.characters()) | st.lists(any_text()) | st.none(),
    problem=st.sampled_from(sorted(SET_OF)),
)
def test_any_text_gets_a_verdict(texts: list[str], reason: Any, problem: str) -> None:
    start = problem_of(problem).left
    verdict = mark([("=", start, ""), *(("=", text, reason) for text in texts)], problem)
    assert 0 <= verdict.points <= 4
    assert verdict._repr_html_().encode()


LEFT = "V_XP @ softmax(K_XP.T @ Q_XP)"  # of the equivariance
MONSTERS = {
    "ten megabytes": [("=", "V" * 10_000_000, "")],
    "ten megabytes of reason": [("=", LEFT, ""), ("=", "V", "x" * 10_000_000)],
    "nested text": [("=", "(" * 500 + "V" + ")" * 499, "")],
    "nested lists": eval("[" * 80 + "]" * 80),
    "a tower of powers": [("=", "9**9**9**9", "")],
    "a long sum": [("=", "+".join(["softmax(K.T@Q)"] * 60), "")],
    "not a number": [float("nan")],
    "an array of objects": [np.array(["=", LEFT, ""], dtype=object)],
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


# --- the visible test ----------------------------------------------------------------------------


def test_the_visible_test_says_what_can_be_read_and_where_lines_differ(capsys) -> None:
    text = """E(sum_j(q_j * k_j)**2)
    sum_jl(E(q_j*q_l*k_j*k_l)) | obvious
    sum_j(E(q_j*q_l))
    sum_j(E[q_j**2]*E[k_j**2]) | Zero-means, independent
    d**2 | unit variance"""
    NAMES["check_lines"](chain(text), **NAMES["SCALING"])
    example = "(d = 2 and entries -1/2, 2)"
    assert capsys.readouterr().out.splitlines() == [
        f"line 1: a number, `=` the left-hand side {example}",
        f"line 2: a number, `=` line 1 {example}",
        "Warning: line 2: not on the list of reasons: 'obvious'",
        "    the list: independence, zero mean, unit variance, linearity, definition, algebra",
        "Warning: line 3 cannot be used: an index, j or l, is not summed over",
        f"line 4: a number, `=` line 2 {example}",
        f"Warning: line 5 is not `=` line 4 {example}: line 4 is 2 and line 5 is 4",
        "Warning: the last line is not d",
    ]
    # It does not say which facts are needed, ...
    looks = set()
    for reason in ("", "ones", "ones, permutation, orthogonal", "algebra"):
        lines = chain(f"{LEFT}\nV @ softmax(K.T @ Q) @ P | {reason}")
        NAMES["check_lines"](lines, **NAMES["EQUIVARIANCE"])
        looks.add(capsys.readouterr().out)
    assert len(looks) == 1
    # ... and nothing of an end that is to be found.
    names = Notebook.of("ps3_architecture").namespace()
    lines = chain("norm(y - beta*ones)\nnorm(gamma*z)\nabs(gamma)*norm(z)")
    names["check_lines"](lines, **names["LAYER_NORM"])
    shown = capsys.readouterr().out
    assert "line 3: a number, `=` line 2" in shown
    assert "last line" not in shown
    assert not any("sqrt(d)" in str(value) for value in names["LAYER_NORM"].values())


def test_the_worked_example_shows_what_the_check_would_say(capsys) -> None:
    (cell,) = (c for c in Notebook.of("ps2_attention").other if "**PYTHAGORAS" in c)
    exec(cell, dict(NAMES))
    shown = capsys.readouterr().out
    for text in (
        "line 3 follows; it uses perpendicular and names it",
        "line 2 is not `=` line 1 (u and v drawn at random)",
        "line 2 follows, but it uses perpendicular and unit in one step: put a line in between",
    ):
        assert text in shown
    example = NAMES["PYTHAGORAS"]
    problem = Problem(
        example["left"],
        example["right"],
        lambda rng: example["worlds"],
        tuple(Fact(name, "", others) for name, others in example["facts"].items()),
        example["moves"],
    )
    lines = ["(u + v).T @ (u + v)", "u.T @ u + v.T @ v | perpendicular", "1 + v.T @ v | unit"]
    assert mark(chain("\n".join(lines)), problem).points == 4
    assert mark(chain("\n".join(lines[::2])), problem).points == 0


@pytest.mark.parametrize("lines", [None, "E(d)", [], [("=", "d", "")]])
def test_the_visible_test_raises_only_where_nothing_can_be_earned(lines: Any) -> None:
    with pytest.raises(AssertionError, match="expected a list"):
        NAMES["check_lines"](lines, **NAMES["SCALING"])
    assert mark(lines, "scaling").points == 0


def test_a_notebooks_own_reader_of_lines_has_the_tolerances_of_the_check() -> None:
    """It stands in notebooks as it is, and can't import them."""
    assert holds.__defaults__ == (RTOL, ATOL)
