"""The matrices are read for each sequence.

base: accepted/step_by_step.py
replace: (bytes_of_weights +
with: (batch * bytes_of_weights +
points: 3.75
finding: weights-once-per-sequence
"""
