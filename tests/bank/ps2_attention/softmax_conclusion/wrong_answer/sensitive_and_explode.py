"""Takes a saturated softmax for a sharp one.

finding: gradients: you have “explode”
"""

conclusion = {"output": "very sensitive", "gradients": "explode"}
