#!/bin/sh
# Play a whole game of Hanabi with curl: create an account and a game with a bot, and move until the game is over.
# Usage: sh first-game.sh [address of the service] [bot] [variant, such as "Rainbow (5 Suits)"]
set -eu

base=${1:-http://127.0.0.1:8000}
bot=${2:-kagiya}
variant=${3:-}

# send PATH [BODY]: POST the body, or GET without one. A problem is printed and ends the script.
send() {
  answer=$(curl -sS --fail-with-body --max-time 30 -H "Accept-Language: $language" \
    ${token:+-H "Authorization: Bearer $token"} ${2:+-H "Content-Type: application/json" -d "$2"} "$base$1") ||
    { echo "$answer" >&2; exit 1; }
  echo "$answer"
}

# field NAME: print the value of a member of the JSON on standard input; the last one if there are several.
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }

language=${LANG:-en}
language=${language%%[_.]*}

# 1. Create an account. Without a "name", the service chooses a free one. The token is shown only once; every further
#    request sends it.
account=$(send /v1/accounts '{}')
token=$(echo "$account" | field token)

# 2. Create a game for two. You have seat 0, and a bot takes the other one, so the game starts. The entropy is a random
#    text for the shuffle.
rules=${variant:+"\"edition\":\"hanab_live\",\"variant\":\"$variant\""}
entropy=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
view=$(send /v1/games "{\"seats\":2,\"bots\":[\"$bot\"],\"rules\":{$rules},\"entropy\":\"$entropy\"}")
game=$(echo "$view" | grep -o 'g_[0-9a-f]*' | head -n 1)
echo "Playing $base/v1/games/$game"

# 3. Move. The view lists all legal actions; the program choose.awk picks one by what you know.
#    A move contains the version of the view. The response comes after the bot has moved too.
choose=$(send /docs/examples/choose.awk)
while [ "$(echo "$view" | field status)" = running ]; do
  action=$(echo "$view" | awk "$choose")
  version=$(echo "$view" | field version)
  view=$(send "/v1/games/$game/moves" "${action%\}},\"expected_version\":$version}")
  printf .
done
echo

# 4. Print what happened in words, in your language if the service supports it.
send "/v1/games/$game/events" | grep -o '"line":"[^"]*"' | cut -d '"' -f 4
echo "Score: $(echo "$view" | field score). Replay: $base/v1/replays/$game"
