package org.moide.balance.strategy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members of the balancing: the engines, sorted by their numbers. Immutable, so that thousands of members in one
 * simulation share one. The root, where tasks come from and results go to, is not among them: it does not compute.
 *
 * <p>A member that leaves politely is first {@link #leaving one that leaves}: nothing is lent to it any more and no
 * strategy sees it, and what it holds comes home; then it is {@link #without gone}. One that died is gone at once. An
 * engine that comes back has another incarnation.
 *
 * <p>An <b>assistant</b> computes for one other engine, its principal, and for nobody else (MOIDE, §3.1, vertical
 * expansion): {@link #seenBy} says what each is told. Only its principal's strategy deals with it; the others see that
 * the principal has more power and threads. When the principal goes, its assistants become members like any other.
 *
 * @param version grows with every change: what was worked out from a membership holds as long as the version is the
 *     same
 * @param all who computes and is nobody's assistant, sorted by number
 * @param assistants sorted by number; the principal of each is among {@code all}, or it is the receiver itself that
 *     assists
 * @param onTheirWayOut who leaves and is still heard, sorted by number
 * @param power of all who compute; worked out here, whatever is given
 */
public record Membership(
        long version, List<Member> all, List<Member> assistants, List<Member> onTheirWayOut, double power)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of the root: the compute coordinator, as the balancing sees it. */
    public static final int ROOT = -1;

    /** The root's incarnation: there is one root in a run. */
    public static final long ROOT_INCARNATION = 0;

    /** The membership of nobody but the root. */
    public static final Membership NONE = new Membership(0, List.of(), List.of(), List.of(), 0);

    /** The number in place of a principal of an engine that is nobody's assistant. */
    public static final int NO_PRINCIPAL = -1;

    /**
     * One engine.
     *
     * @param number from 0 on
     * @param incarnation tells it from an earlier engine of the same number
     * @param power its computing power, from above 0; only ratios count
     * @param threads its compute threads
     * @param principal the engine whose assistant it is, or {@link #NO_PRINCIPAL}
     * @param location where it is, if that was said
     */
    public record Member(int number, long incarnation, double power, int threads, int principal, Location location)
            implements Serializable {
        private static final long serialVersionUID = 2L;

        /** Makes a member of which nobody has said where it is. */
        public Member(int number, long incarnation, double power, int threads, int principal) {
            this(number, incarnation, power, threads, principal, Location.UNKNOWN);
        }

        /** Makes a member that is nobody's assistant. */
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

        /** Returns the same engine, computing for another. */
        public Member assisting(int principalsNumber) {
            return new Member(number, incarnation, power, threads, principalsNumber, location);
        }

        /** Returns the same engine, with its location. */
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

    /** Makes a membership of these members, in any order; version 1. */
    public static Membership of(Collection<Member> members) {
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparingInt(Member::number));
        return new Membership(1, sorted, List.of(), List.of(), 0);
    }

    /**
     * Makes the membership with this member added, or in the place of the one that had its number; one version on. An
     * assistant whose principal does not compute comes like anybody else.
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

    /** Makes the membership without this member; one version on. */
    public Membership without(int number) {
        return settled(removed(all, number), removed(assistants, number), removed(onTheirWayOut, number));
    }

    /** Makes the membership with this member on its way out; one version on. Unchanged if it does not compute. */
    public Membership leaving(int number) {
        Member leaves = find(all, number);
        leaves = leaves == null ? find(assistants, number) : leaves;
        return leaves == null
                ? this
                : settled(removed(all, number), removed(assistants, number), added(onTheirWayOut, leaves));
    }

    /**
     * Makes the membership in which one's assistants assist another from now on, who takes its place; one version on.
     */
    public Membership succeeded(int number, int successor) {
        List<Member> helping = assistants.stream()
                .map(assistant -> assistant.principal() == number ? assistant.assisting(successor) : assistant)
                .toList();
        return settled(all, helping, onTheirWayOut);
    }

    /** Makes the next version; assistants whose principal is gone compute like anybody else. */
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
     * Makes the membership that one of them, or the {@link #ROOT root}, is told: an assistant knows itself and its
     * principal, a principal its own assistants, the root all; to everybody a principal has its assistants' power and
     * threads as well as its own. All know who is on its way out, and who is all assistants: they may have been its
     * own, and what it has lent them comes home.
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

    /** The number of engines. */
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

    /** Returns whether this is an engine that takes part; one on its way out does not. */
    public boolean contains(int number) {
        return search(all, number) >= 0;
    }

    /** Returns whether this is an engine on its way out. */
    public boolean isLeaving(int number) {
        return search(onTheirWayOut, number) >= 0;
    }

    /** Returns whether this is an assistant that takes part; one on its way out does not. */
    public boolean isAssistant(int number) {
        return search(assistants, number) >= 0;
    }

    /** Returns whether this engine has assistants. */
    public boolean isAssisted(int number) {
        return assistants.stream().anyMatch(assistant -> assistant.principal() == number);
    }

    /** The engine whose assistant this member is, or was until it was to go; {@link #NO_PRINCIPAL} if it is none. */
    public int principalOf(int number) {
        Member assistant = find(assistants, number);
        assistant = assistant == null ? find(onTheirWayOut, number) : assistant;
        return assistant == null ? NO_PRINCIPAL : assistant.principal();
    }

    /** The members that are heard: those that compute, assistants, and those on their way out. */
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
     * The incarnation of a member, an assistant and one on its way out too, or of the root.
     *
     * @return below 0 if it is none
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

    /** Searches like {@link java.util.Collections#binarySearch}. */
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
