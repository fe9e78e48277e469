#!/bin/sh
# What a cluster monitor of many hosts costs: hosts in another JVM report to it each second, over the real way.
#
#   bench/monitor.sh [-n hosts (500)] [-c processes' worth of connections that they share (50)] [-s seconds (30)]
#
# Processor time of the monitor in percent of a core, its memory, and how long 'moide hosts' takes that asks it. Bars: 10% of a
# core and 1 s with 500 hosts. A minute.
set -u
hosts=500 connections=50 seconds=30
while getopts n:c:s: option; do
    case $option in
        n) hosts=$OPTARG ;;
        c) connections=$OPTARG ;;
        s) seconds=$OPTARG ;;
        *) echo "usage: bench/monitor.sh [-n hosts] [-c connections] [-s seconds]" >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
monitor='' daemons=''
end_all() {
    exec 4>&-
    for process in $monitor $daemons; do kill "$process" 2>/dev/null; done
}

"$moide" --version >"$work/version" || exit 1
if ! (cd "$root" && mvn -q -B -Pquick -DskipTests -pl bench -am package) >"$work/build.log" 2>&1 </dev/null; then
    echo "monitor: the bench module cannot be built:" >&2
    grep ERROR "$work/build.log" | head -n 3 >&2
    exit 1
fi
java=$(sed -n 's/^Java .*, \(.*\)$/\1/p' "$work/version")/bin/java
[ -x "$java" ] || java=java
MOIDE_HOME=$work
export MOIDE_HOME

"$moide" monitor --bind 127.0.0.1 --port 0 >/dev/null 2>"$work/monitor.log" &
monitor=$!
port=''
while [ -z "$port" ]; do
    kill -0 "$monitor" 2>/dev/null || { cat "$work/monitor.log" >&2; exit 1; }
    sleep 0.2
    port=$(sed -n 's/.* serves at 127.0.0.1:\([0-9]*\),.*/\1/p' "$work/monitor.log")
done
mkfifo "$work/until" || exit 1
"$java" -Xmx1g -cp "$root/bench/target/classes:$root/target/moide/moide.jar" org.moide.bench.monitor.SimulatedHosts \
    "$port" "$hosts" "$connections" <"$work/until" >"$work/hosts.log" 2>&1 &
daemons=$!
exec 4>"$work/until"
sleep 15 # connections are opened, and what is called often is compiled

ticks() {
    awk '{ print $14 + $15 }' "/proc/$monitor/stat"
}
before=$(ticks)
sleep "$seconds"
used=$(($(ticks) - before))
count=0
while [ "$count" -lt 5 ]; do
    LC_ALL=C sh -c 'time -p "$@" >"$0"' "$work/shown" "$moide" hosts --monitor "127.0.0.1:$port" 2>&1 |
        awk '$1 == "real" { print $2 }' >>"$work/times"
    count=$((count + 1))
done
printf '| hosts | shown as up | core, %% | memory, MiB | moide hosts, s | load |\n|---|---|---|---|---|---|\n'
printf '| %s | %s | %s | %s | %s | %s |\n' "$hosts" "$(grep -c 'run 4k2' "$work/shown")" \
    "$(awk "BEGIN { printf \"%.1f\", $used / $seconds * 100 / $(getconf CLK_TCK) }")" \
    "$(awk '/^VmRSS/ { printf "%d", $2 / 1024 }' "/proc/$monitor/status")" "$(median "$work/times")" "$(load)"
