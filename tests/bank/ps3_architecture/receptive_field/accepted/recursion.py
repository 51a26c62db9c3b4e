"""Each head brings the field of a node one layer below."""


def receptive_field(n_heads, n_layers, seq_len=None):
    if n_layers == 0:
        return 1
    below = receptive_field(n_heads, n_layers - 1)
    all_of_them = sum(below for _ in range(n_heads)) + below
    return min(all_of_them, seq_len or all_of_them)
