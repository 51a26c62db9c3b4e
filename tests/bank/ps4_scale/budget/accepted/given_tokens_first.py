"""Right by one's own optimum, whose two numbers are swapped: n_layers is several times too large.

given: compute_optimal/partial/exchanged.py
finding: 1.72e+24 FLOPs, weights that fill the memory: n_layers: authored
base: accepted/loop.py
replace: return n, flops / (6 * n)
with: return flops / (6 * n), n
"""
