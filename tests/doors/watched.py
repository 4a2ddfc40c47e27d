"""Runs one entry point with an audit hook (PEP 578) that writes down all that leaves the process.

    python watched.py LOG MODULE FUNCTION [ARGUMENT …]

Loaded before anything of ours, and never from the scanned tree.
"""
from __future__ import annotations

import os
import sys

LOG = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
# what opens, starts, connects, loads code or changes the disk
WATCHED = ('open', 'os.', 'subprocess.', 'socket.', 'ssl.', 'urllib.', 'http.', 'ftplib.', 'smtplib.', 'poplib.', 'imaplib.', 'telnetlib.',
           'nntplib.', 'webbrowser.', 'ctypes.', 'pty.', 'exec', 'import', 'shutil.', 'pickle.', 'marshal.', 'tempfile.', 'winreg.',
           '_winapi.', 'fcntl.', 'syslog.', 'mmap.')
QUIET = ('os.listdir', 'os.scandir', 'os.walk', 'os.fwalk', 'os.putenv', 'os.unsetenv', 'marshal.loads', 'os.add_dll_directory',
         'os.chdir', 'os.getxattr', 'os.listxattr')


def hook(event: str, arguments: tuple[object, ...]) -> None:
    if not event.startswith(WATCHED) or event in QUIET:
        return
    if event == 'exec':
        arguments = (getattr(arguments[0], 'co_filename', '?'),)
    elif event in ('import', 'subprocess.Popen', 'os.posix_spawn'):
        arguments = arguments[:2]
    os.write(LOG, ascii((event, *arguments)).encode() + b'\n')


def main() -> None:
    module, function, *arguments = sys.argv[2:]
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if path not in ('', here)]
    sys.addaudithook(hook)
    entry = getattr(__import__(module, fromlist=[function]), function)
    code = entry(arguments)
    os.write(LOG, ascii(('modules', *sorted(str(getattr(m, '__file__', None)) for m in list(sys.modules.values())))).encode() + b'\n')
    sys.exit(code)


main()
