"""Every chosen token is masked.

base: accepted/two_draws.py
replace: inputs[chosen & (fate < 0.8)] = mask_id
with: inputs[chosen] = mask_id
replace: inputs[random] = rng.integers(0, vocab_size, size=random.sum())
with: pass
points: 1.75
finding: the shares of masked, random and kept ones: authored
"""
