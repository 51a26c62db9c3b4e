"""Chooses n_layers by the right N, but counts memory and days by its own N.

given: parameters/partial/feed_forward_far_too_large.py
given: training_cost/accepted/given_feed_forward_far_too_large.py
finding: 2.9e+18 FLOPs: sequences: authored
base: accepted/loop.py
replace: sequences = max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
with: own = layers * (4 + 240) * (128 * layers) ** 2; sequences = max(int((memory - 2 * own) // cache(layers, n_tokens)), 0)
replace: days = 6 * weights(layers) * tokens
with: days = 6 * own * tokens
"""
