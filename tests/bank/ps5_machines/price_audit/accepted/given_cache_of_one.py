"""By a step that reads the cache of one sequence.

base: accepted/one_after_another.py
replace: caches = 32 * 8192
with: caches = 8192
given: serving/partial/one_cache.py
finding: cache: authored
"""
