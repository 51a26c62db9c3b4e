"""A list of the wrong lines, and a loop."""

lines = ["embedding", "head", "attention", "peak", "overlap", "weights", "cache", "writing"]
errors = {"embedding", "attention", "peak", "weights", "cache"}
claim_lines = {line: "wrong" if line in errors else "right" for line in lines}
