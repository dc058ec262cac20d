"""Tests that the contract and the service match, in both directions."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, OpenAPIV32SpecValidator

from contract import operations
from contract.bundle import as_yaml, bundled
from contract.operations import NotDescribed
from engine.bots import BOTS
from engine.cards import COLORS, RANKS, START
from engine.commands import REMARKS
from engine.decide import Refusal
from engine.events import AbortReason, EventName
from engine.limits import MAX_REMARKS_PER_TURN, MAX_REORDERS_PER_TURN, MAX_TEXT_LENGTH
from engine.proof.verify import verify_file
from engine.reading.analysis import Cause
from engine.reading.feed import Effect
from engine.rules import EDITIONS, MAX_SEATS, OPTIONS, Multicolor
from engine.rules.variants import VARIANTS
from engine.score import BANDS, Outcome, Reason
from service.core.people.names import MAX_NAME_LENGTH
from service.core.people.scopes import GRANTABLE, Scope
from service.core.replays.export_formats import FORMATS
from service.core.tables.chat import MAX_AFTER_THE_END
from service.features.moderation.actions import ACTIONS, MAX_REASON_LENGTH
from service.features.moderation.reports import MAX_REPORT_LENGTH, REASONS
from service.features.notes.notes import MAX_NOTE_LENGTH, MAX_VERSIONS
from service.platform import data_files
from service.platform.languages.choice import LANGUAGES
from service.platform.website import openapi
from service.platform.wire.operation import path_of
from service.platform.wire.problem_kinds import STATUS_OF
from tests.rows import in_one_test, slow_unless
from tests.service.client import Answer, Api, Game, stacked
from tests.service.contract import CONTRACT, PUBLISHED, Operation, read_yaml

SCHEMAS = CONTRACT.document["components"]["schemas"]
GETS = [operation for operation in CONTRACT.operations if operation.method == "GET"]
EVERY_METHOD = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def walk(node: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every node of the contract with its pointer."""
    yield pointer, node
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, inner in inside:
        yield from walk(inner, f"{pointer}/{str(step).replace('~', '~0').replace('/', '~1')}")


def named(operation: Operation) -> str:
    """Return the name of an operation, as a test id."""
    return str(operation.node["operationId"])


@pytest.fixture(scope="module")
def ended(sandbox: Callable[..., Game]) -> Game:
    """A finished game."""
    game = sandbox(stacked("r1"))
    game.abort()
    return game


def address(template: str, game: Game) -> str:
    """Fill the parameters of a path."""
    known = {
        "game": game.id,
        "other": game.id,
        "edition": "de",
        "version": "0",
        "code": "illegal-move",
        "token": "current",
    }
    known |= {"rule": "R7", "language": "da", "page": "verification", "puzzle": f"p_{'0' * 32}"}
    known |= {
        "revision": "0c1f8a5e7b3d9264",
        "line": f"b_{'0' * 32}",
        "session": f"s_{'0' * 32}",
        "comment": f"c_{'0' * 32}",
        "anchor": "turn-0",
    }
    parameters = map(CONTRACT.resolve, CONTRACT.document["paths"][template].get("parameters", []))
    examples = {node["name"]: node["example"] for node in parameters if "example" in node}
    return template.format(**{**examples, **known})


def test_the_contract_is_bundled() -> None:
    """`openapi.yaml` is what `make contract` writes."""
    assert data_files.CONTRACT.read_text(encoding="utf-8") == as_yaml(bundled())


def test_a_missing_example_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who adds an operation reads which file to write."""
    monkeypatch.setattr(operations, "_EXAMPLES", tmp_path)
    with pytest.raises(NotDescribed, match=r"write contract/examples/.*\.json"):
        bundled()


@pytest.mark.slow  # what the newer form does not share with it are `x-` members
def test_the_contract_is_valid_openapi() -> None:
    """The contract conforms to OpenAPI 3.1 and JSON Schema."""
    assert list(OpenAPIV31SpecValidator(PUBLISHED).iter_errors()) == []


def test_the_newer_form_is_valid_openapi() -> None:
    """The newer form of the contract conforms to OpenAPI 3.2 and JSON Schema."""
    assert list(OpenAPIV32SpecValidator(openapi.in_3_2(openapi.document())).iter_errors()) == []


def test_no_text_of_the_contract_is_cut_at_a_comma() -> None:
    """Outside examples, no value is null and no key has a blank, as after an unquoted comma in a flow mapping."""
    data = {"value", "example", "examples", "default", "const", "enum"}
    nodes = [(pointer, node) for pointer, node in walk(CONTRACT.document) if data.isdisjoint(pointer.split("/"))]
    assert [pointer for pointer, node in nodes if node is None] == []
    assert [pointer for pointer, node in nodes if isinstance(node, dict) and " " in "".join(map(str, node))] == []


def test_no_member_has_a_default_value() -> None:
    """Descriptions name the defaults of members, since openapi-typescript takes a member with `default` as required."""
    nodes = [pointer for pointer, _ in walk(PUBLISHED["components"]["schemas"]) if pointer.endswith("/default")]
    assert [pointer for pointer in nodes if not pointer.endswith("/properties/default")] == []


def test_sets_of_values_have_named_values() -> None:
    """Of a set of unnamed values, openapi-generator's client for Java does not compile."""
    nodes = [(pointer, node) for pointer, node in walk(PUBLISHED["components"]["schemas"]) if isinstance(node, dict)]
    sets = {pointer: node["items"] for pointer, node in nodes if node.get("uniqueItems") is True}
    assert sets and [pointer for pointer, items in sets.items() if "enum" in items] == []


def test_patterns_are_portable() -> None:
    """No nullable string has a pattern, and no pattern has a look-ahead or a \\u escape.

    openapi-generator's client for Go cannot check them, and refuses each object of a `oneOf` that has one.
    """
    nodes = [(pointer, node) for pointer, node in walk(PUBLISHED["components"]["schemas"]) if isinstance(node, dict)]
    patterns = {pointer: node for pointer, node in nodes if isinstance(node.get("pattern"), str)}
    assert [pointer for pointer, node in patterns.items() if "null" in node.get("type", ())] == []
    assert [pointer for pointer, node in patterns.items() if "(?" in node["pattern"] or "\\u" in node["pattern"]] == []


def test_routes_and_paths_of_the_contract_are_the_same(app: Flask) -> None:
    """Every route with its methods is in the contract or in the description of the website, and the reverse."""
    routes = {
        (method, path_of(rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    assert routes == {(operation.method, operation.template) for operation in CONTRACT.operations}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with the names of the clients' packages: the contract that is served names only those that were built."""
    monkeypatch.setattr(data_files, "CLIENT_PACKAGES", tmp_path)
    for address in PUBLISHED["info"]["x-clients"].values():
        (tmp_path / Path(address).name).touch()


@pytest.mark.usefixtures("packages")
def test_the_contract_is_served(api: Api) -> None:
    """JSON and YAML have the content of the file, without the website, and with examples and links on demand."""
    assert api.get("/openapi.json", query="examples=true").ok() == PUBLISHED
    assert api.get("/openapi.yaml", query="examples=true").raw == data_files.CONTRACT.read_bytes()
    assert api.get("/openapi-3.2.json", query="examples=true").ok() == openapi.in_3_2(openapi.document())
    common = openapi.without(PUBLISHED, {"examples", "example", "links"})
    assert api.get("/openapi.json").ok() == common == api.get("/openapi.json", query="examples=false").ok()
    assert read_yaml(api.get("/openapi.yaml").raw) == common
    assert len(api.get("/openapi.json").raw) < 600_000


def test_the_part_for_players_is_small_and_complete(api: Api) -> None:
    """It has the operations that declare it, all that they refer to, and nothing else."""
    answer = api.get("/openapi.json", query="part=play")
    small = answer.ok()
    assert len(answer.raw) < 215_000
    assert list(OpenAPIV31SpecValidator(small).iter_errors()) == []
    whole = [
        (path, *one) for path, item in PUBLISHED["paths"].items() for one in item.items() if one[0] != "parameters"
    ]
    kept = {(path, method) for path, method, operation in whole if operation.get("x-part") == "play"}
    found = {(path, method) for path, item in small["paths"].items() for method in item if method != "parameters"}
    assert found == kept and 20 <= len(kept) <= 40
    to_find_people = {"createSeek", "getSeek", "deleteSeek", "getLobby", "createInvitation", "listInvitations"}
    to_play_and_read = {"createClockChange", "listReplays", "getReplay", "listFrames", "getFrame"}
    ids = {small["paths"][path][method]["operationId"] for path, method in found}
    assert to_find_people | to_play_and_read <= ids
    components = {f"#/components/{kind}/{name}" for kind, every in small["components"].items() for name in every}
    used = set(re.findall('"(#/components/[^"]+)"', answer.raw.decode()))
    assert components == used | {"#/components/securitySchemes/bearer"}
    assert read_yaml(api.get("/openapi.yaml", query="part=play").raw) == small
    assert api.get("/openapi-3.2.json", query="part=play").ok() == openapi.in_3_2(small)
    for query in ("part=all", "part=", "part=play&part=play", "prt=play"):
        assert api.get("/openapi.json", query=query).code == "invalid-request"


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi.yaml", "/openapi-3.2.json"])
def test_the_contract_is_compressed_and_cached(path: str, api: Api) -> None:
    """As gzip, the contract has less than 250 kB, with a tag of its own. The client's copy is valid for an hour."""
    plain, small = api.get(path), api.get(path, headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert small.raw == plain.raw and int(small.headers["Content-Length"]) < 250_000
    assert plain.headers["ETag"] != small.headers["ETag"]
    assert small.headers["Cache-Control"] == "public, max-age=3600" and small.headers["Vary"] == "Accept-Encoding"
    tag = {"If-None-Match": small.headers["ETag"], "Accept-Encoding": "gzip"}
    assert (api.get(path, headers=tag).status, api.get(path, headers=tag).raw) == (304, b"")


@in_one_test("operation", CONTRACT.operations)
def test_every_operation_is_fully_described(operation: Operation) -> None:
    """Each operation has a unique id, one existing tag, texts and security. Each body has an example."""
    node, tags = operation.node, ["website", *(tag["name"] for tag in CONTRACT.document["tags"])]
    assert sum(named(operation) == named(other) for other in CONTRACT.operations) == 1
    assert len(node["tags"]) == 1 and node["tags"][0] in tags
    assert node["summary"] and node["description"] and "security" in node
    bodies = [node["requestBody"]] if "requestBody" in node else []
    is_page = "website" in node["tags"]
    assert is_page or any(status.startswith("4") for status in node["responses"])
    assert is_page or set(CONTRACT.resolve(node["responses"]["default"])["x-codes"]) <= STATUS_OF.keys()
    for status, reference in node["responses"].items():
        response = CONTRACT.resolve(reference)
        assert response["description"]
        if status == "default":
            continue
        bodies += [response] if status < "400" else []
        for code in re.findall(r"`([a-z-]+)`:", response["description"]):
            assert STATUS_OF[code] == int(status)
        if int(status) >= 400:
            if status in ("400", "401") and "website" in node["tags"]:
                continue  # an error of OAuth, as the RFCs say
            page = ["text/html"] if "website" in node["tags"] and status == "404" else []
            assert list(response["content"]) == ["application/problem+json", *page]
            assert {code for code in STATUS_OF if f"`{code}`" in response["description"]}
    for body in bodies:
        for media_type, content in body.get("content", {}).items():
            whole = CONTRACT.resolve(content["schema"]) == SCHEMAS["Contract"]
            assert media_type in ("application/x-ndjson", "image/png") or whole or content["examples"]


def test_operations_and_bodies_have_names_in_one_grammar() -> None:
    """An operation is a verb and a resource. A body of its own has the name of its operation."""
    for path in PUBLISHED["paths"].values():
        for operation in (node for method, node in path.items() if method in ("get", "post", "put", "patch", "delete")):
            name = operation["operationId"]
            assert re.fullmatch(r"(create|get|list|update|delete)[A-Z]\w+|sign(In|Out)\w*", name)
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            schema = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            assert schema in ("", "Turn", "CreateAccountRequest", f"{name[0].upper()}{name[1:]}Request"), name


def links() -> Iterator[Any]:
    """Yield each link with the operation and the response that it belongs to."""
    for operation in CONTRACT.operations:
        for response in map(CONTRACT.resolve, operation.node["responses"].values()):
            for link in map(CONTRACT.resolve, response.get("links", {}).values()):
                yield operation, response, link


@in_one_test(("operation", "response", "link"), links())
def test_every_link_leads_to_a_valid_call(operation: Operation, response: Any, link: Any) -> None:
    """The operation exists, the parameters are complete, and the example responses have their values."""
    (target,) = [other for other in CONTRACT.operations if named(other) == link["operationId"]]
    taken = {node["name"]: node for node in parameters(target)}
    needed = {name for name, node in taken.items() if node.get("required")}
    assert link["description"]
    assert needed <= link.get("parameters", {}).keys() <= taken.keys()
    for name, source in link.get("parameters", {}).items():
        where, _, pointer = source.partition("#/")
        if where == "$response.body":
            schema = CONTRACT.resolve(taken[name]["schema"])
            values = list(pointed_at(response, pointer.split("/")))
            assert values and all(Draft202012Validator(schema).is_valid(value) for value in values)
        else:
            assert source == f"$request.path.{name}" and f"{{{name}}}" in operation.template


def parameters(operation: Operation) -> list[Any]:
    """Return the parameters of an operation, including those of its path."""
    shared = CONTRACT.document["paths"][operation.template].get("parameters", [])
    return [CONTRACT.resolve(node) for node in (*shared, *operation.node.get("parameters", []))]


def pointed_at(response: Any, steps: list[str]) -> Iterator[Any]:
    """Yield the values at a path in each JSON example of a response."""
    for example in map(CONTRACT.resolve, response["content"]["application/json"]["examples"].values()):
        value = example["value"]
        for step in steps:
            value = value[int(step) if isinstance(value, list) else step]
        yield value


def test_common_headers_are_described_once() -> None:
    """A response describes a header that all responses have only if its value is another."""
    common = CONTRACT.document["x-common-headers"]
    for pointer, node in walk(CONTRACT.document):
        if "/responses/" in pointer and pointer.endswith("/headers"):
            assert not [name for name, header in node.items() if common.get(name) == header], pointer


def examples() -> Iterator[Any]:
    """Yield each example with a pointer to what it belongs to: a media type, parameter or schema."""
    for pointer, node in walk(CONTRACT.document):
        if isinstance(node, dict) and ("schema" in node or pointer.startswith("/components/schemas/")):
            found = node.get("examples", {})
            named = found.items() if isinstance(found, dict) else enumerate(found)
            values = {f"{pointer}/{name}": CONTRACT.resolve(value) for name, value in named}
            values = {name: value["value"] if "/content/" in pointer else value for name, value in values.items()}
            is_one = "example" in node and not pointer.endswith("/properties")  # "example" as the name of a member
            values |= {pointer: node["example"]} if is_one else {}
            yield from ((pointer, value) for value in values.values())


@in_one_test(("pointer", "value"), examples())
def test_every_example_fits_its_schema(pointer: str, value: Any) -> None:
    """No example has a member that its schema does not name. Each event of a stream fits, too."""
    raw = json.dumps(value).encode()
    if pointer.endswith("/text~1event-stream"):
        assert CONTRACT.body_faults(pointer, value.encode()) == []
        assert value.endswith("}\n")
    elif pointer.startswith("/components/schemas/"):
        assert CONTRACT.faults(pointer, raw) == ()
    else:
        assert CONTRACT.faults(f"{pointer}/schema", raw) == ()


def test_the_example_of_a_record_verifies() -> None:
    """Readers of the contract can try their verifier with it."""
    _, report = verify_file(json.dumps(PUBLISHED["components"]["examples"]["record"]["value"]).encode())
    assert (report.fault, report.signed_by is None) == (None, False)


def test_every_component_of_the_contract_is_used() -> None:
    """Every schema, response, header, parameter and example of the contract is used."""
    document = CONTRACT.document
    reached: set[str] = set()
    waiting: list[Any] = [document["paths"], document["x-webhooks"], document["x-common-responses"]]
    while waiting:
        for _, node in walk(waiting.pop()):
            reference = node.get("$ref") if isinstance(node, dict) else None
            if isinstance(reference, str) and reference not in reached:
                reached.add(reference)
                waiting.append(CONTRACT.resolve(node))
    kinds = ("schemas", "responses", "headers", "parameters", "links", "examples")
    assert reached == {f"#/components/{kind}/{name}" for kind in kinds for name in document["components"][kind]}


def allows_null(schema: Any) -> bool:
    """Return True if null is a value of a schema."""
    schema = CONTRACT.resolve(schema)
    return (
        not {"type", "enum", "oneOf", "anyOf"} & schema.keys()
        or "null" in (schema.get("type") or "")
        or None in schema.get("enum", ())
        or any(allows_null(one) for one in (*schema.get("oneOf", ()), *schema.get("anyOf", ())))
    )


def test_null_is_allowed_where_a_text_says_so() -> None:
    """In the member or in its items. In a body, null for an optional member counts as absent."""
    missing = []
    for name, schema in SCHEMAS.items():
        for member, node in schema.get("properties", {}).items():
            about = node.get("description", "") if isinstance(node, dict) else ""
            is_optional = name.endswith("Request") and member not in schema.get("required", ())
            if not is_optional and not re.search(r"[;,] null (for|if|without|too)|[Nn]ull (for|if|without) ", about):
                continue
            if not allows_null(node) and not allows_null(CONTRACT.resolve(node).get("items", {})):
                missing.append(f"{name}.{member}: {about}")
    assert not missing


def test_the_contract_has_the_services_problem_codes() -> None:
    """Each code is in the list of codes and in a response with its status, and there are no others."""
    assert set(SCHEMAS["ProblemCode"]["x-extensible-enum"]) == set(STATUS_OF)
    described = {
        (code, str(int(status)))
        for operation in CONTRACT.operations
        for status in {*STATUS_OF.values()}
        for code in CONTRACT.codes(operation, str(int(status))) & STATUS_OF.keys()
    }
    described |= {
        (code, status)
        for status, node in CONTRACT.document["x-common-responses"].items()
        for code in STATUS_OF
        if f"`{code}`" in node["description"]
    }
    assert described == {(code, str(int(STATUS_OF[code]))) for code in STATUS_OF}


@in_one_test(
    ("schema", "values"),
    [
        ("VariantSuitName", {suit.name for variant in VARIANTS.values() for suit in variant.suits}),
        ("ClueColor", COLORS),
        ("Rank", (*RANKS, START)),
        ("Modifier", {code for variant in VARIANTS.values() for code in variant.modifiers}),
        ("EditionId", EDITIONS),
        ("Multicolor", OPTIONS["multicolor"].values),
        ("MulticolorOfGame", get_args(Multicolor)),
        ("HandSizeOption", OPTIONS["hand_size"].values),
        ("Ending", OPTIONS["ending"].values),
        ("EarlyEnd", OPTIONS["early_end"].values),
        ("StrikeoutScore", OPTIONS["strikeout_score"].values),
        ("HandReorder", OPTIONS["hand_reorder"].values),
        ("TableTalk", OPTIONS["table_talk"].values),
        ("MemoryAid", OPTIONS["memory_aid"].values),
        ("BandName", {band.name for scale in BANDS.values() for band in scale}),
        ("Outcome", get_args(Outcome)),
        ("Reason", get_args(Reason)),
        ("RemarkId", REMARKS),
        ("BotId", BOTS),
        ("Scope", get_args(Scope)),
        ("ReportReason", REASONS),
        ("RefusalCode", {refusal.code for refusal in Refusal}),
        ("ExportFormat", FORMATS),
        ("Cause", get_args(Cause)),
        ("Effect", (*get_args(Effect), None)),
    ],
)
def test_enumerations_match_the_engine(schema: str, values: Any) -> None:
    """A new value of the engine must be added to the contract."""
    for name in {schema, f"Chosen{schema}"} & SCHEMAS.keys():
        listed = SCHEMAS[name].get("enum") or SCHEMAS[name]["x-extensible-enum"]
        assert set(listed) == {*values} - {None}


def test_limits_options_and_kinds_match_the_engine() -> None:
    """A new limit, option or kind of event must be added to the contract."""
    assert set(SCHEMAS["Event"]["properties"]["type"]["x-extensible-enum"]) == set(get_args(EventName))
    assert set(SCHEMAS["AnalysedEvent"]["properties"]["type"]["x-extensible-enum"]) == set(get_args(EventName))
    options = {"edition", "variant", *OPTIONS}
    assert set(SCHEMAS["ChosenRules"]["properties"]) == set(SCHEMAS["Rules"]["required"]) == options
    assert set(SCHEMAS["OptionName"]["x-extensible-enum"]) == set(OPTIONS)
    assert (SCHEMAS["ClueRank"]["minimum"], SCHEMAS["ClueRank"]["maximum"]) == (RANKS[0], RANKS[-1])
    assert SCHEMAS["Seat"]["maximum"] == MAX_SEATS - 1
    assert SCHEMAS["CreateGameRequest"]["properties"]["seats"]["maximum"] == MAX_SEATS
    assert set(SCHEMAS["Event"]["properties"]["reason"]["x-extensible-enum"]) == set(get_args(AbortReason))
    assert SCHEMAS["Name"]["maxLength"] == MAX_NAME_LENGTH
    assert SCHEMAS["CreateMessageRequest"]["properties"]["text"]["oneOf"][0]["maxLength"] == MAX_TEXT_LENGTH
    assert set(CONTRACT.document["x-common-headers"]["Content-Language"]["schema"]["x-extensible-enum"]) == set(
        LANGUAGES
    )
    revisions = re.findall(r"\{0,5\}-\(([a-z|]+)\)", json.dumps(CONTRACT.document))
    assert {frozenset(languages.split("|")) for languages in revisions} == {frozenset(LANGUAGES)}
    assert SCHEMAS["Paragraphs"]["maxLength"] == MAX_NOTE_LENGTH
    assert SCHEMAS["ModerationText"]["maxLength"] == MAX_REASON_LENGTH == MAX_REPORT_LENGTH
    assert SCHEMAS["CreateModerationActionRequest"]["properties"]["action"]["enum"] == list(ACTIONS)
    assert SCHEMAS["CreateTokenRequest"]["properties"]["scopes"]["items"]["enum"] == list(GRANTABLE)
    assert MAX_VERSIONS == 100
    assert (MAX_REORDERS_PER_TURN, MAX_REMARKS_PER_TURN, MAX_AFTER_THE_END) == (3, 5, 200)  # words in descriptions


@in_one_test(("schema", "member"), [("Event", "type"), ("Receipt", "type"), ("Source", "site")])
def test_members_that_depend_on_a_kind_say_so(schema: str, member: str) -> None:
    """Each member that is not in all kinds is that of some. The others are required."""
    optional = SCHEMAS[schema]["properties"].keys() - set(SCHEMAS[schema]["required"])
    kinds = SCHEMAS[schema]["x-conditions"]["dependentSchemas"][member]["oneOf"]
    listed = [kind["properties"][member]["const"] for kind in kinds]
    assert listed == SCHEMAS[schema]["properties"][member]["x-extensible-enum"]
    assert optional == {one for kind in kinds for one in (*kind["required"], *kind["x-optional"])}


def test_a_hidden_card_has_no_suit_and_no_rank() -> None:
    """A card in a hand has both or neither, so a hidden card has its id alone, and what clues say about it."""
    for schema in ("HandCard", "DrawnCard"):
        pointer = f"/components/schemas/{schema}"
        assert CONTRACT.faults(pointer, b'{"card": 3}') == ()
        assert CONTRACT.faults(pointer, b'{"card": 3, "suit": "red", "rank": 1}') == ()
        assert CONTRACT.faults(pointer, b'{"card": 3, "suit": "red"}')
        assert CONTRACT.faults(pointer, b'{"card": 3, "rank": 1}')


@pytest.mark.parametrize("operation", slow_unless(GETS[::4].__contains__, GETS), ids=named)
def test_head_is_get_without_the_body(operation: Operation, ended: Game, api: Api) -> None:
    """HEAD has the status and the headers of GET, including its length, and no body."""
    path, headers = address(operation.template, ended), {"Request-Id": "same"}
    moving = {"Date"}  # a second may pass between the two requests
    if named(operation) in ("getMetrics", "getLogHead"):
        moving.add("Content-Length")  # the metrics count this request, and the log may grow

    def described(answer: Answer) -> tuple[int, dict[str, str]]:
        return answer.status, {name: value for name, value in answer.headers.items() if name not in moving}

    get, head = api.get(path, headers=headers), api.send("HEAD", path, headers=headers)
    if described(head) != described(get):
        get = api.get(path, headers=headers)  # a picture was completed, or a game ended, between the two
    assert described(head) == described(get)
    assert head.raw == b""


@in_one_test("template", CONTRACT.document["paths"])
def test_a_path_takes_no_other_methods(template: str, ended: Game, api: Api) -> None:
    """They are 405 with `Allow`, and OPTIONS lists the same methods. The access table sends the others."""
    path = address(template, ended)
    allowed = {operation.method for operation in CONTRACT.operations if operation.template == template} | {"OPTIONS"}
    if template == "/v1/me/passkeys/options":
        allowed |= {"PATCH"}  # of a passkey, whose id may be any text
    allowed |= {"HEAD"} if "GET" in allowed else set()
    for method in sorted({*EVERY_METHOD, "TRACE", "FETCH"} - allowed):
        answer = api.send(method, path)
        assert answer.status == 405
        assert method == "HEAD" or answer.code == "method-not-allowed"
        assert set(answer.headers["Allow"].split(", ")) == allowed
    answer = api.send("OPTIONS", path)
    assert (answer.status, answer.raw) == (200, b"")
    assert set(answer.headers["Allow"].split(", ")) == allowed


@in_one_test("method", EVERY_METHOD)
@in_one_test(
    "path",
    [
        "/replay",
        "/v1",
        "/v1/",
        "/v2/games",
        "/v1/games/",
        "/v1//games",
        "/v1/games/g_0/moves/1",
        "/v1/Games",
        "/favicon.gif",
        "/static/x",
        "/problems/not-found/x",
        "/%00",
        "/%ff",
        "/../etc/passwd",
    ],
)
def test_an_unknown_path_is_a_problem_document(method: str, path: str, api: Api) -> None:
    """An unknown path is 404 with a problem document, whatever the method."""
    answer = api.send(method, path)
    assert answer.status == 404
    assert method == "HEAD" or answer.code == "unknown-path"


def test_texts_in_unions_are_enums_with_a_name() -> None:
    """Generated Java converts 3 to "3", and refuses a union of which two members fit."""
    assert not [name for name, schema in SCHEMAS.items() if any("const" in one for one in schema.get("oneOf", ()))]


def test_no_object_is_in_a_union_of_objects() -> None:
    """Generated Java refuses null for one, and generated Rust cannot tell its choices apart."""
    named = {f"#/components/schemas/{name}" for name, schema in SCHEMAS.items() if schema.get("type") == "object"}
    unions = {
        name: [one for one in schema.get("oneOf", ()) if one.get("$ref") in named] for name, schema in SCHEMAS.items()
    }
    assert [name for name, choices in unions.items() if len(choices) > 1] == []


def test_no_schema_has_the_name_of_a_type_in_rust() -> None:
    """The generated class would hide the type in its own file."""
    assert SCHEMAS.keys() & {"Box", "Option", "String", "Vec"} == set()


def test_no_schema_has_the_name_of_a_function_in_go() -> None:
    """Generated Go makes a `Thing` with `NewThing`."""
    assert not {f"New{name}" for name in SCHEMAS} & SCHEMAS.keys()
