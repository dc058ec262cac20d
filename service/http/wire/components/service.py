"""Components of the contract: service."""

from service.http.wire.members import ResponseSchema, Text


class Health(ResponseSchema):
    """The status of the service."""

    status = Text("Always `ok`: a service that is not well answers with a problem.", facts={"const": "ok"})
