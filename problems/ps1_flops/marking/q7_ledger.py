from .backward_pass import BACKWARD, ELEMENTWISE, LINE_ERRORS, ROW_DOT_PRODUCTS, X_ERRORS
from .products import SIZES

ERRORS = f"""
{LINE_ERRORS}
w2-as-matrix: w_2 is a vector, not a d_hidden × d_out matrix, and ŷ one number for each token
    :: dyhat = seq_len*d_out :: dw2 = 2*seq_len*d_hidden*d_out :: dH = 2*seq_len*d_hidden*d_out
sum-over-tokens-missing: the sum over the tokens is missing: each entry is a dot product of length L
    :: dw2 = d_hidden :: dW1 = d_hidden*d_out :: dWq = d_in*d_attn :: dWk = d_in*d_attn
    :: dWv = d_in*d_out
twice-for-gradient-of-x: twice the right count; the gradient of X, as large, is not computed (B1)
    :: dWq = 4*seq_len*d_in*d_attn :: dWk = 4*seq_len*d_in*d_attn :: dWv = 4*seq_len*d_in*d_out
factor-two-charged: the factor −2 is not free (B6) :: dyhat = 0
nothing-summed: nothing is summed: 1 per entry, not 2 (B3) :: dH = 2*seq_len*d_hidden
relu-mask-charged: the mask of ReLU selects, which is free (B2) :: relu = seq_len*d_hidden
three-l-squared: 3L² in place of 4L²: a dot product of length L costs 2L (P2), or a step of the line
    is forgotten, as where only the Jacobian's diagonal is used :: softmax = 3*seq_len**2
scale-in-softmax: the line scale is in this line as well :: softmax = 5*seq_len**2
softmax-steps-missing: the dot products of the rows are missing, or the subtraction and the
    multiplication are; or one of these two, and the dot products are multiply–accumulates (P6)
    :: softmax = 2*seq_len**2
scale-for-each: the factor is applied once, to the L × L array, and not for dQ and dK each (B5)
    :: scale = 2*seq_len**2
dot-product-of-one-row: a dot product of length L is taken in each of the L rows: 2L², not 2L; or
    half of the square is counted, and it is full :: softmax = 2*seq_len*(seq_len + 1)
half-of-a-square: S, A and their gradients are full, neither masked nor symmetric: each of the L²
    entries counts, not only those on the diagonal and on one side of it
    :: dA = seq_len*(seq_len + 1)*d_out
    :: scale = seq_len*(seq_len + 1)/2 :: dV = seq_len*(seq_len + 1)*d_out
    :: dQ = seq_len*(seq_len + 1)*d_attn :: dK = seq_len*(seq_len + 1)*d_attn
forward-cost: this is what the array costs in the forward pass :: dV = 2*seq_len*d_in*d_out
    :: dQ = 2*seq_len*d_in*d_attn :: dK = 2*seq_len*d_in*d_attn
scale-charged-here: the factor 1/√d_attn is charged in the backward pass (B5) :: scale = 0
"""
# With the sum of its parts, and without.
ADDED = """
gradient-of-x :: 2*seq_len*d_in*(2*d_attn + d_out); 2*seq_len*d_in*(2*d_attn + d_out + 1)
"""
TOGETHER = """
half-of-a-square :: softmax = 2*seq_len*(seq_len + 1) && scale = seq_len*(seq_len + 1)/2
scale-on-dq-and-dk: the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5)
    :: scale = 0 && dQ = 2*seq_len**2*d_attn + seq_len*d_attn
    && dK = 2*seq_len**2*d_attn + seq_len*d_attn
forward-cost :: dVt = 2*seq_len**2*d_out && dV = 2*seq_len*d_in*d_out && dA = 2*seq_len**2*d_attn
    && dQ = 2*seq_len*d_in*d_attn && dK = 2*seq_len*d_in*d_attn
"""


checks.words(X_ERRORS)
checks.ledger(
    backward_ledger,
    variables=SIZES,
    products=BACKWARD | ROW_DOT_PRODUCTS,
    other=ELEMENTWISE | {"relu": "0"},
    lines=LEDGER_LINES,
    added=ADDED,
    together=TOGETHER,
    mistakes=ERRORS,
)
