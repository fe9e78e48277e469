#!/bin/sh
# What a start costs, with the archive of classes that ./moide makes when it builds, and without it (the same script and jars in a
# folder of their own): the command that only says its version, a run in one JVM, and a run in two.
#
#   bench/start.sh [-n runs of each (7)]
#
# Alternating; medians of wall seconds and of processor seconds, children included. Some two minutes.
set -u
runs=7
while getopts n: option; do
    case $option in
        n) runs=$OPTARG ;;
        *) echo "usage: bench/start.sh [-n runs]" >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"

"$moide" --version
mkdir "$work/plain" || exit 1
cp "$moide" "$root/target/moide/moide.jar" "$samples" "$work/plain" || exit 1

count=0
while [ "$count" -lt "$runs" ]; do
    for where in archive plain; do
        command=$moide
        [ $where = archive ] || command=$work/plain/moide
        timed "$where.version" "$command" --version
        timed "$where.one" "$command" run --no-progress --local-engines 1 --threads 1 uts --depth 5
        timed "$where.two" "$command" run --no-progress --local-engines 2 --threads 1 uts --depth 5
    done
    count=$((count + 1))
done
printf '| %s runs | wall with | without | processor with | without |\n|---|---|---|---|---|\n' "$runs"
for what in version one two; do
    printf '| %s | %s | %s | %s | %s |\n' $what "$(median "$work/archive.$what.wall")" "$(median "$work/plain.$what.wall")" \
        "$(median "$work/archive.$what.cpu")" "$(median "$work/plain.$what.cpu")"
done
printf 'load %s\n' "$(load)"
