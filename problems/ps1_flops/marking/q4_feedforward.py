from .charged import HIDDEN_CHARGED
from .products import FEED_FORWARD, OTHER_COUNTS, SIZES

CONVENTIONS = f"""
{HIDDEN_CHARGED}
biases: biases are charged, and this block has none :: + seq_len*d_hidden + seq_len
bias-of-w2: a bias of w_2 is charged, or the predictions are summed; this block has neither
    :: + seq_len
relu-and-bias-charged: ReLU and a bias of W_1 are charged; ReLU is free (P5), and there is no bias
    :: + 2*seq_len*d_hidden
residual-or-bias-charged: a residual connection, or a bias as long as its rows, is charged; this
    block has neither :: + seq_len*d_out
"""
ERRORS = """
w2-as-matrix: w_2 is a vector, not a d_hidden × d_out matrix
    :: the product with w_2 = 2*seq_len*d_hidden*d_out
d-in-for-d-out: W_1 reads the attention's output: its rows have length d_out, not d_in
    :: the product with W_1 = 2*seq_len*d_hidden*d_in
weights-multiplied-first: W_1 and w_2 are multiplied with each other first, as if there were no ReLU
    between them :: the product with W_1 = 2*d_hidden*d_out
    && the product with w_2 = 2*seq_len*d_out
w2-without-additions: the product with w_2 — charged without additions (P6), or for half of the
    hidden units only; or the dot products with W_1 are charged 2n − 1; here they cost 2n (P2)
    :: the product with w_2 = seq_len*d_hidden
w1-without-additions-and-relu: the product with W_1 — charged without additions, or both products
    are (P6), and ReLU is charged (P5) :: the product with W_1 = seq_len*d_hidden*d_out
"""


checks.polynomial(
    feedforward_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=FEED_FORWARD,
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
