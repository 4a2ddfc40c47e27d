"""Command-line options as data, so that a command with nothing but names and flags starts without argparse.

argparse, gettext, locale and shutil cost a fifth of what a hook may take for a clean file; they load when an option with a value,
``--help`` or a mistake asks for them.
"""
from __future__ import annotations

from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence
    from typing import Any

    Arguments = Any
else:
    Arguments = SimpleNamespace


class Option:
    """``flags`` as argparse takes them (one word without a dash: positional arguments); ``about`` are argparse's keywords.

    ``group`` is the heading under which --help shows it.
    """

    __slots__ = ('about', 'default', 'dest', 'flags', 'group', 'is_flag')

    def __init__(self, *flags: str, group: str = '', **about: Any) -> None:
        self.flags = flags
        self.group = group
        self.about = about
        self.is_flag = about.get('action') == 'store_true'
        self.dest: str = about.get('dest') or flags[0].lstrip('-').replace('-', '_')
        self.default: Any = False if self.is_flag else about.get('default')


def add_to(parser: ArgumentParser, options: Sequence[Option]) -> None:
    groups: dict[str, Any] = {'': parser}
    for option in options:
        if option.group not in groups:
            groups[option.group] = parser.add_argument_group(option.group)
        groups[option.group].add_argument(*option.flags, **option.about)


def quick(options: Sequence[Option], argv: Sequence[str]) -> Arguments | None:
    """The arguments when there are only names and flags among them, else None: argparse decides."""
    arguments = Arguments()
    flags: dict[str, str] = {}
    names: list[str] | None = None
    for option in options:
        if option.flags[0].startswith('-'):
            default = option.default
            setattr(arguments, option.dest, list(default) if isinstance(default, list) else default)
            if option.is_flag:
                flags.update((flag, option.dest) for flag in option.flags)
        elif option.about.get('nargs') == '*' and names is None:
            names = []
            setattr(arguments, option.dest, names)
        else:
            return None
    for argument in argv:
        if argument in flags:
            setattr(arguments, flags[argument], True)
        elif names is None or (argument.startswith('-') and argument != '-'):
            return None
        else:
            names.append(argument)
    return arguments
