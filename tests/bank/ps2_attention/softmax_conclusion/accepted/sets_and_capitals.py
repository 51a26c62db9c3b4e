"""Sets of one option, with capitals."""

conclusion = {"gradients": {"Vanish"}, "output": ["Insensitive "]}
