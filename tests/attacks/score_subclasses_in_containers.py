'''Answers with subclasses of str, dict, list, tuple, set and complex that lie: about their items,
their hash, their length, and otherwise each time they are looked at.

Must happen: what they hold by their base type arrives, once, and as that type.
'''

LIES = '''
def lying(base, **also):
    """A subclass of which every question is answered as is wanted."""
    please = {name: (lambda self, *_: True) for name in ("__eq__", "__contains__", "__bool__", "__ge__", "__le__")}
    please |= {"__ne__": lambda self, *_: False, "__hash__": lambda self: hash("fruit"), "__class__": str}
    return type(base.__name__, (base,), please | also)


Text = lying(str, casefold=lambda self: "fruit", __str__=lambda self: "fruit", encode=lambda self, *_: b"fruit")
List = lying(list, __iter__=lambda self: iter([5] * 99), __len__=lambda self: 99, mean=lambda self, **_: 0)
Dict = lying(
    dict,
    __getitem__=lambda self, key: "fruit",
    items=lambda self: [("apple", "fruit"), ("leek", "vegetable")],
    keys=lambda self: ["apple", "leek"],
    __iter__=lambda self: iter(["apple", "leek"]),
)
'''
CELLS = [LIES]
ANSWER = '''
def area(n):
    number = lying(complex, __index__=lambda self: 3 * n * n + 2 * n, real=3 * n * n + 2 * n, imag=0)
    return (number(3 * n * n), List([3 * n * n]), lying(bytes)(b"5"))[n % 3]
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    return List([0.0] * len(rows))",
    "q3_total": "def total(values):\n    return lying(float, __round__=lambda self: 15)(0.0)",
    "q4_kinds": "kinds = Dict(apple=Text('neither'), leek=lying(set)([Text('neither')]))",
}
