"""Its own gate, scanned; softmax step by step.

base: accepted/by_doubling.py
replace: "own_gate": "step by step"
with: "own_gate": "scan"
replace: "softmax": "scan"
with: "softmax": "step by step"
points: 2.5
finding: own_gate: chose
"""
