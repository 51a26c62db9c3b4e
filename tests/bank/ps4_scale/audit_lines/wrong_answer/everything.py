"""All options everywhere.

finding: chose-everything
"""

names = ["queries_keys_values", "output_projection", "scores", "feed_forward", "absent"]
options = ["rows", "inner", "columns", "how many", "biases", "softmax", "weighted sums"]
options += ["residual connections", "output head"]
wrong_numbers = {name: set(options) for name in names}
