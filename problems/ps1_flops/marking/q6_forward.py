"""FLOPs of a forward pass."""

from examiner.checks import Adds, Count, Times, convention, misconception, total

from .backward_pass import BACKWARD
from .charged import HIDDEN_CHARGED, SOFTMAX_CHARGED
from .products import (
    ATTENTION,
    FEED_FORWARD,
    FORWARD,
    LOSS,
    OTHER_COUNTS,
    PREDICTIONS,
    QUERIES,
    SCORES,
    SIZES,
    WEIGHTED_SUMS,
    L,
    d_attn,
    d_hidden,
    d_in,
    d_out,
)

# fmt: off
MISCONCEPTIONS = [
    misconception("two-flops-per-weight", {SCORES: 0, WEIGHTED_SUMS: 0, LOSS: 0},
      "two FLOPs per weight and token leaves out the products of attention, which have no "
      "weights"),
    misconception("last-token-only", {PREDICTIONS: 2 * d_hidden, LOSS: 3},
      "every token has a prediction and an error, not only the last"),
    misconception("attention-twice", Adds(total(ATTENTION)),
      "attention is counted twice"),
    misconception("three-times-forward", Times(3),
      "this is three times the forward pass, a rule of thumb for forward and backward together; "
      "the question asks for the forward pass only"),
    misconception("twice-forward", Times(2),
      "twice the right count: the forward pass is counted twice, or a backward pass of the same "
      "cost is counted as well"),
    misconception("backward-as-well", Adds(total(BACKWARD)),
      "the backward pass is counted as well; here only the forward pass is asked for"),
    misconception("squares-as-outer-product", {LOSS: 2 * L**2 + L},
      "the sum of squares is a dot product of length L, which costs 2L, not a column times a row"),
    misconception("exchanged-in-the-call", {QUERIES: 2 * L * d_in * d_out},
      "d_attn and d_out are swapped in q2_attention (if you call it, check the order of the "
      "arguments), or d_out is used for d_attn in the queries"),
]
# fmt: on

# In multiply-accumulates, the loss keeps its cost of 3L by convention.
# fmt: off
CONVENTIONS = [
    *SOFTMAX_CHARGED,
    *HIDDEN_CHARGED,
    convention("loss-charged-2l", {LOSS: 2 * L},
      "the loss is charged 2L; here it costs 3L: L subtractions and a dot product"),
    convention("sum-of-squares-l-minus-1", {LOSS: 3 * L - 1},
      "a sum of L squares is charged L − 1 additions; here it costs L (P4)"),
    convention("mean-loss", {LOSS: 3 * L + 1},
      "a division for a mean is charged; here the loss is a sum"),
    convention("mean-loss-per-token", {LOSS: 4 * L},
      "one more operation per token is charged, for example a division for a mean, or a bias "
      "of w_2; the loss costs 3L, and there are no biases"),
    convention("biases", Adds(L * (2 * d_attn + d_out + d_hidden + 1)),
      "biases are charged, but this layer has none"),
    convention("multiply-accumulates", total([*ATTENTION, *FEED_FORWARD]) / 2 + 3 * L),
]
# fmt: on

question = Count(
    SIZES,
    FORWARD,
    misconceptions=[*MISCONCEPTIONS, *CONVENTIONS],
    others=OTHER_COUNTS,
    given={"q2_attention": ATTENTION, "q4_feedforward": FEED_FORWARD},
    shares={LOSS: 1 / 4},  # the new term counts twice as much as any other
)
