#!/bin/sh
# The figures and tables of docs/papers/, made again: the tables as text, the pictures in docs/papers.
#
#   bench/papers.sh moide|samba|tpt [options and words of it]
#
#   moide   bench/breakdown.sh: MOIDE's Figs. 7 to 10
#   samba   bench/samba.sh: SAMBA's Tables I to V
#   tpt     bench/tpt.sh: Task Pool Teams' Figs. 4 to 8
set -eu
here=$(dirname -- "$0")
paper=${1:-}
case $paper in
    moide) script=breakdown ;;
    samba | tpt) script=$paper ;;
    *) echo "usage: bench/papers.sh moide|samba|tpt [options and words of it]" >&2; exit 2 ;;
esac
shift
exec "$here/$script.sh" "$@"
