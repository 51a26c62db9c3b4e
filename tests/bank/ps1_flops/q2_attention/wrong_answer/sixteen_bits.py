"""Adds up in an integer of 16 bits.

finding: wraps-around(16)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    sizes = np.array([seq_len, d_in, d_attn, d_out], dtype=np.int16)
    with np.errstate(over="ignore"):
        L, i, a, o = sizes
        two = np.int16(2)
        return two * L * i * (two * a + o) + two * L * L * (a + o)
