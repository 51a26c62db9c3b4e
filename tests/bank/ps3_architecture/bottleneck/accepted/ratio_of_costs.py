"""The cost per token divided by the cost per pair; a float, and sets of one."""


def crossover_seq_len(d_model, ffn_mult):
    per_token = 2 * 4 * d_model**2 + 2 * 2 * ffn_mult * d_model**2
    per_pair = 2 * 2 * d_model
    return per_token / per_pair


bottleneck = {"long": {"scores and sums"}, "short": {"projections"}}
