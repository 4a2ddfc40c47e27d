"""Files that server entries lead to, of variables or of something to log in with: a scan looks at these as well."""
from __future__ import annotations

from mcp_hooks.credentials.stores import names_env_file, names_key_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp_hooks.servers import ConfigFile


def named_files(file: ConfigFile) -> tuple[str, ...]:
    """Paths of the env files and key files that the entries of a file name, as far as they lie in the tree; whether they are
    there is not asked. ``/`` between the parts, relative to the root of the tree, each once."""
    text = file.document.text
    named: tuple[str, ...] = ()
    if names_env_file(text):
        from mcp_hooks.rules.env_files import env_files_of

        named = env_files_of(file)
    if names_key_file(text):
        from mcp_hooks.rules.key_files import key_files_of

        named += key_files_of(file)
    return named
