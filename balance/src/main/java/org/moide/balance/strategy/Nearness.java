package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * One member's distances to the others. The members that share the same number of {@link Location} levels with it form
 * a ring; the nearest ring is the first. If all members are equally far, there is one ring. Rings are computed once for
 * each version of the membership.
 */
final class Nearness {
    private final int self;
    private long version = -1;
    private int ringCount = 1;
    private List<List<Integer>> rings = List.of(); // empty if all are equally far, which saves memory with thousands

    /**
     * Creates the distances of one member.
     * @param self the member whose distances these are
     */
    Nearness(int self) {
        this.self = self;
    }

    /** Returns the number of rings (groups of equally far members) around this member, at least 1. */
    int rings(Membership members) {
        find(members);
        return ringCount;
    }

    /** Draws a random other member of a ring, a group of equally far members. There must be another member. */
    int another(Membership members, int ring, RandomGenerator random) {
        find(members);
        if (!rings.isEmpty()) {
            List<Integer> there = rings.get(ring);
            return there.get(random.nextInt(there.size()));
        }
        int own = members.rankOf(self);
        int rank = random.nextInt(own < 0 ? members.size() : members.size() - 1);
        return members.at(own >= 0 && rank >= own ? rank + 1 : rank).number();
    }

    /** Returns these members sorted by their distance from this one; equally near ones keep their order. */
    List<Integer> nearestFirst(Membership members, List<Integer> numbers) {
        find(members);
        if (rings.isEmpty()) {
            return numbers;
        }
        Location own = locationOf(members, self);
        List<Integer> sorted = new ArrayList<>(numbers);
        sorted.sort(Comparator.comparingInt(number -> -own.shared(locationOf(members, number))));
        return sorted;
    }

    /**
     * Returns the nearest of these members, in the given order.
     *
     * @param distances the number of different distances to include, at least 1. If no locations are known, all members
     *     are equally far
     */
    List<Integer> nearest(Membership members, List<Integer> numbers, int distances) {
        find(members);
        if (rings.isEmpty()) {
            return numbers;
        }
        Location own = locationOf(members, self);
        int farthest = numbers.stream()
                .map(number -> own.shared(locationOf(members, number)))
                .distinct()
                .sorted(Comparator.reverseOrder())
                .limit(distances)
                .reduce(0, (nearer, farther) -> farther);
        return numbers.stream()
                .filter(number -> own.shared(locationOf(members, number)) >= farthest)
                .toList();
    }

    private void find(Membership members) {
        if (version == members.version()) {
            return;
        }
        version = members.version();
        rings = List.of();
        ringCount = 1;
        Location own = locationOf(members, self);
        if (own.levels().isEmpty()) {
            return;
        }
        TreeMap<Integer, List<Integer>> found = new TreeMap<>(Comparator.reverseOrder());
        for (Membership.Member member : members.all()) {
            if (member.number() != self) {
                found.computeIfAbsent(own.shared(member.location()), unseen -> new ArrayList<>())
                        .add(member.number());
            }
        }
        if (found.size() > 1) {
            rings = List.copyOf(found.values());
            ringCount = rings.size();
        }
    }

    private static Location locationOf(Membership members, int number) {
        int rank = members.rankOf(number);
        return rank < 0 ? Location.UNKNOWN : members.at(rank).location();
    }
}
