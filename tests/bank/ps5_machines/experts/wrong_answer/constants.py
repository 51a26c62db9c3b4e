"""Constants.

finding: nothing-computed
base: accepted/closed_forms.py
replace: return n_layers * (attention + experts + router + norms) + d_model + 2 * vocab_size * d_model
with: return 47
replace: return n_layers * (heads + chosen + scored + scales) + d_model + 2 * vocab_size * d_model
with: return 13
replace: return n_layers * (maps + used + scores) + 2 * vocab_size * d_model
with: return 25
"""
