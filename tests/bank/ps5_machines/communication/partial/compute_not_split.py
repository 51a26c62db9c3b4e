"""Each device computes everything.

points: 3.25
finding: compute-not-split
base: accepted/formulas.py
replace:  / n_devices / peak_flops
with:  / peak_flops
"""
