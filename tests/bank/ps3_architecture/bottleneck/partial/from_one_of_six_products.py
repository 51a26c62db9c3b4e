"""Right for one's own count, which has two mistakes at once: not followed.

given: multi_head_flops/wrong_answer/one_of_six_products.py
points: 0.5
finding: array-wrong
"""


def crossover_seq_len(d_model, ffn_mult):
    return 2 * d_model * ffn_mult


bottleneck = {"short": "projections", "long": "projections"}
