"""By a ledger that forgot the gate, from the printed number of parameters.

base: accepted/one_after_another.py
replace: matrices = 8_030_261_248 - lookup - norms
with: matrices = 8_030_261_248 - lookup - norms - 32 * 4096 * 14_336
given: real_parameters/partial/no_gate.py
finding: embedding: authored
"""
