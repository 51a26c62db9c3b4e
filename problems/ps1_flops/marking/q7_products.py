from .backward_pass import (
    BACKWARD,
    BACKWARD_PASS_WORDS,
    ELEMENTWISE,
    NO_GRADIENT_OF_SCORES,
    ROW_DOT_PRODUCTS,
    VALUE_WEIGHTS_MISTAKES,
    X_MISTAKES,
)
from .products import ATTENTION, FEED_FORWARD, OTHER_COUNTS, SIZES

WORDS = """
gradient-of-x: the gradient of X is included (B1), as in twice the forward pass
forward-products: these are the products of the forward pass
dh-costs-two: here the product in dH costs 2 per entry, like any product with n = 1
dh-is-no-product: dH, a column times a row, is a product too
other-lines-counted: the lines that are no matrix product are counted; here they are free
attention-constant: the attention weights are treated as constants: no gradient reaches W_q and W_k
forward-and-backward: forward and backward together
weights-only: only the gradients of the weights are counted
activations-only: only the gradients of activations are counted
softmax-dot-products-counted: the dot products of the softmax's rows are counted; here they are free
softmax-counted: the line softmax is counted; here it is free
softmax-and-scale-counted: the lines softmax and scale are counted; here they are free
scale-counted: the line scale is counted; here it is free
dyhat-counted: the line dyhat is counted; here it is free
"""


forward_pass = checks.cost(ATTENTION | FEED_FORWARD)
checks.words(WORDS, BACKWARD_PASS_WORDS)
checks.flops(
    backward_product_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=BACKWARD | {"dH": "seq_len 1 d_hidden"},
    given={"q7_ledger": dict.fromkeys(BACKWARD, 1) | {"dH": 2}},
    # A quarter of the points, which is what it costs by terms in the longer formula of the total.
    conventions=X_MISTAKES,
    mistakes={
        "forward-products": forward_pass,
        "dh-costs-two": {"dH": "seq_len*d_hidden"},
        "dh-is-no-product": {"dH": "0"},
        "other-lines-counted": {"dH": "0", "+": checks.cost(ROW_DOT_PRODUCTS, ELEMENTWISE)},
        "attention-constant": (NO_GRADIENT_OF_SCORES),
        "forward-and-backward": {"+": forward_pass},
        "weights-only": dict.fromkeys(("dH", "dVt", "dV", "dA", "dQ", "dK"), "0"),
        "activations-only": dict.fromkeys(("dw2", "dW1", "dWq", "dWk", "dWv"), "0"),
        "softmax-dot-products-counted": {"+": "2*seq_len**2"},
        "softmax-counted": {"+": "4*seq_len**2"},
        "softmax-and-scale-counted": {"+": "5*seq_len**2"},
        "scale-counted": {"+": "seq_len**2"},
        "dyhat-counted": {"+": "seq_len"},
    }
    | {name: {"dWv": cost} for name, cost in VALUE_WEIGHTS_MISTAKES.items()},
)
