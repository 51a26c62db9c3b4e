from .products import OTHER_COUNTS, SIZES

checks.polynomial(
    n_parameters,
    variables=SIZES,
    others=OTHER_COUNTS,
    expected={
        "W_q": "d_attn*d_in",
        "W_k": "d_attn*d_in",
        "W_v": "d_out*d_in",
        "W_1": "d_hidden*d_out",
        "w_2": "d_hidden",
    },
    mistakes={
        "w_2 is a vector of d_hidden numbers, not a d_hidden × d_out matrix": {
            "w_2": "d_hidden*d_out"
        },
        "all tokens share the weights: they don't multiply with the sequence length": {
            "*": "seq_len"
        },
        "an output projection is counted, which this layer doesn't have": {"+": "d_out**2"},
        "a vector for each position is counted, which this layer doesn't have": {
            "+": "seq_len*d_in"
        },
    },
    conventions={
        "biases are counted, and this layer has none": {"+": "2*d_attn + d_out + d_hidden + 1"},
    },
)
