"""A list.

finding: choice-is-no-dict
"""

tasks = ["generative", "contrastive", "supervised", "contrastive"]
