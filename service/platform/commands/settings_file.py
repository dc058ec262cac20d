"""The file with the settings, which the service and the commands beside it share."""

import os
import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Final

from service.platform.settings import BadSetting

_NAMED_BY: Final = "HANABI_SETTINGS"
_USUAL: Final = "/etc/hanabi.conf"
_LINE: Final = re.compile(r"(?P<name>[A-Z][A-Z0-9_]*)=(?P<quote>[\"']?)(?P<value>.*)(?P=quote)")


def read_settings_file(environ: MutableMapping[str, str] = os.environ) -> None:
    """Add the settings of the file to the environment. What is set there already stays.

    `HANABI_SETTINGS` names the file, `/etc/hanabi.conf` by default. A missing file is not an error, unless it is
    named. Neither is the file of another user if DATABASE_URL is set. Raises BadSetting.
    """
    named = environ.get(_NAMED_BY)
    path = Path(_USUAL if named is None else named)
    if named == "" or (named is None and not path.exists()):
        return
    try:
        text = path.read_text(encoding="utf-8")
    except PermissionError:
        if "DATABASE_URL" in environ:  # another user, who names another database
            return
        raise BadSetting(f"{path} is not for this user. Run the command as the user of the service.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} cannot be read: {getattr(error, 'strerror', 'it is not UTF-8')}.") from None
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise BadSetting(f"{path}, line {number} must look like NAME=value.")  # it may contain a password
        environ.setdefault(found["name"], found["value"])
