"""Right by one's own N, by which n_layers is less than half of the right one.

given: parameters/partial/feed_forward_far_too_large.py
given: training_cost/accepted/given_feed_forward_far_too_large.py
finding: 1.72e+24 FLOPs, weights that fill the memory: n_layers: authored
base: accepted/loop.py
replace: return layers * (4 * d * d + 2 * d * (4 * d))
with: return layers * (4 * d * d + 60 * d * (4 * d))
"""
