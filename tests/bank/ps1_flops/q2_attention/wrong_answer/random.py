"""Draws its answer.

finding: asked-twice
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return int(np.random.default_rng().integers(1, 10**9))
