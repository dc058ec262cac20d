"""The requests to compare, by operation of the contract."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Final

from tests.service.contract import CONTRACT
from tests.service.leaks.requests import (
    Request,
    Requests,
    Spot,
    card_orientations,
    conditional,
    event_lists,
    frames,
    get,
    hand_orders,
    known,
    lists,
    looks,
    note_deletions,
    notes,
    post,
    refused_moves,
    remarks,
    seat_requests,
)

__all__ = ["COUNTS", "NOTHING_OF_A_GAME", "OF_A_GAME", "REQUESTS", "described"]

_NO_PUZZLE: Final = f"/v1/puzzles/p_{'0' * 32}"
"""A running game has no puzzles."""
_NO_CONVENTION_PUZZLE: Final = f"/v1/convention-puzzles/p_{'0' * 32}"
_NO_SEEK: Final = f"/v1/seeks/q_{'0' * 32}"
"""No account has it. A seek says nothing of cards."""
_NO_CONTEST: Final = f"/v1/contests/x_{'0' * 32}"
_NO_BOT: Final = f"/v1/me/bots/a_{'0' * 32}"
_NO_WEBHOOK: Final = f"/v1/me/webhooks/w_{'0' * 32}"
"""No account has it. `test_webhooks.py` compares what is sent to webhooks."""
_OTHER_DEAL: Final = {"deal": "resampled", "deal_seat": 0, "deal_seed": 7}
_NO_LINE: Final = f"b_{'0' * 32}"
"""A running game has no lines."""

NOTHING_OF_A_GAME: Final = {
    "listVariants": "/v1/variants",
    "getPushKey": "/v1/push",
    "listBots": "/v1/bots",
    "listProblems": "/problems",
    "getProblem": "/problems/illegal-move",
    "listRules": "/v1/rules",
    "getRule": "/v1/rules/R7",
    "showReference": "/docs",
    "showReferencePage": "/docs/reference/games",
    "showRules": "/docs/rules",
    "showRulesIn": "/docs/rules/da",
    "showGuide": "/docs/verification",
    "getGuide": "/docs/verification.md",
    "getFeed": "/docs/changelog.atom",
    "getIndex": "/llms.txt",
    "getServiceWorker": "/service-worker.js",
    "getManifest": "/app.webmanifest",
    "showHome": "/",
    "showSearch": "/replays",
    "showPlayer": "/players/Ada",
    "showSameDeck": f"/replays/g_{'0' * 32}/same-deck",
    "showArena": "/arena",
    "showPuzzles": "/puzzles",
    "showContests": "/contests",
    "showContest": f"/contests/x_{'0' * 32}",
    "showPuzzle": f"/puzzles/p_{'0' * 32}",
    "showConventionPuzzles": "/puzzles/conventions",
    "showConventionPuzzle": f"/puzzles/conventions/p_{'0' * 32}",
    "showAccount": "/account",
    "showConsent": "/oauth/authorize",
    "showDevice": "/device",
    "getServerMetadata": "/.well-known/oauth-authorization-server",
    "getResourceMetadata": "/.well-known/oauth-protected-resource",
    "getPartMetadata": "/.well-known/oauth-protected-resource/mcp",
    "showPlay": "/play",
    "getWebFile": "/web/0c1f8a5e7b3d9264/review/replay.js",
    "getAsset": "/docs/assets/icon.svg",
    "getExample": "/docs/examples/bot.py",
    "getBrowserExample": "/docs/examples/browser/index.html",
    "listKeys": "/.well-known/hanabi-keys",
    "getLogHead": "/v1/log/head",
    "getCheckpoint": "/log/checkpoint",
    "getTile": "/log/tile/entries/000.p/1",
    "getCollection": "/collection.json",
    "getContract": "/openapi.json",
    "getClientPackage": "/clients/no-such-client.whl",
    "getContractAsYaml": "/openapi.yaml",
    "getNewerContract": "/openapi-3.2.json",
    "getLiveness": "/livez",
    "getReadiness": "/readyz",
}
"""By operation: the path of a page or file that is the same for everyone, compared once for each kind of viewer."""

COUNTS: Final = {"getMetrics": "/metrics"}
"""Operations that count the requests of both worlds, so that the answers always differ (see `test_metrics.py`)."""

REQUESTS: dict[str, Callable[[Spot], Requests]] = {
    "createAccount": lambda spot: iter([post("/v1/accounts", {"name": ""})]),
    "listEditions": lambda spot: iter([get("/v1/editions")]),
    "createGame": lambda spot: iter([post("/v1/games", {"seats": 9}), post("/v1/games", {"id": spot.game.id})]),
    "getMe": lambda spot: looks("/v1/me"),
    "updateMe": lambda spot: iter(
        [Request("PATCH", "/v1/me", {"name": ""}), Request("PATCH", "/v1/me", {"name": "x"})]  # without If-Match
    ),
    "deleteMe": lambda spot: iter([Request("DELETE", "/v1/me", {"id": spot.game.id})]),
    "getMyExport": lambda spot: looks("/v1/me/export"),
    "listTokens": lambda spot: looks("/v1/me/tokens"),
    "createToken": lambda spot: iter(
        [post("/v1/me/tokens", body) for body in ({}, {"name": "x", "game": "x"}, {"name": "x", "scopes": ["x"]})]
    ),
    "deleteToken": lambda spot: iter(
        [
            Request("DELETE", f"/v1/me/tokens/t_{'0' * 32}"),
            Request("DELETE", "/v1/me/tokens/current", {"id": spot.game.id}),
        ]
    ),
    "deleteOtherAccess": lambda spot: iter([Request("DELETE", "/v1/me/access", {"id": spot.game.id})]),
    "deleteSignIn": lambda spot: iter([Request("DELETE", f"/v1/me/sign-ins/t_{'0' * 32}")]),
    "signInAsGuest": lambda spot: iter([post("/v1/sign-in/guest", {"name": ""})]),
    "signInWithToken": lambda spot: iter([post("/v1/sign-in/token", {"token": spot.game.id})]),
    "signOut": lambda spot: iter([Request("DELETE", "/v1/sign-in", {"id": spot.game.id})]),
    "createPasskeyChallenge": lambda spot: iter([post("/v1/sign-in/passkey/options", {"id": spot.game.id})]),
    "signInWithPasskey": lambda spot: iter([post("/v1/sign-in/passkey", {"credential": {"id": spot.game.id}})]),
    "signInWithRecoveryCode": lambda spot: iter([post("/v1/sign-in/recovery-code", {"name": spot.game.id})]),
    "getRecoveryCodes": lambda spot: looks("/v1/me/recovery-codes"),
    "deleteRecoveryCodes": lambda spot: iter([Request("DELETE", "/v1/me/recovery-codes", {"id": spot.game.id})]),
    "createRecoveryCodes": lambda spot: iter([post("/v1/me/recovery-codes", {"id": spot.game.id})]),
    "createLink": lambda spot: iter([post("/v1/me/links", {"id": spot.game.id})]),
    "getLink": lambda spot: looks(f"/v1/me/links/l_{'0' * 32}"),
    "updateLink": lambda spot: iter([Request("PATCH", f"/v1/me/links/l_{'0' * 32}", {"allowed": True})]),
    "deleteLink": lambda spot: iter([Request("DELETE", f"/v1/me/links/l_{'0' * 32}")]),
    "createLinkClaim": lambda spot: iter([post("/v1/sign-in/link", {"code": spot.game.id})]),
    "signInWithLink": lambda spot: iter([post("/v1/sign-in/link/claim", {"claim": spot.game.id})]),
    "createMerge": lambda spot: iter([post("/v1/me/merges", {"id": spot.game.id})]),
    "createMergeClaim": lambda spot: iter([post("/v1/me/merge-claims", {"code": spot.game.id})]),
    "getMerge": lambda spot: looks(f"/v1/me/merges/j_{'0' * 32}"),
    "updateMerge": lambda spot: iter([Request("PATCH", f"/v1/me/merges/j_{'0' * 32}", {"allowed": True})]),
    "deleteMerge": lambda spot: iter([Request("DELETE", f"/v1/me/merges/j_{'0' * 32}")]),
    "createPasskeyOptions": lambda spot: iter([post("/v1/me/passkeys/options", {"id": spot.game.id})]),
    "createPasskey": lambda spot: iter([post("/v1/me/passkeys", {"credential": {"id": spot.game.id}})]),
    "updatePasskey": lambda spot: iter([Request("PATCH", f"/v1/me/passkeys/k_{'0' * 32}", {"name": spot.game.id})]),
    "listMyBots": lambda spot: looks("/v1/me/bots"),
    "createMyBot": lambda spot: iter([post("/v1/me/bots", {"name": ""}), post("/v1/me/bots", {"id": spot.game.id})]),
    "updateMyBot": lambda spot: iter([Request("PATCH", _NO_BOT, {"name": spot.game.id})]),
    "deleteMyBot": lambda spot: iter([Request("DELETE", _NO_BOT)]),
    "createMyBotToken": lambda spot: iter([post(f"{_NO_BOT}/tokens", {"name": spot.game.id})]),
    "deleteMyBotToken": lambda spot: iter([Request("DELETE", f"{_NO_BOT}/tokens/t_{'0' * 32}")]),
    "listAccess": lambda spot: looks("/v1/me/access"),
    "deletePasskey": lambda spot: iter([Request("DELETE", f"/v1/me/passkeys/k_{'0' * 32}")]),
    "createApp": lambda spot: iter([post("/v1/me/apps", {"request": f"client_id={spot.game.id}", "allow": True})]),
    "deleteApp": lambda spot: iter([Request("DELETE", f"/v1/me/apps/t_{'0' * 32}")]),
    "createDeviceAnswer": lambda spot: iter([post("/v1/me/devices", {"code": spot.game.id})]),
    "createOAuthToken": lambda spot: iter([post("/oauth/token", {"code": spot.game.id})]),
    "createDeviceCode": lambda spot: iter([post("/oauth/device", {"client_id": spot.game.id})]),
    "revokeOAuthToken": lambda spot: iter([post("/oauth/revoke", {"token": spot.game.id})]),
    "introspectOAuthToken": lambda spot: iter([post("/oauth/introspect", {"token": spot.game.id})]),
    "createOAuthClient": lambda spot: iter([post("/oauth/register", {"client_name": spot.game.id})]),
    "createMcpAnswer": lambda spot: iter([post("/mcp", {"id": 1, "method": spot.game.id})]),
    "listWebhooks": lambda spot: looks("/v1/me/webhooks"),
    "createWebhook": lambda spot: iter([post("/v1/me/webhooks", body) for body in ({}, {"id": spot.game.id})]),
    "updateWebhook": lambda spot: iter(
        [Request("PATCH", _NO_WEBHOOK, body) for body in ({}, {"enabled": True}, {"id": spot.game.id})]
    ),
    "deleteWebhook": lambda spot: iter([Request("DELETE", _NO_WEBHOOK)]),
    "createTestDelivery": lambda spot: iter([post(f"{_NO_WEBHOOK}/test")]),
    "listDeliveries": lambda spot: lists(f"{_NO_WEBHOOK}/deliveries"),
    "listPushBrowsers": lambda spot: looks("/v1/me/push"),
    "createPushBrowser": lambda spot: iter([post("/v1/me/push", body) for body in ({}, {"id": spot.game.id})]),
    "deletePushBrowser": lambda spot: iter([Request("DELETE", f"/v1/me/push/w_{'0' * 32}")]),
    "listMyGames": lambda spot: lists("/v1/me/games", "turn=mine", "status=running", "status=ended", "turn=x"),
    "listGames": lambda spot: lists(
        "/v1/games",
        "status=running",
        "watchable=true",
        "pace=short",
        "seats=2&edition=de&multicolor=none",
        "variant=Duck+(5+Suits)",
    ),
    "getLobby": lambda spot: iter([*looks("/v1/lobby"), get("/v1/lobby", headers={"Accept": "text/event-stream"})]),
    "createSeek": lambda spot: iter(
        [
            post("/v1/seeks", body)
            for body in ({}, {"seats": 2, "id": spot.game.id}, {"seats": 2, "rules": [{"variant": spot.game.id}]})
        ]
    ),
    "getSeek": lambda spot: looks(_NO_SEEK),
    # `test_sealed_decks.py` compares what is said of contests.
    "createContest": lambda spot: iter([post("/v1/contests", {"title": spot.game.id})]),
    "listContests": lambda spot: lists("/v1/contests", "mine=true", "status=open", "mine=x"),
    "getContest": lambda spot: looks(_NO_CONTEST),
    "listContestDecks": lambda spot: looks(f"{_NO_CONTEST}/decks"),
    "listEntries": lambda spot: looks(f"{_NO_CONTEST}/entries"),
    "createEntry": lambda spot: iter([post(f"{_NO_CONTEST}/entries", {"name": spot.game.id})]),
    "createConfirmation": lambda spot: iter([post(f"{_NO_CONTEST}/entries/e_{'0' * 32}/confirmations")]),
    "deleteEntry": lambda spot: iter([Request("DELETE", f"{_NO_CONTEST}/entries/e_{'0' * 32}")]),
    "createContestTable": lambda spot: iter([post(f"{_NO_CONTEST}/tables", {"round": 0, "deck": 0})]),
    "listContestTables": lambda spot: looks(f"{_NO_CONTEST}/tables"),
    "getLeaderboard": lambda spot: looks("/v1/contests/arena-2/leaderboard"),
    "getContestResults": lambda spot: looks(f"{_NO_CONTEST}/results"),
    "getStandings": lambda spot: looks(f"{_NO_CONTEST}/standings"),
    "deleteSeek": lambda spot: iter([Request("DELETE", _NO_SEEK)]),
    "listReplays": lambda spot: chain(
        lists(
            "/v1/replays", "sort=-score", "score_gte=0", "outcome=won", "player=x", "name=ada", "name=", "curve=true"
        ),
        (
            get("/v1/replays", query=query, headers={"Accept": "application/x-ndjson"})
            for query in ("limit=2", "limit=2&sort=score", "seats=0", f"after={spot.game.id}")
        ),
    ),
    "listPuzzles": lambda spot: lists("/v1/puzzles", "theme=play", "difficulty=easy", "seats=2", "theme=x"),
    "getDailyPuzzle": lambda spot: looks("/v1/puzzles/daily"),
    "getPuzzle": lambda spot: looks(_NO_PUZZLE),
    "createPuzzleAnswer": lambda spot: iter([post(f"{_NO_PUZZLE}/answers", {"type": "play", "card": 0})]),
    "getPuzzleSolution": lambda spot: looks(f"{_NO_PUZZLE}/solution"),
    "listConventionPuzzles": lambda spot: lists("/v1/convention-puzzles", "kind=told", "level=2", "seats=2", "kind=x"),
    "getConventionPuzzle": lambda spot: looks(_NO_CONVENTION_PUZZLE),
    "createConventionPuzzleAnswer": lambda spot: iter([post(f"{_NO_CONVENTION_PUZZLE}/answers", {"choice": 0})]),
    "getConventionPuzzleSolution": lambda spot: looks(f"{_NO_CONVENTION_PUZZLE}/solution"),
    "getStats": lambda spot: lists("/v1/stats", "seats=2", "finished_after=2026-01-02T03:04:05Z", "player=x"),
    "getAccount": lambda spot: looks(f"/v1/accounts/a_{'0' * 32}"),
    "updateNote": notes,
    "listNotes": lambda spot: looks(f"{spot.game.path}/notes"),
    "deleteNote": note_deletions,
    "listSharedNotes": lambda spot: looks(f"{spot.game.replay_path}/notes"),
    "listComments": lambda spot: lists(f"{spot.game.replay_path}/comments"),
    "createComment": lambda spot: iter(
        [
            post(f"{spot.game.replay_path}/comments", {"anchor": anchor, "text": "Hm."})
            for anchor in ("game", "card-7", "x")
        ]
    ),
    "createSession": lambda spot: iter(
        [post(f"{spot.game.replay_path}/sessions", body) for body in ({}, {"place": "turn=1"}, {"place": 1})]
    ),
    "getSession": lambda spot: iter(
        get(f"{spot.game.replay_path}/sessions/s_{'0' * 32}", headers={"Accept": media_type})
        for media_type in ("application/json", "text/event-stream")
    ),
    "updateSession": lambda spot: iter(
        Request("PATCH", f"{spot.game.replay_path}/sessions/s_{'0' * 32}", body)
        for body in ({"place": "turn=1", "card": 3}, {"message": "Hm."}, {"leader": "none"}, {"remove": 2}, {})
    ),
    "deleteSession": lambda spot: iter([Request("DELETE", f"{spot.game.replay_path}/sessions/s_{'0' * 32}")]),
    "deleteComment": lambda spot: iter([Request("DELETE", f"{spot.game.replay_path}/comments/c_{'0' * 32}")]),
    "getGame": conditional,
    "getTableConventions": lambda spot: chain(
        looks(f"{spot.game.path}/conventions"), lists(f"{spot.game.path}/conventions", "level=1", "level=5", "level=6")
    ),
    "getWatchers": lambda spot: looks(f"{spot.game.path}/watchers"),
    "createSeat": seat_requests,
    "updateEntropy": lambda spot: iter(
        [
            Request("PUT", f"{spot.game.path}/seats/me/entropy", body)
            for body in (
                {},
                {"entropy": ""},
                {"entropy": "x"},
                *({name: "0" * 64} for name in ("entropy_commitment", "reveal")),
            )
        ]
    ),
    "deleteMySeat": lambda spot: iter([Request("DELETE", f"{spot.game.path}/seats/me")] * 2),
    "deleteSeat": lambda spot: iter(Request("DELETE", f"{spot.game.path}/seats/{seat}") for seat in (*range(6), "x")),
    "listInvitations": lambda spot: lists("/v1/me/invitations"),
    "deleteInvitation": lambda spot: iter([Request("DELETE", f"/v1/me/invitations/{spot.game.id}")]),
    "listBlocks": lambda spot: lists("/v1/me/blocks"),
    "createBlock": lambda spot: iter([Request("PUT", f"/v1/me/blocks/a_{'0' * 32}")]),
    "deleteBlock": lambda spot: iter([Request("DELETE", f"/v1/me/blocks/a_{'0' * 32}")]),
    "createInvitation": lambda spot: iter(
        [post(f"{spot.game.path}/invitations", body) for body in ({}, {"expires_in_s": 1})]
    ),
    "createNextGame": lambda spot: iter(
        [post(f"{spot.game.path}/again", body) for body in ({}, {"deck": "same"}, {"deck": "x"})]
    ),
    "listInvitedAccounts": lambda spot: looks(f"{spot.game.path}/invitations"),
    "createMove": refused_moves,
    "listEvents": event_lists,
    "listMyEvents": lambda spot: iter(
        [*looks("/v1/me/events"), get("/v1/me/events", headers={"Accept": "text/event-stream"})]
    ),
    "updateHandOrder": hand_orders,
    "updateCardOrientation": card_orientations,
    "listMessages": lambda spot: looks(f"{spot.game.path}/messages"),
    "createMessage": remarks,
    "createClockChange": lambda spot: iter(
        [post(f"{spot.game.path}/clock-changes", {"change": change}) for change in ("stop", "resume", "pause")]
    ),
    "createClockAdvance": lambda spot: iter(
        # Only refused ones: the banks after one that counts would tell when it arrived.
        [post(f"/v1/sandbox/{spot.game.id}/clock", {"advance_s": seconds}) for seconds in (0, "1")]
    ),
    "createAbortVote": lambda spot: iter(
        [post(f"{spot.game.path}/abort-votes", body) for body in ({"x": 1}, None, {})]
    ),
    "deleteAbortVote": lambda spot: iter([Request("DELETE", f"{spot.game.path}/abort-votes")] * 2),
    "createReplay": lambda spot: iter(
        [
            *(post("/v1/replays", body) for body in ({}, {"id": spot.game.id}, {"link": spot.game.id}, {"link": "2"})),
            post(
                "/v1/replays",
                raw=f'{{"link":"hanab.live/replay/{spot.game.id}"}}\n\n{{"id":"{spot.game.id}"}}\n{{'.encode(),
                headers={"Content-Type": "application/x-ndjson"},
            ),
        ]
    ),
    "showGame": lambda spot: iter([get(f"/play/{spot.game.id}", headers={"Accept": "text/html"})]),
    "showEmbed": lambda spot: iter(
        get(f"/replays/{spot.game.id}/embed", query=query, headers={"Accept": "text/html"})
        for query in ("", "turn=1&seat=0", "turn=1&seat=9", "x=1")
    ),
    "drawBoard": lambda spot: iter(
        get(f"/replays/{spot.game.id}/board.png", query=query, headers={"Accept": "*/*"})
        for query in ("", "turn=1&seat=0", "turn=1&seat=9", "from=1&moves=d0", "moves=x&from=0", "line=x", "x=1")
    ),
    "getOembed": lambda spot: lists(
        "/oembed",
        *(f"url=http%3A%2F%2Flocalhost%2Freplays%2F{spot.game.id}{rest}" for rest in ("", "%3Fturn%3D1", "x")),
    ),
    "showReplay": lambda spot: iter(
        [
            get(f"/replays/{spot.game.id}", headers={"Accept": "text/html", **more})
            for more in ({}, {"Accept-Language": "fr"})
        ]
        + [Request("HEAD", f"/replays/{spot.game.id}")]
    ),
    "getVerification": lambda spot: looks(f"{spot.game.replay_path}/verification"),
    "listSameDeck": lambda spot: lists(f"{spot.game.replay_path}/same-deck"),
    "createTable": lambda spot: iter([post(f"{spot.game.replay_path}/tables", body) for body in ({}, {"bots": ["x"]})]),
    "getComparison": lambda spot: iter(
        get(f"{spot.game.replay_path}/same-deck/{other}") for other in (spot.game.id, f"g_{'0' * 32}")
    ),
    "getReplay": lambda spot: looks(spot.game.replay_path),
    "deleteReplay": lambda spot: iter([Request("DELETE", spot.game.replay_path, body) for body in (None, {"x": 1})]),
    "getReplayExport": lambda spot: iter(
        get(f"{spot.game.replay_path}/export", query=query)
        for query in (
            "",
            "format=hanab-live",
            "format=hanab-live-link",
            "format=notation",
            "format=csv",
            "format=csv&report=only",
            "format=x",
        )
    ),
    "listFrames": frames,
    "createLine": lambda spot: bodies_of_lines(f"{spot.game.replay_path}/lines"),
    "createLineFrames": lambda spot: bodies_of_lines(f"{spot.game.replay_path}/frames"),
    "createLineKnowledge": lambda spot: at_lines(spot, "frames/{}/knowledge"),
    "createLineConventions": lambda spot: at_lines(spot, "conventions"),
    "createLineAnalysis": lambda spot: at_lines(spot, "frames/{}/analysis"),
    "listLines": lambda spot: lists(f"{spot.game.replay_path}/lines"),
    "getLine": lambda spot: looks(f"{spot.game.replay_path}/lines/{_NO_LINE}"),
    "deleteLine": lambda spot: iter([Request("DELETE", f"{spot.game.replay_path}/lines/{_NO_LINE}")]),
    "getPositionPicture": lambda spot: iter(
        [
            *looks(f"{spot.game.replay_path}/positions/0.svg"),
            *(get(f"{spot.game.replay_path}/positions/1.svg", query=f"seat={seat}") for seat in range(6)),
            get(f"{spot.game.replay_path}/positions/99.svg"),
            *looks(f"{spot.game.replay_path}/positions/0.png"),
            *(get(f"{spot.game.replay_path}/positions/1.png", query=f"seat={seat}") for seat in range(6)),
            get(f"{spot.game.replay_path}/positions/0.png", query="scheme=light"),
        ]
    ),
    "getReplayAnimation": lambda spot: iter(
        [
            *looks(f"{spot.game.replay_path}/animation.gif"),
            *(get(f"{spot.game.replay_path}/animation.gif", query=f"seat={seat}") for seat in range(6)),
        ]
    ),
    "createReport": lambda spot: iter(
        [
            post("/v1/reports", body)
            for body in ({}, {"about": f"{spot.game.id}/c_{'0' * 32}", "reason": "other"}, {"about": "x"})
        ]
    ),
    "listReports": lambda spot: lists("/v1/moderation/reports", "status=closed", "status=x"),
    "listModerationActions": lambda spot: lists("/v1/moderation/actions", f"target={spot.game.id}", "target=x"),
    "createModerationAction": lambda spot: iter(
        [post("/v1/moderation/actions", body) for body in ({}, {"action": "hide", "target": spot.game.id})]
    ),
    "getScorePicture": lambda spot: iter(
        [*looks(f"{spot.game.replay_path}/score.svg"), *looks(f"{spot.game.replay_path}/score.png")]
    ),
    "getFrame": lambda spot: iter(
        [*looks(f"{spot.game.replay_path}/frames/0"), get(f"{spot.game.replay_path}/frames/99")]
    ),
    "getKnowledge": known,
    "getLogProof": lambda spot: lists(
        "/v1/log/proof",
        *(f"game={spot.game.id}&secret_commitment={64 * '0'}&type={kind}" for kind in ("commitment", "deal", "end")),
    ),
    "getLogConsistency": lambda spot: lists("/v1/log/consistency", "first=0", "first=0&second=0", "first=1", "first=x"),
    "getConventions": lambda spot: looks(f"{spot.game.replay_path}/conventions"),
    "getAnalysis": lambda spot: looks(f"{spot.game.replay_path}/analysis"),
    "getHindsight": lambda spot: looks(f"{spot.game.replay_path}/hindsight"),
    "createPositionAnalysis": lambda spot: iter(
        [
            post("/v1/positions/analysis", {"position": position})
            for position in ("hands r1 / y1", "hands r1 / y1; deck g1", spot.game.id)
        ]
    ),
    **{
        name: lambda spot, path=path: iter([get(path), Request("HEAD", path)])  # type: ignore[misc]
        for name, path in NOTHING_OF_A_GAME.items()
    },
}
"""By operation of the contract: requests that a viewer may send and that make no move."""

OF_A_GAME: Final = [
    one.node["operationId"]
    for one in CONTRACT.operations
    if "{game}" in one.template and one.node["operationId"] in REQUESTS  # `test_every_operation_is_compared`
]


def bodies_of_lines(path: str) -> Requests:
    """Yield lines."""
    for body in ({}, {"at": 0, "moves": []}, {"at": 99, "moves": []}, {"at": 0, "moves": [], **_OTHER_DEAL}):
        yield post(path, body)


def at_lines(spot: Spot, part: str) -> Requests:
    """Yield requests about versions of lines."""
    for body in ({}, {"at": 0, "moves": []}, {"at": 0, "moves": [], **_OTHER_DEAL}):
        for version in (0, 1):
            yield post(f"{spot.game.replay_path}/{part.format(version)}", body)


def described(spot: Spot) -> Requests:
    """Yield each operation with each parameter and media type of the contract.

    Requests that could have an effect have a body that every operation refuses.
    """
    ids = {"game": spot.game.id, "version": str(spot.view["version"]), "anchor": "card-7"}
    for operation in CONTRACT.operations:
        node, path, variants = operation.node, operation.template, list[Mapping[str, Any]]()
        if node["operationId"] in COUNTS:
            continue
        shared = CONTRACT.document["paths"][path].get("parameters", [])
        for parameter in map(CONTRACT.resolve, (*shared, *node.get("parameters", []))):
            schema = CONTRACT.resolve(parameter["schema"])
            values = [parameter.get("example"), schema.get("example"), *schema.get("enum", []), schema.get("minimum")]
            value = str(next((one for one in values if one is not None), "x"))
            match parameter["in"]:
                case "path":
                    path = path.replace(f"{{{parameter['name']}}}", ids.get(parameter["name"], value))
                case "query":
                    variants.append({"query": f"{parameter['name']}={value}"})
                case "header":
                    variants.append({"headers": {parameter["name"]: value}})
        answers = [CONTRACT.resolve(answer) for answer in node["responses"].values()]
        media_types = {one: None for answer in answers for one in answer.get("content", {})}
        variants += [{"headers": {"Accept": one}} for one in media_types]
        for options in variants:
            headers = {"Accept": "*/*", **options.get("headers", {}), "Request-Id": "spoken"}
            raw = {} if operation.method == "GET" else {"raw": b"{"}
            yield Request(operation.method, path, None, {**options, "headers": headers, **raw})
