"""What goes wrong with the weights of heads."""

NO_OUTPUT = (
    "three matrices are counted; W_o, which maps the heads' outputs back to width D, is the fourth"
)
SLICED = (
    "each head reads all D numbers of a token, not a slice: its W_q, W_k and W_v are e × D,"
    " not e × e"
)
BLOCKS = f"{SLICED}; and W_o is one D × He matrix, not an e × e one for each head"
