"""Tests of the page to play on in a browser: with bots, with two people, by mouse and by keyboard."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browsing import expect
from tests.rows import slow_unless
from tests.served import serving
from tests.service.factories import unique
from tests.web.conftest import ApiCaller, new_caller, play_out


@pytest.fixture
def friend(lend: Any) -> Iterator[Any]:
    """The page of somebody else, in a small window."""
    with lend() as page:
        page.set_viewport_size({"width": 390, "height": 844})
        yield page


def set_table(page: Any, server: str, name: str = "Ada", pace: str | None = None, **private: bool) -> str:
    """Create a table for two people, and return the link to it."""
    page.goto(f"{server}/play")
    page.get_by_label("Your name").fill(unique(name))
    if pace is not None:
        page.locator("#setup select[name=pace]").select_option(label=pace)
    page.get_by_role("radio", name="With friends").check()
    page.get_by_label("Private").set_checked(private.get("private", False))
    page.get_by_role("button", name="Start").click()
    link = page.locator("#invite-link")
    page.wait_for_function("() => document.getElementById('invite-link')?.value")
    page.get_by_role("button", name="Copy the link").click()
    return str(link.input_value())


def join(friend: Any, link: str, name: str = "Béla") -> None:
    """Take a seat, with a name alone."""
    friend.goto(link)
    friend.get_by_label("Your name").fill(unique(name))
    friend.get_by_role("button", name="Join").click()


def await_turn(page: Any) -> bool:
    """Wait for the reader's turn or for the end. Return whether the game goes on."""
    page.locator(".strip:is(.mine, .over)").wait_for()
    return not page.locator(".strip.over").is_visible()


def choose(page: Any, card: str, action: str) -> None:
    """Choose a card on the table, and then an action. A clue to no card would ask first."""
    page.locator(card).click()
    with page.expect_response("**/moves") as answer:
        buttons = page.locator("#choice button:not(.empty)")
        buttons.and_(page.get_by_role("button", name=re.compile(action))).first.click()
    assert answer.value.status == 201, answer.value.text()


OWN = "#table .hand.moves [data-card] >> nth=0"


def test_one_click_from_home_to_a_whole_game_with_bots(server: str, page: Any) -> None:
    """Wrong plays end the game. The page leads to the replay. Home leads back to the reader's turn."""
    page.goto(server)
    page.get_by_role("button", name="Play with a bot").click()
    page.locator("#table .card").first.wait_for()
    turns = 0
    while await_turn(page):
        assert page.title().startswith("● Your turn")
        choose(page, OWN, "^Play slot")
        turns += 1
        if turns == 1:
            page.goto(server)
            expect(page.locator("#live.mine")).to_contain_text("Your turn")
            page.get_by_role("link", name="Continue playing").click()
            page.locator("#table .card").first.wait_for()
    assert turns >= 3 and page.title().startswith("Play")
    page.get_by_role("link", name="Review the game").click()
    page.locator("#review").wait_for()
    lines = page.locator("#events li").count()
    page.go_back()
    page.locator(f"#events li:nth-child({lines})").wait_for()
    ended = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != ended and "/play/" in url)
    page.locator("#table .card").first.wait_for()
    expect(page.locator("#table .hand")).to_have_count(2)


def test_a_move_on_its_way_is_no_turn(server: str, page: Any) -> None:
    """The turn ends with the press: a board that is drawn again before the answer takes no second move."""
    page.goto(server)
    page.get_by_role("button", name="Play with a bot").click()
    page.locator("#table .card").first.wait_for()
    assert await_turn(page)
    held: list[Any] = []
    page.route("**/moves", lambda route, _: held.append(route))
    page.locator(OWN).click()
    page.locator("#choice button", has_text="Play slot 5").click()
    page.locator(OWN).focus()
    page.keyboard.press("Shift+ArrowRight")  # another order of the hand draws the board again
    expect(page.locator(".strip")).not_to_have_class(re.compile("mine"))
    assert page.locator("#choice").evaluate("choice => choice.inert") and not page.title().startswith("●")
    held[0].continue_()
    page.unroute("**/moves")
    assert await_turn(page)
    page.locator(OWN).click()
    expect(page.locator("#choice button").first).to_be_enabled()


def test_a_stranger_joins_an_open_table_with_one_click(server: str, page: Any, friend: Any) -> None:
    """A table that is made after the page has loaded appears there, and is gone once it is full."""
    friend.goto(f"{server}/play")
    friend.locator("#open-tables").wait_for()
    game = set_table(page, server).rsplit("/", 1)[1]
    expect(page.locator("#waiting-what")).to_contain_text("everybody, without the hands")
    row = friend.locator(f"li:has(#table-{game})")
    row.get_by_role("button", name="Join").click()
    friend.wait_for_url(f"**/play/{game}")
    for one in (page, friend):
        one.locator("#table .card").first.wait_for()
    friend.goto(f"{server}/play")
    friend.locator("#my-tables li").first.wait_for()
    assert row.count() == 0


@pytest.mark.slow
def test_players_are_invited_by_name(server: str, quiet_page: Any, friend: Any) -> None:
    """The page names an unknown player. Invited players see what is played, and the table lists who declines."""
    page = quiet_page
    bela, chloe = (new_caller(server, unique(name)) for name in ("Béla", "Chloé"))
    names = [one.call("GET", "/v1/me")["name"] for one in (bela, chloe)]
    page.goto(f"{server}/play")
    page.get_by_role("radio", name="With friends").check()
    page.locator("#setup [name=invite]").fill(f"{names[0]}, nobody-of-this-name")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#setup .wrong")).to_have_text("There is no player nobody-of-this-name.")
    page.locator("#setup [name=invite]").fill(names[0])
    page.get_by_role("button", name="Start").click()
    page.locator("#challenge-names").fill(names[1])
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator("#challenged li")).to_have_count(2)
    bela.sign_in(friend.context)
    friend.goto(f"{server}/play")
    expect(friend.locator("#invitations .hint")).to_contain_text("Seats: 2 · five suits")
    friend.get_by_role("button", name="Decline").click()
    friend.locator("#invited").wait_for(state="hidden")
    page.reload()
    expect(page.locator("#challenged li", has_text=names[0])).to_contain_text("has declined")


@pytest.mark.slow
def test_two_people_who_look_for_the_same_meet(server: str, page: Any, friend: Any) -> None:
    """One stops, looks again, and meets the other; both play at a table that waits for their contributions."""
    for one, name in ((page, "Ada"), (friend, "Béla")):
        one.goto(f"{server}/play")
        one.get_by_label("Your name").fill(unique(name))
        one.get_by_role("radio", name="With anyone").check()
        one.locator(".number", has_text="2").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Stop looking").click()
    page.locator("#seeking").wait_for(state="hidden")
    friend.get_by_role("button", name="Start").click()
    friend.get_by_text("Looking for others").wait_for()
    assert page.url.endswith("/play")
    page.get_by_role("button", name="Start").click()
    for one in (page, friend):
        one.wait_for_url("**/play/g_*")
        one.locator("#table .card").first.wait_for()
    assert page.url == friend.url


@pytest.mark.slow
def test_two_people_play_at_one_table(server: str, page: Any, friend: Any) -> None:
    """Each sees the other's moves at once. Both contributed to the deal, and notes are private."""
    join(friend, set_table(page, server))
    for table in (page, friend):
        table.locator("#table .card").first.wait_for()
        expect(table.locator("#protection")).to_contain_text("2 of 2 seats contributed in secret.")
        expect(table.locator("#table .card .back")).to_have_count(5)
    first, second = (page, friend) if page.locator(".strip.mine").count() else (friend, page)
    choose(first, "#table .hand:not(.moves) [data-card] >> nth=0", ": ")
    assert await_turn(second)
    expect(second.locator("#announcement")).to_contain_text("Your turn")
    second.locator(OWN).click()
    second.get_by_role("tab", name="Card").click()
    second.get_by_label("Your note on this card").fill("perhaps a 1")
    with second.expect_response("**/notes/card-*"):
        second.keyboard.press("Tab")
    second.reload()
    second.locator(".card.noted").wait_for()
    expect(second.locator(".card.noted")).to_have_attribute("title", "perhaps a 1")
    expect(first.locator(".card.noted")).to_have_count(0)
    choose(second, OWN, "^Discard slot")
    assert await_turn(first)
    page.once("dialog", lambda asked: asked.accept())
    friend.once("dialog", lambda asked: asked.accept())
    for table in (page, friend):
        table.get_by_role("tab", name="This table").click()
    page.get_by_role("button", name="Vote to give up").click()
    page.get_by_role("button", name="Take back the vote to give up").wait_for()
    friend.get_by_role("button", name="Vote to give up").click()
    for table in (page, friend):
        expect(table.get_by_role("link", name="Review the game")).to_be_focused()
        table.get_by_role("tab", name="Chat").click()
        expect(table.locator("#remarks")).to_be_empty()
    friend.get_by_label("Message").fill("Well played <b>!")
    friend.get_by_role("button", name="Send").click()
    friend.locator("#messages li", has_text="Well played <b>!").wait_for()
    page.locator("#messages li", has_text="Well played <b>!").wait_for()
    page.get_by_role("button", name="Play again").click()
    page.locator("#invite-link").wait_for()
    friend.locator("#choice").get_by_role("link", name=re.compile("Ada.* plays again: Join")).click()
    friend.get_by_role("button", name="Join").click()
    for table in (page, friend):
        table.locator("#table .card").first.wait_for()
    assert page.url == friend.url


@pytest.mark.slow
def test_two_people_play_by_the_clock(server: str, page: Any, friend: Any) -> None:
    """The open table says its pace. Both see the time of the seat to move run down, and pause the game together.

    Each hand shows the time of its seat, and nothing moves when one runs.
    """
    link = set_table(page, server, pace="2 minutes, and 20 seconds more with each turn")
    friend.goto(f"{server}/play")
    row = friend.locator(f"li:has(#table-{link.rsplit('/', 1)[1]})")
    friend.locator("#tables-pace").select_option("none")
    expect(row).to_have_count(0)
    friend.locator("#tables-pace").select_option("short")
    expect(row).to_contain_text("2 minutes, and 20 seconds")
    row.get_by_role("button", name="Join").click()
    for one in (page, friend):
        expect(one.locator("#clock-left")).to_have_text(re.compile(r"^(2:00|1:\d\d)$"))
    parts = ["#clock", *(f"#table {part}" for seat in (0, 1) for part in (f"#hand-{seat}", f'[data-time="{seat}"]'))]
    places = [page.locator(part).bounding_box() for part in parts]
    expect(page.locator("#clock-left")).to_have_text(re.compile(r"^1:5\d$"))
    running = [page.locator(f'[data-time="{seat}"] b').inner_text() for seat in (0, 1)]
    assert sorted(left == "2:00" for left in running) == [False, True]
    assert [page.locator(part).bounding_box() for part in parts] == places
    for one in (page, friend):
        one.get_by_role("tab", name="This table").click()
        one.get_by_role("button", name="Pause").click()
    for one in (page, friend):
        expect(one.locator("#clock-left")).to_have_text("Paused")
        expect(one.locator("#choice .hint")).to_have_text("Paused")
        one.get_by_role("button", name="Pause").click()
    for one in (page, friend):
        expect(one.locator("#clock-left")).to_have_text(re.compile(r"^1:\d\d$"))


@pytest.mark.slow
def test_the_review_of_a_game_with_a_clock(server: str, page: Any, caller: ApiCaller) -> None:
    """Each hand has the time that was left then, and each turn the time that it took."""
    pace = {"bank_s": 600, "increment_s": 10}
    game = caller.game(bots=["kagiya"], pace=pace, sandbox=True, rules={"starting_seat": 0})
    for _ in range(2):
        caller.call("POST", f"/v1/sandbox/{game}/clock", {"advance_s": 100})
        caller.move(game, "clue")
    ended = caller.call("POST", f"/v1/sandbox/{game}/clock", {"advance_s": 10_000})["view"]
    page.goto(f"{server}/replays/{game}?turn=0")
    left = page.locator("#table .hand .time b")
    expect(left).to_have_text(["10:00", "10:00"])
    expect(page.locator("#events .took")).to_have_count(4)
    page.goto(f"{server}/replays/{game}?turn=1")
    expect(left).to_have_text([re.compile("^8:[35]"), "10:00"])
    page.locator("#events button.step").last.click()
    expect(left).to_have_text(["0:00", "10:20"])
    expect(page.locator("#about")).to_contain_text(f"{ended['seats'][0]['name']} has run out of time.")
    caller.sign_in(page.context)
    page.goto(f"{server}/play/{game}")
    expect(page.locator("#announcement")).to_contain_text("Your time is over.")


@pytest.mark.slow
def test_a_private_table_needs_the_link(server: str, page: Any, friend: Any) -> None:
    """Without the code of the invitation, the game does not exist. With it, one sees what is played."""
    link = set_table(page, server, private=True)
    friend.goto(link.partition("#")[0])
    friend.locator("#trouble").wait_for()
    friend.goto("about:blank")
    friend.goto(link)
    expect(friend.locator("#who li").first).to_contain_text("Ada")
    expect(friend.locator("#waiting-what")).to_contain_text("nobody")
    friend.goto("about:blank")
    join(friend, link)
    page.locator("#table .card").first.wait_for()
    assert page.url in link


@pytest.mark.slow
def test_a_game_is_played_by_keyboard(server: str, page: Any) -> None:
    """The arrows go from card to card, and a selection with them. Enter selects, then acts, Escape goes back."""
    page.goto(f"{server}/play")
    page.get_by_role("radio", name="With bots").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("radio", name="3").is_checked()
    page.keyboard.press("Enter")
    page.locator("#table .card").first.wait_for()
    focus = "document.activeElement.textContent"
    turns = 0
    while turns < 2:
        assert await_turn(page)
        if turns == 0:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowDown")
            assert re.search("slot 4 of hgroup-3", page.evaluate(focus))
            page.keyboard.press("Enter")
            page.keyboard.press("ArrowRight")
            assert page.evaluate("document.activeElement.matches('#choice .clue')")
            told = page.locator("#choice .clue").evaluate_all("all => all.map((one) => one.ariaLabel.split(': ')[1])")
            assert told == ["red", "yellow", "green", "blue", "white", *"12345"]
            page.keyboard.press("Escape")
            assert re.search("slot 4 of hgroup-3", page.evaluate(focus))
            page.keyboard.press("ArrowUp")
        assert re.search("your slot [45]", page.evaluate(focus))
        page.keyboard.press("Enter")
        assert page.evaluate(focus).startswith("Play slot")
        page.locator("#table .card[aria-pressed=true]").focus()
        page.keyboard.press("ArrowLeft")  # the selection goes along
        slot = re.search(r"slot \d", page.evaluate(focus))
        assert slot and page.locator("#choice button").first.inner_text().startswith(f"Play {slot[0]}")
        page.keyboard.press("p")
        with page.expect_response("**/moves") as answer:
            page.keyboard.press("Enter")
        assert answer.value.status == 201
        turns += 1


@pytest.mark.slow
def test_moves_of_bots_come_one_after_the_other(server: str, page: Any) -> None:
    """Each is on the table for a while, and stands in the list in compact notation."""
    page.goto(f"{server}/play")
    page.get_by_role("radio", name="4").check()
    page.get_by_role("button", name="Start").click()
    page.locator("#table .card").first.wait_for()
    assert await_turn(page)
    before = page.locator("#events li").count()
    page.evaluate(
        """() => {
          window.lines = [];
          const place = document.getElementById("announcement");
          new MutationObserver(() => lines.push(place.textContent)).observe(place, { childList: true });
        }"""
    )
    choose(page, "#table .hand:not(.moves) [data-card] >> nth=0", ": ")
    assert await_turn(page)
    lines = page.evaluate("[...new Set(lines)]")
    assert len(lines) == 4 and sum(" is to move." in line for line in lines) == 3, lines
    expect(page.locator("#events li")).to_have_count(before + 4)
    assert re.search(r"→.*\[[\d,–]+\]$", page.locator("#events li .compact").nth(before).inner_text().replace("\n", ""))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"),
    slow_unless(
        (320, 568).__eq__,
        [(2560, 1440), (1440, 900), (1280, 720), (820, 1180), (390, 844), (844, 390), (320, 568)],
    ),
)
def test_choices_are_in_the_window_and_move_nothing(server: str, page: Any, width: int, height: int) -> None:
    """Before a click the page says what to do. With a click the board stays where it is, without scrolling.

    The links of the heading are as high as buttons. Low windows scroll to the piles of five seats, and neither the
    form nor the table scrolls sideways.
    """
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server}/play")
    page.get_by_role("radio", name="5").check()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Start").click()
    page.locator("#table .card").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await_turn(page)
    heights = page.locator(".title a").evaluate_all("(links) => links.map((one) => one.getBoundingClientRect().height)")
    assert heights and min(heights) >= 44, heights
    page.locator("#choice", has_text="Choose one of your cards").wait_for()
    places = """[...document.querySelectorAll('.card, .firework, .strip')]
      .map((one) => JSON.stringify(one.getBoundingClientRect()))"""
    before = page.evaluate(places)
    for card in (OWN, "#table .hand:not(.moves) [data-card] >> nth=0"):
        page.locator(card).click()
        inside = page.locator("#choice button").evaluate_all(
            """(buttons) => buttons.map((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              const strip = one.closest(".strip").getBoundingClientRect();
              return left >= strip.left && right <= strip.right && top >= strip.top && bottom <= strip.bottom
                && bottom <= innerHeight && bottom - top >= 44 && right - left >= 40;
            })"""
        )
        assert inside and all(inside)
        assert page.evaluate(places) == before
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight") == (height > 600)


def test_seats_can_be_chosen_before_the_editions_arrive(server: str, page: Any) -> None:
    """The page has no error meanwhile, and says the rules once they are there."""
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/v1/editions", hold)
    with page.expect_request("**/v1/editions"):
        page.goto(f"{server}/play", wait_until="commit")
    page.get_by_role("radio", name="5").check()
    held[0].continue_()
    page.locator("#setup-rules").filter(has_text=re.compile(r"\S")).wait_for()


@pytest.mark.slow
def test_clues_say_what_they_touch(server: str, page: Any) -> None:
    """A clue has the number of its cards, and marks them under the pointer."""
    page.goto(f"{server}/play")
    page.get_by_role("button", name="Start").click()
    page.locator("#table .card").first.wait_for()
    assert await_turn(page)
    page.locator("#table .hand:not(.moves) [data-card] >> nth=0").click()
    clues = page.locator("#choice .clue")
    counts = [int(clue.get_attribute("data-count")) for clue in clues.all()]
    expect(clues).to_have_count(10)
    assert len(counts) == 10 and sum(counts) == 10
    for number, count in enumerate(counts):
        clues.nth(number).hover()
        page.wait_for_function("many => document.querySelectorAll('#table .pointed').length === many", arg=count)


@pytest.mark.slow
def test_the_own_hand_is_open_at_the_end(server: str, page: Any) -> None:
    """The log calls the reader "You", each move in one line. A bot's hand has a mark. No button is out of sight."""
    page.set_viewport_size({"width": 1366, "height": 768})
    player = new_caller(server, "A player whose name fills a whole line")
    game = player.game(seats=3, bots=["kagiya"] * 2)
    player.sign_in(page.context)
    page.goto(f"{server}/play/{game}")
    page.locator("#table .hand .face.back").first.wait_for()
    assert page.locator("#table h3", has_text="⚙").first.get_attribute("title").endswith(" · bot")
    play_out(player, game)
    page.locator("#choice", has_text="Review the game").wait_for()
    assert page.locator("#choice").evaluate("(place) => place.scrollHeight <= place.clientHeight")
    page.wait_for_function(
        "() => document.querySelector('#table .hand .card') && !document.querySelector('#table .face.back')"
    )
    rows = page.locator("#events .step")
    assert rows.filter(has_text="You discard").count() > 0
    assert max(rows.evaluate_all("rows => rows.map((row) => row.offsetHeight)")) < 40


@pytest.mark.slow
def test_the_own_cards_are_arranged(server: str, page: Any) -> None:
    """By keys and by dragging, in this browser alone. A card keeps its number and its actions."""
    page.goto(f"{server}/play")
    page.get_by_role("button", name="Start").click()
    own = page.locator("#table .hand:has(.back) .card")
    own.first.wait_for()
    numbers = own.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    own.first.focus()
    page.keyboard.press("Shift+ArrowRight")
    order = [numbers[1], numbers[0], *numbers[2:]]
    moved = own.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    assert moved == order and own.nth(1).locator(".age").inner_text() == "5"
    expect(own.nth(1)).to_be_focused()
    boxes = [own.nth(n).bounding_box() for n in (0, 3)]
    start, end = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    order = [*order[1:4], order[0], order[4]]
    assert own.evaluate_all("cards => cards.map((card) => card.dataset.card)") == order
    expect(page.locator("#choice button")).to_have_count(0)
    page.reload()
    own.first.wait_for()
    assert own.evaluate_all("cards => cards.map((card) => card.dataset.card)") == order
    assert await_turn(page)
    own.nth(order.index(numbers[0])).click()
    page.locator("#choice").get_by_role("button", name="Play slot 5").wait_for()


@pytest.mark.slow
def test_the_own_games_are_listed(server: str, page: Any) -> None:
    """Games that run lead to their table. The account needs no name twice."""
    link = set_table(page, server)
    page.goto(f"{server}/play")
    page.locator("#my-tables a").first.wait_for()
    assert page.get_by_label("Your name").is_hidden()
    page.locator("#my-tables a").first.click()
    page.wait_for_url(link)
    page.get_by_role("button", name="Add a bot").click()
    page.locator("#table .card").first.wait_for()


@pytest.mark.slow
def test_options_are_in_words_and_apply(server: str, quiet_page: Any) -> None:
    """Six suits and free talk are chosen by their words. Each edition has its own defaults."""
    page = quiet_page  # whose console may tell that the first bot does not play the variant
    page.goto(f"{server}/play")
    page.locator("#setup-rules:not(:empty)").wait_for()  # nothing moves any more under a click
    page.get_by_text("Rules", exact=True).last.click()
    page.get_by_role("radio", name="hanab.live").check()
    page.get_by_label("Variant").fill("Rainbow (6 Suits)")
    page.get_by_role("radio", name="6").check()
    page.get_by_label("Talk at the table").select_option(label="free text")
    page.get_by_role("button", name="Start").click()
    page.locator("#table .card").first.wait_for()
    expect(page.locator("#table .hand")).to_have_count(6)
    expect(page.locator("#table .suit")).to_have_count(6)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Message").fill("Hello")
    page.get_by_role("button", name="Send").click()
    page.locator("#messages li", has_text="Hello").wait_for()


@pytest.mark.slow
def test_a_taken_name_is_reported(server: str, page: Any, friend: Any) -> None:
    """The form remains, and another name can be given."""
    name = unique("Ada")
    for table in (page, friend):
        table.goto(f"{server}/play")
        table.get_by_label("Your name").fill(name)
        table.get_by_role("button", name="Start").click()
        if table is page:
            table.locator("#table .card").first.wait_for()
    friend.locator("#setup .wrong").wait_for()
    friend.get_by_label("Your name").fill(unique("Ada"))
    friend.get_by_role("button", name="Start").click()
    friend.locator("#table .card").first.wait_for()


@pytest.mark.slow
def test_a_watcher_finds_a_game_and_sees_its_hands_later(server: str, page: Any, friend: Any, lend: Any) -> None:
    """Who joins is asked to agree. At first the watcher waits; then the cards that have left the hands are open."""
    ada, bela, chloe = (new_caller(server, unique(name)) for name in ("Ada", "Béla", "Chloé"))
    page.goto(f"{server}/play")
    page.locator("#setup summary").click()
    page.get_by_label("Who may watch").select_option("everybody, with all hands 10 turns later")
    game = ada.game(watching="hands", hands_delay=10)
    bela.sign_in(friend.context)
    friend.goto(f"{server}/play")
    friend.locator(f"li:has(#table-{game})").get_by_role("link", name="To the table").click()
    friend.get_by_label("I agree that others see the hands 10 turns later").check()
    friend.get_by_role("button", name="Join").click()
    friend.locator("#table .card").first.wait_for()
    with lend() as eyes:
        chloe.sign_in(eyes.context)
        eyes.goto(f"{server}/play")
        eyes.locator(f"li:has(#watch-{game})").get_by_role("link", name="Watch").click()
        eyes.get_by_text("The game has begun. Here you see it with all hands, 10 turns later.").wait_for()
        for _ in range(11):
            (ada, bela)[ada.call("GET", f"/v1/games/{game}")["to_move"]].move(game, "discard", "clue")
        expect(eyes.locator("#table .hand .face:not(.back)")).to_have_count(5)
        expect(eyes.locator("#choice")).to_contain_text("The hands as they were 10 turns ago")
        expect(friend.locator("#about")).to_contain_text("Watching: 1", timeout=40_000)


@pytest.mark.slow
def test_held_cards_and_long_pauses_are_offered(empty_database_url: str, page: Any, friend: Any) -> None:
    """Where the operator allows held cards, who makes the table and who joins it are told what others will see."""
    with serving(empty_database_url, WATCHERS_SEE_HELD_CARDS="true") as base:
        page.goto(f"{base}/play")
        page.locator("#setup summary").click()
        page.locator("#setup select[name=pace]").select_option(label="1 day per turn")
        page.get_by_label("Longest pause").select_option("30 days")
        page.get_by_label("Who may watch").select_option("held")
        page.get_by_role("radio", name="With friends").check()
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/play/g_*")
        view = page.request.get(f"{base}/v1/games/{page.url.rsplit('/', 1)[1]}").json()
        assert (view["pause_limit_s"], view["watching"]["who"]) == (30 * 86_400, "held")
        page.wait_for_function("() => document.getElementById('invite-link')?.value")
        friend.goto(page.locator("#invite-link").input_value())
        friend.get_by_label("also the cards that are still held").check()
        friend.get_by_role("button", name="Join").click()
        for one in (friend, page):
            one.locator("#table .card").first.wait_for()
            one.goto("about:blank")


@pytest.mark.slow
def test_a_challenge_is_accepted_or_declined_on_the_page(server: str, page: Any) -> None:
    """Each invitation has a row; one click declines, one blocks, and one takes a seat in a private game."""
    ada, bela, eve = (new_caller(server, unique(name)) for name in ("Ada", "Béla", "Eve"))
    me = bela.call("GET", "/v1/me")["id"]
    eve.game(invite=[me])
    games = [ada.game(private=True, invite=[me]) for _ in range(2)]
    bela.sign_in(page.context)
    page.goto(f"{server}/play")
    rows = page.locator("#invitations li")
    expect(rows).to_have_count(3)
    rows.filter(has_text="Eve").get_by_role("button", name="Block").click()
    expect(rows).to_have_count(2)
    rows.filter(has=page.locator(f"#invited-{games[0]}")).get_by_role("button", name="Decline").click()
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name="Join").click()
    page.wait_for_url(f"**/play/{games[1]}")
    page.locator("#table .card").first.wait_for()


@pytest.mark.slow
def test_bots_play_alone(page: Any, server: str) -> None:
    """The strongest bots play a game, and the reader follows it from its first turn."""
    page.goto(f"{server}/play")
    page.get_by_role("radio", name="Watch the best").check()
    expect(page.get_by_label("Your name")).to_be_hidden()
    page.locator("#setup .number", has_text="3").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/replays/g_*")
    expect(page.get_by_text("hgroup-3 (3)").first).to_be_visible()
    expect(page.locator('meta[property="og:title"]')).to_have_attribute("content", re.compile(r"hgroup-3 \(3\)"))
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#announcement b")).not_to_have_text("Turn 0.")
    expect(page.locator("#about")).not_to_contain_text("points")
