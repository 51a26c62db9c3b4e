"""A Python loop over the weights."""


def jacobian_norm_squared(a):
    squares = cubes = 0.0
    for weight in a:
        squares += weight * weight
        cubes += weight**3
    return squares - 2 * cubes + squares * squares
