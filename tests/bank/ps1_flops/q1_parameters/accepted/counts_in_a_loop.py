"""Counts entry by entry, and prints on the way."""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    count = 0
    for rows, columns in [(d_attn, d_in), (d_attn, d_in), (d_out, d_in), (d_hidden, d_out), (d_hidden, 1)]:
        for _ in range(rows):
            for _ in range(columns):
                count += 1
    print("weights:", count)
    return count
