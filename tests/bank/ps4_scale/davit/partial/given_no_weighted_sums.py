"""Without the weighted sums, as in dense_flops.

given: forward_cost/partial/no_weighted_sums.py
base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return 2 * n**2 * d
replace: return 4 * n * d**2
with: return 2 * n * d**2
points: 1.5
finding: missing-as-before
"""
