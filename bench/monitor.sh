#!/bin/sh
# What a cluster monitor of many hosts costs: hosts in another JVM report to it each second, over the real way.
#
#   bench/monitor.sh [-n hosts (500)] [-c processes' worth of connections that they share (50)] [-s seconds (30)]
#
# Processor time of the monitor in percent of a core while a page is open, its memory, how long 'moide hosts' takes that asks it, how
# long a browser that comes waits for the hosts, and how long it takes to show them anew (headless Chromium, or what CHROMIUM
# names; without one that is left out). Bars with 500 hosts: 10% of a core, 1 s, and 200 ms for both of the page together. Needs
# curl. A minute. Ends with 1 if a bar is missed.
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
monitor='' daemons='' watching=''
end_all() {
    exec 4>&-
    for process in $watching $monitor $daemons; do kill "$process" 2>/dev/null; done
}

java=$(jdk_of "$moide")/bin/java || exit 1
build_bench
[ -x "$java" ] || java=java
MOIDE_HOME=$work
export MOIDE_HOME

env -u DISPLAY -u WAYLAND_DISPLAY "$moide" monitor --bind 127.0.0.1 --port 0 --page >/dev/null 2>"$work/monitor.log" &
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
url=$(sed -n 's/.*watch it at \(http[^ ]*\).*/\1/p' "$work/monitor.log")
site=${url%%/?token*}
curl -s -L -c "$work/cookie" -o "$work/page.html" "$url" || { echo "monitor: no page at $site" >&2; exit 1; }
curl -s -N -b "$work/cookie" "$site/events" >/dev/null &
watching=$!

# milliseconds: since some moment
milliseconds() {
    date +%s%N | cut -c1-13
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
count=0
while [ "$count" -lt 9 ]; do
    start=$(milliseconds)
    curl -s -N -m 10 -b "$work/cookie" "$site/events" | {
        sed -n '/^data:/{s/^data: *//p;q}' >"$work/hosts.json"
        echo $(($(milliseconds) - start)) >>"$work/told"
    } # curl itself ends with what it is told next, a second later
    count=$((count + 1))
done

# shown: the page with what it was told, in a browser: milliseconds from the word to the drawn page, the median of nine
shown() {
    browser=${CHROMIUM:-chromium}
    command -v "$browser" >/dev/null || return
    {
        sed -n '1,/<script>/p' "$work/page.html" | sed '$s/<script>.*//'
        echo '<script>history.replaceState = () => {}; class EventSource {'
        echo 'addEventListener(name, hears) { if (name === "hosts") EventSource.hears = hears; } }</script>'
        sed -n '/<script>/,$p' "$work/page.html" | sed '1s/.*<script>/<script>/;/<\/body>/,$d'
        printf '<script>{ const told = '
        cat "$work/hosts.json"
        echo ', took = [];'
        echo 'for (let i = 0; i < 9; i++) { const start = performance.now(); EventSource.hears({data: JSON.stringify(told)});'
        echo 'document.body.getBoundingClientRect(); took.push(performance.now() - start); }'
        echo 'took.sort((a, b) => a - b); document.title = "took " + took[4].toFixed(0) + " for " + told.hosts.length; }</script></body></html>'
    } >"$work/drawn.html"
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/browser" --dump-dom \
        "file://$work/drawn.html" 2>/dev/null | sed -n 's/.*<title>took \([0-9]*\) for .*/\1/p'
}
core=$(awk "BEGIN { printf \"%.1f\", $used / $seconds * 100 / $(getconf CLK_TCK) }")
told=$(median "$work/told")
drawn=$(shown)
printf '| hosts | shown as up | core, %% | memory, MiB | moide hosts, s | page told, ms | page drawn, ms | load |\n'
printf '|---|---|---|---|---|---|---|---|\n'
printf '| %s | %s | %s | %s | %s | %s | %s | %s |\n' "$hosts" "$(grep -c 'run 4k2' "$work/shown")" "$core" \
    "$(awk '/^VmRSS/ { printf "%d", $2 / 1024 }' "/proc/$monitor/status")" "$(median "$work/times")" "$told" "${drawn:--}" "$(load)"
awk -v core="$core" -v asked="$(median "$work/times")" -v page=$((told + ${drawn:-0})) 'BEGIN {
    if (core > 10) { print "more than 10% of a core MISSED"; missed = 1 }
    if (asked > 1) { print "moide hosts took more than 1 s MISSED"; missed = 1 }
    if (page > 200) { print "the page took " page " ms, more than 200 MISSED"; missed = 1 }
    exit missed }'
