"""The words every part shares: types, events, errors, settings, places."""
