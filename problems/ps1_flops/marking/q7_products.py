"""FLOPs of the matrix products of the backward pass."""

from examiner.checks import (
    Adds,
    Count,
    Product,
    Term,
    convention,
    misconception,
    missed_idea,
    total,
)

from .backward_pass import (
    BACKWARD,
    DA,
    DH,
    DK,
    DQ,
    DV,
    DVT,
    DW1,
    DW2,
    DWK,
    DWQ,
    DWV,
    NO_GRADIENT_OF_SCORES,
    PRODUCTS,
    VALUE_WEIGHTS_MISCONCEPTIONS,
    X_MISCONCEPTIONS,
)
from .products import ATTENTION, FEED_FORWARD, OTHER_COUNTS, SIZES, L, d_attn, d_hidden, d_out

FORWARD = total([*ATTENTION, *FEED_FORWARD])

OUTER_PRODUCT = Product("dH", L, 1, d_hidden)
IN_LEDGER: dict[Term, int] = {**dict.fromkeys(PRODUCTS, 1), OUTER_PRODUCT: 2}

# fmt: off
MISCONCEPTIONS = [
    *VALUE_WEIGHTS_MISCONCEPTIONS,
    misconception("w2-as-matrix", {DW2: 2 * L * d_hidden * d_out, DH: 2 * L * d_hidden * d_out},
      "w_2 is a vector, not a d_hidden × d_out matrix"),
    missed_idea("forward-products", FORWARD,
      "these are the products of the forward pass; or multiply–accumulates (P6) are counted, "
      "with the gradient of X (B1)"),
    convention("dh-costs-two", {DH: L * d_hidden},
      "in this question the product in dH costs 2 per entry, like any product with n = 1"),
    convention("dh-is-no-product", {DH: 0},
      "the line dH is a product as well: a column times a row"),
    misconception("attention-constant", NO_GRADIENT_OF_SCORES,
      "the attention weights are treated as constants: no gradient reaches W_q and W_k"),
    misconception("forward-and-backward", Adds(FORWARD),
      "this is the cost of forward and backward together"),
    misconception("weights-only", {DH: 0, DVT: 0, DV: 0, DA: 0, DQ: 0, DK: 0},
      "only the gradients of the weights are counted"),
    misconception("activations-only", {DW2: 0, DW1: 0, DWQ: 0, DWK: 0, DWV: 0},
      "only the gradients of activations are counted"),
    convention("softmax-dot-products-counted", Adds(2 * L**2),
      "the dot products of the softmax's rows are counted; here they are free"),
    convention("softmax-counted", Adds(4 * L**2),
      "the line softmax is counted; here it is free"),
    convention("softmax-and-scale-counted", Adds(5 * L**2),
      "the lines softmax and scale are counted; here they are free"),
    convention("scale-counted", Adds(L**2),
      "the line scale is counted; here it is free"),
    misconception("times-full-jacobian", Adds(2 * L**3),
      "every row of dA is multiplied by a full Jacobian of the softmax; the line softmax needs "
      "none (B4), and is free here"),
    misconception("scores-again", Adds(2 * L**2 * d_attn),
      "Q Kᵀ is computed again, although it is stored"),
    misconception("weighted-sums-again", Adds(2 * L**2 * d_out),
      "A V is computed again, although it is stored"),
    misconception("hidden-again", Adds(2 * L * d_hidden * d_out),
      "Z is computed again, although it is stored"),
    convention("dyhat-counted", Adds(L),
      "the line dyhat is counted; here it is free"),
    missed_idea("other-lines-counted", total(BACKWARD),
      "the lines without a matrix product are counted; here they are free"),
]
# fmt: on

# A convention takes a quarter of the points, as the cost terms of the total do for this one.
X, *OTHERS = X_MISCONCEPTIONS
CONVENTIONS = [
    X.as_convention("the gradient of X is included (B1), as in twice the forward pass"),
    *OTHERS,
]

question = Count(
    SIZES,
    [*PRODUCTS, OUTER_PRODUCT],
    misconceptions=[*CONVENTIONS, *MISCONCEPTIONS],
    others=OTHER_COUNTS,
    given={"q7_ledger": IN_LEDGER},
)
