"""The web pages: server-rendered, nothing from outside."""
