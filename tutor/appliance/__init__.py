"""The stick and what it installs: bundles, versions, backups, updates, the doctor's further checks."""
