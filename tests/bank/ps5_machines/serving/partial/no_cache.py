"""No cache is read.

base: accepted/step_by_step.py
replace:  + batch * bytes_of_a_cache
with: 
points: 3.75
finding: cache-forgotten
"""
