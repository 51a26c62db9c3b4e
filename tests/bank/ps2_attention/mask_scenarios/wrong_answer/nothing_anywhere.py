"""No masks at all.

finding: you have nothing
"""

masks = {
    "BERT": {"self-attention": set()},
    "GPT": {"self-attention": set(), "loss": set()},
    "T5": {
        "encoder self-attention": set(),
        "decoder self-attention": set(),
        "cross-attention": set(),
        "loss": set(),
    },
}
