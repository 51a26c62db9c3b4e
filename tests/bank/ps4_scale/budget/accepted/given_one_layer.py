"""Right but for the layers, forgotten in N already: hundreds of them fit the largest budget.

given: parameters/partial/one_layer.py
given: training_cost/partial/one_layer.py
finding: 1.72e+24 FLOPs, weights that fill the memory: n_layers: authored
base: accepted/loop.py
replace: return layers * (4 * d * d + 2 * d * (4 * d))
with: return 4 * d * d + 2 * d * (4 * d)
"""
