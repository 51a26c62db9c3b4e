"""T5 is missing.

points: 1.5
finding: no such entry in the answer
"""

masks = {"BERT": {"self-attention": {"source padding"}}, "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}}}
