"""Where transport, session, journal and clock meet."""
