"""All of the file is read.

base: accepted/step_by_step.py
replace: matrices * weight_bits
with: sum(lines.values()) * weight_bits
points: 3.75
finding: embedding-read
"""
