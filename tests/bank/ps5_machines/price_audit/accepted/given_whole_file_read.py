"""By a step that multiplies with the whole file, and reads it.

finding: embedding: authored
given: serving/partial/whole_file_multiplied.py
base: accepted/one_after_another.py
replace: matrices = 8_030_261_248 - lookup - norms
with: matrices = 8_030_261_248
"""
