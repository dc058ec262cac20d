#!/bin/sh
# A whole game of Hanabi with curl: an account, a table with a bot, and moves until the game is over.
# Usage: sh first-game.sh [address of the service] [bot]
set -eu

base=${1:-http://127.0.0.1:8000}
bot=${2:-random}

# send PATH [BODY]: a POST with the body, or a GET without one; a problem ends the script and says what it was.
send() {
  answer=$(curl -sS --fail-with-body --max-time 30 -H "Accept-Language: $language" \
    ${token:+-H "Authorization: Bearer $token"} ${2:+-H "Content-Type: application/json" -d "$2"} "$base$1") ||
    { echo "$answer" >&2; exit 1; }
  echo "$answer"
}

# field NAME: the value of a member in the JSON that comes in; the last one, where it stands more than once.
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }

language=${LANG:-en}
language=${language%%[_.]*}

# 1. An account. Its token is shown this once, and goes with every request from now on.
account=$(send /v1/accounts '{"name":"Ada"}')
token=$(echo "$account" | field token)

# 2. A game for two: you have seat 0, and a bot takes the other one. The last seat taken starts the game.
view=$(send /v1/games '{"seats":2}')
game=$(echo "$view" | grep -o 'g_[0-9a-f]*' | head -n 1)
view=$(send "/v1/games/$game/seats" "{\"bot\":\"$bot\"}")
echo "Playing $base/v1/games/$game"

# 3. Moves. The view lists all that is allowed: here a clue if there is one, or else a discard, or else a play.
#    A move names the version of the view that it was decided on. The bot has moved by the time the answer comes.
while [ "$(echo "$view" | field status)" = running ]; do
  actions=$(echo "$view" | sed 's/.*"legal_actions":\[\([^]]*\)\].*/\1/' | grep -o '{[^}]*}')
  action=$(for type in clue discard play; do echo "$actions" | grep "\"$type\"" || true; done | head -n 1)
  version=$(echo "$view" | field version)
  view=$(send "/v1/games/$game/moves" "${action%\}},\"expected_version\":$version}")
  printf .
done
echo

# 4. What happened, in words: in your language, if it is one that the service speaks.
send "/v1/games/$game/events" | grep -o '"line":"[^"]*"' | cut -d '"' -f 4
echo "Score: $(echo "$view" | field score). Replay: $base/v1/replays/$game"
