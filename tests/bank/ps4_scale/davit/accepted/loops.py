"""Counts multiplications and additions, pair by pair."""

def attend(tokens, length):
    flops = 0
    for query in range(tokens):
        for key in range(tokens):
            flops += length + length  # a score
        for entry in range(length):
            flops += tokens + tokens  # an entry of the weighted sum
    return flops


def patch_attention_flops(n, d):
    return attend(n, d)


def channel_attention_flops(n, d):
    return attend(d, n)
