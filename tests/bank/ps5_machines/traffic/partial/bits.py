"""Eight times the bytes in the roofline, and two numbers written for each query.

base: accepted/step_by_step.py
replace: values + n * d + n
with: values + n * d + 2 * n
replace: n_bytes / bandwidth
with: 8 * n_bytes / bandwidth
points: 3
finding: bits-for-bytes
"""
