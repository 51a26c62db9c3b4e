import numpy as np

# %%
# Arrays that count the operations done with them, by the rules P1 to P4.
TALLY = {}  # kind of operation -> how many were done
ARITHMETIC = (np.add, np.subtract, np.multiply, np.divide, np.square, np.reciprocal)
WITH_OPERATORS = {
    np.dot: lambda a, b: a @ b if np.ndim(a) and np.ndim(b) else a * b,
    np.inner: lambda a, b: a @ b.T,
    np.vdot: lambda a, b: np.ravel(a) @ np.ravel(b),
    np.outer: lambda a, b: np.ravel(a)[:, None] * np.ravel(b),
}


def note(kind, count):
    TALLY[kind] = TALLY.get(kind, 0) + count


def plain(value):
    """Return `value` as a plain array of numpy, also inside lists."""
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return value.view(np.ndarray) if isinstance(value, CountingArray) else value


def is_uncounted(value):
    """Check whether `value` contains an array of plain numbers."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return any(map(is_uncounted, value))
    return type(value) is np.ndarray and value.ndim > 0 and value.dtype.kind == "f"


def leaving(method):
    """Wrap a method that returns plain numbers: note that these are not counted."""

    def noted(self, *args):
        note("uncounted", 1)
        return method(plain(self), *args)

    return noted


class CountingArray(np.ndarray):
    """An array that adds each operation done with it to TALLY."""

    __array_priority__ = 1  # np.stack and np.concatenate give a CountingArray
    __float__ = leaving(np.ndarray.__float__)
    item = leaving(np.ndarray.item)
    tolist = leaving(np.ndarray.tolist)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        if any(map(is_uncounted, inputs)):
            note("uncounted", 1)
        inputs = [plain(value) for value in inputs]
        if "out" in options:
            options["out"] = tuple(plain(value) for value in options["out"])
        result = np.asanyarray(getattr(ufunc, method)(*inputs, **options))
        if result.dtype == object:  # np.vectorize calls a function with plain numbers
            note("uncounted", 1)
        elif ufunc.signature:  # @ and its relatives: dot products along the last axis (P2)
            note("products", 2 * result.size * np.shape(inputs[0])[-1])
        elif ufunc in ARITHMETIC and method == "reduce":
            note("sums", np.size(inputs[0]))  # P4
        elif ufunc in ARITHMETIC:
            note("elementwise", result.size)  # P3
        return result.view(CountingArray)

    def __array_function__(self, function, types, args, kwargs):
        if function in WITH_OPERATORS:
            return WITH_OPERATORS[function](*args, **kwargs)
        if function in (np.einsum, np.tensordot) or function.__module__ == "numpy.linalg":
            raise TypeError(f"np's {function.__name__} can't be counted here: use @, +, -, * and /")
        result = super().__array_function__(function, types, args, kwargs)
        return result.view(CountingArray) if type(result) is np.ndarray else result

    def __getitem__(self, key):  # a single entry goes on counting
        return np.asanyarray(super().__getitem__(key)).view(CountingArray)

    def __setitem__(self, key, value):
        if is_uncounted(value):
            note("uncounted", 1)
        super().__setitem__(key, plain(value))

    def dot(self, other, out=None):
        return np.dot(self, other) if out is None else np.dot(self, other, out)


MAKERS = ("array", "asarray", "zeros", "ones", "empty", "full", "eye")


def counting(make):
    """Wrap a function of numpy so that its array counts."""

    def made(*args, **options):
        if is_uncounted(args):
            note("uncounted", 1)
        return make(*map(plain, args), **options).view(CountingArray)

    return made


def count_operations(function, *arrays):
    """Run `function(*arrays)` and return how many operations of each kind it did."""
    TALLY.clear()
    arrays = [np.array(array).view(CountingArray) for array in arrays]
    # Arrays that `function` makes in the meantime, for example from a list of rows, count too.
    usual = {name: getattr(np, name) for name in MAKERS}
    try:
        for name, make in usual.items():
            setattr(np, name, counting(make))
        result = function(*arrays)
    finally:
        for name, make in usual.items():
            setattr(np, name, make)
    if "uncounted" in TALLY or is_uncounted(result):
        print("Careful: some work was done on plain numbers or arrays, and is not counted.")
    return {kind: TALLY.get(kind, 0) for kind in ("products", "sums", "elementwise")}
