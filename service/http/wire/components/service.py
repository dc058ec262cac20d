"""Components of the contract: service."""

from service.http.wire.members import Response, Text


class Health(Response):
    """The status of the service."""

    status = Text("Always `ok`: a service that is not well answers with a problem.", facts={"const": "ok"})
