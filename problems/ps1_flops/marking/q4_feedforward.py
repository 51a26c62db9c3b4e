"""FLOPs of the feed-forward block."""

from examiner.checks import Adds, Count, convention, misconception, missed_idea

from .charged import HIDDEN_CHARGED
from .products import (
    FEED_FORWARD,
    HIDDEN,
    OTHER_COUNTS,
    PREDICTIONS,
    SIZES,
    L,
    d_hidden,
    d_in,
    d_out,
)

# fmt: off
CONVENTIONS = [
    *HIDDEN_CHARGED,
    convention("biases", Adds(L * d_hidden + L),
      "biases are charged, but this block has none"),
    convention("bias-of-w2", Adds(L),
      "a bias of w_2 is charged, or a sum of the predictions; this block has neither"),
    convention("relu-and-bias-charged", Adds(2 * L * d_hidden),
      "ReLU and a bias of W_1 are charged; ReLU is free (P5), and there is no bias"),
    convention("residual-or-bias-charged", Adds(L * d_out),
      "a residual connection, or a bias as long as its rows, is charged; this block has neither"),
]
MISCONCEPTIONS = [
    misconception("w2-as-matrix", {PREDICTIONS: 2 * L * d_hidden * d_out},
      "w_2 is a vector, not a d_hidden × d_out matrix"),
    misconception("d-in-for-d-out", {HIDDEN: 2 * L * d_hidden * d_in},
      "the input of W_1 is the attention's output, so its rows have length d_out, not d_in"),
    missed_idea("weights-multiplied-first",
      {HIDDEN: 2 * d_hidden * d_out, PREDICTIONS: 2 * L * d_out},
      "W_1 and w_2 are multiplied with each other first, as if there were no ReLU between them"),
    convention("w2-without-additions", {PREDICTIONS: L * d_hidden},
      "the product with w_2 is charged without additions (P6), or for only half of the hidden "
      "units; or the dot products with W_1 are charged 2n − 1, but here they cost 2n (P2)"),
    convention("w1-without-additions-and-relu", {HIDDEN: L * d_hidden * d_out},
      "the product with W_1, or both products, are charged without additions (P6), and ReLU is "
      "charged (P5)"),
]
# fmt: on

question = Count(
    SIZES, FEED_FORWARD, misconceptions=[*CONVENTIONS, *MISCONCEPTIONS], others=OTHER_COUNTS
)
