"""The embedding is read.

base: accepted/step_by_step.py
replace: matrices * weight_bits
with: (matrices + lines["embedding"]) * weight_bits
points: 3.75
finding: embedding-read
"""
