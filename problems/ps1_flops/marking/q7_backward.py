from .backward_pass import (
    BACKWARD,
    ELEMENTWISE,
    LINE_MISTAKES,
    NO_GRADIENT_OF_SCORES,
    ROW_DOT_PRODUCTS,
    X_MISTAKES,
)
from .products import ATTENTION, DIFFERENCES, FEED_FORWARD, OTHER_COUNTS, SIZES, SQUARES

forward_pass = checks.cost(ATTENTION | FEED_FORWARD | SQUARES, DIFFERENCES)
checks.flops(
    backward_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=BACKWARD | ROW_DOT_PRODUCTS,
    other=ELEMENTWISE | {"relu": "0"},
    given={"q7_ledger": LEDGER_LINES},
    mistakes={
        text: {line: cost} for line, texts in LINE_MISTAKES.items() for text, cost in texts.items()
    }
    | X_MISTAKES
    | {
        "this is the cost of the forward pass": forward_pass,
        "twice the forward pass is a rule of thumb; count the lines": f"2*({forward_pass})",
        "three times the forward pass is forward and backward together": f"3*({forward_pass})",
        "twice the products of the forward pass would include the gradient of X (B1)": (
            f"2*({checks.cost(ATTENTION | FEED_FORWARD)})"
        ),
        "the forward pass is counted as well": {"+": forward_pass},
        "the products of the forward pass are counted as well": {
            "+": checks.cost(ATTENTION | FEED_FORWARD)
        },
        "nothing is masked here: the L × L arrays are full": {
            "softmax": "2*seq_len*(seq_len + 1)",
            "scale": "seq_len*(seq_len + 1)/2",
        }
        | dict.fromkeys(("dV", "dA"), "seq_len*(seq_len + 1)*d_out")
        | dict.fromkeys(("dQ", "dK"), "seq_len*(seq_len + 1)*d_attn"),
        "the attention weights are treated as constants: no gradient reaches W_q and W_k": (
            NO_GRADIENT_OF_SCORES | {"softmax": "0", "scale": "0"}
        ),
        "the scale is not charged (B5), or only the diagonal of the softmax's Jacobian is used"
        " (B4)": {"scale": "0"},
        "softmax and scale are charged nothing; backward they cost 4L² and L² (B4, B5)": {
            "softmax": "0",
            "scale": "0",
        },
        "one of the mask of ReLU (free, B2) and the second FLOP per entry of dH (B3) is charged": {
            "dH": "2*seq_len*d_hidden"
        },
        "the factor −2 is not free (B6), or the row dot products of the softmax are charged 2n − 1;"
        " here they cost 2n (P2)": {"dyhat": "0"},
        "only the matrix products are counted; the elementwise lines cost as well": {
            "dyhat": "0",
            "softmax": "0",
            "scale": "0",
            "dH": "2*seq_len*d_hidden",
        },
        "only the products with a sum in them are counted; dyhat, dH, softmax and scale cost as"
        " well": (dict.fromkeys(("dyhat", "dH", "softmax", "scale"), "0")),
        "each product of the forward pass has two gradients, here it has one; or the products of"
        " its activations are multiply–accumulates (P6)": dict.fromkeys(("dVt", "dA", "dK"), "0"),
        "twice the right count: the ledger's own total is in the sum, or every line is there"
        " twice": {"*": "2"},
    },
)
