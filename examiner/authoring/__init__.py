"""The build of problem sets: problems/ → source/ → release/.

- `build`: the whole build. It calls most of the modules below.
- `notebook_source`: a notebook source, its cells, and the instructor's notebook built from them.
  `hidden_tests` adds the hidden part of each test. `figures` draws the figures that are the same
  for all students. `example_values` and `rubric_tables` add correct values and rubrics.
- `marking_modules`: the modules that mark questions.
- `lint`: the rules for notebook sources and released notebooks. `lint_files`: the rules for other
  files and for the bank of answers. `trial`: a run of the whole problem set, which also finds given
  code that answers a question (`given_answers`) and `indistinguishable` misconceptions.
- `release`: the students' notebook. `docs_pages`, `checks_page`: generated pages of the docs.
- `source_edits`: edits of the instructor's notebook, and their import into the notebook source.
- `mutants`: surviving and unnamed mutants of correct answers (`mutation_rules` makes the mutants).
- `foreign_assignments`: assignments that were not built here, and can't be graded.
"""
