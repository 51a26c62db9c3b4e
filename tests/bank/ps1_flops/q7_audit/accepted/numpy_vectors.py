"""Twice one vector minus another."""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    forward = np.array(
        [
            2 * seq_len * d_in * (2 * d_attn + d_out),
            2 * seq_len**2 * (d_attn + d_out),
            0,
            2 * seq_len * d_hidden * (d_out + 1),
            3 * seq_len,
        ]
    )
    backward = np.array(
        [
            2 * seq_len * d_in * (2 * d_attn + d_out),
            4 * seq_len**2 * (d_attn + d_out),
            5 * seq_len**2,
            seq_len * d_hidden * (4 * d_out + 3),
            seq_len,
        ]
    )
    keys = ("projections", "products", "softmax", "feed_forward", "loss")
    return dict(zip(keys, 2 * forward - backward))
