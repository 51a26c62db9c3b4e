"""Takes a saturated softmax for a sharp one.

finding: gradients: you have “explode”
finding: no entry of it is larger than about 6e-42
"""

conclusion = {"output": "very sensitive", "gradients": "explode"}
