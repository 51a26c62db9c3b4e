"""The cache of one sequence is read.

base: accepted/step_by_step.py
replace: batch * bytes_of_a_cache
with: bytes_of_a_cache
points: 3.75
finding: cache-of-one-sequence
"""
