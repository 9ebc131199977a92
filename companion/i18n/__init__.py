"""The one catalogue of words: every sentence of every language lies here, whoever says it.

`words/es`, `words/en` …: a folder a language, a file for each part of the companion; a host's own languages lie in a
folder of the same shape. `catalog` reads them.
"""
