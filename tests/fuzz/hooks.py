"""What Schemathesis does not know of the service: a body of JSON lines, and a response that has none."""

import schemathesis


def json_lines(_context: object, value: object) -> bytes:
    """Return a body as it is: the contract describes it as a text."""
    return str(value).encode(errors="surrogatepass")


def wish_for_a_body(_context: object, case: schemathesis.Case, _kwargs: object) -> None:
    """With `Prefer: return=minimal` a response has no body, which a contract cannot say."""
    if case.headers and "return=minimal" in str(case.headers.get("Prefer")):
        del case.headers["Prefer"]


schemathesis.serializer("application/x-ndjson")(json_lines)
schemathesis.hook("before_call")(wish_for_a_body)
