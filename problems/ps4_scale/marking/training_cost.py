from .models import HEADS, LINEAR_BIASES, SIZES, WEIGHTS
from .own_dense import better, powers_of

WORDS = """
forward-only: this is the forward pass alone
two-products: you count two products for each map; there are three: forward, gradient of the
    weights, gradient of the input
four-products: each map has four products; it should have three: the forward pass isn't computed
    again, and the optimiser's step is left out
optimiser-step: one FLOP for each weight is too many: is the optimiser's step counted?
feed-forward-two-products: in the feed-forward maps one of the three products is missing
attention-two-products: in the maps of attention one of the three products is missing
layers-counted-again: the layers are in N already
pairs-of-one-token: attention to one token is counted; here scores and weighted sums are left out
all-embeddings: the embeddings of GPT-2 are counted: N is without them
word-embeddings: the embeddings of words are counted: N is without them
multiply-accumulates: these are multiply–accumulates; each is two FLOPs (P6)
first-input-without-gradient: no gradient reaches the input of the first layer; here one does
first-layer-without-gradient: no gradient reaches the input of any map of the first layer; here one
    does
biases: biases are counted; here only matrices are
outer-products: the gradient of W is charged as a column times a row, 1 for each entry (P3); here it
    sums over many tokens (P2)
attention-outer-products: in the maps of attention the gradient of W is charged as a column times a
    row, 1 for each entry (P3); here it sums over many tokens (P2)
feed-forward-outer-products: in the feed-forward maps the gradient of W is charged as a column times
    a row, 1 for each entry (P3); here it sums over many tokens (P2)
"""


PASSES = ("the forward pass", "the gradients of the weights", "the gradients of the inputs")
checks.words(WORDS)
verdict = checks.polynomial(
    training_flops_per_token,
    variables=SIZES,
    where=HEADS,
    expected=dict.fromkeys(PASSES, f"2*{WEIGHTS}"),
    given={"parameters": dict.fromkeys(PASSES, 6)},
    others={"parameters": WEIGHTS},
    mistakes={
        "forward-only": dict.fromkeys(PASSES[1:], "0"),
        "two-products": {"*": "2/3"},
        "four-products": {"*": "4/3"},
        "optimiser-step": {"*": "7/6"},
        "feed-forward-two-products": {"+": "-4*n_layers*d_model*d_ff"},
        "attention-two-products": {"+": "-8*n_layers*d_model**2"},
        "layers-counted-again": {"*": "n_layers"},
        "pairs-of-one-token": {"+": "12*n_layers*d_model"},
        "all-embeddings": {"+": "6*51281*d_model"},
        "word-embeddings": {"+": "6*50257*d_model"},
    },
    conventions={
        "multiply-accumulates": f"3*{WEIGHTS}",
        "first-input-without-gradient": {"+": "-6*d_model**2"},
        "first-layer-without-gradient": {"+": "-8*d_model**2 - 4*d_model*d_ff"},
        "biases": {"+": f"6*{LINEAR_BIASES}"},
        "outer-products": {"+": f"-{WEIGHTS}"},
        "attention-outer-products": {"+": "-4*n_layers*d_model**2"},
        "feed-forward-outer-products": {"+": "-2*n_layers*d_model*d_ff"},
    },
)
forward = checks.followed("forward_cost")
if forward and (powers := powers_of((forward.counted or {}).get("dense_flops"))):
    own = f"3*({powers[1]})"
    verdict = better(verdict, training_flops_per_token, SIZES, own, share=1)
verdict
