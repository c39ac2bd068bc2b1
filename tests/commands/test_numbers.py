"""Numbers on the command line: what is allowed, and what is told of the rest."""

from __future__ import annotations

import pytest

from p2p_saboteur.cli import main


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("host --port 99999", "argument --port: '99999' is no whole number from 0 to 65535"),
        ("host --port -1", "argument --port: '-1' is no whole number from 0 to 65535"),
        ("join X --port 7x", "argument --port: '7x' is no whole number from 0 to 65535"),
        ("resume --port ¹", "argument --port: '¹' is no whole number from 0 to 65535"),
        ("host --turn-limit 5", "argument --turn-limit: '5' is no whole number from 10 to 3600, or 0"),
        ("join X --patience nan", "argument --patience: 'nan' is no number of seconds from 0 to 86400"),
        ("watch X --patience=-1", "argument --patience: '-1' is no number of seconds from 0 to 86400"),
        ("lan --seconds soon", "argument --seconds: 'soon' is no number of seconds from 0 to 86400"),
        ("lan 0", "argument N: '0' is no whole number from 1 to 999"),
        ("picture last --turn x", "argument --turn: 'x' is no whole number from 0 to 99999"),
        ("solo --players 11", "argument --players: '11' is no whole number from 3 to 10"),
    ],
)
def test_a_wrong_number_is_told_with_the_right_ones(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Code 2 and a sentence without the program's own names."""
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert told.capitalize()[:9] + told[9:] + ".\n" in said
    assert "--help tells more" in said
