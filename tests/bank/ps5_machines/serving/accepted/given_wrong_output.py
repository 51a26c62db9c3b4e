"""By a ledger in which only the output map is wrong, as if all heads were d_model wide.

base: accepted/step_by_step.py
replace: return lines | {"norms": (2 * n_layers + 1) * d_model}
with: return lines | {"norms": (2 * n_layers + 1) * d_model, "output": n_layers * d_model**2}
given: real_parameters/partial/output_map_as_wide_as_the_model.py
"""
