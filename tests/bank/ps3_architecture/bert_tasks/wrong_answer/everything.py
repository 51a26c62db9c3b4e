"""All options everywhere.

finding: chose-everything
"""

kinds = {"generative", "contrastive", "supervised"}
tasks = dict.fromkeys(["masked tokens", "next sentence", "inference", "same document"], kinds)
