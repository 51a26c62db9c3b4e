"""Attention in tiles: its values, and its memory."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Message,
    Resources,
    assign,
    case,
    convention,
    misconception,
    remove,
    replace,
    unequal,
)

from ..machines import tiled_attention

TILES = "range(0, i + rows, block)"
ALL_TILES = replace(TILES, "range(0, L, block)")
O_SUM, L_SUM = "c[:, None] * o + p @ V[j : j + block]", "c * total + p.sum(axis=1)"
OWN_MEANS = replace(O_SUM, "o + p @ V[j : j + block] / p.sum(axis=1)[:, None]")
NOTHING_SEEN = replace(
    "o / total[:, None]", "np.where(total[:, None] > 0, o / total[:, None], 0.0)"
)
GUARDED = replace("np.exp(s - new", "np.exp(s - np.maximum(new, -1e300)") & replace(
    "np.exp(m - new)", "np.exp(m - np.maximum(new, -1e300))"
)
STRICTLY = replace("[:, None] <", "[:, None] <=")

# fmt: off
MISCONCEPTIONS = [
    convention("small-number-in-normaliser",
      [replace("o / total[:, None]", f"o / (total[:, None] + 1e-{k})") for k in (3, 4, 5, 6, 7, 8)],
      "you add a small number to the normaliser, but it is never 0"),
    misconception("o-not-rescaled", remove("c[:, None] *"),
      "the sum of values refers to the old maximum: when m grows, multiply o by the factor, too"),
    misconception("l-not-rescaled", replace("c * total", "total"),
      "the sum l refers to the old maximum: when m grows, multiply l by the factor, too"),
    misconception("not-rescaled", assign("c", "np.ones(rows)"),
      "l and o refer to the old maximum: when m grows, multiply both by the factor e^(old − "
      "new)"),
    misconception("rescaled-by-new-block",
      replace(O_SUM, "o + c[:, None] * (p @ V[j : j + block])")
       & replace(L_SUM, "total + c * p.sum(axis=1)"),
      "the factor e^(old − new) belongs to the old sums, not to the new tile"),
    misconception("factor-upside-down",
      [replace("np.exp(m - new)", "np.where(np.isinf(m), 0.0, np.exp(new - m))"),
       replace("np.exp(m - new)", "np.where(np.isinf(m), 0.0, np.exp(np.minimum(new - m, 700)))")],
      "multiply the old sums by e^(old − new), not by e^(new − old)"),
    misconception("not-normalised", remove("/ total[:, None]"),
      "divide the sum of values by the sum of the exponentials"),
    misconception("normalised-each-block",
      [OWN_MEANS & replace(L_SUM, "total + 1"), OWN_MEANS & remove("/ total[:, None]"),
       OWN_MEANS & replace(L_SUM, "total + 1") & assign("new", "s.max(axis=1)"),
       OWN_MEANS & remove("/ total[:, None]") & assign("new", "s.max(axis=1)")],
      "this is a mean of the outputs of tiles: divide once, at the end"),
    misconception("maximum-of-last-tile", assign("new", "s.max(axis=1)"),
      "m is the largest score so far, not the largest of the last tile"),
    misconception("no-maximum", assign("new", "np.zeros(rows)"),
      "the exponentials overflow, or are all 0 if the scores are far below 0: subtract the "
      "largest score so far"),
    misconception("maximum-from-zero", replace("np.full(rows, -np.inf)", "np.zeros(rows)"),
      "let m begin at −∞: if it begins at 0, the exponentials of scores far below 0 are all 0"),
    misconception("nan-in-masked-tile",
      ALL_TILES
       & replace("np.exp(s - new",
                 "np.exp(s - s.max(axis=1)[:, None] + s.max(axis=1)[:, None] - new"),
      "a tile that is entirely in the future gives −∞ − (−∞): skip it"),
    misconception("not-causal", ALL_TILES & assign("later", "False"),
      "a token sees itself and earlier tokens, no later one"),
    misconception("strictly-causal",
      [STRICTLY, STRICTLY & GUARDED,
       STRICTLY & GUARDED & NOTHING_SEEN],
      "a token sees itself, too"),
    misconception("masked-scores-zero",
      [replace("s[later] = -np.inf", "s[later] = 0.0"),
       replace("s[later] = -np.inf", "s[later] = 0.0") & ALL_TILES],
      "masked scores are −∞; with 0, they get a weight"),
    misconception("mask-by-tile", assign("later", "False"),
      "in the tile on the diagonal, some keys are later than a query: mask them"),
    misconception("mask-starts-anew", assign("later", "~np.tri(*s.shape, dtype=bool)"),
      "compare the places of keys and queries in the text, not in the tile"),
    misconception("own-tile-missing",
      [replace(TILES, "range(0, i, block)"),
       replace(TILES, "range(0, i, block)") & NOTHING_SEEN,
       replace(TILES, "range(0, max(i, 1), block)")],
      "you leave out the tile on the diagonal: tokens see their own block, too"),
    misconception("own-tile-alone", replace(TILES, "range(i, i + rows, block)"),
      "a block of queries also needs the keys of earlier blocks"),
    misconception("last-block-lost",
      [replace("range(0, L, block)", "range(0, L // block * block, block)")
        & replace("np.empty", "np.zeros"),
       replace(TILES, "range(0, (i + rows) // block * block, block)"),
       replace(TILES, "range(0, (i + rows) // block * block, block)") & NOTHING_SEEN],
      "you lose the tokens after the last whole block"),
    misconception("scale-missing", remove("/ np.sqrt(e)"),
      "scores are divided by √e"),
    misconception("scale-d", replace("np.sqrt(e)", "e"),
      "scores are divided by √e, not by e"),
    misconception("scale-of-block", replace("np.sqrt(e)", "np.sqrt(block)"),
      "scores are divided by √e for any block"),
    misconception("scale-of-tile",
      replace("K[j : j + block].T", "K[j : j + block].T * np.sqrt(e / len(K[j : j + block]))"),
      "scores are divided by √e, not by the root of the number of keys in the tile"),
]
# fmt: on


def rows_of(Q: np.ndarray, K: np.ndarray, V: np.ndarray, rows: Iterable[int]) -> np.ndarray:
    """Compute the outputs of some tokens, each by the definition."""
    outputs = []
    for t in rows:
        scores = [np.dot(Q[t], K[s]) / len(Q[t]) ** 0.5 for s in range(t + 1)]
        powers = np.exp(np.array(scores) - max(scores))
        outputs.append(sum(p * v for p, v in zip(powers, V, strict=False)) / sum(powers))
    return np.array(outputs)


def by_definition(Q: np.ndarray, K: np.ndarray, V: np.ndarray, block: int) -> np.ndarray:
    """Compute the outputs of all tokens, each by the definition."""
    return rows_of(Q, K, V, range(len(Q)))


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw short texts with blocks of all kinds, and with scores that rise or fall steeply."""

    def given(n: int, d: int) -> np.ndarray:
        return rng.normal(size=(3, n, d))

    def rising(n: int, d: int, step: float) -> np.ndarray:
        """Draw a text with scores that grow by about `step` from key to key.

        The first of these steps is three times as large.
        """
        drawn = given(n, d)
        drawn[0, :, 0], drawn[1, :, 0] = d**0.5, step * np.arange(3, n + 3)
        return drawn

    return {
        # An answer that returns V is right here, so the weight must be too small for a mark.
        "a token, e = 3, blocks of 4": case(*given(1, 3), 4, weight=0.1),
        "7 tokens, e = 5, blocks of 3": case(*given(7, 5), 3),
        "10 tokens, e = 3, blocks of 1": case(*given(10, 3), 1, weight=0.5),
        "10 tokens, e = 4, one block": case(*given(10, 4), 10, weight=0.5),
        "7 tokens, e = 2, a larger block": case(*given(7, 2), 9, weight=0.5),
        "13 tokens, e = 6, rising scores": case(*rising(13, 6, 1.0), 4),
        "11 tokens, e = 4, rising to thousands": case(*rising(11, 4, 400.0), 3, weight=0.75),
        "11 tokens, e = 5, falling below −4000": case(*rising(11, 5, -400.0), 4, weight=0.75),
    }


def drawn_text(
    rng: np.random.Generator, L: int, e: int = 8, block: int = 128
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Draw a text of L tokens."""
    Q, K, V = rng.normal(size=(3, L, e))
    return Q, K, V, block


def shape_of(Q: np.ndarray, K: np.ndarray, V: np.ndarray, block: int) -> tuple[int, ...]:
    """Return the shape of the outputs."""
    return V.shape


def agrees(
    answer: np.ndarray,
    arguments: tuple[np.ndarray, np.ndarray, np.ndarray, int],
    mistake: Callable[..., np.ndarray] | None,
    rng: np.random.Generator,
) -> Message | None:
    """Compare some rows: the first, the last and a few between.

    A row that a misconception turns into NaN may have any value.
    """
    n = len(answer)
    rows = [0, *sorted(rng.choice(n, 4, replace=False)), n - 1]
    expected = mistake(*arguments)[rows] if mistake else rows_of(*arguments[:3], rows)
    numbers = ~np.isnan(expected).any(axis=1)
    return unequal(answer[rows][numbers], expected[numbers])


VALUES = Arrays(
    oracle=by_definition,
    cases=cases,
    reference=tiled_attention,
    misconceptions=MISCONCEPTIONS,
    share=5 / 8,
)

question = VALUES + Resources(
    arguments=drawn_text,
    shape=shape_of,
    agrees=agrees,
    large={"L": 8192, "e": 8, "block": 128},
    memory=2**22,
    lengths=(300, None),
    hoards="holds scores or a mask for all queries or all keys at a time",
    given=VALUES,
    share=3 / 8,
)
