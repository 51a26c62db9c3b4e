"""FLOPs of the attention layer."""

from examiner.checks import Adds, Count, convention, misconception

from .charged import SOFTMAX_CHARGED
from .products import (
    ATTENTION,
    KEYS,
    OTHER_COUNTS,
    QUERIES,
    SCORES,
    SIZES,
    VALUES,
    WEIGHTED_SUMS,
    L,
    d_attn,
    d_in,
    d_out,
)

# fmt: off
CONVENTIONS = [
    *SOFTMAX_CHARGED,
    convention("scale-charged-on-queries", Adds(L * d_attn),
      "the factor 1/√d_attn is charged on the queries; here it is free (P5)"),
    convention("biases", Adds(L * (2 * d_attn + d_out)),
      "biases of the projections are charged, but this layer has none"),
]
MISCONCEPTIONS = [
    misconception("one-score-for-each-token", {SCORES: 2 * L * d_attn},
      "every token has a score for every token: L² scores, not L"),
    misconception("last-token-only", {SCORES: 2 * L * d_attn, WEIGHTED_SUMS: 2 * L * d_out},
      "every token has a query, not only the last: L² scores, and L weighted sums"),
    misconception("output-projection", Adds(2 * L * d_out**2),
      "an output projection is charged, but this layer has none"),
    misconception("output-projection-to-x", Adds(2 * L * d_out * d_in),
      "an output projection to the width of X is charged, but this layer has none"),
    misconception("a-x-first", {WEIGHTED_SUMS: 2 * L**2 * d_in},
      "A X is formed first, then its product with W_v; the layer forms V = X W_vᵀ first, and "
      "the weighted sums of its rows are d_out wide"),
    misconception("keys-times-values-first",
      {SCORES: 2 * L * d_attn * d_out, WEIGHTED_SUMS: 2 * L * d_attn * d_out},
      "Kᵀ V is formed first, but the softmax acts on the scores Q Kᵀ before they meet V"),
    misconception("wq-wk-first",
      {QUERIES: 2 * d_in * d_attn * d_in, KEYS: 2 * L * d_in * d_in, SCORES: 2 * L**2 * d_in},
      "W_qᵀ W_k is formed first, and the scores are X (W_qᵀ W_k) Xᵀ; the layer forms Q and K, "
      "and the scores from Q and K"),
    misconception("weighted-sums-without-length", {WEIGHTED_SUMS: L * d_out},
      "each entry of A V is a dot product of length L, not one multiplication"),
    misconception("projections-of-one-token",
      {QUERIES: 2 * d_in * d_attn, KEYS: 2 * d_in * d_attn, VALUES: 2 * d_in * d_out},
      "every token is projected: multiply by L"),
    misconception("half-of-the-scores", {SCORES: L * (L + 1) * d_attn},
      "S = QKᵀ is not symmetric: all L² scores are computed, not only the diagonal and one "
      "side of it"),
    misconception("no-score-of-own-token", {SCORES: 2 * L * (L - 1) * d_attn},
      "a token has a score with itself, too: L² scores, not L(L − 1). Or each dot product of "
      "the queries and the keys is charged 2n − 1; here it costs 2n (P2)"),
    misconception("causal-mask", {SCORES: L * (L + 1) * d_attn, WEIGHTED_SUMS: L * (L + 1) * d_out},
      "nothing is masked here: every token looks at all L tokens, not only at the earlier ones"),
]
# fmt: on

question = Count(
    SIZES, ATTENTION, misconceptions=[*CONVENTIONS, *MISCONCEPTIONS], others=OTHER_COUNTS
)
