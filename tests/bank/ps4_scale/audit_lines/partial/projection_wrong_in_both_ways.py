"""One output projection of 64 rows: both right readings at once are none.

points: 0.75
finding: output_projection: chose
"""

wrong_numbers = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows", "inner", "how many"},
    "scores": {"rows", "columns"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
