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
 * @param version grows with every change: what was worked out from a membership holds as long as the version is the same
 * @param all sorted by number
 * @param power of all together; worked out here, whatever is given
 */
public record Membership(long version, List<Member> all, double power) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of the root: the compute coordinator, as the balancing sees it. */
    public static final int ROOT = -1;

    /** The root's incarnation: there is one root in a run. */
    public static final long ROOT_INCARNATION = 0;

    /** Nobody but the root. */
    public static final Membership NONE = new Membership(0, List.of(), 0);

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
        power = 0;
        for (int rank = 0; rank < all.size(); rank++) {
            power += all.get(rank).power();
            if (rank > 0 && all.get(rank).number() <= all.get(rank - 1).number()) {
                throw new IllegalArgumentException("expected each engine once, sorted by number, found "
                        + all.get(rank - 1) + " before " + all.get(rank));
            }
        }
    }

    /** These members, in any order; version 1. */
    public static Membership of(Collection<Member> members) {
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparingInt(Member::number));
        return new Membership(1, sorted, 0);
    }

    /** With this member added, or in the place of the one that had its number; one version on. */
    public Membership with(Member joined) {
        List<Member> changed = new ArrayList<>(all);
        int rank = search(joined.number());
        if (rank >= 0) {
            changed.set(rank, joined);
        } else {
            changed.add(-rank - 1, joined);
        }
        return new Membership(version + 1, changed, 0);
    }

    /** Without this member; one version on. */
    public Membership without(int number) {
        List<Member> changed = new ArrayList<>(all);
        changed.removeIf(member -> member.number() == number);
        return new Membership(version + 1, changed, 0);
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
        return search(number);
    }

    /** Whether this is an engine that takes part. */
    public boolean contains(int number) {
        return search(number) >= 0;
    }

    /**
     * The incarnation of a member, or of the root.
     *
     * @return below 0 if it is none
     */
    public long incarnationOf(int number) {
        if (number == ROOT) {
            return ROOT_INCARNATION;
        }
        int rank = search(number);
        return rank < 0 ? -1 : all.get(rank).incarnation();
    }

    @Override
    public String toString() {
        return all.size() + " members, version " + version;
    }

    /** As {@link java.util.Collections#binarySearch}. */
    private int search(int number) {
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
