"""The pages: each module a group of addresses, a template for each page."""
