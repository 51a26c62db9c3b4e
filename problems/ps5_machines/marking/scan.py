"""Scans: the merge of two stretches, the rounds, and the recurrences that can be scanned."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    AskedAnswer,
    Case,
    Choices,
    Functions,
    Message,
    Properties,
    Property,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    previous,
    returns,
    unequal,
)

from ..machines import combine, scan_depth

Pair = tuple[np.ndarray, np.ndarray]

# fmt: off
OF_MERGES = [
    misconception("order-exchanged", assign("b", "a_1 * b_2 + b_1"),
      "the second stretch acts on the result of the first: b of the first is multiplied by a of "
      "the second"),
    misconception("b-not-carried", assign("b", "b_1 + b_2"),
      "b of the first is multiplied by a of the second"),
    misconception("a-added", assign("a", "a_1 + a_2"),
      "consecutive factors multiply"),
    convention("gates-as-logarithms",
      assign("a", "a_1 + a_2") & assign("b", "np.exp(a_2) * b_1 + b_2"),
      "a is the factor itself, not its logarithm"),
    misconception("a-of-second", assign("a", "a_2"),
      "both stretches multiply the state before: a is the product"),
    misconception("a-of-first", assign("a", "a_1"),
      "both stretches multiply the state before: a is the product"),
    misconception("both-carried",
      [assign("b", "a_2 * (b_1 + b_2)"), assign("b", "a_2 * b_1 + a_1 * b_2")],
      "b of the second comes last, and nothing multiplies it; b of the first is multiplied only "
      "by a of the second"),
    misconception("carried-through-both", assign("b", "a_1 * a_2 * b_1 + b_2"),
      "b of the first is added after its own a: only a of the second multiplies it"),
    misconception("second-b-lost", assign("b", "a_2 * b_1"),
      "b of the second is added as well"),
    misconception("pair-exchanged", returns("b, a"),
      "the pair is (a, b), not (b, a)"),
]
OF_DEPTH = [
    misconception("rounded-down", returns("T.bit_length() - 1"),
      "if T is no power of two, one more round is needed"),
    misconception("bits-of-t", returns("T.bit_length()"),
      "with 2^k tokens, k rounds are enough"),
    missed_idea("one-after-another", returns("T - 1"),
      "this is the loop; a round combines all elements at the same time"),
    missed_idea("per-token-log", returns("T * _"),
      "this is the work; the question asks for rounds"),
    misconception("two-sweeps", returns("2 * _"),
      "this is another scan, which sweeps up and down; the scan here has half as many rounds, "
      "but more merges"),
    missed_idea("half-of-them", returns("T // 2"),
      "the steps double, so there are ⌈log₂ T⌉ rounds"),
]
# fmt: on


def by_states(first: Pair, second: Pair) -> Pair:
    """Merge by applying both stretches to the states 0 and 1, entry by entry."""

    def after(h: np.ndarray) -> np.ndarray:
        for a, b in (first, second):
            h = a * h + b
        return h

    at_0, at_1 = (after(np.full(np.shape(first[0]), h)) for h in (0.0, 1.0))
    return at_1 - at_0, at_0


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw two stretches, and four in a row."""

    def pairs(*shape: int) -> tuple[tuple[np.ndarray, ...], ...]:
        return tuple(tuple(rng.normal(size=(2, *shape))) for _ in range(2))

    first, second = pairs(4)
    third, fourth = pairs(4)
    return {
        "stretches of width 5": case(*pairs(5)),
        "of matrices, 2 by 3": case(*pairs(2, 3)),
        "four in a row": case(first, second, then=[(previous(), third), (previous(), fourth)]),
    }


def rounds_of(T: int) -> int:
    """Count the rounds until the steps reach across all tokens."""
    rounds, step = 0, 1
    while step < T:
        rounds, step = rounds + 1, 2 * step
    return rounds


def lengths(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw numbers of tokens: powers of two, one more, and another number."""
    return {
        "a token": case(1, weight=0.5),
        **{
            f"2^{k}{' + 1' if more else ''}": case(2**k + more)
            for k, more in ((2, 0), (3, 1), (6, 0), (5, 1))
        },
        "a number between": case(int(rng.integers(70, 120))),
    }


def brackets_may_move(merge: AskedAnswer, rng: np.random.Generator, n: int) -> Message | None:
    """Return a message if the merge isn't associative."""
    x, y, z = (tuple(rng.normal(size=(2, n))) for _ in range(3))
    left = merge(tuple(merge(x, y)), z)
    return unequal(left, merge(x, tuple(merge(y, z))), "(x∘y)∘z is not x∘(y∘z)")


VALUES = Arrays(
    oracle=by_states,
    cases=cases,
    outputs={"a": 1, "b": 2},
    reference=combine,
    misconceptions=OF_MERGES,
    share=2 / 6,
)

MOVED = Properties(
    {"brackets may move": Property(brackets_may_move, sizes=[(1,), (3,), (6,)])},
    shape=lambda first, second: (2, *first[0].shape),
    given=VALUES,
    share=1 / 6,
)

DEPTH = Arrays(
    oracle=rounds_of, cases=lengths, reference=scan_depth, misconceptions=OF_DEPTH, share=1 / 6
)

NOT_LINEAR = (
    "Merges are known for steps that are linear in h, with gates that don't depend on "
    "h; this step isn't one of them"
)

LINEAR = "The step is linear in the state, with factors that don't depend on it"

KINDS = Choices(
    {
        "gated": "scan",
        "tanh": "step by step",
        "softmax": "scan",
        "linear_attention": "scan",
        "own_gate": "step by step",
    },
    options=["scan", "step by step"],
    why={
        "gated": LINEAR,
        "tanh": NOT_LINEAR,
        "softmax": "You merged such states yourself in problem set 4",
        "linear_attention": LINEAR,
        "own_gate": NOT_LINEAR,
    },
    share=2 / 6,
)

question = Functions(combine=VALUES + MOVED, scan_depth=DEPTH, scannable=KINDS)
