"""All options everywhere.

finding: it names every option in every entry
"""

kinds = {"generative", "contrastive", "supervised"}
tasks = dict.fromkeys(["masked tokens", "next sentence", "inference", "same document"], kinds)
