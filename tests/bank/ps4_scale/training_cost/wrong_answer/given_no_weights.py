"""Nothing follows from no weights.

given: parameters/wrong_answer/nothing.py
finding: nothing-computed
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 0
