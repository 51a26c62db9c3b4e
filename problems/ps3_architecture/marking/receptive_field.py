"""The number of input positions that can reach a node."""

import math
from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Mutation,
    Reference,
    assign,
    case,
    misconception,
    missed_idea,
    replace,
    returns,
)

from ..architecture import receptive_field


def capped_or_not(mutation: Mutation) -> list[Mutation]:
    """Return the mutation with and without the bound by the length of the text."""
    return [mutation & returns(kept) for kept in ("_", "reached")]


def reaching(*formulas: str) -> list[Mutation]:
    """Return the mutations to this field, with and without the bound by the length of the text."""
    return [found for each in formulas for found in capped_or_not(assign("reached", each))]


# fmt: off
MISCONCEPTIONS = [
    misconception("residual-forgotten", reaching("n_heads**n_layers"),
      "the residual connection is missing: a token keeps its own value as well"),
    missed_idea("layers-add",
      reaching("1 + n_heads * n_layers", "(n_heads + 1) * n_layers", "n_heads * n_layers",
               "1 + 2 * n_heads * n_layers", "2 * n_heads * n_layers"),
      "layers multiply the field, they don't add to it: the tokens that a head looks at already "
      "depend on others"),
    misconception("own-value-once",
      reaching("n_heads**n_layers + 1", "n_heads * (n_heads + 1) ** (n_layers - 1)",
               "(n_heads + 1) * n_heads ** (n_layers - 1)"),
      "a token keeps its own value in every layer, not in some only"),
    misconception("own-input-only",
      reaching("sum(n_heads**layer for layer in range(n_layers + 1))"),
      "in every layer, every token keeps all its information: with H heads, a field of R grows "
      "to (1 + H)·R, not 1 + H·R"),
    misconception("same-offsets-everywhere",
      reaching("sums_of_offsets(n_heads, n_layers)"),
      "heads may look at other places in each layer; with the same offsets in all layers, many "
      "paths lead to the same token"),
    misconception("both-neighbours",
      reaching("(2 * n_heads + 1) ** n_layers", "(2 * n_heads) ** n_layers"),
      "a head looks at one token, not at one token on each side"),
    misconception("own-head-only",
      reaching("n_heads * 2**n_layers", "n_heads * (2**n_layers - 1) + 1"),
      "every head sees the results of all heads of the layer below, not only its own"),
    missed_idea("one-layer", reaching("n_heads + 1"),
      "this is the field of a single layer"),
    misconception("layers-counted-twice",
      reaching("(n_heads + 1) ** (2 * n_layers)"),
      "n_layers counts attention layers: each mixes tokens once"),
    misconception("heads-double",
      reaching("2 ** (n_heads * n_layers)", "2**n_heads * n_layers"),
      "each head adds one token to the sum, it doesn't double the field"),
    misconception("one-head", reaching("2**n_layers"),
      "this is the field of a single head; the number of heads is missing"),
    misconception("own-position-left-out", reaching("(n_heads + 1) ** n_layers - 1"),
      "you leave out the node's own position"),
    misconception("one-layer-too-few", capped_or_not(assign("n_layers", "n_layers - 1")),
      "this is one layer too few"),
    misconception("one-layer-too-many", capped_or_not(assign("n_layers", "n_layers + 1")),
      "this is one layer too many"),
    misconception("nodes-of-all-layers",
      reaching("sum((n_heads + 1) ** n for n in range(n_layers + 1))"),
      "you count nodes of all layers; the question asks for positions of the input"),
    misconception("no-cap", returns("reached"),
      "a text of seq_len tokens has no more positions than that"),
    missed_idea("infinite-without-text", replace("return reached if", 'return float("inf") if'),
      "without seq_len the text is unlimited, but n_layers layers reach only a finite part of "
      "it"),
    misconception("always-the-text", replace("min(reached, seq_len)", "seq_len"),
      "few layers don't reach all of a text: take the smaller of the two numbers"),
    misconception("wraps-around", replace("min(reached, seq_len)", "reached % seq_len"),
      "heads that look past the end of the text see its first tokens; don't subtract anything"),
    misconception("cap-without-itself",
      replace("min(reached, seq_len)", "min(reached, seq_len - 1)"),
      "in a text of seq_len tokens the node's own position counts as well"),
]
# fmt: on

WITHOUT_BOUND = [  # ranges of heads, and of layers
    ((1, 2), (3, 7)),
    ((1, 2), (7, 10)),
    ((2, 3), (5, 8)),
    ((3, 4), (3, 6)),
    ((4, 5), (3, 5)),
    ((5, 7), (3, 4)),
    ((7, 9), (3, 4)),
    ((9, 14), (2, 3)),
]


def by_definition(n_heads: int, n_layers: int, seq_len: int | None = None) -> int:
    """Count the positions, one by one.

    Head j of layer l looks j (n_heads + 1)^l tokens ahead, and wraps around at the end of the text.
    """
    reached = {0}
    for layer in range(n_layers):
        step = (n_heads + 1) ** layer
        reached = {at + head * step for at in reached for head in range(n_heads + 1)}
    return len(reached if seq_len is None else {at % seq_len for at in reached})


def sums_of_offsets(n_heads: int, n_layers: int) -> int:
    """Count the positions if all layers have the same offsets: only their sum matters."""
    return math.comb(n_heads + n_layers, n_layers)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw heads and layers without a text, and with texts shorter and longer than the field."""

    def drawn(n_heads: tuple[int, int], n_layers: tuple[int, int]) -> tuple[int, int]:
        return int(rng.integers(*n_heads)), int(rng.integers(*n_layers))

    def shorter(n_heads: int, n_layers: int) -> tuple[int, int, int]:
        field = (n_heads + 1) ** n_layers
        return n_heads, n_layers, field - int(rng.integers(field // 4, field // 2))

    def longer(n_heads: int, n_layers: int) -> tuple[int, int, int]:
        return n_heads, n_layers, (n_heads + 1) ** n_layers + int(rng.integers(11, 41))

    unbounded = [drawn(k, n) for k, n in WITHOUT_BOUND]
    named = {
        f"{k} {'head' if k == 1 else 'heads'}, {n} layers, seq_len=None": case(k, n)
        for k, n in unbounded
    }
    k, n, length = shorter(*drawn((2, 5), (4, 6)))
    named[f"{k} heads, {n} layers, a text of {length} tokens"] = case(k, n, seq_len=length)
    k, n, length = longer(*drawn((5, 9), (1, 2)))
    named[f"{k} heads, one layer, a text of {length} tokens"] = case(k, n, length)
    return named


question = Arrays(
    oracle=by_definition,
    cases=cases,
    reference=Reference(receptive_field, sums_of_offsets),
    misconceptions=MISCONCEPTIONS,
)
