"""Keys and values for each query head, in the step and in memory: one misconception.

base: accepted/step_by_step.py
replace: in_a_cache = 2 * n * model["n_layers"] * model["n_kv_heads"]
with: in_a_cache = 2 * n * model["n_layers"] * model["n_heads"]
replace: held = 2 * n * model["n_layers"] * model["n_kv_heads"]
with: held = 2 * n * model["n_layers"] * model["n_heads"]
points: 3.75
finding: cache-of-query-heads
"""
