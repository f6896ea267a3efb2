"""The writes only docks have: service, acceptance, findings, the order, the work, and what comes after."""
