"""Lists in the order of the indices, split from strings."""

lines = """
projections: k x y
alpha: k x1 y1 x2 y2
softmax over: x2 y2
key in alpha: k x2 y2
out: k x y
sum over: x' y'
value in out: k x' y'
h_out: x y
"""
equations = {}
for line in lines.strip().splitlines():
    name, _, indices = line.partition(":")
    equations[name] = indices.split()
