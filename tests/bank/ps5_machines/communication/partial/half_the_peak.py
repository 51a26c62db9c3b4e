"""Half of the peak that is given.

base: accepted/formulas.py
replace: 4 * n_params / peak_flops
with: 4 * n_params / (peak_flops / 2)
replace: / n_devices / peak_flops
with: / n_devices / (peak_flops / 2)
points: 2.5
finding: half-of-them
finding: half-the-ratio
"""
