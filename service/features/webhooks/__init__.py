"""Webhooks: addresses of accounts, to which the service sends events of their games.

A worker (`hanabi work`) finds the events (`watching`), stores a delivery of each (`deliveries`), and sends it (`tasks`,
`sending`), signed as https://www.standardwebhooks.com describes (`signatures`).
"""
