"""Every counting question tells the usual mistakes, though its problem text names hardly any.

The wrong answers are made here, from tables of the products that are written anew and compared with
the solutions; what the hidden tests say of them is what a student would read.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import pytest

from examiner.checks import Verdict
from examiner.checks.verdict import IN_SHORT
from examiner.detail import ANSWER
from tests.bank_runner import Notebook, hidden_test

pytestmark = pytest.mark.slow  # some thousand markings

LAYER = ("seq_len", "d_in", "d_attn", "d_out", "d_hidden")
LINEAR = ("seq_len", "d_v", "r")
L, I, A, O, H = LAYER  # noqa: E741
N, V, R = LINEAR
Factors = tuple[str | int, ...]


@dataclass(frozen=True)
class Question:
    """products: name -> (m, n, p). other: name -> (coefficient, sizes …), or several of them."""

    assignment: str
    name: str
    function: str
    sizes: tuple[str, ...]
    products: Mapping[str, Factors]
    other: Mapping[str, Factors]

    def cost(self, name: str, point: Mapping[str, int]) -> int:
        """What a part costs at these sizes."""
        return 2 * _times(self.products.get(name, (0,)), point) + self.rest(name, point)

    def rest(self, name: str, point: Mapping[str, int]) -> int:
        return _times(self.other.get(name, (0,)), point)

    @property
    def parts(self) -> list[str]:
        return list(dict.fromkeys((*self.products, *self.other)))


def _times(factors: Factors, point: Mapping[str, int]) -> int:
    return math.prod(f if isinstance(f, int) else point[f] for f in factors)


ATTENTION = {
    "queries": (L, I, A), "keys": (L, I, A), "values": (L, I, O), "scores": (L, A, L),
    "weighted sums": (L, L, O),
}  # fmt: skip
FEED_FORWARD = {"W_1": (L, O, H), "w_2": (L, H, 1)}
BACKWARD = {
    "dw2": (H, L, 1), "dW1": (H, L, O), "dVt": (L, H, O), "dV": (L, L, O), "dA": (L, O, L),
    "dQ": (L, L, A), "dK": (L, L, A), "dWq": (A, L, I), "dWk": (A, L, I), "dWv": (O, L, I),
}  # fmt: skip
PARAMETERS = {
    "W_q": (1, A, I), "W_k": (1, A, I), "W_v": (1, O, I), "W_1": (1, H, O), "w_2": (1, H),
}  # fmt: skip
PS1, PS2 = "ps1_flops", "ps2_attention"
QUESTIONS = (
    Question(PS1, "q1_parameters", "n_parameters", LAYER, {}, PARAMETERS),
    Question(PS1, "q2_attention", "attention_flops", LAYER, ATTENTION, {}),
    Question(PS1, "q3_activation", "activation_size", LAYER, {}, {"row": (1, L, O)}),
    Question(PS1, "q4_feedforward", "feedforward_flops", LAYER, FEED_FORWARD, {}),
    Question(
        PS1, "q6_forward", "forward_flops", LAYER,
        ATTENTION | FEED_FORWARD | {"loss": (1, L, 1)}, {"loss": (1, L)},
    ),
    Question(
        PS1, "q7_backward", "backward_flops", LAYER, BACKWARD | {"softmax": (L, L, 1)},
        {"dyhat": (1, L), "dH": (1, L, H), "softmax": (2, L, L), "scale": (1, L, L)},
    ),
    Question(
        PS1, "q7_products", "backward_product_flops", LAYER, BACKWARD | {"dH": (L, 1, H)}, {}
    ),
    Question(
        PS2, "linear_flops", "linear_attention_flops", LINEAR,
        {"state": (V, N, R), "numerators": (V, R, N), "normalisers": (N, R, 1)},
        {"sum of features": (1, N, R), "divisions": (1, N, V)},
    ),
    Question(
        PS2, "quadratic_flops", "quadratic_attention_flops", LINEAR,
        {"features": (N, R, N), "weighted sums": (N, N, V)},
        {"sums": (1, N, N), "divisions": (1, N, N)},
    ),
)  # fmt: skip
each_question = pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
Count = Callable[[Mapping[str, int]], int]


@lru_cache
def _namespace(assignment: str) -> dict[str, Any]:
    return Notebook.of(assignment).namespace()


def mark(assignment: str, name: str, function: str, answer: Callable[..., Any]) -> Verdict:
    """The verdict of a question's hidden test on an answer."""
    names = _namespace(assignment) | {function: answer}
    statements, check = hidden_test(assignment, name)
    exec(statements, names)
    return eval(check, names)


def verdict_on(question: Question, count: Count) -> Verdict:
    def answer(*sizes: int) -> int:
        return count(dict(zip(question.sizes, sizes, strict=True)))

    return mark(question.assignment, question.name, question.function, answer)


def message_on(question: Question, count: Count) -> str:
    verdict = verdict_on(question, count)
    assert verdict.points < verdict.max_points
    findings = verdict.at(ANSWER).findings
    short = [f.message for f in findings if f.criterion in (IN_SHORT, "the answer")]
    return short[0] if short else ""


def right(question: Question) -> Count:
    """The count, compiled: it is called some hundred thousand times."""
    terms = [("2", *map(str, factors)) for factors in question.products.values()]
    terms += [tuple(map(str, factors)) for factors in question.other.values()]
    code = compile(" + ".join("*".join(factors) for factors in terms), "<count>", "eval")
    return lambda point: eval(code, {}, point)


def changed(question: Question, part: str, other: Count) -> Count:
    """The count with another cost for one part."""
    total = right(question)
    return lambda point: total(point) - question.cost(part, point) + other(point)


@each_question
def test_the_tables_are_those_of_the_solutions(question: Question) -> None:
    names = Notebook.of(question.assignment).solved()
    for sizes in itertools.product((2, 5), (3, 7), (4, 11), (6, 13), (8, 17)):
        point = dict(zip(question.sizes, sizes, strict=False))
        assert names[question.function](**point) == right(question)(point)
    verdict = verdict_on(question, right(question))
    assert verdict.points == verdict.max_points


@each_question
@pytest.mark.parametrize("factor", [2, 3, 8, 16])
def test_a_multiple(question: Question, factor: int) -> None:
    message = message_on(question, lambda point: factor * right(question)(point))
    own_words = ("the gradient of X", "these are bytes, at eight for a number")
    expected = "twice the right count" if factor == 2 else f"{factor} times the right count"
    assert expected in message or any(words in message for words in own_words)


@each_question
def test_per_token(question: Question) -> None:
    if question.name == "q1_parameters":
        assert "all tokens share the weights" in message_on(
            question, lambda point: right(question)(point) * point[L]
        )
        return
    message = message_on(question, lambda point: right(question)(point) // point[question.sizes[0]])
    own_words = ("one token's row", "there is a weight for every pair of tokens")
    assert (
        "this is for one token: a factor seq_len is missing" in message
        or message in own_words
        or any(words in message for words in own_words)
    )


@each_question
def test_a_factor_too_many(question: Question) -> None:
    for size in question.sizes:
        message = message_on(
            question, lambda point, size=size: right(question)(point) * point[size]
        )
        own_words = "all tokens share the weights"
        assert f"a factor {size} is too many" in message or own_words in message


@each_question
@pytest.mark.parametrize("constant", [1, 123456])
def test_a_constant(question: Question, constant: int) -> None:
    assert "this is a constant: it doesn't depend on the sizes" in message_on(
        question, lambda point: constant
    )


@each_question
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("signed", [True, False])
def test_a_count_that_wraps_around(question: Question, bits: int, signed: bool) -> None:
    half = 2 ** (bits - 1) if signed else 0

    def wrapped(point: Mapping[str, int]) -> int:
        return (right(question)(point) + half) % 2**bits - half

    message = message_on(question, wrapped)
    assert f"the count wraps around: an integer of {bits} bits has no room for it" in message
    assert verdict_on(question, wrapped).points == 0


@each_question
def test_a_half_that_is_rounded_down(question: Question) -> None:
    size = question.sizes[0]

    def rounded(point: Mapping[str, int]) -> int:
        even = right(question)(point)
        return even if point[size] % 2 == 0 else even - 1

    if question.name != "q1_parameters":  # which has no sequence length to halve
        assert "a half is rounded down" in message_on(question, rounded)


with_products = pytest.mark.parametrize(
    "question", [q for q in QUESTIONS if q.products], ids=lambda q: q.name
)


@with_products
def test_multiply_accumulates(question: Question) -> None:
    def macs(point: Mapping[str, int]) -> int:
        return right(question)(point) - sum(_times(p, point) for p in question.products.values())

    assert "these are multiply–accumulates; each is two FLOPs (P6)" in message_on(question, macs)


@with_products
def test_2n_minus_1(question: Question) -> None:
    def fewer(point: Mapping[str, int]) -> int:
        return right(question)(point) - sum(
            _times((m, p), point) for m, _, p in question.products.values()
        )

    assert "a dot product is charged 2n − 1; here it costs 2n (P2)" in message_on(question, fewer)


def parts() -> Iterator[Any]:
    for question in QUESTIONS:
        if len(question.parts) > 1:
            for part in question.parts:
                yield pytest.param(question, part, id=f"{question.name}-{part}")


each_part = pytest.mark.parametrize(("question", "part"), list(parts()))
# Where the problem has words of its own for it.
MISSING = ("missing", "is a product too", "not free", "is free only", "normaliser is forgotten",
           "is not charged")  # fmt: skip
TWICE = ("counted twice", "computed again", "second FLOP per entry", "as a product with ones")


@each_part
def test_a_part_that_is_missing(question: Question, part: str) -> None:
    message = message_on(question, changed(question, part, lambda point: 0))
    assert any(words in message for words in MISSING), message


@each_part
def test_a_part_that_is_counted_twice(question: Question, part: str) -> None:
    message = message_on(question, changed(question, part, lambda p: 2 * question.cost(part, p)))
    own_words = ("the factor 1/√d_attn is charged on the scores",)
    assert any(words in message for words in (*TWICE, *own_words)), message


def swaps() -> Iterator[tuple[Question, str, int, str]]:
    for question in QUESTIONS:
        for part in question.parts:
            factors = question.products.get(part, question.other.get(part, ()))
            for place, new in itertools.product(range(len(factors)), question.sizes):
                if isinstance(factors[place], str) and new != factors[place]:
                    yield question, part, place, new


def test_every_size_stands_in_the_place_of_every_other() -> None:
    assert len(list(swaps())) > 400


@each_question
def test_one_size_in_the_place_of_another(question: Question) -> None:
    """In one place of one part: the message names both sizes, or has words of its own."""
    unnamed = []
    for swapped, part, place, new in swaps():
        if swapped != question:
            continue
        products, other = dict(question.products), dict(question.other)
        inside = products if part in products else other
        factors = inside[part]
        inside[part] = (*factors[:place], new, *factors[place + 1 :])
        message = message_on(question, right(replace(question, products=products, other=other)))
        expected = f"{new} stands where {factors[place]} belongs"
        if expected not in message and not own_words_for(message):
            unnamed.append((part, place, new, message))
    assert not unnamed, unnamed


def own_words_for(message: str) -> bool:
    return any(
        words in message
        for words in (
            "a weighted sum of values is as long as a value",
            "this is the size of the attention weights",
            "W_1 reads the attention's output",
            "not to dQ and dK",
            "have changed places",
            "replaced by those of dṼ and Ṽ",
            "divides the N² weights, not the outputs",
            "A X is formed first",
        )
    )


@pytest.mark.parametrize("line", [*BACKWARD, "softmax"])
def test_the_lines_of_the_ledger(line: str) -> None:
    """The mistakes that change a line are told of that line."""
    m, n, p = (BACKWARD | {"softmax": (L, L, 1)})[line]
    rest = (2, L, L) if line == "softmax" else (0,)
    solution = Notebook.of(PS1).solved()["backward_ledger"]

    def told(cost: Count) -> str:
        def answer(*sizes: int) -> dict[str, int]:
            return solution(*sizes) | {line: cost(dict(zip(LAYER, sizes, strict=True)))}

        verdict = mark(PS1, "q7_ledger", "backward_ledger", answer)
        (wrong,) = [finding for finding in verdict.at(ANSWER).findings if not finding.passed]
        assert wrong.criterion == line
        return wrong.message

    def product(point: Mapping[str, int]) -> int:
        return _times((m, n, p), point)

    def whole(point: Mapping[str, int]) -> int:
        return 2 * product(point) + _times(rest, point)

    halved = "costs 2L (P2)" if line == "softmax" else "multiply–accumulates"
    assert halved in told(lambda q: product(q) + _times(rest, q))
    assert "charged 2n − 1" in told(lambda q: whole(q) - _times((m, p), q))
    assert "free" in told(lambda q: 0)
    assert "8 times the right count" in told(lambda q: 8 * whole(q))
    assert "this is for one token: a factor seq_len is missing" in told(lambda q: whole(q) // q[L])
    assert "a factor d_in is too many" in told(lambda q: whole(q) * q[I])
    assert "this is a constant" in told(lambda q: 1234)
    if line in ("dW1", "dVt"):  # the largest, which are asked for where they need 16 bits
        assert "wraps around: an integer of 16 bits" in told(lambda q: whole(q) % 2**16)
    assert "wraps around: an integer of 8 bits" in told(lambda q: whole(q) % 2**8)
