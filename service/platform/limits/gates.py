"""The gates that a request passes, in their order: the constants of each, and what it protects.

The settings of the operator (`service.platform.settings`) say how wide the gates are. These numbers say how they work.
"""

from typing import Final

# 1. The connection: each worker takes its share of new ones, and keeps few that are idle when it has many.
DEFER_S: Final = 0.002
"""The pause of a worker that has more connections than another one, which accepts the next meanwhile."""
ROUND_S: Final = 0.001
IN_A_ROUND: Final = 4
"""How many connections are served after each pause of `ROUND_S`, so that others are accepted in between."""
BUSY_SHARE: Final = 3 / 4
"""Above this share of `worker_connections`, each connection is closed after one response."""

# 2. The body: it takes neither the memory nor the CPU of a worker before the request is known.
SMALL_BODY_BYTES: Final = 64 * 1024
"""The size of a body that needs no memory set aside."""
CHUNKED_PART_BYTES: Final = 512
"""The size of the parts in which a chunked body is read. gunicorn needs a millisecond for one in chunks of one byte."""
CHUNKS_S: Final = 0.005
"""The maximum CPU time to read a chunked body, several times what 512 KiB in chunks of 1 KiB need."""
LARGE_BODIES_BYTES: Final = 64 * 1024 * 1024
"""The maximum total size in a worker of bodies larger than `SMALL_BODY_BYTES`."""
MAX_DRAIN_BYTES: Final = 4 * 1024 * 1024
"""The bytes of a refused body that are read, so that the client gets the response."""
MAX_BODY_BYTES: Final = 64 * 1024
"""The maximum size of a body, where the operation declares no other."""

# 3. The throttle: who has used a worker for long waits, so that others have their turn.
FREE_S: Final = 0.35
"""What an address may have used at least: a lower limit of units refuses requests, and makes nobody wait."""
FREE_S_A_UNIT: Final = 0.00035
"""A unit is about a millisecond. So an address gets what its limit allows from four workers together."""
HALF_LIFE_S: Final = 1.0
"""The time after which half of a use is forgotten."""
MOST_THROTTLED: Final = 10_000
"""The addresses or clients whose use a worker remembers."""
DELAYED_STATUSES: Final = (401, 429)
REFUSAL_DELAY_S: Final = 0.4
"""The delay of refusals, also of further streams. A client that ignores them would otherwise repeat its requests
without a pause."""

# 4. The rate limit: nobody gets more CPU time than a quota. The prices are in units of about a millisecond.
TENTHS_FROM: Final = 1000
"""A shared quota of this many units or more is reported in tenths."""
COUNTER_LINES: Final = 2**14
COUNTER_WAYS: Final = 8
"""The lines of the counters in shared memory, and the clients in each. A new one takes the place of the least used."""
LOCK_ATTEMPTS: Final = 5000
"""The attempts to lock a line, which take a few milliseconds."""
STORE_TIMEOUT_S: Final = 0.25
STORE_RETRY_S: Final = 5.0
"""How long Redis may take, and how long it is not asked after a failure."""
READ: Final = 3
WRITE: Final = 6
"""The units of a request that declares no price."""
BYTES_A_UNIT: Final = 4096
"""The bytes of a body that cost a unit."""
STORED_RESPONSE: Final = 2500
"""The bytes of the stored response to a request with an `Idempotency-Key`."""
BOT: Final = 5
"""The units of a bot's seat, and of each bot at a table for each move of a player."""
DECK_AGAIN: Final = 12
"""Units of a game of an earlier deck, whose record is read and compared."""
BOTS_GAME: Final = 25
"""The turns of each bot in a game of bots alone."""
DECK: Final = 1
"""The units of each deck of a contest that is announced."""
DECK_BYTES: Final = 600
"""The bytes that each of them leaves in the database, with its entry of the log."""
EVENTS_A_UNIT: Final = 40
"""The events of a list that cost a unit."""
ROWS_A_UNIT: Final = 60
"""The rows of an export of an account that cost a unit."""
TEAMS_A_UNIT: Final = 25
"""The teams of a contest, or their games, that cost a unit."""
LINE: Final = 10
"""The units of each further line of an import of many games."""
FETCHED: Final = 300
"""The units of a game that is fetched from hanab.live, of which a token can thus fetch about one a second."""
JOB: Final = 1000
"""The units of a request that adds a job. A job takes up to some seconds, but in the background."""
OTHER_DEAL: Final = 30
"""The units of another deck for a line."""
NOTICED: Final = 60
"""The units of finding who would have noticed another deck, for which every view of it is compared."""
PNG: Final = 120
"""The units of an image that is drawn now. Others pay only for reading it."""
GIF: Final = 3350
"""The units of an animation that is drawn now."""
WHOLE_LINE: Final = 80
"""The units of the events and frames of the game that come before a line on another deck."""

# 5. The slot: a worker computes few requests at a time, and no client holds most of them.
SLOTS_A_CLIENT: Final = 2
"""The maximum number of slots that a client holds."""
VISITORS_SHARE: Final = 8
"""One in so many slots is for requests without a token that the worker has accepted.

They are half as many as the worker has connections to Postgres. A crowd of readers leaves the others to players."""
QUEUE_TIMEOUT_S: Final = 1.0
"""The longest time that a request waits for a slot."""
OUTAGE_S: Final = 3.0
"""How long after a failure of the database no request waits longer than `QUEUE_TIMEOUT_S`."""
RETRY_AFTER_S: Final = "2"
MAX_ACCOUNTS: Final = 10_000
"""The tokens whose accounts a worker remembers."""

# 6. What computes for long: one request of each address at a time, and few of all.
HEAVY_UNITS: Final = 25
"""The price from which an operation is heavy."""
HEAVY_UNIT_TURNS: Final = 7_000
"""The units of `making`, times the turns of the game, from which making a response is heavy."""
HEAVY_SHARE: Final = 16
"""One in so many slots is for heavy requests. They need the processor, so more would only delay all others."""
HEAVY_TIMEOUT_S: Final = 3.0
"""The longest time that a heavy request waits for those of its address, and for a slot."""
MOST_DRAWINGS: Final = 1000
"""How many clients have an image drawn at a time."""
DRAWING_TIMEOUT_S: Final = 20.0
"""The longest time that a request for an image waits for those of its client before it."""
PNG_PATIENCE_S: Final = 20.0
"""How long a request waits for a PNG."""
GIF_PATIENCE_S: Final = 600.0
"""How long an animation waits to be drawn."""
DRAWN_AT_A_TIME: Final = 2
"""The maximum number of images that are drawn at a time. One alone would let one client make all others wait."""
MOST_GIFS: Final = 16
"""The maximum number of animations that are drawn or wait. Further ones are begun by a later request."""

# 7. Streams: they open and get their frames in turns, and players keep places among watchers.
STREAM_QUEUE_TIMEOUT_S: Final = 10.0
"""The longest time that an event stream waits for a slot, or a request for those before it.

All streams reconnect together after a restart, and browsers do not retry after a 503."""
OPENINGS: Final = 4
"""The maximum number of streams of accounts that are opened at a time.

Fewer than the worker has connections to Postgres, so that a crowd that comes, or comes back, leaves some for others."""
WATCHER_PAUSE_S: Final = 0.01
"""The pause before each stream of a client without an account is opened.

A worker opens one of them at a time, so requests of players get the processor in between, however many addresses open
streams."""
MAX_WAIT_S: Final = 60
"""The longest time of a long-poll."""
PLACES_PARTS: Final = 4
"""One account, and the clients without an account at one address, have a quarter of the places of an address."""
KEPT_FOR_PLAYERS: Final = 4
"""One place in so many is kept for players of running games."""
FRAME_PACE_S: Final = 0.005
"""The pause between two frames to one address."""
FRAMES_AT_ONCE_S: Final = 5 * FRAME_PACE_S
"""As many frames as a table has seats need no pause."""
CROWD_TOGETHER: Final = 4
"""How many watchers, or readers of the lobby, make their frames at a time. They share one check of their tokens."""
CROWD_PACE_S: Final = 0.02
"""The pause until the next ones, of all addresses."""
LINE_STREAMS: Final = 8
"""The maximum number of concurrent streams of lines (NDJSON) of a process."""
LINE_STREAMS_SHARE: Final = 4
"""The maximum of one address, and of all clients without a token."""
LINE_STREAMS_ACCOUNT: Final = 2
LINE_STREAMS_ADDRESS: Final = 1

# 8. The door to other services: nobody occupies it alone, and no answer fills the memory.
OUTGOING_EACH: Final = 2
"""How many requests of an asker are on their way at a time."""
OUTGOING_HEADERS_BYTES: Final = 32 * 1024
"""What may arrive besides the body: headers, and what TLS adds."""
