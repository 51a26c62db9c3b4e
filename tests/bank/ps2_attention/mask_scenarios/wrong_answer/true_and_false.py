"""Says yes and no.

finding: expected an option or a set of options
"""

masks = {
    "BERT": {"self-attention": True},
    "GPT": {"self-attention": True, "loss": True},
    "T5": {
        "encoder self-attention": True,
        "decoder self-attention": True,
        "cross-attention": True,
        "loss": True,
    },
}
