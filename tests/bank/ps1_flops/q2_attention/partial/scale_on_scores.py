"""An honest other convention: dividing the scores by √d_attn is charged.

points: 3
finding: scale-or-softmax-charged
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out) + seq_len**2
