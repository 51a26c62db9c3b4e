"""A list.

finding: expected a dict
"""

tasks = ["generative", "contrastive", "supervised", "contrastive"]
