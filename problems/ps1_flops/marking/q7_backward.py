from .backward_pass import (
    BACKWARD,
    BACKWARD_PASS_WORDS,
    ELEMENTWISE,
    LINE_MISTAKES,
    NO_GRADIENT_OF_SCORES,
    ROW_DOT_PRODUCTS,
    X_MISTAKES,
)
from .products import ATTENTION, DIFFERENCES, FEED_FORWARD, OTHER_COUNTS, SIZES, SQUARES

WORDS = """
forward-cost: this is the cost of the forward pass
twice-forward: twice the forward pass is a rule of thumb; count the lines
three-times-forward: three times the forward pass is forward and backward together
twice-forward-products: twice the products of the forward pass would include the gradient of X (B1)
forward-as-well: the forward pass is counted as well
forward-products-as-well: the products of the forward pass are counted as well
causal-mask: nothing is masked here: the L × L arrays are full
attention-constant: the attention weights are treated as constants: no gradient reaches W_q and W_k
scale-free-or-diagonal-only: the scale is not charged (B5), or only the diagonal of the softmax's
    Jacobian is used (B4)
softmax-and-scale-free: softmax and scale are charged nothing; backward they cost 4L² and L² (B4,
    B5)
relu-mask-or-dh-charged: one of the mask of ReLU (free, B2) and the second FLOP per entry of dH (B3)
    is charged
factor-two-or-2n-minus-1: the factor −2 is not free (B6), or the row dot products of the softmax are
    charged 2n − 1; here they cost 2n (P2)
products-only: only the matrix products are counted; the elementwise lines cost as well
summed-products-only: only the products with a sum in them are counted; dyhat, dH, softmax and scale
    cost as well
one-gradient-for-each-product: each product of the forward pass has two gradients, here it has one;
    or the products of its activations are multiply–accumulates (P6)
total-in-the-sum: twice the right count: the ledger's own total is in the sum, or every line is
    there twice
"""


forward_pass = checks.cost(ATTENTION | FEED_FORWARD | SQUARES, DIFFERENCES)
checks.words(WORDS, BACKWARD_PASS_WORDS)
checks.flops(
    backward_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=BACKWARD | ROW_DOT_PRODUCTS,
    other=ELEMENTWISE | {"relu": "0"},
    given={"q7_ledger": LEDGER_LINES},
    mistakes={
        name: {line: cost}
        for line, errors in LINE_MISTAKES.items()
        for name, cost in errors.items()
    }
    | X_MISTAKES
    | {
        "forward-cost": forward_pass,
        "twice-forward": f"2*({forward_pass})",
        "three-times-forward": f"3*({forward_pass})",
        "twice-forward-products": (f"2*({checks.cost(ATTENTION | FEED_FORWARD)})"),
        "forward-as-well": {"+": forward_pass},
        "forward-products-as-well": {"+": checks.cost(ATTENTION | FEED_FORWARD)},
        "causal-mask": {"softmax": "2*seq_len*(seq_len + 1)", "scale": "seq_len*(seq_len + 1)/2"}
        | dict.fromkeys(("dV", "dA"), "seq_len*(seq_len + 1)*d_out")
        | dict.fromkeys(("dQ", "dK"), "seq_len*(seq_len + 1)*d_attn"),
        "attention-constant": (NO_GRADIENT_OF_SCORES | {"softmax": "0", "scale": "0"}),
        "scale-free-or-diagonal-only": {"scale": "0"},
        "softmax-and-scale-free": {"softmax": "0", "scale": "0"},
        "relu-mask-or-dh-charged": {"dH": "2*seq_len*d_hidden"},
        "factor-two-or-2n-minus-1": {"dyhat": "0"},
        "products-only": {"dyhat": "0", "softmax": "0", "scale": "0", "dH": "2*seq_len*d_hidden"},
        "summed-products-only": (dict.fromkeys(("dyhat", "dH", "softmax", "scale"), "0")),
        "one-gradient-for-each-product": dict.fromkeys(("dVt", "dA", "dK"), "0"),
        "total-in-the-sum": {"*": "2"},
    },
)
