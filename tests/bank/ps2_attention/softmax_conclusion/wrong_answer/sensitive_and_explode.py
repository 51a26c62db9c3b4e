"""Takes a saturated softmax for a sharp one.

finding: gradients: chose
finding: gradients: comments
"""

conclusion = {"output": "very sensitive", "gradients": "explode"}
