"""Settings of the embedded Postgres server, by the memory of the machine."""

import os
from pathlib import Path
from typing import Final

_MB: Final = 1024 * 1024


def server_settings(socket_folder: Path, *, max_connections: int, durable: bool) -> dict[str, str]:
    """Return the server's settings by name. Without `durable`, a crash may lose data."""
    memory = memory_bytes() // _MB
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": f'"{socket_folder}"',
        "unix_socket_permissions": "0700",
        "max_connections": str(max_connections),
        # An eighth, not the usual quarter, since the workers and the page cache need memory too.
        "shared_buffers": f"{min(max(memory // 8, 16), 2048)}MB",
        "effective_cache_size": f"{max(memory // 2, 64)}MB",
        "maintenance_work_mem": f"{min(max(memory // 64, 16), 256)}MB",
        "max_wal_size": "512MB",
        "jit": "off",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "log_checkpoints": "off",
        # The log has no statements, values or rows, which could contain a deck.
        "log_min_error_statement": "panic",
        "log_parameter_max_length": "0",
        "log_parameter_max_length_on_error": "0",
        "log_error_verbosity": "terse",
    }
    if not durable:
        settings |= {"fsync": "off", "full_page_writes": "off"}
    return settings


def memory_bytes() -> int:
    """Return the memory of this machine or, in a container, its limit."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        return min(machine, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    except (OSError, ValueError):
        return machine
