"""Makes the arrays and reads the sizes off them, with numpy integers."""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    X = np.empty((seq_len, d_in))
    flops = np.int64(0)
    for width in (d_attn, d_attn, d_out):
        flops += 2 * X.size * width
    A = np.empty((seq_len, seq_len))
    return flops + 2 * A.size * np.int64(d_attn) + 2 * A.size * np.int64(d_out)
