"""The amounts that lead to its own counts of 1.2, which are those of one map.

given: attention_counts/partial/one_projection.py
finding: qkv_weights: right-line
base: accepted/from_the_audit.py
replace: 3 * (d - 1)
with: d - 3
replace: 3 * d**2 * (n_heads - 1) // n_heads
with: d**2 - 3 * d**2 // n_heads
"""
