#!/usr/bin/env bash
# Installs this checkout into a virtual environment of its own, hash-locked, and scans. Nothing is put on the caller's PATH, and
# nothing of the workspace can be imported: every Python below runs isolated (-I), and what it starts knows no PYTHONPATH.
set -euo pipefail

# shellcheck disable=SC2086 -- names of variables
unset PYTHONPATH ${!PYTHON@} # pip starts a Python for the build backend that would heed them

fail() {
  echo "::error title=mcp-hooks::$1"
  exit 2
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"  # never the workspace: a PATH with `.` in it, pyenv, pip and Python look around where they are started
python=''
for candidate in python3 python; do  # Windows runners know only `python`
  if command -v "$candidate" >/dev/null 2>&1 &&
    "$candidate" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    python=$candidate
    break
  fi
done
[ -n "$python" ] || fail 'Python 3.11 or newer is needed: add actions/setup-python before this step.'

# one environment for each checkout of this action that the job uses
environment="${RUNNER_TEMP:?}/mcp-hooks-$(printf '%s' "$here" | cksum | cut -d ' ' -f 1)"
if [ ! -d "$environment/done" ]; then
  # what the job may have set for its own installations and would break this one; where to find packages stays
  unset PIP_CONSTRAINT PIP_NO_BINARY PIP_PREFIX PIP_REQUIREMENT PIP_ROOT PIP_TARGET PIP_USER
  "$python" -I -m venv "$environment" || fail 'No virtual environment could be made.'
  bin="$environment/bin"
  [ -d "$bin" ] || bin="$environment/Scripts"
  "$bin/python" -I -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    -r action/requirements.txt || fail 'The locked dependencies could not be installed.'
  "$bin/python" -I -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation . ||
    fail 'mcp-hooks could not be installed.'
  mkdir "$environment/done"
fi
bin="$environment/bin"
[ -d "$bin" ] || bin="$environment/Scripts"
cd "${GITHUB_WORKSPACE:?}"
exec "$bin/python" -I -m mcp_hooks action
