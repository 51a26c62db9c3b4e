"""The leading term times 1 + (s/h)(…), as Megatron has it: floats, rounded in the last digit."""

def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    qkv = 2 * d_attn + d_out
    return 2 * seq_len * d_in * qkv * (1 + (seq_len / d_in) * ((d_attn + d_out) / qkv))
