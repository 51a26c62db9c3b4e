"""Every device has the whole master copy.

points: 1
finding: master-copy-apart
base: accepted/ifs.py
replace: optimiser = optimiser // n_devices
with: optimiser = 4 * n_params + 8 * n_params // n_devices
"""
