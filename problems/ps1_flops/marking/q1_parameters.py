from .products import OTHER_COUNTS, SIZES, WEIGHTS

ERRORS = """
w2-as-matrix: w_2 is a vector of d_hidden numbers, not a d_hidden × d_out matrix
    :: w_2 = d_hidden*d_out
weights-for-each-token: all tokens share the weights: they don't multiply with the sequence length
    :: * seq_len
wq-wk-first: W_q and W_k are two matrices, each d_attn × d_in; one of d_in × d_in, W_qᵀ W_k, stands
    in their place :: W_q = d_in**2 && W_k = 0
output-projection: an output projection is counted, which this layer doesn't have :: + d_out**2
position-vectors: a vector for each position is counted, which this layer doesn't have
    :: + seq_len*d_in
"""
CONVENTIONS = """
biases: biases are counted, and this layer has none :: + 2*d_attn + d_out + d_hidden + 1
bytes(2 ~ 4): so many are the bytes, {} for each number; numbers are asked for :: * {}
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
