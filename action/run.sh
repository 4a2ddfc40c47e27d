#!/usr/bin/env bash
# Installs this checkout into a virtual environment of its own, hash-locked, and scans. Nothing is put on the caller's PATH and
# nothing of the workspace can be imported: the environment's own console script runs.
set -euo pipefail

fail() {
  echo "::error title=mcp-hooks::$1"
  exit 2
}

python=''
for candidate in python3 python; do  # Windows runners know only `python`
  if command -v "$candidate" >/dev/null 2>&1 &&
    "$candidate" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    python=$candidate
    break
  fi
done
[ -n "$python" ] || fail 'Python 3.11 or newer is needed: add actions/setup-python before this step.'

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
environment="${RUNNER_TEMP:?}/mcp-hooks-environment"
if [ ! -d "$environment/done" ]; then
  cd "$here"  # never the workspace: a planted module there must not be found
  "$python" -I -m venv "$environment" || fail 'No virtual environment could be made.'
  bin="$environment/bin"
  [ -d "$bin" ] || bin="$environment/Scripts"
  "$bin/python" -I -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    -r "$here/action/requirements.txt" || fail 'The locked dependencies could not be installed.'
  "$bin/python" -I -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    "$here" || fail 'mcp-hooks could not be installed.'
  mkdir "$environment/done"
fi
bin="$environment/bin"
[ -d "$bin" ] || bin="$environment/Scripts"
cd "${GITHUB_WORKSPACE:?}"
exec "$bin/mcp-hooks" action
