"""FLOPs of the backward pass."""

from examiner.checks import Adds, Count, Times, convention, misconception, missed_idea, total

from .backward_pass import (
    BACKWARD,
    DA,
    DH,
    DK,
    DQ,
    DV,
    DVT,
    DYHAT,
    LEDGER,
    LINE_MISCONCEPTIONS,
    NO_GRADIENT_OF_SCORES,
    RELU,
    SCALE,
    SOFTMAX,
    X_MISCONCEPTIONS,
)
from .products import (
    ATTENTION,
    FEED_FORWARD,
    FORWARD,
    OTHER_COUNTS,
    SIZES,
    WEIGHTS,
    L,
    d_attn,
    d_hidden,
    d_out,
)

FORWARD_COST = total(FORWARD)
PRODUCTS_COST = total([*ATTENTION, *FEED_FORWARD])

# fmt: off
MISCONCEPTIONS = [
    *LINE_MISCONCEPTIONS,
    *X_MISCONCEPTIONS,
    missed_idea("forward-cost", FORWARD_COST,
      "this is the cost of the forward pass"),
    missed_idea("twice-forward", 2 * FORWARD_COST,
      "twice the forward pass is a rule of thumb; add up the lines"),
    missed_idea("three-times-forward", 3 * FORWARD_COST,
      "three times the forward pass is forward and backward together"),
    misconception("twice-forward-products", 2 * PRODUCTS_COST,
      "twice the products of the forward pass would include the gradient of X (B1)"),
    misconception("forward-as-well", Adds(FORWARD_COST),
      "the forward pass is counted as well"),
    misconception("forward-products-as-well", Adds(PRODUCTS_COST),
      "the products of the forward pass are counted as well"),
    misconception("causal-mask",
      {SOFTMAX: 2 * L * (L + 1), SCALE: L * (L + 1) / 2, DV: L * (L + 1) * d_out,
       DA: L * (L + 1) * d_out, DQ: L * (L + 1) * d_attn, DK: L * (L + 1) * d_attn},
      "nothing is masked here: the L × L arrays are full"),
    misconception("attention-constant", NO_GRADIENT_OF_SCORES | {SOFTMAX: 0, SCALE: 0},
      "the attention weights are treated as constants: no gradient reaches W_q and W_k"),
    misconception("scores-again", Adds(2 * L**2 * d_attn),
      "Q Kᵀ is computed again; every array of the forward pass is stored"),
    misconception("scale-free-or-diagonal-only", {SCALE: 0},
      "the scale is not charged (B5), or only the diagonal of the softmax's Jacobian is used "
      "(B4)"),
    misconception("dot-products-of-rows-missing", {SOFTMAX: 2 * L**2},
      "the dot products of the softmax's rows, 2L², are missing (B4)"),
    misconception("softmax-multiplied-out", {SOFTMAX: 5 * L**2},
      "softmax is charged 5L² instead of 4L²: another way to write the formula for dS multiplies "
      "by A only once (B4)"),
    convention("softmax-and-scale-free", {SOFTMAX: 0, SCALE: 0},
      "softmax and scale are counted as free; in the backward pass they cost 4L² and L² (B4, B5)"),
    misconception("softmax-of-one-row", {SOFTMAX: 4 * L, SCALE: L},
      "this is the cost of one row of softmax and scale; there are L rows"),
    misconception("update-charged", Adds(2 * total(WEIGHTS)),
      "an update of the weights is charged, but it is not part of the backward pass"),
    convention("relu-mask-or-dh-charged", {DH: 2 * L * d_hidden},
      "the mask of ReLU (free, B2) or a second FLOP per entry of dH (B3) is charged"),
    convention("factor-two-or-2n-minus-1", {DYHAT: 0},
      "the factor −2 is not free (B6), or the row dot products of the softmax are charged "
      "2n − 1, but here they cost 2n (P2)"),
    misconception("products-only", {DYHAT: 0, SOFTMAX: 0, SCALE: 0, DH: 2 * L * d_hidden},
      "only the matrix products are counted; the elementwise lines have a cost as well"),
    misconception("summed-products-only", {DYHAT: 0, DH: 0, SOFTMAX: 0, SCALE: 0},
      "only the products that contain a sum are counted; dyhat, dH, softmax and scale have a "
      "cost as well"),
    misconception("one-gradient-for-each-product", {DVT: 0, DA: 0, DK: 0},
      "each product of the forward pass has two gradients, but only one is counted; or the "
      "gradients of its activations are counted in multiply–accumulates (P6)"),
    misconception("total-in-the-sum", Times(2),
      "twice the right count: the ledger's total is part of the sum, or every line is counted "
      "twice"),
]
# fmt: on

question = Count(
    SIZES,
    [*BACKWARD, RELU],
    misconceptions=MISCONCEPTIONS,
    others=OTHER_COUNTS,
    given={"q7_ledger": LEDGER},
)
