"""Nothing has to be added: true of one line, by luck.

finding: dense_weights: constant-lines
"""

audit_lines = dict(zip("123456", ["right", "wrong", "follows", "wrong", "right", "right"]))


def dense_audit(n, d, n_heads):
    return dict.fromkeys(("qkv_weights", "qkv_biases", "dense_weights", "dense_biases"), 0)
