"""By its own decode_flops, of t − 1 scores; and reads the cache of t − 1 tokens.

given: forward_cost/partial/strictly_earlier.py
base: partial/before_the_new_token.py
replace: 4 * n_layers * t * d_model)
with: 4 * n_layers * (t - 1) * d_model)
points: 2.25
finding: t-minus-1-tokens
"""
