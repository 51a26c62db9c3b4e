"""The sizes, the cost terms of a forward pass, and the right counts of the first questions."""

from examiner.checks import Product, Term, sizes, total

SIZES = L, d_in, d_attn, d_out, d_hidden = sizes("seq_len d_in d_attn d_out d_hidden")

W_Q = Term("W_q", d_attn * d_in)
W_K = Term("W_k", d_attn * d_in)
W_V = Term("W_v", d_out * d_in)
W_1 = Term("W_1", d_hidden * d_out)
W_2 = Term("w_2", d_hidden)
WEIGHTS = [W_Q, W_K, W_V, W_1, W_2]

ACTIVATION = [Term("a row of d_out numbers for each token", L * d_out)]

QUERIES = Product("the queries", L, d_in, d_attn)
KEYS = Product("the keys", L, d_in, d_attn)
VALUES = Product("the values", L, d_in, d_out)
SCORES = Product("the scores", L, d_attn, L)
WEIGHTED_SUMS = Product("the weighted sums", L, L, d_out)
ATTENTION = [QUERIES, KEYS, VALUES, SCORES, WEIGHTED_SUMS]

HIDDEN = Product("the product with W_1", L, d_out, d_hidden)
PREDICTIONS = Product("the product with w_2", L, d_hidden, 1)
FEED_FORWARD = [HIDDEN, PREDICTIONS]

LOSS = Product("the loss", 1, L, 1, plus=L)
FORWARD = [*ATTENTION, *FEED_FORWARD, LOSS]

OTHER_COUNTS = {
    "q1_parameters": total(WEIGHTS),
    "q2_attention": total(ATTENTION),
    "q3_activation": total(ACTIVATION),
    "q4_feedforward": total(FEED_FORWARD),
    "q6_forward": total(FORWARD),
}
