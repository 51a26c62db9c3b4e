"""Options of one's own.

finding: BERT, self-attention: chose-unknown
"""

masks = {
    "BERT": {"self-attention": {"pad"}},
    "GPT": {"self-attention": {"pad"}, "loss": {"pad"}},
    "T5": {
        "encoder self-attention": {"pad"},
        "decoder self-attention": {"pad"},
        "cross-attention": {"pad"},
        "loss": {"pad"},
    },
}
