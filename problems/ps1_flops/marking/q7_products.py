from .backward_pass import (
    BACKWARD,
    ELEMENTWISE,
    NO_GRADIENT_OF_SCORES,
    ROW_DOT_PRODUCTS,
    VALUE_WEIGHTS_MISTAKES,
    X_MISTAKES,
)
from .products import ATTENTION, FEED_FORWARD, OTHER_COUNTS, SIZES

EVERY_X = next(iter(X_MISTAKES.values()))  # all of the gradient of X

forward_pass = checks.cost(ATTENTION | FEED_FORWARD)
checks.flops(
    backward_product_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=BACKWARD | {"dH": "seq_len 1 d_hidden"},
    given={"q7_ledger": dict.fromkeys(BACKWARD, 1) | {"dH": 2}},
    # A quarter of the points, which is what it costs by terms in the longer formula of the total.
    conventions={
        f"{text}, as in twice the forward pass" if wrong == EVERY_X else text: wrong
        for text, wrong in X_MISTAKES.items()
    },
    mistakes={
        "these are the products of the forward pass": forward_pass,
        "here the product in dH costs 2 per entry, like any product with n = 1": {
            "dH": "seq_len*d_hidden"
        },
        "dH, a column times a row, is a product too": {"dH": "0"},
        "the lines that are no matrix product are counted; here they are free": {
            "dH": "0",
            "+": checks.cost(ROW_DOT_PRODUCTS, ELEMENTWISE),
        },
        "the attention weights are treated as constants: no gradient reaches W_q and W_k": (
            NO_GRADIENT_OF_SCORES
        ),
        "forward and backward together": {"+": forward_pass},
        "only the gradients of the weights are counted": dict.fromkeys(
            ("dH", "dVt", "dV", "dA", "dQ", "dK"), "0"
        ),
        "only the gradients of activations are counted": dict.fromkeys(
            ("dw2", "dW1", "dWq", "dWk", "dWv"), "0"
        ),
        "the dot products of the softmax's rows are counted; here they are free": {
            "+": "2*seq_len**2"
        },
        "the line softmax is counted; here it is free": {"+": "4*seq_len**2"},
        "the lines softmax and scale are counted; here they are free": {"+": "5*seq_len**2"},
        "the line scale is counted; here it is free": {"+": "seq_len**2"},
        "the line dyhat is counted; here it is free": {"+": "seq_len"},
    }
    | {text: {"dWv": cost} for text, cost in VALUE_WEIGHTS_MISTAKES.items()},
)
