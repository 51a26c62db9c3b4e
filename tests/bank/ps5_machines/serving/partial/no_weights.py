"""Only caches are read.

base: accepted/step_by_step.py
replace: bytes_of_weights + 
with: 
points: 3.75
finding: weights-not-read
"""
