"""Takes a saturated softmax for a sharp one.

finding: gradients: you have “explode”
finding: look at the largest of its 25 entries
"""

conclusion = {"output": "very sensitive", "gradients": "explode"}
