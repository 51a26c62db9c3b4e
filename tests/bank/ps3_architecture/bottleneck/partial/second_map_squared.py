"""The second map of the feed-forward block is taken to be fD × fD.

points: 2
finding: hidden-layer-squared
"""

def crossover_seq_len(d_model, ffn_mult):
    return d_model * (2 + (ffn_mult + ffn_mult**2) / 2)


bottleneck = {"short": "projections", "long": "scores and sums"}
