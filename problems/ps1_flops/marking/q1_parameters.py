"""The number of weights."""

from examiner.checks import Adds, Count, Times, convention, misconception

from .products import OTHER_COUNTS, SIZES, W_2, W_K, W_Q, WEIGHTS, L, d_attn, d_hidden, d_in, d_out

# fmt: off
MISCONCEPTIONS = [
    misconception("w2-as-matrix", {W_2: d_hidden * d_out},
      "w_2 is a vector of d_hidden numbers, not a d_hidden × d_out matrix"),
    misconception("weights-for-each-token", Times(L),
      "all tokens share the weights, so their number doesn't grow with the sequence length"),
    misconception("wq-wk-first", {W_Q: d_in**2, W_K: 0},
      "W_q and W_k are two matrices, each d_attn × d_in; here they are replaced by W_qᵀ W_k, "
      "one matrix of d_in × d_in"),
    misconception("output-projection", Adds(d_out**2),
      "an output projection is counted, but this layer has none"),
    misconception("position-vectors", Adds(L * d_in),
      "a vector for each position is counted, but this layer has none"),
    convention("biases", Adds(2 * d_attn + d_out + d_hidden + 1),
      "biases are counted, but this layer has none"),
    *[convention(f"bytes({k})", Times(k),
      f"these are bytes, {k} per number; the question asks for numbers") for k in (2, 4)],
    convention("bias-of-w1", Adds(d_hidden),
      "a bias of W_1 is counted, but this layer has none"),
]
# fmt: on

question = Count(SIZES, WEIGHTS, misconceptions=MISCONCEPTIONS, others=OTHER_COUNTS)
