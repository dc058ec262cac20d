"""Order of several database hosts: the last working host comes first."""

from typing import Any, Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_last: Final[list[tuple[str, str]]] = []


def remember(host: str, port: int) -> None:
    """Remember the host that has just accepted a connection."""
    _last[:] = [(host, str(port))]


def last_first(conninfo: str) -> str:
    """Return connection parameters with the remembered host in first place.

    Otherwise every new connection would wait for the timeout of a first host that is unreachable.
    """
    given: dict[str, Any] = conninfo_to_dict(conninfo)
    names, ports = (str(given.get(name) or "").split(",") for name in ("host", "port"))
    if len(names) == 1 or given.get("hostaddr"):
        return conninfo
    ports = ports if len(ports) == len(names) else ports[:1] * len(names)
    in_order = sorted(zip(names, ports, strict=True), key=lambda host: host not in _last)
    hosts, numbers = (",".join(part) for part in zip(*in_order, strict=True))
    return make_conninfo("", **{**given, "host": hosts, "port": numbers})
