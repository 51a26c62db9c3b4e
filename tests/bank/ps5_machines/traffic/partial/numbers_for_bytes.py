"""Takes the bytes for numbers of two bytes.

points: 3.5
finding: numbers-for-bytes
base: accepted/step_by_step.py
replace: n_bytes / bandwidth
with: 2 * n_bytes / bandwidth
"""
