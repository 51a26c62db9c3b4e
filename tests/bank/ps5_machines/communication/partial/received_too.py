"""What is received takes the link as well.

base: accepted/formulas.py
replace: allreduce_bytes(2 * n_params, n_devices) / link
with: allreduce_bytes(2 * n_params, n_devices) * 2 / link
replace: sending = 2 * allreduce
with: sending = 4 * allreduce
points: 3
finding: macs
"""
