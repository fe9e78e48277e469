#!/usr/bin/env bash
# How long it takes until a run of nothing has been handed over (--detach), beside the whole of an attached one, by turns; and
# how much memory an idle daemon has.
#
#   bench/detached.sh [pairs]        7 if nothing is said
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
pairs=${1:-7}
home=$(mktemp -d)
export MOIDE_HOME=$home
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null; rm -rf "$home"' EXIT
moide=$PWD/moide
"$moide" version >"$home/version"
mkdir "$home/work"
cd "$home/work"

seconds() { # how long a command takes
    local begin=$EPOCHREALTIME
    "$@" >"$home/out" 2>"$home/errors" || { cat "$home/errors" >&2; exit 1; }
    local end=$EPOCHREALTIME
    echo $(((${end/./} - ${begin/./}) / 1000))
}

for ((pair = 0; pair < pairs; pair++)); do
    seconds "$moide" run --local-engines 2 --no-own-engine pi --tasks 1 >>"$home/attached"
    seconds "$moide" run --detach --local-engines 2 pi --tasks 1 >>"$home/detached"
    "$moide" wait "$(cat "$home/out")"
done
median() { sort -n "$1" | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
echo "a whole attached run of nothing: median of $pairs $(median "$home/attached") ms; --detach returns after $(median "$home/detached") ms"

"$moide" engine --bind 127.0.0.1 --port 0 --port-file "$home/port" >"$home/engine" 2>&1 &
daemon=$!
while [ ! -s "$home/port" ]; do sleep 0.1; done
"$moide" hosts --hosts "127.0.0.1:$(cat "$home/port")" >/dev/null
sleep 30
pids=$(pgrep -P "$daemon" || true)
for pid in $daemon $pids; do
    if [ "$(cat "/proc/$pid/comm")" = java ]; then
        awk '/VmRSS/ { printf "an idle daemon after 30 s: %d MB resident\n", $2 / 1024 }' "/proc/$pid/status"
    fi
done
