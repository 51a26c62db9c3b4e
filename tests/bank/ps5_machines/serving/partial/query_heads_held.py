"""Keys and values for each query head, in memory.

base: accepted/step_by_step.py
replace: held = 2 * n * model["n_layers"] * model["n_kv_heads"]
with: held = 2 * n * model["n_layers"] * model["n_heads"]
points: 4.25
finding: cache-of-query-heads
"""
