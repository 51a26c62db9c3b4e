"""By its own counts, of heads as wide as the model; and caches them so.

given: forward_cost/partial/heads_as_wide_as_the_model.py
base: partial/before_the_new_token.py
replace: 12 * n_layers * n * d_model
with: 12 * n_layers * n * n_heads * d_model
replace: 4 * n_layers * t * d_model)
with: 4 * n_layers * t * n_heads * d_model)
replace: 2 * n_layers * (t - 1) * d_model * batch
with: 2 * n_layers * t * n_heads * d_model * batch
points: 2.25
finding: width-counted-for-each-head
"""
