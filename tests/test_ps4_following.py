"""Problem set 4: counts rest on counts, and a slip in one of them is charged there only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from examiner.checks import Verdict
from examiner.checks.worth import MARKED
from tests.bank_runner import COURSE, Notebook, hidden_test

SET = "ps4_scale"
NOTEBOOK = Notebook.of(SET)
CHAIN = ["parameters", "forward_cost", "training_cost", "audit"]
CHAIN += ["grouped_queries", "compute_optimal", "utilisation", "budget"]

NO_OUTPUT_PROJECTION = """
def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (3 * d_model**2 + 2 * d_model * d_ff)
"""
WITH_BIASES = """
def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff + 5 * d_model + d_ff)
"""
NO_WEIGHTED_SUMS = """
def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    weights = non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    return 2 * n * weights + 2 * n_layers * n**2 * d_model


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return sum(decode_flops(t, d_model, n_heads, n_layers, d_ff) for t in range(1, n + 1))


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return dense_flops(1, d_model, n_heads, n_layers, d_ff) + 2 * n_layers * (t - 1) * d_model
"""
MULTIPLY_ACCUMULATES = """
def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 3 * non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
"""
KEYS_ONLY = """
def kv_cache_bytes(n_layers, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return n_layers * n_kv_heads * d_head * n_tokens * batch * bytes_per_value
"""
NOTHING = """
def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    return 0
"""


def marked(slip: str, questions: Sequence[str] = CHAIN) -> dict[str, Verdict]:
    """The verdicts on answers that call each other, of which the one with the slip is replaced."""
    names: dict[str, Any] = NOTEBOOK.solved()
    exec(slip, names)
    verdicts: dict[str, Verdict] = {}
    for question in questions:
        statements, check = hidden_test(SET, question)
        scope = names | {MARKED: dict(verdicts)}
        exec(statements, scope)
        verdicts[question] = eval(check, scope)
    return verdicts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slip", "question", "points"),
    [
        (NO_OUTPUT_PROJECTION, "parameters", 1.5),
        (WITH_BIASES, "parameters", 2.25),
        (NO_WEIGHTED_SUMS, "forward_cost", 3.25),
        (MULTIPLY_ACCUMULATES, "training_cost", 1.5),
        (KEYS_ONLY, "grouped_queries", 1),
    ],
    ids=["output projection", "biases", "weighted sums", "multiply–accumulates", "keys only"],
)
def test_a_slip_is_charged_once(slip: str, question: str, points: float) -> None:
    verdicts = marked(slip)
    full = {name: COURSE.assignments[SET].questions[name].points for name in CHAIN}
    assert {name: verdict.points for name, verdict in verdicts.items()} == full | {question: points}
    others = [verdicts[name].text for name in CHAIN[CHAIN.index(question) :]]
    assert any("right, given your" in text for text in others)


def test_what_follows_from_nothing_is_worth_nothing() -> None:
    verdicts = marked(NOTHING, ["parameters", "forward_cost", "training_cost", "audit"])
    for question in ("parameters", "training_cost"):
        assert verdicts[question].points == 0
    assert all("given your answer to parameters" not in v.text for v in verdicts.values())
