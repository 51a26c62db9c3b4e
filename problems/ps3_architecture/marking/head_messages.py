"""Messages of misconceptions about the weights of heads, which several questions know."""

OUTPUT_PROJECTION_MISSING = (
    "three matrices are counted; W_o, which maps the heads' outputs back to width D, is the fourth"
)
HEADS_SEE_A_SLICE = (
    "each head reads all D numbers of a token: W_q, W_k and W_v are e × D in every head, not e × e,"
    " nor e × D for all heads together"
)
HEADS_SEE_A_SLICE_ALSO_IN_WO = (
    f"{HEADS_SEE_A_SLICE}; and W_o is D × He, not e × e for each head, nor D × e"
)
MAPS_OF_ONE_HEAD = (
    "each head has W_q, W_k and W_v of its own, and each reads the whole token: H times 3De"
    " weights, not 3De for all heads together"
)
WO_OF_ONE_HEAD = "W_o is D × He, since it reads the outputs of all heads: not D × e"
KEYS_AND_VALUES_SHARED = (
    "keys and values are counted once for all heads; here each head has its own (Llama's heads"
    " share them by eights)"
)
WITH_THE_BACKWARD_PASS = (
    "this is three times the count, as with the backward pass; asked is the way from the input to"
    " the output"
)
BIASES_CHARGED = "biases are charged, and here are none"
BIASES_OF_QUERIES_KEYS_VALUES_CHARGED = (
    "biases of queries, keys and values are charged, and here are none"
)
TWO_FLOPS_PER_WEIGHT = (
    "two FLOPs per weight and token leaves out the products of attention, which have no weights"
)
