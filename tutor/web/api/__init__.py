"""The HTTP API under /api/v1. The pages use it too."""
