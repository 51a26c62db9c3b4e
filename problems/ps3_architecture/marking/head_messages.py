"""Messages on misconceptions about the weights of heads, shared by several questions."""

OUTPUT_PROJECTION_MISSING = (
    "three matrices are counted; the fourth is W_o, which maps the heads' outputs back to width D"
)
HEADS_SEE_A_SLICE = (
    "each head reads all D numbers of a token: W_q, W_k and W_v are e × D in every head, not e × e,"
    " nor e × D for all heads together"
)
HEADS_SEE_A_SLICE_ALSO_IN_WO = (
    f"{HEADS_SEE_A_SLICE}; and W_o is D × He, not e × e for each head, nor D × e"
)
MAPS_OF_ONE_HEAD = (
    "each head has its own W_q, W_k and W_v, and each reads the whole token: H times 3De "
    "weights, not 3De for all heads together"
)
WO_OF_ONE_HEAD = "W_o is D × He, since it reads the outputs of all heads: not D × e"
KEYS_AND_VALUES_SHARED = (
    "keys and values are counted once for all heads; here each head has its own (in Llama, "
    "groups of eight heads share them)"
)
WITH_THE_BACKWARD_PASS = (
    "this is three times the count, as with the backward pass; the question asks for the "
    "forward pass only"
)
BIASES_CHARGED = "biases are counted, but there are none here"
BIASES_OF_QUERIES_KEYS_VALUES_CHARGED = (
    "biases of queries, keys and values are counted, but there are none here"
)
TWO_FLOPS_PER_WEIGHT = (
    "two FLOPs per weight and token leaves out the products of attention, which have no weights"
)
