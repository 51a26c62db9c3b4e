from .backward_pass import (
    BACKWARD,
    ELEMENTWISE,
    GRADIENT_OF_X,
    LINE_MISTAKES,
    ROW_DOT_PRODUCTS,
    VALUE_WEIGHTS_MISTAKES,
)
from .products import SIZES

NO_SUM = "the sum over the tokens is missing: each entry is a dot product of length L"
TWICE_FOR_X = "twice the right count; the gradient of X, as large, is not computed (B1)"

checks.ledger(
    backward_ledger,
    variables=SIZES,
    products=BACKWARD | ROW_DOT_PRODUCTS,
    other=ELEMENTWISE | {"relu": "0"},
    lines=LEDGER_LINES,
    added=GRADIENT_OF_X,
    together={
        "the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5)": {
            "scale": "0",
            "dQ": "2*seq_len**2*d_attn + seq_len*d_attn",
            "dK": "2*seq_len**2*d_attn + seq_len*d_attn",
        },
        "this is what the array costs in the forward pass": {
            "dVt": "2*seq_len**2*d_out",
            "dV": "2*seq_len*d_in*d_out",
            "dA": "2*seq_len**2*d_attn",
            "dQ": "2*seq_len*d_in*d_attn",
            "dK": "2*seq_len*d_in*d_attn",
        },
    },
    mistakes=LINE_MISTAKES
    | {
        "dw2": {NO_SUM: "d_hidden"},
        "dW1": {NO_SUM: "d_hidden*d_out"},
        "dWq": {NO_SUM: "d_in*d_attn", TWICE_FOR_X: "4*seq_len*d_in*d_attn"},
        "dWk": {NO_SUM: "d_in*d_attn", TWICE_FOR_X: "4*seq_len*d_in*d_attn"},
        "dWv": VALUE_WEIGHTS_MISTAKES | {NO_SUM: "d_in*d_out", TWICE_FOR_X: "4*seq_len*d_in*d_out"},
        "dyhat": LINE_MISTAKES["dyhat"] | {"the factor −2 is not free (B6)": "0"},
        "dH": {
            "nothing is summed: 1 per entry, not 2 (B3)": "2*seq_len*d_hidden",
            "a column times a row is not free (B3)": "0",
        },
        "relu": {"the mask of ReLU selects, which is free (B2)": "seq_len*d_hidden"},
        "softmax": LINE_MISTAKES["softmax"]
        | {
            "3L² in place of 4L²: a dot product of length L costs 2L (P2), or a step of the line is"
            " forgotten, as where only the Jacobian's diagonal is used": "3*seq_len**2",
            "the line scale is in this line as well": "5*seq_len**2",
            "the subtraction and the multiplication are missing, or one of them is, and the row dot"
            " products are multiply–accumulates (P6)": "2*seq_len**2",
        },
        "scale": LINE_MISTAKES["scale"]
        | {"the factor 1/√d_attn is charged in the backward pass (B5)": "0"},
    },
)
