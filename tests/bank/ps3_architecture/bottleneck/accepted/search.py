"""Tries one length after the other; the dict first."""

bottleneck = dict(short="Projections", long="scores and sums")


def crossover_seq_len(d_model, ffn_mult):
    n = 1
    while True:
        attention = 2 * (2 * n * n * d_model)
        others = 2 * n * d_model * (4 * d_model + 2 * ffn_mult * d_model)
        if attention >= others:
            return n
        n += 1
