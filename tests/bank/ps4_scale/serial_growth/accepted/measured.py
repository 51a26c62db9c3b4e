"""Doubles each size of the exact depth, and looks how the depth changes."""

def tree(n):
    return (n - 1).bit_length()


def softmax_steps(U, T):
    return U + 1 + tree(T)


def layer_steps(J, T, U=2):
    return J + U + 3 + 2 * tree(T)


def growth(steps, size):
    at = {"U": 2**10, "J": 2**10, "T": 2**10}
    depths = []
    for power in (20, 21, 22):
        sizes = {**at, size: 2**power}
        depths.append(steps(sizes["U" if steps is softmax_steps else "J"], sizes["T"]))
    first, second = depths[1] - depths[0], depths[2] - depths[1]
    return "logarithmically" if first == second else "linearly"


serial_growth = {
    "Z": {size: growth(softmax_steps, size) for size in "UT"},
    "layer": {size: growth(layer_steps, size) for size in "JT"},
}
