from .backward_pass import (
    BACKWARD,
    ELEMENTWISE,
    LINE_ERRORS,
    NO_GRADIENT_OF_SCORES,
    ROW_DOT_PRODUCTS,
    X_ERRORS,
)
from .products import ATTENTION, DIFFERENCES, FEED_FORWARD, OTHER_COUNTS, SIZES, SQUARES, WEIGHTS

FORWARD = checks.cost(ATTENTION | FEED_FORWARD | SQUARES, DIFFERENCES)
ERRORS = f"""
{LINE_ERRORS}
{X_ERRORS}
forward-cost: this is the cost of the forward pass :: {FORWARD}
twice-forward: twice the forward pass is a rule of thumb; count the lines :: 2*({FORWARD})
three-times-forward: three times the forward pass is forward and backward together :: 3*({FORWARD})
twice-forward-products: twice the products of the forward pass would include the gradient of X (B1)
    :: 2*({checks.cost(ATTENTION | FEED_FORWARD)})
forward-as-well: the forward pass is counted as well :: + {FORWARD}
forward-products-as-well: the products of the forward pass are counted as well
    :: + {checks.cost(ATTENTION | FEED_FORWARD)}
causal-mask: nothing is masked here: the L × L arrays are full
    :: softmax = 2*seq_len*(seq_len + 1) && scale = seq_len*(seq_len + 1)/2
    && dV = seq_len*(seq_len + 1)*d_out && dA = seq_len*(seq_len + 1)*d_out
    && dQ = seq_len*(seq_len + 1)*d_attn && dK = seq_len*(seq_len + 1)*d_attn
attention-constant: the attention weights are treated as constants: no gradient reaches W_q and W_k
    :: {NO_GRADIENT_OF_SCORES} && softmax = 0 && scale = 0
scores-again: Q Kᵀ is computed again; every array of the forward pass is stored
    :: + 2*seq_len**2*d_attn
scale-free-or-diagonal-only: the scale is not charged (B5), or only the diagonal of the softmax's
    Jacobian is used (B4) :: scale = 0
dot-products-of-rows-missing: the dot products of the softmax's rows, 2L², are missing (B4)
    :: softmax = 2*seq_len**2
softmax-and-scale-free: softmax and scale are charged nothing; backward they cost 4L² and L² (B4,
    B5) :: softmax = 0 && scale = 0
softmax-of-one-row: this is one row of softmax and scale; there are L of them
    :: softmax = 4*seq_len && scale = seq_len
update-charged: an update of the weights is charged, which is no part of the backward pass
    :: + 2*({checks.cost({}, WEIGHTS)})
relu-mask-or-dh-charged: one of the mask of ReLU (free, B2) and the second FLOP per entry of dH (B3)
    is charged :: dH = 2*seq_len*d_hidden
factor-two-or-2n-minus-1: the factor −2 is not free (B6), or the row dot products of the softmax are
    charged 2n − 1; here they cost 2n (P2) :: dyhat = 0
products-only: only the matrix products are counted; the elementwise lines cost as well
    :: dyhat = 0 && softmax = 0 && scale = 0 && dH = 2*seq_len*d_hidden
summed-products-only: only the products with a sum in them are counted; dyhat, dH, softmax and scale
    cost as well :: dyhat = 0 && dH = 0 && softmax = 0 && scale = 0
one-gradient-for-each-product: each product of the forward pass has two gradients, here it has one;
    or the products of its activations are multiply–accumulates (P6) :: dVt = 0 && dA = 0 && dK = 0
total-in-the-sum: twice the right count: the ledger's own total is in the sum, or every line is
    there twice :: * 2
"""


checks.polynomial(
    backward_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=BACKWARD | ROW_DOT_PRODUCTS,
    other=ELEMENTWISE | {"relu": "0"},
    given={"q7_ledger": LEDGER_LINES},
    mistakes=ERRORS,
)
