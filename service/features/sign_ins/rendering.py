"""What the API says of passkeys, recovery codes and links to devices: schemas and JSON."""

from service.core.common_values import Time
from service.core.people.schemas import DayOrNull
from service.features.sign_ins import device_links, tables
from service.features.sign_ins.recovery_codes import CodesLeft
from service.platform.wire.field_types import Id, Items, Named, Raw, ResponseSchema, Text, Whole
from service.platform.wire.rendering import Rendered


class PasskeyOptions(ResponseSchema):
    """What the browser needs to create or to use a passkey."""

    publicKey = Raw("The options as JSON, as WebAuthn defines them.", facts={"type": "object"})


class PasskeyId(Named):
    """The id of a passkey."""

    of = Id("k")


class Passkey(Rendered[tables.Passkey]):
    """A passkey of the account."""

    id = PasskeyId(attribute="passkey_id")
    name = Text("The name of the passkey, as its owner gave it.")
    created_at = Time()
    used_on = DayOrNull()


class RecoveryCodes(Rendered[CodesLeft]):
    """The recovery codes of the account, without the codes themselves."""

    left = Whole("The number of codes that were not used.", least=0, most=10)
    created_at = Time("When they were made; null if none is left.")
    used_on = DayOrNull()


class CreatedRecoveryCodes(ResponseSchema):
    """New recovery codes. This is the only response that contains them."""

    codes = Items(Text("A code.", pattern="^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$"), "The codes.", least=10, most=10)


class LinkId(Named):
    """The id of a link to another device."""

    of = Id("l")


class CreatedLink(ResponseSchema):
    """A new link. This is the only response that contains its code."""

    id = LinkId()
    code = Text("The code, which the other device types.", pattern="^[0-9A-Z]{4}-[0-9A-Z]{4}$")
    url = Text("The address of the page that takes the code.", facts={"format": "uri"})
    qr = Text("A QR code of this address, as an SVG document.")
    expires_at = Time("When it is void.")


class Claim(Rendered[device_links.Claim]):
    """What a device holds that has claimed a link and waits to be allowed."""

    claim = Text("The secret with which it signs in.", attribute="secret", pattern="^hnb_b_[0-9A-Za-z]{49}$")
    expires_at = Time("When it is void.")


class Credential(Named):
    """The answer of a browser, as `PublicKeyCredential.toJSON()` returns it."""

    of = Raw(facts={"type": "object", "additionalProperties": True})
