"""Measurements: plain scripts that need the runtime requirements only (`client` also the terminal of the tests).

``python3 tests/benchmarks/NAME.py`` prints one JSON object a line, each with ``name``, ``value`` and ``unit``, and with
``target`` or ``floor`` where there is one. No test depends on them; pytest does not collect them.
"""
