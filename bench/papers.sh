#!/bin/sh
# The tables and figures of docs/papers/, made again: the tables as text, the pictures in docs/papers.
#
#   bench/papers.sh [--write] moide|samba|tpt|tdc|aldy [options and words of it]
#   bench/papers.sh [--write] all
#
#   moide   bench/breakdown.sh: MOIDE's Figs. 7 to 10
#   samba   bench/samba.sh: SAMBA's Tables I to V; with the word real: bench/samba-real.sh, with the words that follow it
#   tpt     bench/tpt.sh: Task Pool Teams' Figs. 4 to 8
#   tdc     bench/tdc.sh: TDC's Fig. 4 and its transfers, where a frame takes as long as 3, 30 and 300 tasks. Words: 3, 30, 300;
#           options: -m members, -s seeds, as bench/tdc.sh has them
#   aldy    bench/workers.sh: ALDY's examples, simulated and on real engines, and what its text promises. Words: parts of
#           bench/workers.sh, and its option -n; without a word: simulated examples moving moves forwarded strips
#   all     everything, SAMBA's on real engines included: Table II under real load, and Table I with smaller tasks
#
#   --write   puts each table that was made into docs/papers, too. A page has these lines around a table:
#                 <!-- made by bench/papers.sh samba I, under "Table I" -->
#                 <!-- end -->
#             and what stands there is replaced by what the command prints under its heading "## Table I...": first the rest of the
#             heading, if there is one, as a sentence. A heading that no page has a place for is named at the end.
#
# Real runs are for a machine of two processors that does nothing else. Ends with 1 if a part fails, or misses a bar of its own.
set -u
write=no
[ "${1:-}" != --write ] || { write=yes; shift; }
paper=${1:-}
case $paper in
    moide | samba | tpt | tdc | aldy | all) shift ;;
    *) echo "usage: bench/papers.sh [--write] moide|samba|tpt|tdc|aldy|all [options and words of it]" >&2; exit 2 ;;
esac
[ "$paper" != all ] || [ $# = 0 ] || { echo "bench/papers.sh: all: expected no more words, found $*" >&2; exit 2; }
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
bench=$root/bench pages=$root/docs/papers

# rows <table>: its lines as "members;strategy;efficiency;transfers", without signs that are no part of numbers
rows() {
    awk -F ' *[|] *' '
        $2 == "members" { for (i = 3; i < NF; i++) name[i] = $i }
        $2 ~ /^[0-9]+$/ {
            for (i = 3; i < NF; i++) {
                count = split($i, part, ", ")
                gsub(/[%,]/, "", part[1]); gsub(/,/, "", part[count])
                print $2 ";" name[i] ";" part[1] ";" part[count]
            }
        }' "$1"
}

tdc() {
    members='' seeds=''
    while getopts m:s: option; do
        case $option in
            m) members=$OPTARG ;;
            s) seeds=$OPTARG ;;
            *) echo "usage: bench/papers.sh tdc [-m members] [-s seeds] [3] [30] [300]" >&2; exit 2 ;;
        esac
    done
    shift $((OPTIND - 1))
    figures_built
    : >"$work/tdc"
    for tasks in ${*:-3 30 300}; do
        case $tasks in '' | *[!0-9]*) echo "bench/papers.sh tdc: expected numbers of tasks, found $tasks" >&2; exit 2 ;; esac
        "$bench/tdc.sh" -w "$bench/recordings/blockmatch.json" -t "$tasks" ${members:+-m "$members"} ${seeds:+-s "$seeds"} \
            >"$work/table" || exit 1
        printf '\n## A frame takes as long as %s tasks: ' "$tasks"
        cat "$work/table"
        rows "$work/table" | while read -r line; do echo "$tasks tasks;$line"; done >>"$work/tdc"
    done
    # Lines of the network are not compared: "own lines" is another network than that of the strategies.
    awk -F ';' '$3 !~ /^own lines$|^tdc [/]/ { print "a frame takes as long as " $1 ";" $3 ";" $2 ";" $4 }' "$work/tdc" >"$work/efficiency"
    awk -F ';' '$3 !~ /^own lines$|^tdc [/]/ { print "a frame takes as long as " $1 ";" $3 ";" $2 ";" $5 }' "$work/tdc" >"$work/transfers"
    figure_drawn lines "TDC's Fig. 4: block matching, recorded and simulated" 'efficiency, %' members "$work/efficiency" "$pages/tdc-efficiency.svg"
    figure_drawn doubling "TDC's block matching: frames that were brought to a member" frames members "$work/transfers" "$pages/tdc-transfers.svg"
    printf '\n## Bars: with %s members; what misses its bar is bold\n\n' \
        "$(cut -d';' -f2 "$work/tdc" | awk '!seen[$1]++' | tr '\n' ' ' | sed 's/ $//; s/ /, /g')"
    awk -F ';' '
        {
            if (!($1 in places)) { places[$1] = ++panels; panel[panels] = $1 }
            if (!($2 in sizes)) { sizes[$2] = ++all; size[all] = $2 }
            efficiency[$1, $2, $3] = $4; frames[$1, $2, $3] = $5
        }
        function mark(value, held) { return held ? sprintf("%.2f", value) : sprintf("**%.3f**", value) }
        function line(title, which,   p, m, a, b, best, value, held) {
            printf "| %s |", title
            for (p = 1; p <= panels; p++) {
                for (m = 1; m <= all; m++) {
                    a = panel[p]; b = size[m]
                    best = efficiency[a, b, "tdc-passive"]
                    if (efficiency[a, b, "stealing"] + 0 > best + 0) best = efficiency[a, b, "stealing"]
                    if (efficiency[a, b, "guided"] + 0 > best + 0) best = efficiency[a, b, "guided"]
                    if (which == 1) { value = efficiency[a, b, "tdc"] / efficiency[a, b, "all-knowing"]; held = value >= (a ~ /^30 / ? 0.9 : 0.95) }
                    if (which == 2) { value = frames[a, b, "tdc"] / frames[a, b, "all-knowing"]; held = value <= 2 }
                    if (which == 3) { value = efficiency[a, b, "tdc"] / best; held = value >= 0.99 }
                    if (which == 4) { value = frames[a, b, "tdc"] / frames[a, b, "stealing"]; held = value <= 0.5 }
                    printf "%s %s", (m == 1 ? "" : ","), mark(value, held)
                }
                printf " |"
            }
            print ""
        }
        END {
            printf "| bar for `tdc` |"; for (p = 1; p <= panels; p++) printf " %s |", panel[p]
            printf "\n|---|"; for (p = 1; p <= panels; p++) printf "---|"; print ""
            line("at least 0.95 of the all-knowing schedule'\''s efficiency, 0.9 at 30 tasks", 1)
            line("at most 2 times its transfers", 2)
            line("at least 0.99 of the efficiency of the best of the other three", 3)
            line("at most half of the frames that `stealing` moves", 4)
        }' "$work/tdc"
}

# pictured <part> <column of the seconds> <title> <places>: a table of bench/workers.sh as a picture, with the examples side by side
pictured() {
    awk -F ' *[|] *' -v wanted="## $1" -v column="$2" -v places="$4" '
        /^## / { inside = index($0, wanted) == 1 }
        inside && $2 ~ /^(farm|servers|strips)$/ {
            seconds = $column; if (seconds ~ / ms$/) seconds = seconds / 1000
            print $2 ";" $(column - 1) ";" places ";" seconds + 0
        }' "$work/workers" >"$work/bars"
    [ ! -s "$work/bars" ] || figure_drawn bars "$3" seconds '' "$work/bars" "$pages/aldy-$1.svg"
}

aldy() {
    rounds=3
    while getopts n: option; do
        case $option in
            n) rounds=$OPTARG ;;
            *) echo "usage: bench/papers.sh aldy [-n rounds] [parts of bench/workers.sh]" >&2; exit 2 ;;
        esac
    done
    shift $((OPTIND - 1))
    figures_built
    # shellcheck disable=SC2086 # a word for each part
    { "$bench/workers.sh" -n "$rounds" ${*:-simulated examples moving moves forwarded strips} || : >"$work/missed"; } | tee "$work/workers"
    pictured simulated 5 "ALDY's examples on ten processes, one of which does a quarter, simulated" '10 processes'
    pictured examples 4 "ALDY's examples on two engines, one of which three loops slow down" '2 engines'
    [ ! -e "$work/missed" ]
}

# made <paper> <its options and words>: runs it, and writes its tables if that is wanted. A subshell, for getopts and exits
made() {
    made=$1
    shift
    rm -f "$work/failed"
    {
        case $made in
            moide) "$bench/breakdown.sh" "$@" ;;
            samba)
                if [ "${1:-}" = real ]; then shift; "$bench/samba-real.sh" "$@"; else "$bench/samba.sh" "$@"; fi
                ;;
            tpt) "$bench/tpt.sh" "$@" ;;
            tdc | aldy) ("$made" "$@") ;;
        esac || : >"$work/failed"
    } | tee "$work/printed"
    [ $write = no ] || written "$pages/$made.md"
    [ ! -e "$work/failed" ]
}

# written <page>: with the tables of $work/printed in their places
written() {
    awk -v page="$1" '
        function trimmed(text) { sub(/^\n+/, "", text); sub(/\n+$/, "", text); return text }
        FILENAME != page {
            if (/^## /) { head[++heads] = substr($0, 4) } else if (/^load [0-9.]+$/) { ended = heads } else if (heads > ended) text[heads] = text[heads] $0 "\n"
            next
        }
        /^<!-- made by .*, under ".*" -->$/ {
            print
            split($0, quoted, "\"")
            for (h = 1; h <= heads; h++) if (index(head[h], quoted[2]) == 1) {
                placed[h] = 1
                rest = substr(head[h], length(quoted[2]) + 1); sub(/^[:, ]+/, "", rest)
                print "\n" (rest == "" ? "" : rest "\n\n") trimmed(text[h]) "\n"
                old = 1
                break
            }
            next
        }
        /^<!-- end -->$/ { old = 0 }
        !old { print }
        END {
            for (h = 1; h <= heads; h++) if (!placed[h]) print "bench/papers.sh: " page " has no place for \"" head[h] "\"" >"/dev/stderr"
        }' "$work/printed" "$1" >"$work/page" && cat "$work/page" >"$1"
}

if [ "$paper" != all ]; then
    made "$paper" "$@"
    exit
fi
status=0
for each in moide samba 'samba real II grain' 'tpt -n 3' 'tdc -s 3' aldy; do
    from=$(date +%s)
    # shellcheck disable=SC2086 # a paper and its words
    made $each || status=1
    printf '\n%s: %s s\n\n' "$each" $(($(date +%s) - from))
done
exit "$status"
