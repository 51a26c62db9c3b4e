from .backward_pass import (
    BACKWARD,
    BACKWARD_PASS_WORDS,
    ELEMENTWISE,
    GRADIENT_OF_X,
    LINE_MISTAKES,
    ROW_DOT_PRODUCTS,
    VALUE_WEIGHTS_MISTAKES,
)
from .products import SIZES

WORDS = """
scale-on-dq-and-dk: the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5)
forward-cost: this is what the array costs in the forward pass
sum-over-tokens-missing: the sum over the tokens is missing: each entry is a dot product of length L
twice-for-gradient-of-x: twice the right count; the gradient of X, as large, is not computed (B1)
factor-two-charged: the factor −2 is not free (B6)
nothing-summed: nothing is summed: 1 per entry, not 2 (B3)
dh-free: a column times a row is not free (B3)
relu-mask-charged: the mask of ReLU selects, which is free (B2)
three-l-squared: 3L² in place of 4L²: a dot product of length L costs 2L (P2), or a step of the line
    is forgotten, as where only the Jacobian's diagonal is used
scale-in-softmax: the line scale is in this line as well
softmax-steps-missing: the subtraction and the multiplication are missing, or one of them is, and
    the row dot products are multiply–accumulates (P6)
scale-charged-here: the factor 1/√d_attn is charged in the backward pass (B5)
"""


checks.words(WORDS, BACKWARD_PASS_WORDS)
checks.ledger(
    backward_ledger,
    variables=SIZES,
    products=BACKWARD | ROW_DOT_PRODUCTS,
    other=ELEMENTWISE | {"relu": "0"},
    lines=LEDGER_LINES,
    added=GRADIENT_OF_X,
    together={
        "scale-on-dq-and-dk": {
            "scale": "0",
            "dQ": "2*seq_len**2*d_attn + seq_len*d_attn",
            "dK": "2*seq_len**2*d_attn + seq_len*d_attn",
        },
        "forward-cost": {
            "dVt": "2*seq_len**2*d_out",
            "dV": "2*seq_len*d_in*d_out",
            "dA": "2*seq_len**2*d_attn",
            "dQ": "2*seq_len*d_in*d_attn",
            "dK": "2*seq_len*d_in*d_attn",
        },
    },
    mistakes=LINE_MISTAKES
    | {
        "dw2": {"sum-over-tokens-missing": "d_hidden"},
        "dW1": {"sum-over-tokens-missing": "d_hidden*d_out"},
        "dWq": {
            "sum-over-tokens-missing": "d_in*d_attn",
            "twice-for-gradient-of-x": "4*seq_len*d_in*d_attn",
        },
        "dWk": {
            "sum-over-tokens-missing": "d_in*d_attn",
            "twice-for-gradient-of-x": "4*seq_len*d_in*d_attn",
        },
        "dWv": VALUE_WEIGHTS_MISTAKES
        | {
            "sum-over-tokens-missing": "d_in*d_out",
            "twice-for-gradient-of-x": "4*seq_len*d_in*d_out",
        },
        "dyhat": LINE_MISTAKES["dyhat"] | {"factor-two-charged": "0"},
        "dH": {"nothing-summed": "2*seq_len*d_hidden", "dh-free": "0"},
        "relu": {"relu-mask-charged": "seq_len*d_hidden"},
        "softmax": LINE_MISTAKES["softmax"]
        | {
            "three-l-squared": "3*seq_len**2",
            "scale-in-softmax": "5*seq_len**2",
            "softmax-steps-missing": "2*seq_len**2",
        },
        "scale": LINE_MISTAKES["scale"] | {"scale-charged-here": "0"},
    },
)
