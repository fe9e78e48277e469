#!/bin/sh
# Whether this checkout still means the same as bench/same says: 250 seeds of each kind of simulated run by results, changes,
# losses and journal; the acts of cores for frozen events, and the bytes of those; what 'moide simulate' and 'moide advise'
# say of recorded workloads; every mutant; and no fewer tests and assertions.
#
#   bench/same.sh             compares, in some six minutes; prints what differs
#   bench/same.sh --accept    writes bench/same anew: for a commit that says why
#
# It is for changes that merge and move and should change nothing. library/api.txt is compared by ApiTest in the build.
set -u
accept=false
case ${1-} in
    '') ;;
    --accept) accept=true ;;
    *) echo "usage: bench/same.sh [--accept]" >&2; exit 2 ;;
esac
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
frozen=$root/bench/same
differs=0

# same <name> <file>: whether a file is as the frozen one
same() {
    if [ $accept = true ]; then
        cp "$2" "$frozen/$1"
    elif diff "$frozen/$1" "$2" >"$work/diff"; then
        echo "same: $1"
    else
        echo "differs: $1 ('<' is bench/same, '>' is now)"
        head -n 20 "$work/diff"
        differs=1
    fi
}

# said <command>: what it says of bags' workloads; the digest of a simulation is of internal events too
said() {
    for workload in tsp quadrature raytrace; do
        file=bench/recordings/$workload.json
        for members in 4 32; do
            echo "== $workload, $members members"
            case $1 in
                simulate) "$moide" simulate --members $members --workload $file ;;
                advise) "$moide" advise --members $members $file ;;
            esac 2>&1 | grep -v '^digest '
        done
    done
}

mkdir -p "$frozen"
"$moide" --version >/dev/null || exit 1
cd "$root" || exit 1
said simulate >"$work/simulate.txt"
same simulate.txt "$work/simulate.txt"
said advise >"$work/advise.txt"
same advise.txt "$work/advise.txt"

# A mutant is a paragraph that ends with the seed that sees it; its path and lines may change.
grep -hB1 '^in ' coordinator/src/test/resources/mutants/*.txt | grep -v '^in \|^--' | sort >"$work/mutants.txt"
same mutants.txt "$work/mutants.txt"

tests=$(find . -path '*/src/test/*' -name '*.java' -exec cat {} + | grep -c '^ *@\(Test\|ParameterizedTest\|TestFactory\|RepeatedTest\)')
assertions=$(find . -path '*/src/test/*' -name '*.java' -exec cat {} + | grep -c 'assertThat\(ThrownBy\|Code\)\{0,1\}(')
echo "now: $tests tests, $assertions assertions"
if [ $accept = true ]; then
    echo "$tests $assertions" >"$frozen/tests.txt"
else
    read -r had_tests had_assertions <"$frozen/tests.txt"
    if [ "$tests" -lt "$had_tests" ] || [ "$assertions" -lt "$had_assertions" ]; then
        echo "differs: expected no fewer than $had_tests tests and $had_assertions assertions"
        differs=1
    fi
fi

if ./test --all SameRunsTest -Dmoide.same.accept=$accept >"$work/runs" 2>&1; then
    echo "same: simulated runs and frozen events"
else
    tail -n 40 "$work/runs"
    differs=1
fi
if ./test MutantsTest >"$work/seen" 2>&1; then
    echo "same: every mutant is seen"
else
    tail -n 20 "$work/seen"
    differs=1
fi
exit $differs
