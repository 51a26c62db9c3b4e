"""The five sizes, the products of a forward pass, and the counts of the first questions."""

SIZES = "seq_len d_in d_attn d_out d_hidden"

WEIGHTS = {
    "W_q": "d_attn*d_in",
    "W_k": "d_attn*d_in",
    "W_v": "d_out*d_in",
    "W_1": "d_hidden*d_out",
    "w_2": "d_hidden",
}

ACTIVATION = {"a row of d_out numbers for each token": "seq_len*d_out"}

ATTENTION = {
    "the queries": "seq_len d_in d_attn",
    "the keys": "seq_len d_in d_attn",
    "the values": "seq_len d_in d_out",
    "the scores": "seq_len d_attn seq_len",
    "the weighted sums": "seq_len seq_len d_out",
}

FEED_FORWARD = {
    "the product with W_1": "seq_len d_out d_hidden",
    "the product with w_2": "seq_len d_hidden 1",
}

SQUARES = {"the loss": "1 seq_len 1"}
DIFFERENCES = {"the loss": "seq_len"}

OTHER_COUNTS = {
    "q1_parameters": checks.cost({}, WEIGHTS),
    "q2_attention": checks.cost(ATTENTION),
    "q3_activation": checks.cost({}, ACTIVATION),
    "q4_feedforward": checks.cost(FEED_FORWARD),
    "q6_forward": checks.cost(ATTENTION | FEED_FORWARD | SQUARES, DIFFERENCES),
}
