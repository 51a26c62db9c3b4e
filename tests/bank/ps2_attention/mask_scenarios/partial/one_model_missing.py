"""T5 is missing.

points: 1.5
finding: T5, encoder self-attention: entry-missing
"""

masks = {"BERT": {"self-attention": {"source padding"}}, "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}}}
