"""A dict of two options."""

conclusion = {"output": "insensitive", "gradients": "vanish"}
