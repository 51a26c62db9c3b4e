"""From the texts in problems/ to notebooks, and what is wrong with the texts."""
