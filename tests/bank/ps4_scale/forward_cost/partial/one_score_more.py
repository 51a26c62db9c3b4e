"""t tokens in the cache, and the new one.

points: 3.75
finding: one-score-too-many
base: partial/no_cache_causal.py
replace: return 2 * t * weights(d_model, n_layers, d_ff) + 2 * n_layers * t * (t + 1) * d_model
with: return 2 * weights(d_model, n_layers, d_ff) + 4 * n_layers * (t + 1) * d_model
"""
