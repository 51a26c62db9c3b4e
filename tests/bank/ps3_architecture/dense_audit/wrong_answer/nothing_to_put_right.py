"""Nothing has to be added: true of one line, by luck.

finding: dense_weights: constant-lines
"""


def dense_audit(n, d, n_heads):
    return dict.fromkeys(("qkv_weights", "qkv_biases", "dense_weights", "dense_biases"), 0)


def corrected_difference(n, d, n_heads):
    return 0
