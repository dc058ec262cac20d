"""Tests of pictures: valid SVG, complete, accessible, and limited to one viewer's view."""

import io
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator

import pytest
from flask import Flask
from PIL import Image, ImageSequence

from engine.cards import Card
from engine.commands import Orientation
from engine.events import Log
from engine.fold import steps
from engine.reading.analysis import analyse
from engine.reading.feed import ClueItem, item_of, watcher_viewpoint
from engine.reading.knowledge import own_knowledge, prospects
from engine.reading.replay import frame, frames, views
from engine.reading.view import OpenCard, seat_view, watcher_view
from service.core.replays.replays import thinned
from service.core.replays.words import lost_point_words
from service.core.tables.words import event_words
from service.features.pictures import picture_words
from service.features.pictures.svg import palette, position_picture, score_picture
from service.features.pictures.svg.card_status import standings
from service.features.pictures.svg.markup import document, element, width_of, wrapped
from service.platform.languages import choice
from tests.engine.random_games import SETTINGS, games_of
from tests.rows import IN_FULL, in_one_test, slow_unless
from tests.service.client import Answer, Api, Game, stacked
from tests.service.factories import NewGame
from tests.service.languages import EACH_LANGUAGE
from tests.service.solving import solve
from tests.waiting import await_until

NAMESPACE = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}


def read(picture: str) -> ET.Element:
    """Return a picture as an XML tree, after checks that every picture must pass."""
    root = ET.fromstring(picture.encode())
    assert root.tag == f"{NAMESPACE}svg" and root.get("role") == "img" and root.get("lang") in choice.LANGUAGES
    title, description = root[0], root[1]
    assert (title.tag, description.tag) == (f"{NAMESPACE}title", f"{NAMESPACE}desc")
    assert (root.get("aria-labelledby"), root.get("aria-describedby")) == (title.get("id"), description.get("id"))
    assert title.text and description.text and "{" not in title.text + description.text
    assert root.get("width") is None and root.get("height") is None
    for node in root.iter():
        assert node.tag.removeprefix(NAMESPACE) in ALLOWED
        assert not {"style", "class", "href", "onload", "onclick"} & set(node.keys())
        assert not any("url(" in value for value in node.attrib.values())
    require_room(root)
    return root


def require_room(root: ET.Element) -> None:
    """Require that every text is within the picture and large enough to read."""
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for node in root.iter(f"{NAMESPACE}text"):
        size = float(node.attrib["font-size"])
        wide = width_of(node.text or "", size, bold=node.get("font-weight") == "700")
        left = float(node.attrib["x"]) - {"middle": wide / 2, "end": wide}.get(node.get("text-anchor", ""), 0)
        assert left >= 0 and left + wide <= width and size <= float(node.attrib["y"]) + 12, node.text
        assert float(node.attrib["y"]) <= height - 8 and size >= 12, node.text


def values(root: ET.Element, name: str) -> list[str]:
    """Return all values of an attribute, in document order."""
    return [node.attrib[name] for node in root.findall(f".//*[@{name}]")]


def positions(*, in_full: bool = False) -> Iterator[tuple[Log, int]]:
    """Yield games with all settings, or a third, at several versions: the deal, the end, and some between."""
    for n in range(0, len(SETTINGS), 1 if in_full else 3):
        log = games_of(n)[n % 10]
        for version in sorted({0, 1, len(log.events) // 2, len(log.events) - 2, len(log.events) - 1}):
            if version < len(log.events):
                yield log, version


# Pictures of the table.


@IN_FULL
def test_every_card_of_the_view_is_drawn_once(in_full: bool) -> None:
    """Hands, discard pile and fireworks are complete, for every option and viewer."""
    for n, (log, version) in enumerate(positions(in_full=in_full)):
        seats = log.deal.seats
        for seat in (None, n % seats):
            found = frame(log, version, seat)
            assert found is not None
            view = found.view
            root = read(position_picture(*found, choice.LANGUAGES[n % 5]))
            drawn = Counter(values(root, "data-card"))
            cards = [card.card for hand in view.hands for card in hand.cards] + [one.card for one in view.discards]
            assert drawn == Counter(map(str, cards))
            fireworks = values(root, "data-firework")
            assert fireworks == list(view.rules.palette.suits)
            rows = values(root, "data-seat")
            assert rows == [str(row) for row in range(seats)]


def test_a_picture_shows_the_frame_and_the_last_turn() -> None:
    """The versions are those of the frames. Messages, reorders and votes are not turns."""
    for n in range(0, len(SETTINGS), 4):
        log = games_of(n)[4]
        for seat in (None, 0):
            for version, view in enumerate(views(log, seat)):
                found = frame(log, version, seat)
                assert found is not None and found.view == view
                assert found.last.version <= version and (found.last.version == 0) == (view.turn == 0)
        assert frame(log, len(log.events)) is None and frame(log, -1) is None


def test_a_hidden_card_shows_its_clues() -> None:
    """The picture and its text show positive and negative clues. A face-down card is not named."""
    seen = 0
    for log, version in positions():
        found = frame(log, version, 0)
        assert found is not None
        root = read(position_picture(*found, "en"))
        for card in found.view.hands[0].cards:
            (node,) = root.findall(f".//*[@data-card='{card.card}']")
            title = node[0].text or ""
            assert title.startswith("hidden card")
            for text in () if card.marks is None else (*card.marks.clued_colors, *card.marks.clued_ranks):
                assert str(text) in title.partition("told: ")[2]
                seen += 1
    assert seen > 5


@EACH_LANGUAGE
def test_turned_cards_are_turned_and_described(language: str) -> None:
    """A card that is not upright is drawn turned, within its place, and the texts say how it stands (R29)."""
    log = next(log for log in games_of(0) if len(log.events) > 5)
    found = frame(log, 0, 0)
    assert found is not None
    view, last = found
    (first, *others) = view.hands
    ways: tuple[Orientation, ...] = ("left", "right", "upside_down")
    turned = first._replace(turned=tuple((card.card, way) for card, way in zip(first.cards, ways, strict=False)))
    root = read(position_picture(view._replace(hands=(turned, *others)), last, language))
    for card, way in zip(first.cards, (*ways, None, None), strict=False):
        (node,) = root.findall(f".//*[@data-card='{card.card}']")
        words = picture_words.picture(language, f"turned-{way}") if way else None
        assert (node[0].text or "").endswith(f"({words})" if words else picture_words.picture(language, "hidden"))
        assert ("rotate" in node.attrib.get("transform", "")) == bool(way)
    assert all((root[1].text or "").count(picture_words.picture(language, f"turned-{way}")) == 1 for way in ways)


@EACH_LANGUAGE
def test_the_last_move_and_the_state_fit_below_the_table(language: str) -> None:
    """Move and state take at most two lines in every language. `require_room` checks their positions."""
    for n in range(0, len(SETTINGS), 3):
        log = games_of(n)[4]
        for version in range(len(log.events)):
            found = frame(log, version)
            assert found is not None
            line = event_words.event_line(language, found.last, lambda _: None, log.deal.rules.palette)
            said = picture_words.labelled(language, picture_words.picture(language, "last-move"), line)
            assert len(wrapped(said, 19, 1160)) <= 2, said


def test_a_watchers_view_shows_only_backs() -> None:
    """A watcher's view can be drawn, with all cards face down."""
    log = games_of(0)[0]
    first = next(steps(log))
    item = item_of(first, log.events[0], first, watcher_viewpoint())
    shown = values(read(position_picture(watcher_view(first), item, "en")), "data-card")
    assert len(shown) == first.dealt


# Pictures of the course of a game.


@pytest.mark.parametrize("language", slow_unless("fr".__eq__, choice.LANGUAGES))
def test_the_course_has_a_column_for_each_turn(language: str) -> None:
    """Each turn appears once, with the numbers after its events and what was lost."""
    for n in range(0, len(SETTINGS), 2):
        for log in games_of(n)[2:5]:
            analysis = analyse(log)
            result = analysis.events[-1].item.after.result
            assert result is not None
            root = read(score_picture(analysis, language))
            by_turn = {str(event.after.turn): event.after for event in analysis.events}
            columns = root.findall(".//*[@data-turn]")
            assert [column.get("data-turn") for column in columns] == list(by_turn)
            assert list(by_turn) == [str(turn) for turn in range(len(by_turn))]
            for column, standing in zip(columns, by_turn.values(), strict=True):
                assert column.get("data-version") == str(standing.version)
                title = column[0].text or ""
                lost = standing is analysis.events[-1].after and result.outcome == "lost"
                reachable = result.score or 0 if lost else standing.reachable_score
                assert title.endswith(str(standing.strikes)) and f" {reachable}," in title
            causes = {str(loss.turn): loss.causes for loss in analysis.losses if loss.causes}
            marked = {column.get("data-turn"): tuple((column.get("data-causes") or "").split()) for column in columns}
            assert {turn: found for turn, found in marked.items() if found} == causes
            text = root[1].text or ""
            for loss in analysis.losses:
                item = analysis.events[loss.version].item
                assert lost_point_words.lost_points(language, loss, item, log.deal.rules.palette) in text
            signs = {
                picture_words.picture(language, cause.replace("_", "-")) for found in causes.values() for cause in found
            }
            assert signs <= {node.text for node in root.iter(f"{NAMESPACE}text")}


# Over HTTP.


def test_anyone_may_see_pictures_of_a_finished_game(sandbox: NewGame, api: Api, app: Flask) -> None:
    """Anyone gets the picture with open hands or as a seat, in their language, under a strict policy."""
    game = sandbox(stacked("r1 r2 r3 r4 r5"), 3)
    game.play("play 0", "clue 0 2", "clue 0 blue")
    game.abort()
    opened = api.get(f"{game.replay_path}/positions/3.svg")
    assert (opened.status, opened.headers["Content-Type"]) == (200, "image/svg+xml")
    assert opened.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "red 2 (told: 2; not: blue; playable now)" in (read(opened.raw.decode())[1].text or "")
    seat = api.get(f"{game.replay_path}/positions/3.svg", query="seat=0", headers={"Accept-Language": "de"})
    assert seat.headers["Content-Language"] == "de"
    text = read(seat.raw.decode())
    assert text[0].text == "Der Tisch in Zug 3, gesehen von Platz 0"
    assert "verdeckte Karte (Hinweise: 2; nicht: Blau)" in (text[1].text or "")
    assert "rote 5" not in (text[1].text or "")
    solve(app, game.id)
    link = api.get(game.replay_path, headers={"Accept-Language": "fr"}).ok()["links"]["score_picture"]
    course = api.get(link.partition("?")[0], query=link.partition("?")[2], headers={"Accept": "image/*"})
    assert course.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert course.headers["Content-Language"] == "fr"
    assert values(read(course.raw.decode()), "data-turn") == ["0", "1", "2", "3"]


def test_a_cached_picture_has_the_same_bytes(sandbox: NewGame, api: Api) -> None:
    """With its revision, compressed or not: the same bytes under the same policy, or 304."""
    game = sandbox(stacked("r1"))
    game.abort()
    path, query = f"{game.replay_path}/positions/1.svg", "seat=1"
    first = api.get(path, query=query)
    lasting = first.headers["Content-Location"].partition("?")[2]
    for headers in ({}, {"Accept-Encoding": "gzip"}, {"Accept-Encoding": "gzip"}):
        again = api.get(path, query=lasting, headers=headers)
        assert (again.raw, again.headers["Content-Security-Policy"]) == (first.raw, "default-src 'none'; sandbox")
    same = api.get(path, query=query, headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status, same.raw) == (304, b"")


@in_one_test(
    ("rest", "status"),
    [
        ("positions/0.svg", 200),
        ("positions/3.svg", 404),
        ("positions/-1.svg", 404),
        ("positions/0.gif", 404),
        ("positions/0.png", 200),
        ("positions/2.png?seat=1&scheme=light", 200),
        ("positions/3.png", 404),
        ("positions/0.png?seat=2", 422),
        ("positions/0.svg?scheme=light", 200),
        ("positions/0.svg?scheme=blue", 422),
        ("animation.gif?seat=2", 422),
        ("score.svg?scheme=light", 202),
        ("score.png?scheme=blue", 422),
        ("score.svg?rev=1-xx", 422),
    ],
)
def test_pictures_of_unknown_versions_and_seats(aborted: Game, api: Api, rest: str, status: int) -> None:
    """As for frames, an unknown version is 404 and an unknown seat 422."""
    rest, _, query = rest.partition("?")
    assert api.get(f"{aborted.replay_path}/{rest}", query=query).status == status


@in_one_test(
    "rest", ["positions/0.svg", "positions/99.svg", "score.svg", "positions/0.png", "score.png", "animation.gif"]
)
def test_a_running_game_has_no_pictures(new_game: NewGame, api: Api, rest: str) -> None:
    """A picture of a running game is 409, for its players too.

    An unknown game is 404, and a client that accepts other media types gets 406.
    """
    game = new_game()
    path = f"{game.replay_path}/{rest}"
    assert api.get(path).code == game.players[0].api.get(path).code == "game-not-finished"
    other = "image/svg+xml" if rest.endswith("png") else "image/png"
    assert api.get(path, headers={"Accept": f"image/webp, text/html, {other}"}).status == 406
    assert api.get(f"/v1/replays/g_{'0' * 32}/{rest}").status == api.get(f"/v1/replays/x/{rest}").status == 404


def test_raster_pictures_are_images_of_a_fixed_size(sandbox: NewGame, api: Api) -> None:
    """A PNG is 1200 pixels wide. A GIF has a frame for the deal, each turn and the end, and is read again as stored."""
    game = sandbox(stacked("r1"))
    game.play("play 0")
    game.abort()
    position = api.get(f"{game.replay_path}/positions/1.png", query="scheme=light")
    assert (position.headers["Content-Type"], image(position).size) == ("image/png", (1200, 630))
    assert position.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    corner = image(position).convert("RGB").getpixel((4, 4))
    assert corner == tuple(bytes.fromhex(palette.LIGHT.table[1:]))
    still = api.get(f"{game.replay_path}/animation.gif")
    assert (still.status, still.headers["Retry-After"], still.headers["Refresh"]) == (202, "2", "2")
    assert (image(still).size, len(list(ImageSequence.Iterator(image(still))))) == ((560, 294), 1)
    path = f"{game.replay_path}/animation.gif"
    await_until(lambda: api.get(path).status == 200, "the animation was drawn", every_s=1)  # each 202 draws a frame
    moving = api.get(path)
    assert (moving.headers["Content-Type"], image(moving).size) == ("image/gif", (560, 294))
    assert len(list(ImageSequence.Iterator(image(moving)))) == 3
    assert api.get(path).raw == moving.raw


@pytest.mark.parametrize("scheme", palette.SCHEMES)
def test_charts_have_the_colors_of_the_scheme(sandbox: NewGame, api: Api, scheme: palette.SchemeName) -> None:
    """A chart has no color of the other scheme."""
    game = sandbox(stacked("r1 r2 r3 r4 r5"), 3)
    game.play("play 0", "play 5", "clue 0 blue")
    game.abort()
    drawn = api.get(f"{game.replay_path}/score.svg", query=f"scheme={scheme}")
    colors = {node.get(name) for node in read(drawn.raw.decode()).iter() for name in ("fill", "stroke")}
    assert colors - {None, "none"} <= set(palette.SCHEMES[scheme])
    assert image(api.get(f"{game.replay_path}/score.png", query=f"scheme={scheme}")).width == 1200


def image(answer: Answer) -> Image.Image:
    """Return the image of a response."""
    return Image.open(io.BytesIO(answer.raw))


@in_one_test(
    ("turns", "most", "shown"),
    [
        (1, 3, [0]),
        (2, 3, [0, 1]),
        (3, 3, [0, 1, 2]),
        (4, 3, [0, 2, 3]),
        (5, 3, [0, 2, 4]),
        (9, 3, [0, 4, 8]),
        (75, 75, list(range(75))),
        (76, 75, [*range(0, 75, 2), 75]),
    ],
)
def test_a_long_animation_leaves_out_turns(turns: int, most: int, shown: list[int]) -> None:
    """The first and the last frame stay; those between have equal intervals."""
    assert thinned(range(turns), most) == shown


# Marks on cards.


@IN_FULL
def test_marks_say_what_is_certain_about_a_card(in_full: bool) -> None:
    """An open card is marked by what it is, a hidden one by all that it could be, and none while plays are hidden."""
    seen: Counter[str] = Counter()
    for log, version in positions(in_full=in_full):
        for seat in (None, 0):
            found = frame(log, version, seat)
            assert found is not None
            ahead = prospects(found.view)
            of = standings(found.view, ahead)
            own = {} if seat is None else own_knowledge(found.view)
            for card in (card for hand in found.view.hands for card in hand.cards):
                fronts = [card] if isinstance(card, OpenCard) else own[card.card]
                cards = [Card(one.suit, one.rank) for one in fronts]
                for name, kind in (("playable", ahead.playable), ("critical", ahead.critical), ("trash", ahead.dead)):
                    matters = found.view.result is None and all(one in kind for one in cards)
                    assert (name in of.get(card.card, ())) == matters
                    seen[name] += name in of.get(card.card, ()) and not isinstance(card, OpenCard)
            drawn = read(position_picture(*found, "en", "light"))
            assert len(values(drawn, "data-standing")) == sum(map(len, of.values()))
    assert min(seen[name] for name in ("playable", "critical", "trash")) > 0
    log = games_of(0)[0]
    assert standings(seat_view(next(steps(log)), 0), None) == {}


def test_every_card_that_a_clue_touched_has_an_arrow() -> None:
    """The arrow names the seat that gave the clue."""
    arrows = 0
    for n in range(0, len(SETTINGS), 4):
        for found in list(frames(games_of(n)[n % 10]))[::5]:
            titles = [node.text for node in read(position_picture(*found, "en")).iter(f"{NAMESPACE}title")]
            seats = [seat for seat in range(5) if f"Seat {seat} gives this clue" in titles]
            if isinstance(found.last, ClueItem) and found.last.touched:
                assert seats == [found.last.event.seat]
                held = {card.card for card in found.view.hands[found.last.event.target].cards}
                touched = [card for card in found.last.touched if card.card in held]
                assert titles.count(f"Seat {seats[0]} gives this clue") == len(touched)
                arrows += len(touched)
            else:
                assert not seats
    assert arrows > 20


# The SVG writer.


@in_one_test("text", ["<b>&amp;</b>", "\"'", "]]>", "\0\x1b", "\ud800", "￾", "\u2028\u202e", "🎆"])
def test_text_is_escaped(text: str) -> None:
    """Text is escaped in elements and attributes. Characters that XML forbids are replaced."""
    picture = document("x", (9, 9), "en", text, text, element("text", text, data_name=text))
    root = ET.fromstring(picture.encode())
    shown = root[2].text
    assert shown == root[0].text == root[1].text == root[2].get("data-name")
    assert shown == "".join("\ufffd" if char in "\0\x1b\ud800￾" else char for char in text)
