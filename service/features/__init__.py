"""What the core works without, a folder each (`service/core/feature.py`)."""

from service.core.feature import Feature

_ANALYSES = ("routes.analysis", "routes.puzzles", "routes.verdicts")
_DOCUMENTS = ("contract", "documentation", "changelog_feed", "client_packages", "request_collection", "guides")

FEATURES = (
    Feature(
        "sign_ins",
        ("routes.passkeys", "routes.recovery_codes", "routes.device_links"),
        tables=True,
        hooks=True,
        words=True,
    ),
    Feature("oauth", ("routes.oauth", "routes.apps", "routes.consent"), tables=True, hooks=True, words=True),
    Feature("webhooks", ("routes.webhooks", "routes.push"), ("tasks",), tables=True, hooks=True, words=True),
    Feature("moderation", ("routes",), tables=True, hooks=True),
    Feature("contests", ("routes.contests", "routes.standings", "routes.pages"), tables=True, hooks=True, words=True),
    Feature("seeks", ("routes",), tables=True, hooks=True, words=True),
    Feature("planned_moves", ("routes",), tables=True, hooks=True, words=True),
    Feature("pictures", ("routes.pictures", "routes.page_pictures", "routes.sharing")),
    Feature("analysis", _ANALYSES, ("tasks",), tables=True, hooks=True, words=True),
    Feature("lines", ("routes.lines", "routes.saved_lines"), tables=True, hooks=True),
    Feature("conventions", ("routes.conventions", "routes.training"), hooks=True, words=True),
    Feature("same_deck", ("routes",), words=True),
    Feature("notes", ("routes",), tables=True, hooks=True, words=True),
    Feature("review_sessions", ("routes",), tables=True, hooks=True, words=True),
    Feature("studies", ("routes",), tables=True, hooks=True, words=True),
    Feature("statistics", ("routes",), tables=True, hooks=True, words=True),
    Feature("commitment_log", ("routes",), ("tasks",), hooks=True),
    Feature("documentation", _DOCUMENTS),
    Feature("lesson", ("routes",), words=True),
    Feature("mcp", ("routes",)),
    Feature("evaluation"),
)
