from .models import HEADS, LINEAR_BIASES, SIZES, WEIGHTS
from .own_dense import by_dense

ERRORS = """
forward-only: this is the forward pass alone
    :: the gradients of the weights = 0 && the gradients of the inputs = 0
two-products: you count two products for each map; there are three: forward, gradient of the
    weights, gradient of the input :: * 2/3
four-products: each map has four products; it should have three: the forward pass isn't computed
    again, and the optimiser's step is left out :: * 4/3
optimiser-step: one FLOP for each weight is too many: is the optimiser's step counted? :: * 7/6
feed-forward-two-products: of the six products of the feed-forward maps two are missing: each map
    has three, forward, gradient of W, gradient of its input :: + -4*n_layers*d_model*d_ff
attention-two-products: of the twelve products of attention's maps four are missing: each map has
    three, forward, gradient of W, gradient of its input :: + -8*n_layers*d_model**2
layers-counted-again: the layers are in N already :: * n_layers
pairs-of-one-token: attention to one token is counted; here scores and weighted sums are left out
    :: + 12*n_layers*d_model
all-embeddings: the embeddings of GPT-2 are counted: N is without them :: + 6*51281*d_model
word-embeddings: the embeddings of words are counted: N is without them :: + 6*50257*d_model
"""
CONVENTIONS = f"""
multiply-accumulates :: 3*{WEIGHTS}
first-input-without-gradient: no gradient reaches the input of the first layer; here one does
    :: + -6*d_model**2
first-layer-without-gradient: no gradient reaches the input of any map of the first layer; here one
    does :: + -8*d_model**2 - 4*d_model*d_ff
biases: biases are counted; here only matrices are :: + 6*{LINEAR_BIASES}
outer-products: the gradient of W is charged as a column times a row, 1 for each entry (P3); here it
    sums over many tokens (P2) :: + -{WEIGHTS}
attention-outer-products: in the maps of attention the gradient of W is charged as a column times a
    row, 1 for each entry (P3); here it sums over many tokens (P2). Or two of their twelve products
    are missing: each map has three, forward, gradient of W, gradient of its input
    :: + -4*n_layers*d_model**2
feed-forward-outer-products: in the feed-forward maps the gradient of W is charged as a column times
    a row, 1 for each entry (P3); here it sums over many tokens (P2). Or one of their six products
    is missing :: + -2*n_layers*d_model*d_ff
"""


PASSES = ("the forward pass", "the gradients of the weights", "the gradients of the inputs")
forward = checks.followed("forward_cost")
dense = ((forward and forward.counted) or {}).get("dense_flops")
checks.polynomial(
    training_flops_per_token,
    variables=SIZES,
    where=HEADS,
    expected=dict.fromkeys(PASSES, f"2*{WEIGHTS}"),
    given={"parameters": dict.fromkeys(PASSES, 6)} | by_dense(dense, "3*({1})"),
    others={"parameters": WEIGHTS},
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
