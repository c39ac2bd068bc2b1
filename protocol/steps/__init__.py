"""The steps of the protocol, and which of them a game's request becomes."""
