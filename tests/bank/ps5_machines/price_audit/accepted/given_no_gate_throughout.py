"""By a ledger that forgot the gate, in the claim as well.

base: accepted/one_after_another.py
replace: claimed = 32 * 2 * 8_030_261_248
with: claimed = 32 * 2 * (8_030_261_248 - 32 * 4096 * 14_336)
replace: matrices = 8_030_261_248 - lookup - norms
with: matrices = 8_030_261_248 - lookup - norms - 32 * 4096 * 14_336
given: real_parameters/partial/no_gate.py
finding: peak: authored
"""
