"""Times add, as in the step.

base: accepted/one_after_another.py
replace: read = max(at_dense_peak, reading)
with: read = at_dense_peak + reading
replace: left = max(at_dense_peak, reading + caches)
with: left = read + caches
given: serving/partial/sum.py
finding: weights: authored
"""
