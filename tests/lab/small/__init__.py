"""Small tables of La Cosa, all worlds listed: what could be decided there, and how often the referee shrugs."""
