from .products import OTHER_COUNTS, SIZES, WEIGHTS

ERRORS = """
wq-wk-first: W_q and W_k are two matrices, each d_attn × d_in; one of d_in × d_in, W_qᵀ W_k, stands
    in their place :: W_q = d_in**2 && W_k = 0
"""
CONVENTIONS = """
biases: biases are counted, and this layer has none :: + 2*d_attn + d_out + d_hidden + 1
bias-of-w1: a bias of W_1 is counted, and this layer has none :: + d_hidden
"""


checks.polynomial(
    n_parameters,
    variables=SIZES,
    others=OTHER_COUNTS,
    expected=WEIGHTS,
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
