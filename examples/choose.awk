# Reads a view of seat 0 and prints the action to take. It plays what it knows, and what a clue asks for:
# a color asks for the newest card that it touches, ones ask for all of them. Use: awk -f choose.awk < view.json
function list(name) {
  return match($0, "\"" name "\":[[][^]]*") ? substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4) : ""
}
function value(name) {
  return match($0, "\"" name "\":[^,}]*") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : ""
}
BEGIN { RS = "{"; lowest = 9 }  # so each record is an object of the view
fireworks {
  sub("}.*", "")
  for (i = split($0, part, "[:,]"); i > 1; i -= 2) {
    fits[part[i - 1]] = part[i] + 1
    if (part[i] < lowest) lowest = part[i]
  }
  fireworks = 0
}
/"fireworks":$/ { fireworks = 1; trusts = value("strikes") != 2 }  # with one left, only certain plays
/^"seat":[0-9]*,"cards":/ { seat = value("seat") }
/^"card":/ { card = value("card"); suit = value("suit"); rank = value("rank") }
/^"colors":/ { colors = list("colors"); ranks = list("ranks") }
/^"suits":/ && seat == 0 {
  fit = 0; sure = colors ranks != ""
  split(list("suits"), s, ","); split(list("ranks"), r, ",")
  for (i in s) for (j in r) { gap = r[j] - fits[s[i]]; if (!gap) fit = 1; else if (gap > 0 || !trusts) sure = 0 }
  if (colors ranks == "" && unclued == "") unclued = card
  if (sure && fit && play == "") play = card
  if (colors != "" && ranks == "") asked = fit && trusts ? card : ""
}
/^"suits":/ && seat > 0 {
  good = fits[suit] == rank && colors == ""
  if (ranks == "") by_color[seat, suit] = good
  if (!good) bad[seat, rank] = 1
  by_rank[seat, rank] = !bad[seat, rank] && rank - 1 <= lowest
}
/^"type":"(play|discard|clue)"/ {
  sub("}.*", "}"); action = "{" $0; target = value("target")
  if (by_color[target, value("color")] || by_rank[target, value("rank")]) clue = clue ? clue : action
  if ($0 ~ /"discard"/ && (discard == "" || value("card") == unclued)) discard = action
}
END {
  if (play == "") play = asked
  print play != "" ? "{\"type\":\"play\",\"card\":" play "}" : clue ? clue : discard ? discard : action
}
