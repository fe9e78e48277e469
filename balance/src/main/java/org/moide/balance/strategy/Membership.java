package org.moide.balance.strategy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Who takes part: the engines, sorted by their numbers. Immutable, so that thousands of members in one simulation share
 * one. The root, where tasks come from and results go to, is not among them: it does not compute.
 *
 * <p>A member that leaves politely is first {@link #leaving one that leaves}: nothing is lent to it any more and no strategy
 * sees it, while what it holds comes home; then it is {@link #without gone}. One that died is gone at once. Who comes back has
 * another incarnation.
 *
 * @param version grows with every change: what was worked out from a membership holds as long as the version is the same
 * @param all who computes, sorted by number
 * @param onTheirWayOut who leaves and is still heard, sorted by number
 * @param power of all who compute; worked out here, whatever is given
 */
public record Membership(long version, List<Member> all, List<Member> onTheirWayOut, double power)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of the root: the compute coordinator, as the balancing sees it. */
    public static final int ROOT = -1;

    /** The root's incarnation: there is one root in a run. */
    public static final long ROOT_INCARNATION = 0;

    /** Nobody but the root. */
    public static final Membership NONE = new Membership(0, List.of(), List.of(), 0);

    /**
     * One engine.
     *
     * @param number from 0 on
     * @param incarnation tells it from an earlier engine of the same number
     * @param power its computing power, from above 0; only ratios count
     * @param threads its compute threads
     */
    public record Member(int number, long incarnation, double power, int threads) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Member {
            if (number < 0 || incarnation < 0 || !(power > 0) || Double.isInfinite(power) || threads < 1) {
                throw new IllegalArgumentException("engine " + number
                        + ": expected a number and an incarnation from 0 on, a power above 0 and at least 1 thread,"
                        + " found incarnation " + incarnation + ", power " + power + " and " + threads + " threads");
            }
        }
    }

    public Membership {
        all = List.copyOf(all);
        onTheirWayOut = List.copyOf(onTheirWayOut);
        requireSorted(all);
        requireSorted(onTheirWayOut);
        power = 0;
        for (Member member : all) {
            power += member.power();
        }
        for (Member member : onTheirWayOut) {
            if (search(all, member.number()) >= 0) {
                throw new IllegalArgumentException(
                        "expected each engine once, found " + member + " both computing and on its way out");
            }
        }
    }

    private static void requireSorted(List<Member> members) {
        for (int rank = 1; rank < members.size(); rank++) {
            if (members.get(rank).number() <= members.get(rank - 1).number()) {
                throw new IllegalArgumentException("expected each engine once, sorted by number, found "
                        + members.get(rank - 1) + " before " + members.get(rank));
            }
        }
    }

    /** These members, in any order; version 1. */
    public static Membership of(Collection<Member> members) {
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparingInt(Member::number));
        return new Membership(1, sorted, List.of(), 0);
    }

    /** With this member added, or in the place of the one that had its number; one version on. */
    public Membership with(Member joined) {
        return new Membership(version + 1, added(all, joined), removed(onTheirWayOut, joined.number()), 0);
    }

    /** Without this member; one version on. */
    public Membership without(int number) {
        return new Membership(version + 1, removed(all, number), removed(onTheirWayOut, number), 0);
    }

    /** With this member on its way out; one version on. Unchanged if it does not compute. */
    public Membership leaving(int number) {
        int rank = search(all, number);
        return rank < 0
                ? this
                : new Membership(version + 1, removed(all, number), added(onTheirWayOut, all.get(rank)), 0);
    }

    private static List<Member> added(List<Member> to, Member joined) {
        List<Member> changed = new ArrayList<>(to);
        int rank = search(to, joined.number());
        if (rank >= 0) {
            changed.set(rank, joined);
        } else {
            changed.add(-rank - 1, joined);
        }
        return changed;
    }

    private static List<Member> removed(List<Member> from, int number) {
        return from.stream().filter(member -> member.number() != number).toList();
    }

    /** How many engines there are. */
    public int size() {
        return all.size();
    }

    /** The member of this rank, from 0 to {@link #size()} − 1, in the order of numbers. */
    public Member at(int rank) {
        return all.get(rank);
    }

    /** The rank of a member; below 0 if it is none. */
    public int rankOf(int number) {
        return search(all, number);
    }

    /** Whether this is an engine that takes part; one on its way out does not. */
    public boolean contains(int number) {
        return search(all, number) >= 0;
    }

    /** Whether this is an engine on its way out. */
    public boolean isLeaving(int number) {
        return search(onTheirWayOut, number) >= 0;
    }

    /** Who is heard: those who compute, then those on their way out. */
    public List<Member> everybody() {
        if (onTheirWayOut.isEmpty()) {
            return all;
        }
        List<Member> everybody = new ArrayList<>(all);
        everybody.addAll(onTheirWayOut);
        return everybody;
    }

    /**
     * The incarnation of a member, on its way out or not, or of the root.
     *
     * @return below 0 if it is none
     */
    public long incarnationOf(int number) {
        if (number == ROOT) {
            return ROOT_INCARNATION;
        }
        int rank = search(all, number);
        if (rank >= 0) {
            return all.get(rank).incarnation();
        }
        int leaving = search(onTheirWayOut, number);
        return leaving < 0 ? -1 : onTheirWayOut.get(leaving).incarnation();
    }

    @Override
    public String toString() {
        String leaving = onTheirWayOut.isEmpty() ? "" : " and " + onTheirWayOut.size() + " on their way out";
        return all.size() + " members" + leaving + ", version " + version;
    }

    /** As {@link java.util.Collections#binarySearch}. */
    private static int search(List<Member> all, int number) {
        int low = 0;
        int high = all.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = all.get(middle).number();
            if (found == number) {
                return middle;
            }
            if (found < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }
}
