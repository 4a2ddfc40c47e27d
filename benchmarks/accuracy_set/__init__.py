"""A set of invented MCP configurations with labels: how many credentials a scanner finds, and what else it calls one.

Written without a look at the rules. Every value is made at run time from a seed; no file holds a token-shaped text.
"""
