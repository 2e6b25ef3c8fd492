"""The answer service: evidence for everyone at once, writing through one worker and a fair queue."""
