package org.moide.balance.strategy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members of the balancing: the engines, sorted by number. The root, where tasks come from and results go to, is
 * not a member, since it does not compute. Immutable, so that thousands of members in one simulation share one.
 *
 * <p>A member that leaves in order is first {@link #leaving}: nobody lends to it, strategies do not see it, and its
 * loans are returned; then it is {@link #without removed}. A member that died is removed at once. An engine that comes
 * back has another incarnation.
 *
 * <p>An <b>assistant</b> computes for one other engine only, its principal (MOIDE, §3.1, vertical expansion). {@link
 * #seenBy} gives each member's view: only the principal's strategy deals with the assistant, and to others the
 * principal appears with more power and threads. When the principal leaves, its assistants become ordinary members.
 *
 * @param version grows with every change, so that derived data can be cached
 * @param all the computing engines that are not assistants, sorted by number
 * @param assistants the assistants, sorted by number; the principal of each is in {@code all}
 * @param onTheirWayOut the leaving members, whose messages still count, sorted by number
 * @param power the total power of the members in {@code all}; the constructor computes it and ignores the argument
 */
public record Membership(
        long version, List<Member> all, List<Member> assistants, List<Member> onTheirWayOut, double power)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The number of members up to which the root answers all at once. With more, it is busy while it has tasks for
     * them, or its network connection is.
     */
    public static final int SERVED_AT_ONCE = 64;

    /** The number that stands for the root, which is the compute coordinator. */
    public static final int ROOT = -1;

    /** The incarnation of the root in messages. It never changes, since a run has one root. */
    public static final long ROOT_INCARNATION = 0;

    /** The membership without engines. */
    public static final Membership NONE = new Membership(0, List.of(), List.of(), List.of(), 0);

    /** The value of {@code principal} for an engine that is not an assistant. */
    public static final int NO_PRINCIPAL = -1;

    /**
     * One engine as a member of the balancing.
     *
     * @param number from 0
     * @param incarnation distinguishes it from an earlier engine of the same number
     * @param power its computing power, above 0; only ratios count
     * @param threads the number of its compute threads
     * @param principal the engine that it assists, or {@link #NO_PRINCIPAL}
     * @param location its location, or {@link Location#UNKNOWN}
     */
    public record Member(int number, long incarnation, double power, int threads, int principal, Location location)
            implements Serializable {
        private static final long serialVersionUID = 2L;

        /** Makes a member of unknown location. */
        public Member(int number, long incarnation, double power, int threads, int principal) {
            this(number, incarnation, power, threads, principal, Location.UNKNOWN);
        }

        /** Makes a member of unknown location that is not an assistant. */
        public Member(int number, long incarnation, double power, int threads) {
            this(number, incarnation, power, threads, NO_PRINCIPAL);
        }

        public Member {
            Objects.requireNonNull(location, "location");
            if (number < 0
                    || incarnation < 0
                    || !(power > 0)
                    || Double.isInfinite(power)
                    || threads < 1
                    || principal < NO_PRINCIPAL
                    || principal == number) {
                throw new IllegalArgumentException("engine " + number
                        + ": expected a number and an incarnation from 0 on, a power above 0 and at least 1 thread,"
                        + " found incarnation " + incarnation + ", power " + power + ", " + threads
                        + " threads and principal " + principal);
            }
        }

        /** Returns this engine as an assistant of engine {@code principalsNumber}. */
        public Member assisting(int principalsNumber) {
            return new Member(number, incarnation, power, threads, principalsNumber, location);
        }

        /** Returns this engine with the location {@code there}. */
        public Member at(Location there) {
            return new Member(number, incarnation, power, threads, principal, there);
        }

        private Member with(Member assistant) {
            double sum = power + assistant.power;
            return new Member(number, incarnation, sum, threads + assistant.threads, principal, location);
        }
    }

    public Membership {
        all = List.copyOf(all);
        assistants = List.copyOf(assistants);
        onTheirWayOut = List.copyOf(onTheirWayOut);
        requireSorted(all);
        requireSorted(assistants);
        requireSorted(onTheirWayOut);
        power = 0;
        for (Member member : all) {
            power += member.power();
        }
        requireNoneOf(all, assistants);
        requireNoneOf(all, onTheirWayOut);
        requireNoneOf(assistants, onTheirWayOut);
    }

    private static void requireNoneOf(List<Member> some, List<Member> others) {
        for (Member member : others) {
            if (search(some, member.number()) >= 0) {
                throw new IllegalArgumentException("expected each engine once, found " + member + " twice");
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

    /** Makes a membership of version 1 with these members, in any order. */
    public static Membership of(Collection<Member> members) {
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparingInt(Member::number));
        return new Membership(1, sorted, List.of(), List.of(), 0);
    }

    /**
     * Returns the next version of the membership, in which this member is added, or replaces the one with its number.
     * An assistant whose principal is not computing becomes an ordinary member.
     */
    public Membership with(Member joined) {
        List<Member> others = removed(all, joined.number());
        List<Member> helping = removed(assistants, joined.number());
        boolean assists = search(others, joined.principal()) >= 0;
        return settled(
                assists ? others : added(others, joined.assisting(NO_PRINCIPAL)),
                assists ? added(helping, joined) : helping,
                removed(onTheirWayOut, joined.number()));
    }

    /** Returns the next version of the membership, without the member of this number. */
    public Membership without(int number) {
        return settled(removed(all, number), removed(assistants, number), removed(onTheirWayOut, number));
    }

    /**
     * Returns the next version of the membership, in which this member is leaving; the same version if it is not a
     * computing member or an assistant.
     */
    public Membership leaving(int number) {
        Member leaves = find(all, number);
        leaves = leaves == null ? find(assistants, number) : leaves;
        return leaves == null
                ? this
                : settled(removed(all, number), removed(assistants, number), added(onTheirWayOut, leaves));
    }

    /**
     * Returns the next version of the membership, in which the assistants of {@code number} assist {@code successor}.
     */
    public Membership succeeded(int number, int successor) {
        List<Member> helping = assistants.stream()
                .map(assistant -> assistant.principal() == number ? assistant.assisting(successor) : assistant)
                .toList();
        return settled(all, helping, onTheirWayOut);
    }

    /**
     * Returns the next version of the membership, with these members; assistants without a computing principal become
     * ordinary members.
     */
    private Membership settled(List<Member> computing, List<Member> helping, List<Member> leaving) {
        List<Member> ordinary = computing;
        List<Member> stillHelping = new ArrayList<>();
        for (Member assistant : helping) {
            if (search(computing, assistant.principal()) >= 0) {
                stillHelping.add(assistant);
            } else {
                ordinary = added(ordinary, assistant.assisting(NO_PRINCIPAL));
            }
        }
        return new Membership(version + 1, ordinary, stillHelping, leaving, 0);
    }

    /**
     * Returns the membership as one member, or the {@link #ROOT root}, sees it. The root sees all. A member sees all
     * members that are not assistants, each with the power and threads of its assistants added. Of the assistants, it
     * sees only its own. An assistant sees itself and its principal.
     *
     * <p>Members that are leaving are seen as well, since the viewer may have a loan from them that must be returned.
     */
    public Membership seenBy(int viewer) {
        if (assistants.isEmpty() && onTheirWayOut.stream().allMatch(member -> member.principal() == NO_PRINCIPAL)) {
            return this;
        }
        int principal = principalOf(viewer);
        List<Member> computing = new ArrayList<>();
        for (Member member : all) {
            if (principal == NO_PRINCIPAL || member.number() == principal) {
                computing.add(withItsAssistants(member));
            }
        }
        return new Membership(version, computing, known(assistants, viewer), known(onTheirWayOut, viewer), 0);
    }

    private Member withItsAssistants(Member member) {
        Member sum = member;
        for (Member assistant : assistants) {
            sum = assistant.principal() == member.number() ? sum.with(assistant) : sum;
        }
        return sum;
    }

    private List<Member> known(List<Member> members, int viewer) {
        boolean leaves = isLeaving(viewer) && principalOf(viewer) == NO_PRINCIPAL;
        return members.stream()
                .filter(member -> member.number() == viewer
                        || viewer == ROOT
                        || leaves
                        || member.principal() == NO_PRINCIPAL
                        || member.principal() == viewer)
                .toList();
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

    private static @Nullable Member find(List<Member> in, int number) {
        int rank = search(in, number);
        return rank < 0 ? null : in.get(rank);
    }

    private static List<Member> removed(List<Member> from, int number) {
        return from.stream().filter(member -> member.number() != number).toList();
    }

    /** Returns the number of computing engines, without assistants and leaving ones. */
    public int size() {
        return all.size();
    }

    /** Returns the member of this rank, from 0 to {@link #size()} − 1, in the order of numbers. */
    public Member at(int rank) {
        return all.get(rank);
    }

    /** Returns the rank of the computing engine with this number, for {@link #at}; negative if there is none. */
    public int rankOf(int number) {
        return search(all, number);
    }

    /** Returns whether this engine is a member that is neither leaving nor an assistant. */
    public boolean contains(int number) {
        return search(all, number) >= 0;
    }

    public boolean isLeaving(int number) {
        return search(onTheirWayOut, number) >= 0;
    }

    /** Returns whether this engine is an assistant that is not leaving. */
    public boolean isAssistant(int number) {
        return search(assistants, number) >= 0;
    }

    public boolean isAssisted(int number) {
        return assistants.stream().anyMatch(assistant -> assistant.principal() == number);
    }

    /**
     * Returns the number of the principal of an assistant, the engine that it computes for, or that it computed for
     * before it began to leave; {@link #NO_PRINCIPAL} if engine {@code number} is no assistant.
     */
    public int principalOf(int number) {
        Member assistant = find(assistants, number);
        assistant = assistant == null ? find(onTheirWayOut, number) : assistant;
        return assistant == null ? NO_PRINCIPAL : assistant.principal();
    }

    /** Returns all members whose messages count: computing, assisting and leaving ones. */
    public List<Member> everybody() {
        if (assistants.isEmpty() && onTheirWayOut.isEmpty()) {
            return all;
        }
        List<Member> everybody = new ArrayList<>(all);
        everybody.addAll(assistants);
        everybody.addAll(onTheirWayOut);
        return everybody;
    }

    /**
     * Returns the incarnation of the root or of a member, also of an assisting or leaving one.
     *
     * @return negative if there is none of this number
     */
    public long incarnationOf(int number) {
        if (number == ROOT) {
            return ROOT_INCARNATION;
        }
        Member member = find(all, number);
        member = member == null ? find(assistants, number) : member;
        member = member == null ? find(onTheirWayOut, number) : member;
        return member == null ? -1 : member.incarnation();
    }

    @Override
    public String toString() {
        String helping = assistants.isEmpty() ? "" : ", " + assistants.size() + " assistants";
        String leaving = onTheirWayOut.isEmpty() ? "" : " and " + onTheirWayOut.size() + " on their way out";
        return all.size() + " members" + helping + leaving + ", version " + version;
    }

    /** Searches a sorted list by number, like {@link java.util.Collections#binarySearch}. */
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
