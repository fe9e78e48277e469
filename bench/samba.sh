#!/bin/sh
# SAMBA's Tables I to V in the simulator, on a scale of a hundredth, beside the paper's: predicted seconds for each strategy on 4, 8, 16
# and 32 engines of one thread, and pictures of both.
#
#   bench/samba.sh [-w file] [-r] [-o folder (docs/papers)] [I] [II] [III] [IV] [V]       without a word: all; two minutes
#
#   -w   the tasks of Table I: what `moide run --record-workload` wrote of the sample quadrature (bench/recordings/quadrature.json)
#   -r   record that file anew first, on one thread: on a machine that does nothing else
#   -o   where samba-1.svg and so on are written
#
# Started by bench/papers.sh, too.
set -eu
sizes='4 8 16 32' record=no recording='' folder=''
while getopts w:ro: option; do
    case $option in
        w) recording=$OPTARG ;;
        r) record=yes ;;
        o) folder=$OPTARG ;;
        *) echo 'usage: bench/samba.sh [-w file] [-r] [-o folder] [I] [II] [III] [IV] [V]' >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))

# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
recording=${recording:-$root/bench/recordings/quadrature.json} folder=${folder:-$root/docs/papers}
[ -d "$folder" ] || { echo "bench/samba.sh: -o: expected a folder that is there, found $folder" >&2; exit 2; }
if [ $record = yes ]; then
    "$moide" run --no-progress --no-history --local-engines 1 --threads 1 --record-workload "$recording" quadrature >&2 || exit 1
fi
[ -r "$recording" ] || { echo "bench/samba.sh: -w: expected a file that can be read, found $recording" >&2; exit 2; }
figures_built

# parameters <name[:key=value]>: the name of a file with them
parameters() {
    case $1 in *:*) echo "${1#*:}" ;; esac >"$work/parameters"
    echo "$work/parameters"
}

# simulated <members> <name[:key=value]> <options...>: what moide simulate says
simulated() {
    members=$1 name=$2
    shift 2
    said simulate --members "$members" --member-threads 1 --strategy-file "$(parameters "$name")" --strategy "${name%%:*}" "$@"
}

# seconds: of what moide simulate says
seconds() {
    awk '$1 == "predicted" {
        if ($3 == "min") { split($2, part, ":"); printf "%.2f", 60 * part[1] + part[2] }
        else printf "%.2f", $3 == "ms" ? $2 / 1000 : $2
    }'
}

# steps: the messages that brought tasks, of what moide simulate says
steps() {
    awk '$1 == "transfers" { gsub(",", "", $2); print $2 }'
}

# label <name[:key=value]>: as the paper calls it
label() {
    case $1 in
        *=ring) echo S7r ;;
        *=hypercube) echo S7h ;;
        *) echo "${1%%:*}" ;;
    esac
}

# paper <table> <members> <strategy>: the paper's seconds; nothing if it has none
paper() {
    awk -v table="$1" -v members="$2" -v strategy="$3" '
        $1 == table && $2 == "P" { for (i = 3; i <= NF; i++) column[$i] = i }
        $1 == table && $2 == members && strategy in column && $column[strategy] != "-" { print $column[strategy] }' <<END
I P S1 S2 S3 S4 S5 S6 S7r S7h
I 4 248 114 126 132 115 - 117 -
I 8 162 49 82 82 74 122 91 81
I 16 103 23 49 51 56 88 68 58
I 32 52 13 32 32 39 53 49 36
II P S1 S2 S3 S4 S5 S6 S7r S7h S8 S9
II 4 762 496 391 383 379 - 386 - 374 -
II 8 410 261 247 252 244 252 245 260 241 248
II 16 265 168 189 190 196 177 191 195 187 171
II 32 182 128 171 163 175 145 153 166 166 140
IV P S1 S2 S3 S4 S5 S6 S7r S7h
IV 4 733 955 721 721 722 - 721 -
IV 8 387 410 366 370 376 368 370 370
IV 16 202 194 196 189 204 188 195 195
IV 32 107 96 106 109 107 98 106 107
END
}

# table <number> <title> <strategies> <options...>: in each place our seconds and the messages that brought tasks, and the paper's seconds
# in parentheses; and the seconds as a picture
table() {
    number=$1 title=$2 strategies=$3
    shift 3
    : >"$work/ours"
    : >"$work/theirs"
    printf '\n## Table %s: %s\n\n| |' "$number" "$title"
    for strategy in $strategies; do printf ' %s |' "$(label "$strategy")"; done
    printf '\n|---|'
    for strategy in $strategies; do printf -- '---|'; done
    for members in $sizes; do
        printf '\n| %s |' "$members"
        for strategy in $strategies; do
            simulated "$members" "$strategy" "$@" >"$work/simulated"
            ours=$(seconds <"$work/simulated")
            theirs=$(paper "$number" "$members" "$(label "$strategy")")
            printf ' %s, %s%s |' "$ours" "$(steps <"$work/simulated")" "${theirs:+ ($theirs)}"
            echo "here, a hundredth of the time;$(label "$strategy");$members;$ours" >>"$work/ours"
            echo "the paper;$(label "$strategy");$members;$theirs" >>"$work/theirs"
        done
    done
    printf '\n'
    cat "$work/ours" "$work/theirs" >"$work/both"
    figure_drawn doubling "SAMBA's Table $number: $title" seconds processors "$work/both" "$folder/samba-$number.svg"
}

# scaled: Table I as if a processor were as slow as the paper's: the seconds of "here" times what makes S1 on 4 the paper's
scaled() {
    factor=$(awk -F ';' -v paper="$(paper I 4 S1)" '$1 ~ /^here/ && $2 == "S1" && $3 == 4 { printf "%.1f", paper / $4 }' "$work/ours")
    printf '\n## Scale of Table I: seconds here times %s\n\n| |' "$factor"
    for members in $sizes; do printf ' %s |' "$members"; done
    printf '\n|---|---|---|---|---|\n'
    for strategy in S1 S2 S3; do
        printf '| %s here |' $strategy
        for members in $sizes; do
            awk -F ';' -v factor="$factor" -v strategy=$strategy -v members="$members" \
                '$1 ~ /^here/ && $2 == strategy && $3 == members { printf " %.0f |", factor * $4 }' "$work/ours"
        done
        if [ $strategy = S2 ]; then
            printf '\n| S2 here on one processor less |'
            for members in $sizes; do
                simulated $((members - 1)) S2 --workload "$recording" | seconds | awk -v factor="$factor" '{ printf " %.0f |", factor * $1 }'
            done
        fi
        printf '\n| %s in the paper |' $strategy
        for members in $sizes; do printf ' %s |' "$(paper I "$members" $strategy)"; done
        printf '\n'
    done
}

# network <latency, µs> <bandwidth, MB/s> <handling, µs> <as the table says it>: lines of Table III over such a network: seconds, and
# messages that brought tasks
network() {
    title=$4
    for members in $sizes; do
        printf '| %s | %s |' "$title" "$members"
        title=''
        for strategy in S3 S8 S6:groups=4 S9:groups=4; do
            simulated "$members" "$strategy" \
                --powers 1,0.5,0.333333,0.25 --unknown-powers --workload 'uniform:tasks=2000,millis=5,spread=0' \
                --latency "$1" --bandwidth "$2" --handling "$3" |
                awk '$1 == "predicted" { seconds = $3 == "ms" ? $2 / 1000 : $2 }
                     $1 == "transfers" { gsub(",", "", $2); printf " %.3f, %d |", seconds, $2 }'
        done
        printf '\n'
    done
}

# gains: Table V: how much earlier the first member of S1 ends than the last, and what the best strategy takes off S1's time
gains() {
    printf '\n## Table V: how unequal S1 is, and what the best gains\n\n'
    printf '| | [1,5] | [1,10] | [1,20] | gain [1,5] | gain [1,10] | gain [1,20] |\n|---|---|---|---|---|---|---|\n'
    for members in $sizes; do
        case $members in
            4) theirs='3 3 3 2 2 2' ;; 8) theirs='11 12 14 5 6 6' ;; 16) theirs='16 18 20 7 6 7' ;; *) theirs='31 35 37 10 13 14' ;;
        esac
        unequal='' gained=''
        for spread in 0.6667 0.8182 0.9048; do
            workload=uniform:tasks=1000,millis=30,spread=$spread
            simulated "$members" S1 --workload "$workload" >"$work/static"
            unequal="$unequal $(awk '$1 == "busy" { sub("%", "", $2); sub("%", "", $4); printf "%.0f", 100 * (1 - $2 / $4) }' "$work/static")"
            best=$(said advise --members "$members" --member-threads 1 "$workload" |
                awk '$1 == "strategy" { getline; printf "%s", $3 == "ms" ? $2 / 1000 : $2 }')
            gained="$gained $(awk -v one="$(seconds <"$work/static")" -v best="$best" 'BEGIN { printf "%.0f", 100 * (1 - best / one) }')"
        done
        printf '| %s |' "$members"
        # shellcheck disable=SC2086 # figures with spaces between them
        set -- $theirs
        for ours in $unequal $gained; do
            printf ' %s%% (%s%%) |' "$ours" "$1"
            shift
        done
        printf '\n'
    done
}

all='S1 S2 S3 S4 S5 S6:groups=4 S7:neighbours=ring S7:neighbours=hypercube'
for wanted in ${*:-I II III IV V}; do
    case $wanted in
        I)
            table I 'the integral of e^x over [0, 15] from 64 intervals' "$all stealing" --workload "$recording"
            scaled
            ;;
        II) table II '2,000 rows, hosts with 0, 1, 2 and 3 other programs' "$all S8 S9:groups=4 guided stealing" \
            --powers 1,0.5,0.333333,0.25 --unknown-powers --workload 'uniform:tasks=2000,millis=5,spread=0' ;;
        III)
            printf '\n## Table III: as II, over four networks\n\n'
            printf '| latency, bandwidth, handling of a message | | S3 | S8 | S6:groups=4 | S9:groups=4 |\n|---|---|---|---|---|---|\n'
            network 100 125 10 '100 µs, 125 MB/s, 10 µs'
            network 1000 10 100 '1 ms, 10 MB/s, 100 µs'
            network 1000 1 500 '1 ms, 1 MB/s, 500 µs'
            network 10000 10 100 '10 ms, 10 MB/s, 100 µs'
            ;;
        IV) table IV '1,000 individuals of 1 to 5 s' "$all guided stealing" --workload 'uniform:tasks=1000,millis=30,spread=0.6667' ;;
        V) gains ;;
        *) echo "bench/samba.sh: there is no table $wanted here: I, II, III, IV, V" >&2; exit 2 ;;
    esac
done
