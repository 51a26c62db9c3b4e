"""Multiplies keys with values first.

points: 2
finding: keys-times-values-first
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    qkv = 2 * seq_len * d_in * (2 * d_attn + d_out)
    kv = 2 * d_attn * seq_len * d_out
    q_kv = 2 * seq_len * d_attn * d_out
    return qkv + kv + q_kv
