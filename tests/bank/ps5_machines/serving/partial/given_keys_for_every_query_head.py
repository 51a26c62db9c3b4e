"""Keys and values for each query head, as in the ledger.

base: accepted/step_by_step.py
replace: "keys": n_kv_heads, "values": n_kv_heads
with: "keys": n_heads, "values": n_heads
replace: in_a_cache = 2 * n * model["n_layers"] * model["n_kv_heads"]
with: in_a_cache = 2 * n * model["n_layers"] * model["n_heads"]
replace: held = 2 * n * model["n_layers"] * model["n_kv_heads"]
with: held = 2 * n * model["n_layers"] * model["n_heads"]
given: real_parameters/partial/keys_for_every_query_head.py
points: 3.75
finding: cache-of-query-heads
"""
