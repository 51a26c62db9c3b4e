"""Everything is there n_experts times.

points: 3.25
finding: whole-model-times-experts
base: accepted/closed_forms.py
replace: return n_layers * (attention + experts + router + norms) + d_model + 2 * vocab_size * d_model
with: return n_experts * (n_layers * (attention + 3 * d_model * d_ff + norms) + d_model + 2 * vocab_size * d_model)
"""
