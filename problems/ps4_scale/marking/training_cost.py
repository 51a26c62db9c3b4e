from .models import BIASES, HEADS, LINEAR_BIASES, SIZES, WEIGHTS
from .own_dense import better, powers_of

OUTER = "the gradient of W is charged as a column times a row, 1 for each entry (P3)"
PASSES = ("the forward pass", "the gradients of the weights", "the gradients of the inputs")
verdict = checks.polynomial(
    training_flops_per_token,
    variables=SIZES,
    where=HEADS,
    expected=dict.fromkeys(PASSES, f"2*{WEIGHTS}"),
    given={"parameters": dict.fromkeys(PASSES, 6)},
    others={"parameters": WEIGHTS},
    mistakes={
        "this is the forward pass alone": dict.fromkeys(PASSES[1:], "0"),
        "you count two products for each map; there are three: forward, gradient of the weights,"
        " gradient of the input": {"*": "2/3"},
        "each map has four products; it should have three: the forward pass isn't computed again,"
        " and the optimiser's step is left out": {"*": "4/3"},
        "one FLOP for each weight is too many: is the optimiser's step counted?": {"*": "7/6"},
        "in the feed-forward maps one of the three products is missing": {
            "+": "-4*n_layers*d_model*d_ff"
        },
        "in the maps of attention one of the three products is missing": {
            "+": "-8*n_layers*d_model**2"
        },
        "the layers are in N already": {"*": "n_layers"},
        "attention to one token is counted; here scores and weighted sums are left out": {
            "+": "12*n_layers*d_model"
        },
        "the embeddings of GPT-2 are counted: N is without them": {"+": "6*51281*d_model"},
        "the embeddings of words are counted: N is without them": {"+": "6*50257*d_model"},
    },
    conventions={
        "these are multiply–accumulates; each is two FLOPs (P6)": f"3*{WEIGHTS}",
        "no gradient reaches the input of the first layer; here one does": {"+": "-6*d_model**2"},
        "no gradient reaches the input of any map of the first layer; here one does": {
            "+": "-8*d_model**2 - 4*d_model*d_ff"
        },
        BIASES: {"+": f"6*{LINEAR_BIASES}"},
        f"{OUTER}; here it sums over many tokens (P2)": {"+": f"-{WEIGHTS}"},
        f"in the maps of attention {OUTER}; here it sums over many tokens (P2)": {
            "+": "-4*n_layers*d_model**2"
        },
        f"in the feed-forward maps {OUTER}; here it sums over many tokens (P2)": {
            "+": "-2*n_layers*d_model*d_ff"
        },
    },
)
forward = checks.followed("forward_cost")
if forward and (powers := powers_of((forward.counted or {}).get("dense_flops"))):
    own = f"3*({powers[1]})"
    verdict = better(verdict, training_flops_per_token, SIZES, own, share=1)
verdict
