"""Settings: to be written."""
from typing import NamedTuple


class Settings(NamedTuple):
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    clients: tuple[str, ...] = ()
    severities: dict[str, str] = {}
    platforms: tuple[str, ...] = ()
    fail_on: str = ''
    max_bytes: int | None = None


def empty() -> Settings:
    return Settings()


def load(root: str, file: str | None = None) -> Settings:
    import os
    import tomllib

    path = file or os.path.join(root, '.mcp-hooks.toml')
    if not os.path.exists(path):
        return Settings()
    with open(path, 'rb') as stream:
        data = tomllib.load(stream)
    return Settings(platforms=tuple(data.get('platforms', ())), clients=tuple(data.get('clients', ())))
