package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * View of one member on the others: in rings, the nearest first, by the levels of their {@link Location} that they
 * share with it. Where all are equally far there is one ring. The rings are worked out once for each version of the
 * membership.
 */
final class Nearness {
    private final int self;
    private long version = -1;
    private int ringCount = 1;
    private List<List<Integer>> rings = List.of(); // none where all are as far: thousands of members share nothing

    /** Sees as this member does. */
    Nearness(int self) {
        this.self = self;
    }

    /** The number of rings, at least 1. */
    int rings(Membership members) {
        find(members);
        return ringCount;
    }

    /** Draws any other member of this ring. There must be another member. */
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

    /** Returns these members, the nearest first; those that are equally near keep their order. */
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
     * Picks those of these members that are nearest, sorted as they were.
     *
     * @param distances of so many different ones all are taken, at least of one; all are as far if nobody is anywhere
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
