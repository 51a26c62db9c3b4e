"""The five sizes, the products of a forward pass, and the counts of the first questions."""

SIZES = "seq_len d_in d_attn d_out d_hidden"

OTHER_COUNTS = {
    "q1_parameters": "2*d_attn*d_in + d_out*d_in + d_hidden*d_out + d_hidden",
    "q2_attention": "2*seq_len*(2*d_attn + d_out)*d_in + 2*seq_len**2*(d_attn + d_out)",
    "q3_activation": "seq_len*d_out",
    "q4_feedforward": "2*seq_len*d_hidden*d_out + 2*seq_len*d_hidden",
}

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
