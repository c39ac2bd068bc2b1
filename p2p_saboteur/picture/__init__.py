"""Pictures of a table for sharing: the board as SVG, and a whole game as one page of HTML."""
