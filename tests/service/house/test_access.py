"""Tests of access control: every operation for every kind of caller, against one table."""

import io
import json
import logging
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import count, islice
from typing import Final, NamedTuple

import pytest

from service.app import create_app
from service.features.pictures import image_drawing
from service.platform.observability import logs, metrics
from service.platform.settings import Settings
from tests.rows import IN_FULL
from tests.service.access import SCENES, Cast, bodies, the_cast
from tests.service.client import Answer
from tests.service.contract import CONTRACT, Operation
from tests.service.statements import recorded

COLUMNS: Final = (
    "nobody",  # without a token
    "bad",  # with an invalid token: malformed, unknown, expired, revoked, of a deleted account …
    "account",  # with a token of one of the three ordinary scopes, for the account in seat 1
    "play",
    "read",
    "player",  # with a token of the same account, with all scopes
    "partner",  # the account in seat 0
    "seat",  # with a token bound to seat 1 of the running public game
    "elsewhere",  # with a token of the account in seat 1, bound to its seat in another game
    "stranger",  # an account without a seat in these games
    "passer-by",  # with a token of that account, bound to its seat in another game
    "moderator",  # with the token that `hanabi moderate grant` prints, for an account without a seat
    "suspended",  # a suspended account without a seat, with all scopes
    "bot",  # a bot of the account in seat 1, without a seat
)

# The expected statuses on a public game, and for operations without a game.
TABLE: Final = """
                                 nobody
                                 |  bad
                                 |  |  account
                                 |  |  |  play
                                 |  |  |  |  read
                                 |  |  |  |  |  player
                                 |  |  |  |  |  |  partner
                                 |  |  |  |  |  |  |  seat
                                 |  |  |  |  |  |  |  |  elsewhere
                                 |  |  |  |  |  |  |  |  |  stranger
                                 |  |  |  |  |  |  |  |  |  |  passer-by
                                 |  |  |  |  |  |  |  |  |  |  |  moderator
                                 |  |  |  |  |  |  |  |  |  |  |  |  suspended
                        let in   |  |  |  |  |  |  |  |  |  |  |  |  |  bot
createAccount           400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getAccount              200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getMe                   200      T  I  S  S  .  .  .  .  .  .  .  .  .  .
updateMe                400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteMe                400      T  I  .  S  S  .  .  S  S  .  S  S  .  S
getMyExport             200      T  I  .  S  S  .  .  S  S  .  S  S  .  S
listTokens              200      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createToken             400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteToken             400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteSignIn            400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
signInAsGuest           400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
signInWithToken         400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
signOut                 400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
createPasskeyChallenge  400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
signInWithPasskey       400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
signInWithRecoveryCode  400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getRecoveryCodes        200      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteRecoveryCodes     400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createRecoveryCodes     400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createLink              400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
getLink                 404      T  I  .  S  S  .  .  S  S  .  S  S  U  S
updateLink              400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteLink              400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createLinkClaim         400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
signInWithLink          400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
createMerge             400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createMergeClaim        400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
getMerge                404      T  I  .  S  S  .  .  S  S  .  S  S  U  S
updateMerge             400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteMerge             400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createPasskeyOptions    400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createPasskey           400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
updatePasskey           400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteOtherAccess       400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
listAccess              200      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deletePasskey           400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createApp               400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteApp               400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createDeviceAnswer      400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
listMyBots              200      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createMyBot             400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
updateMyBot             400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteMyBot             400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
createMyBotToken        400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
deleteMyBotToken        400      T  I  .  S  S  .  .  S  S  .  S  S  U  S
listWebhooks            200      T  I  .  S  S  .  .  S  S  .  S  S  U  .
createWebhook           400      T  I  .  S  S  .  .  S  S  .  S  S  U  .
updateWebhook           400      T  I  .  S  S  .  .  S  S  .  S  S  U  .
deleteWebhook           400      T  I  .  S  S  .  .  S  S  .  S  S  U  .
createTestDelivery      400      T  I  .  S  S  .  .  S  S  .  S  S  U  .
listDeliveries          404      T  I  .  S  S  .  .  S  S  .  S  S  U  .
getPushKey              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
listPushBrowsers        200      T  I  .  S  S  .  .  S  S  .  S  S  U  .
createPushBrowser       400      T  I  .  S  S  .  .  S  S  .  S  S  U  .
deletePushBrowser       400      T  I  .  S  S  .  .  S  S  .  S  S  U  .
listInvitations         200      T  I  S  S  .  .  .  S  S  .  S  .  U  .
deleteInvitation        404      T  I  S  N  S  N  N  S  S  N  S  S  U  N
listBlocks              200      T  I  S  S  .  .  .  S  S  .  S  .  U  .
createBlock             400      T  I  S  .  S  .  .  S  S  .  S  S  U  .
deleteBlock             400      T  I  S  .  S  .  .  S  S  .  S  S  U  .
listMyGames             200      T  I  S  S  .  .  .  S  S  .  S  .  U  .
listEditions            200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
listVariants            200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
listRules               200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getRule                 200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
listBots                200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
listGames               200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getLobby                200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
createGame              400      T  I  S  .  S  .  .  S  S  .  S  S  U  .
createSeek              400      T  I  S  .  S  .  .  S  S  .  S  S  U  .
getSeek                 404      T  I  S  .  S  .  .  S  S  .  S  S  U  .
deleteSeek              400      T  I  S  .  S  .  .  S  S  .  S  S  U  .
createContest           400      T  I  S  .  S  .  .  S  S  .  S  S  U  .
listContests            200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getContest              404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
listContestDecks        404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
listEntries             404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
createEntry             404      T  I  S  .  S  .  .  S  S  .  S  S  U  .
createConfirmation      400      T  I  S  .  S  .  .  S  S  .  S  S  U  .
deleteEntry             400      T  I  S  .  S  .  .  S  S  .  S  S  U  .
createContestTable      404      T  I  S  .  S  .  .  S  S  .  S  S  U  .
listContestTables       404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getLeaderboard          404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getStandings            404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getContestResults       404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getGame                 200      .  I  S  S  .  .  .  .  W  .  W  .  U  .
getWatchers             200      .  I  S  S  .  .  .  .  W  .  W  .  U  .
createSeat              400      T  I  S  .  S  .  .  .  W  .  W  S  U  .
deleteMySeat            400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
deleteSeat              400      T  I  S  C  S  C  .  C  W  C  W  S  U  C
updateEntropy           400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
createNextGame          400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
listInvitedAccounts     200      T  I  S  .  S  .  .  .  W  P  W  S  U  P
getTableConventions     409      T  I  S  .  S  .  .  .  W  P  W  S  U  P
createInvitation        400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
createMove              400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
listEvents              200      .  I  S  S  .  .  .  .  W  .  W  .  U  .
listMyEvents            200      T  I  S  S  .  .  .  S  S  .  S  .  U  .
updateHandOrder         400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
updateCardOrientation   400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
listMessages            200      .  I  S  S  .  .  .  .  W  .  W  .  U  .
createMessage           400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
listNotes               200      T  I  S  S  .  .  .  .  W  P  W  P  U  P
updateNote              400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
deleteNote              400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
createClockChange       400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
createClockAdvance      400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
createAbortVote         400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
deleteAbortVote         400      T  I  S  .  S  .  .  .  W  P  W  S  U  P
listReplays             200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
createReplay            400      T  I  S  .  S  .  .  S  S  .  S  S  U  S
deleteReplay            400      T  I  S  .  S  .  .  S  S  .  S  S  U  S
getReplay               409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getReplayExport         409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
listFrames              409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getFrame                409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getKnowledge            409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getConventions          409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getAnalysis             409/202  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getHindsight            409/202  .  I  S  S  .  .  .  .  W  .  W  .  U  .
listSameDeck            409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
createTable             409/400  T  I  S  .  S  .  .  S  S  .  S  S  U  .
getComparison           409/404  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getVerification         409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
listPuzzles             200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getDailyPuzzle          404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getPuzzle               404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
createPuzzleAnswer      404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getPuzzleSolution       404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
listConventionPuzzles   200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getConventionPuzzle     404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
createConventionPuzzleAnswer 404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getConventionPuzzleSolution 404      .  I  S  S  .  .  .  .  .  .  .  .  U  .
getPositionPicture      409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getReplayAnimation      409/202  .  I  S  S  .  .  .  .  W  .  W  .  U  .
getScorePicture         409/202  .  I  S  S  .  .  .  .  W  .  W  .  U  .
listSharedNotes         409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
listComments            409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
createComment           400      T  I  S  .  S  .  .  S  S  .  S  S  U  S
deleteComment           400      T  I  S  .  S  .  .  S  S  .  S  S  U  S
createSession           400      T  I  S  .  S  .  .  S  S  .  S  S  U  S
getSession              409/404  .  I  S  S  .  .  .  .  W  .  W  .  U  .
updateSession           409/404  T  I  S  .  S  .  .  S  S  .  S  S  U  S
deleteSession           409/404  T  I  S  .  S  .  .  S  S  .  S  S  U  S
listLines               409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
createLine              400      T  I  S  .  S  .  .  S  S  .  S  S  U  S
getLine                 409/200  .  I  S  S  .  .  .  .  W  .  W  .  U  .
deleteLine              400      T  I  S  .  S  .  .  S  S  .  S  S  U  S
createLineFrames        400      .  I  S  S  .  .  .  .  W  .  W  .  U  .
createLineKnowledge     400      .  I  S  S  .  .  .  .  W  .  W  .  U  .
createLineConventions   400      .  I  S  S  .  .  .  .  W  .  W  .  U  .
createLineAnalysis      400      .  I  S  S  .  .  .  .  W  .  W  .  U  .
createPositionAnalysis  400      .  I  S  S  .  .  .  .  .  .  .  .  U  .
createReport            400      T  I  S  .  S  .  .  S  S  .  S  S  U  S
listReports             200      T  I  S  S  S  S  S  S  S  S  S  .  U  S
listModerationActions   200      T  I  S  S  S  S  S  S  S  S  S  .  U  S
createModerationAction  400      T  I  S  S  S  S  S  S  S  S  S  .  U  S
getStats                200      .  I  S  S  .  .  .  .  .  .  .  .  U  .
listProblems            200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getProblem              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showReference           200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showReferencePage       200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showRules               200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showRulesIn             200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showGuide               200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getGuide                200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getFeed                 200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getServiceWorker        200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getManifest             200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getIndex                200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showHome                200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showSearch              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showPlayer              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showReplay              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showSameDeck            200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showEmbed               200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
drawBoard               404/200  .  .  .  .  .  .  .  .  .  .  .  .  .  .
showContests            200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showContest             200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showPuzzles             200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showPuzzle              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showConventionPuzzles   200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showConventionPuzzle    200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showArena               200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showAccount             200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showConsent             400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showDevice              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getServerMetadata       200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getResourceMetadata     200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getPartMetadata         200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
createOAuthToken        400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
createDeviceCode        400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
revokeOAuthToken        400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
introspectOAuthToken    400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
createOAuthClient       400      .  .  .  .  .  .  .  .  .  .  .  .  .  .
createMcpAnswer         400      T  I  .  .  .  .  .  .  .  .  .  .  U  .
showPlay                200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
showGame                200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getWebFile              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getAsset                200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getExample              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getBrowserExample       200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
listKeys                200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getLogHead              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getLogProof             422      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getOembed               422      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getLogConsistency       422      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getCheckpoint           200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getTile                 404      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getClientPackage        404      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getCollection           200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getContract             200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getContractAsYaml       200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getNewerContract        200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getLiveness             200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getReadiness            200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
getMetrics              200      .  .  .  .  .  .  .  .  .  .  .  .  .  .
"""
"""One row an operation. `let in` is what those get who are (`.`): to a body that no operation takes it is 400, which
shows that nobody's body is read before it is known that they may send one. `409/200`: of a running game, and of an
ended one."""

REFUSALS: Final = {
    "T": (401, "missing-token"),
    "I": (401, "invalid-token"),
    "S": (403, "insufficient-scope"),
    "U": (403, "account-suspended"),
    "W": (403, "wrong-game"),
    "P": (403, "not-a-player"),
    "C": (403, "not-the-creator"),
    "N": (404, "not-found"),
}

NO_KEY: Final = {"Idempotency-Key": "two words"}
NO_QUERY: Final = "no=such&sinse=1&limits=0"
AMISS: Final = {
    "Content-Type": "text/plain",
    "Accept-Encoding": "identity;q=0",
    "If-Match": "*",
    "If-None-Match": "*",
    "Last-Event-ID": "x",
    "Prefer": "wait=x",
    "Range": "bytes=0-9",
}
"""Headers that some operation or other would refuse or heed."""


How = tuple[Mapping[str, str], str]
"""Headers and query of a request."""


class Row(NamedTuple):
    """The expected responses of an operation."""

    let_in: tuple[int, ...]
    cells: dict[str, str]

    def cell(self, caller: str, scene: str) -> str:
        """Return the expected response for a caller and a scene."""
        cell = self.cells[caller]
        if self.cells["bad"] == ".":
            # The operation depends on no token, and on the game only if it has another answer once that has ended.
            return cell if len(self.let_in) == 1 or scene in ("running", "ended") else "N"
        if caller == "seat" and scene != "running":
            cell = self.cells["elsewhere"]
        if cell in "TISU":
            return cell
        outside = caller in ("nobody", "stranger", "passer-by", "bot") or cell == "W"
        invisible = scene.startswith("private") and (outside or caller == "moderator")
        return "N" if scene == "unknown" or invisible or (scene.startswith("hidden") and outside) else cell

    def status(self, scene: str) -> int:
        """Return the status of an allowed request."""
        return self.let_in[-1] if scene.endswith("ended") else self.let_in[0]


def rows() -> Iterator[tuple[str, Row]]:
    """Read the table."""
    for line in TABLE.splitlines():
        if line and line[0] != " ":
            name, let_in, *cells = line.split()
            yield name, Row(tuple(map(int, let_in.split("/"))), dict(zip(COLUMNS, cells, strict=True)))


ROWS: Final = dict(rows())


@dataclass
class Walk:
    """A service, its callers and its log."""

    cast: Cast
    written: io.StringIO

    def ask(
        self,
        operation: Operation,
        caller: str,
        scene: str,
        body: bytes,
        headers: Mapping[str, str] | None = None,
        query: str = "",
    ) -> Answer:
        """Send a request. Require that the response has no secret."""
        path = self.cast.path(operation, self.cast.scenes[scene])
        headers = {"Request-Id": "the-walk", **(headers or {})}
        api = self.cast.callers["nobody" if caller == "bad" else caller]
        answer = api.send(operation.method, path, raw=body, query=query, headers=headers)
        self.require_silence(answer.raw, json.dumps(dict(answer.headers)).encode())
        return answer

    @cached_property
    def forbidden(self) -> list[bytes]:
        """The tokens without their prefix, and their digests."""
        found = []
        for secret in self.cast.secrets:
            digest = sha256(secret.encode())
            found += [secret[6:].encode(), digest.hexdigest().encode(), b64encode(digest.digest())[:20]]
        return found

    def require_silence(self, *texts: bytes) -> None:
        """Raise AssertionError if a token or its digest is in the text."""
        text = b"\n".join(texts)
        assert not [form for form in self.forbidden if form in text], "a token is in the text"


@pytest.fixture(scope="module")
def walking(database_url: str) -> Iterator[Walk]:
    """All callers of a service of their own, where no animation is ever ready. The metrics are searched at the end."""
    app = create_app(Settings(database_url=database_url, pool_size=4, access_log=True))
    with _lines() as written:
        walk = Walk(the_cast(app, database_url), written)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(image_drawing, "_MOST_GIFS", 0)
        yield walk
    walk.require_silence(metrics.exposition())


@pytest.fixture
def walk(walking: Walk) -> Iterator[Walk]:
    """The service of `walking`. All lines that are logged meanwhile are searched for secrets at the end."""
    with _lines() as lines:
        yield walking
        assert lines.getvalue().count("service.requests")
    walking.require_silence(lines.getvalue().encode(), walking.written.getvalue().encode())


class _lines:
    """The log lines of the service at level debug."""

    def __enter__(self) -> io.StringIO:
        service = logging.getLogger("service")
        self._before = logging.root.handlers[:], logging.root.level, service.level
        stream = io.StringIO()
        logs.begin("debug", stream)
        return stream

    def __exit__(self, *_: object) -> None:
        logging.root.handlers[:], level, service_level = self._before
        logging.root.setLevel(level)
        logging.getLogger("service").setLevel(service_level)


def named(operation: Operation) -> str:
    """Return an operation's name."""
    return str(operation.node["operationId"])


def test_the_table_has_every_operation() -> None:
    """A new operation fails this test until the table has a row for it."""
    operations = {named(operation) for operation in CONTRACT.operations}
    assert operations == set(ROWS), "an operation needs a row in TABLE, which says who is let in"


WITH_EVERY_BAD_TOKEN: Final = ("getMe", "createMove", "getReplay")
READS_CLIENTS: Final = ("createOAuthToken", "introspectOAuthToken", "revokeOAuthToken")
"""These read another scheme of `Authorization` as that of a client, and answer 401 (RFC 6749, section 5.2)."""


def some_scenes(operation: Operation) -> list[str]:
    """Return a game of each visibility, by turns running or ended. One that all may see runs."""
    if "{game}" not in operation.template:
        return ["running"]
    number = CONTRACT.operations.index(operation)
    ended_too = ["ended"] if len(ROWS[named(operation)].let_in) > 1 or number % 3 == 0 else []
    private = ("private running", "private ended")[number % 2]
    hidden = ("hidden ended", "hidden running")[number % 2]
    return ["running", *ended_too, private, hidden, "unknown"]


@IN_FULL
@pytest.mark.parametrize("operation", [one for one in CONTRACT.operations if named(one) in ROWS], ids=named)
def test_each_gets_what_the_table_says(walk: Walk, operation: Operation, in_full: bool) -> None:
    """A refusal does not depend on the body. An allowed request gets another response than a refusal.

    Every invalid token is sent to the first game, and one of them, by turns, to each other game. In part: every invalid
    token to three operations, and other bodies and what is amiss to the first game, by one caller of each kind of
    refusal, and a third of the callers, by turns, to the other games. An operation that depends on no token: some
    callers.
    """
    row = ROWS[named(operation)]
    useless, *whole = bodies(operation)
    turn = CONTRACT.operations.index(operation)
    all_invalid = list(walk.cast.dishonoured.values())
    invalid = all_invalid
    if not in_full and named(operation) not in WITH_EVERY_BAD_TOKEN:
        invalid = [all_invalid[turn % len(all_invalid)]]
    scenes = some_scenes(operation)
    if in_full:
        scenes = list(SCENES if "{game}" in operation.template else SCENES[:1])
    for number, scene in enumerate(scenes):
        dishonoured = [all_invalid[(turn + number) % len(all_invalid)]] if number else invalid
        refused: set[str] = set()
        callers = COLUMNS if in_full or row.cells["bad"] != "." else ("nobody", "bad", "player", "moderator")
        for caller in callers if in_full or not number else callers[(turn + number) % 3 :: 3]:
            cell = row.cell(caller, scene)
            with_more = in_full or (scene == "running" and cell not in refused)
            refused.add(cell)
            headers: Mapping[str, str] = {}
            for sent in dishonoured if caller == "bad" else [headers]:
                headers = sent
                as_client = named(operation) in READS_CLIENTS and headers and "Bearer " not in headers["Authorization"]
                for body in (useless, *whole) if cell in REFUSALS and with_more else (useless,):
                    answer = walk.ask(operation, caller, scene, body, headers)
                    wanted = REFUSALS.get(cell, (row.status(scene), answer.code))
                    wanted = (401, None) if as_client else wanted
                    assert (answer.status, answer.code) == wanted, f"{caller} at the {scene} game, {headers}"
                if operation.method == "POST" and with_more:
                    answer = walk.ask(operation, caller, scene, useless, {**headers, "Idempotency-Key": "a-key"})
                    wanted = REFUSALS.get(cell, (row.status(scene), answer.code))
                    assert (answer.status, answer.code) == ((401, None) if as_client else wanted)
            if (
                cell in REFUSALS and row.cells[caller] != "N" and with_more
            ):  # other faults must not be visible to the caller
                amiss = {**headers, **(NO_KEY if operation.method == "POST" else {})}
                answer = walk.ask(operation, caller, scene, useless, amiss, NO_QUERY)
                assert (answer.status, answer.code) == REFUSALS[cell], f"{caller} at the {scene} game, amiss"


OUTSIDE: Final = ("nobody", "stranger", "passer-by", "elsewhere", "invited")
INVISIBLE: Final = ("private open", "private running", "private ended", "hidden running", "hidden ended")


@IN_FULL
@pytest.mark.parametrize("operation", [one for one in CONTRACT.operations if "{game}" in one.template], ids=named)
def test_an_invisible_game_looks_like_an_unknown_one(
    walk: Walk, operation: Operation, monkeypatch: pytest.MonkeyPatch, in_full: bool
) -> None:
    """A caller without access gets the same bytes for a private game as for an unknown one, by the same statements.

    So neither the response nor its duration tells them apart. In part: two of the games and half of the callers by
    turns, for two bodies, and all that is amiss in one request.
    """

    def response_bytes(
        caller: str, scene: str, body: bytes, headers: Mapping[str, str], query: str
    ) -> tuple[int, dict[str, str], bytes, list[str]]:
        this = threading.get_ident()  # other threads send the news of earlier requests
        with recorded(monkeypatch, this) as statements:
            answer = walk.ask(operation, caller, scene, body, headers, query)
        game = walk.cast.scenes[scene].game
        headers = {name: value.replace(game, "GAME") for name, value in answer.headers.items() if name != "Date"}
        return answer.status, headers, answer.raw.replace(game.encode(), b"GAME"), statements

    plain: How = ({}, "")
    amiss: How = (AMISS, "")
    asking: How = ({}, NO_QUERY)
    ways: tuple[How, ...] = (plain, amiss, asking) if in_full else (plain, (AMISS, NO_QUERY))
    turns = count(CONTRACT.operations.index(operation))
    some = OUTSIDE if in_full else OUTSIDE[next(turns) % 2 :: 2]
    for caller in some:
        if caller == "invited" and named(operation) in ("createSeat", "deleteInvitation"):
            continue  # an invited caller may take a seat or decline, so it learns of the game
        for number, body in enumerate(bodies(operation) if in_full else islice(bodies(operation), 2)):
            for how in (plain,) if number else ways:
                unknown = response_bytes(caller, "unknown", body, *how)
                turn = next(turns)
                for scene in INVISIBLE if in_full else (INVISIBLE[turn % 3], INVISIBLE[3 + turn % 2]):
                    found = response_bytes(caller, scene, body, *how)
                    if found != unknown:  # a leak shows again; what a busy machine adds once, such as a retry, does not
                        found = response_bytes(caller, scene, body, *how)
                        unknown = response_bytes(caller, "unknown", body, *how)
                    apart = [one for one in (*found[3], *unknown[3]) if (one in found[3]) != (one in unknown[3])]
                    assert found == unknown, f"{caller} at the {scene} game, {how}: {apart}"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", "/v1/me/tokens/{token}"),
        ("DELETE", "/v1/replays/{ended}/comments/{comment}"),
        ("DELETE", "/v1/replays/{ended}/lines/{line}"),
        ("DELETE", "/v1/games/{running}/notes/game"),
    ],
)
def test_resources_of_another_account_are_not_found(walk: Walk, method: str, path: str) -> None:
    """Tokens, comments, lines and notes of other accounts are 404, even at the same table."""
    cast = walk.cast
    scenes = {name: scene.game for name, scene in cast.scenes.items()}
    ended = cast.scenes["ended"]
    its_own = path.format(token=cast.token, comment=ended.comment, line=ended.line, **scenes)
    unknown = {name: f"{'b' if name == 'line' else name[0]}_{'0' * 32}" for name in ("token", "comment", "line")}
    nobodys = path.format(**unknown, **scenes).replace("/notes/game", "/notes/turn-0")
    partner = cast.callers["partner"]
    answers = [partner.send(method, one, headers={"Request-Id": "same"}) for one in (its_own, nobodys)]
    assert answers[0].status == 404 and answers[0].raw == answers[1].raw
    player = cast.callers["player"]
    owned = [
        player.get("/v1/me/tokens").ok()["items"],
        player.get(f"/v1/replays/{scenes['ended']}/comments").ok()["items"],
        player.get(f"/v1/replays/{scenes['ended']}/lines").ok()["items"],
    ]
    assert {cast.token, ended.comment, ended.line} <= {item["id"] for items in owned for item in items}


def test_a_stored_response_needs_the_same_permissions(walk: Walk) -> None:
    """Repeating the request of another token of the account with a weaker token is refused."""
    body, key = {"name": "phone"}, {"Idempotency-Key": "the-same"}
    created = walk.cast.callers["player"].post("/v1/me/tokens", body, headers=key)
    again = walk.cast.callers["player"].post("/v1/me/tokens", body, headers=key)
    assert created.ok() == again.ok() and again.headers["Idempotency-Replayed"] == "true"
    for caller in ("play", "read", "seat", "elsewhere"):
        answer = walk.cast.callers[caller].post("/v1/me/tokens", body, headers=key)
        assert (answer.status, answer.code) == (403, "insufficient-scope")
    one, two = (walk.cast.callers["play"].post("/v1/games", {"seats": 2}, headers=key) for _ in range(2))
    assert one.ok() == two.ok(), "a token that may play and not read retries as others do"
