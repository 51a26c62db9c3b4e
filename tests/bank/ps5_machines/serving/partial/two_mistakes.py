"""The cache is forgotten in the step, the weights in memory.

base: accepted/step_by_step.py
replace:  + batch * bytes_of_a_cache
with: 
replace:  - every_number * weight_bits / 8
with: 
points: 3
finding: cache-forgotten
finding: weights-forgotten
"""
