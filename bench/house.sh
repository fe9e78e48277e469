#!/bin/sh
# What the house is like, on one screen and for reading: sizes, constructors, small types, methods that only pass on, floors. No
# figure of it is a rule: whoever cuts, packs or renames to move one does harm.
#
#   bench/house.sh [another checkout]
set -u
here=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd) || exit 1
exec java "$here/src/quick/java/org/moide/quick/HouseNumbers.java" "${1:-$here/..}"
