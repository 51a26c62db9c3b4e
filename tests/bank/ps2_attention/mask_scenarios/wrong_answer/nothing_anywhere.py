"""No masks at all.

finding: BERT, self-attention: chose
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
