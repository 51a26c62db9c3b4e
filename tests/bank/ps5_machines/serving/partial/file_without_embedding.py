"""The embedding needs no memory.

base: accepted/step_by_step.py
replace: every_number = sum(parameter_ledger(**model).values())
with: every_number = sum(parameter_ledger(**model).values()) - model["vocab_size"] * model["d_model"]
points: 4.25
finding: matrices-only
"""
