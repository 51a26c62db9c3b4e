"""Without W_o, as in one's own count.

given: multi_head_flops/partial/no_output_projection.py
finding: authored
"""


def crossover_seq_len(d_model, ffn_mult):
    return (6 * d_model**2 + 4 * ffn_mult * d_model**2) / (4 * d_model)


bottleneck = {"short": "projections", "long": "scores and sums"}
