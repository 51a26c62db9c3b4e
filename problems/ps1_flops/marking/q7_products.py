from .backward_pass import (
    BACKWARD,
    ELEMENTWISE,
    NO_GRADIENT_OF_SCORES,
    ROW_DOT_PRODUCTS,
    VALUE_WEIGHTS_ERRORS,
    X_ERRORS,
)
from .products import ATTENTION, FEED_FORWARD, OTHER_COUNTS, SIZES

FORWARD = checks.cost(ATTENTION | FEED_FORWARD)
OTHER_LINES = checks.cost(BACKWARD | ROW_DOT_PRODUCTS, ELEMENTWISE)
WORDS = """
gradient-of-x: the gradient of X is included (B1), as in twice the forward pass
"""
ERRORS = f"""
{VALUE_WEIGHTS_ERRORS}
w2-as-matrix: w_2 is a vector, not a d_hidden × d_out matrix :: dw2 = 2*seq_len*d_hidden*d_out
    && dH = 2*seq_len*d_hidden*d_out
forward-products: these are the products of the forward pass, or multiply–accumulates (P6) with the
    gradient of X (B1) :: {FORWARD}
dh-costs-two: here the product in dH costs 2 per entry, like any product with n = 1
    :: dH = seq_len*d_hidden
dh-is-no-product: dH, a column times a row, is a product too :: dH = 0
attention-constant: the attention weights are treated as constants: no gradient reaches W_q and W_k
    :: {NO_GRADIENT_OF_SCORES}
forward-and-backward: forward and backward together :: + {FORWARD}
weights-only: only the gradients of the weights are counted
    :: dH = 0 && dVt = 0 && dV = 0 && dA = 0 && dQ = 0 && dK = 0
activations-only: only the gradients of activations are counted
    :: dw2 = 0 && dW1 = 0 && dWq = 0 && dWk = 0 && dWv = 0
softmax-dot-products-counted: the dot products of the softmax's rows are counted; here they are free
    :: + 2*seq_len**2
softmax-counted: the line softmax is counted; here it is free :: + 4*seq_len**2
softmax-and-scale-counted: the lines softmax and scale are counted; here they are free
    :: + 5*seq_len**2
scale-counted: the line scale is counted; here it is free :: + seq_len**2
times-full-jacobian: every row of dA is multiplied by a full Jacobian of the softmax; its line needs
    none (B4), and is free here :: + 2*seq_len**3
scores-again: Q Kᵀ is computed again, which is stored :: + 2*seq_len**2*d_attn
weighted-sums-again: A V is computed again, which is stored :: + 2*seq_len**2*d_out
hidden-again: Z is computed again, which is stored :: + 2*seq_len*d_hidden*d_out
dyhat-counted: the line dyhat is counted; here it is free :: + seq_len
other-lines-counted: the lines that are no matrix product are counted; here they are free
    :: {OTHER_LINES}
"""


checks.words(WORDS)
checks.polynomial(
    backward_product_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=BACKWARD | {"dH": "seq_len 1 d_hidden"},
    given={"q7_ledger": dict.fromkeys(BACKWARD, 1) | {"dH": 2}},
    # A quarter of the points, which is what it costs by terms in the longer formula of the total.
    conventions=X_ERRORS,
    mistakes=ERRORS,
)
