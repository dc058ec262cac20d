"""Requests of the service to addresses that others choose: webhooks, documents of apps, push services, hanab.live."""
