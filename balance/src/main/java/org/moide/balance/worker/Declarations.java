package org.moide.balance.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.moide.balance.worker.strategy.Circles;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * The declarations of the application about its workers before they began: all engines have the same.
 *
 * @param workers in the order in which they were declared; no worker twice
 * @param groups in the order in which they were declared; a group may be in several
 * @param dependencies whether tasks may wait for planned ones, so that the ends of these are told
 */
public record Declarations(List<Workers> workers, List<Group> groups, boolean dependencies) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Workers from {@code first} on. */
    public record Workers(long first, long count, WorkerRule rule) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Workers {
            if (first < 0 || count < 1 || first + count < first) {
                throw new IllegalArgumentException(
                        "expected workers from 0 on and at least one, found " + count + " from " + first + " on");
            }
        }

        /** The first number behind them. */
        long end() {
            return first + count;
        }

        boolean meets(Workers other) {
            return first < other.end() && other.first < end();
        }
    }

    /** Some of a group's workers. */
    public record Group(long group, long first, long count) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Group {
            if (group < 0 || first < 0 || count < 1 || first + count < first) {
                throw new IllegalArgumentException(
                        "expected a group and workers from 0 on and at least one, found group " + group + " with "
                                + count + " from " + first + " on");
            }
        }
    }

    public Declarations {
        workers = List.copyOf(workers);
        groups = List.copyOf(groups);
    }

    /**
     * Checks that all workers can begin.
     *
     * @throws IllegalArgumentException if some begin after each other, with these
     */
    public void requireNoCircle() {
        Set<Long> named = new LinkedHashSet<>();
        workers.forEach(some -> named.addAll(some.rule().after()));
        TreeMap<Long, Workers> byFirst = new TreeMap<>();
        workers.forEach(some -> byFirst.put(some.first(), some));
        Circles.requireNone(named, worker -> {
            Map.Entry<Long, Workers> some = byFirst.floorEntry(worker);
            return some == null || worker >= some.getValue().end()
                    ? List.of()
                    : some.getValue().rule().after();
        });
    }

    /**
     * Checks that there are all groups of neighbours.
     *
     * @throws IllegalArgumentException if there is not, with the workers whose neighbours it was to be
     */
    public void requireGroups() {
        for (Workers some : workers) {
            for (long wanted : some.rule().neighbourGroups()) {
                if (group(wanted).isEmpty()) {
                    throw new IllegalArgumentException("worker " + some.first()
                            + ": expected neighbours in a group that" + " begin has made, found group " + wanted);
                }
            }
        }
    }

    /**
     * The workers of a group.
     *
     * @throws IllegalArgumentException if there is no such group
     */
    public List<Group> members(long wanted) {
        List<Group> found = group(wanted);
        if (found.isEmpty()) {
            throw new IllegalArgumentException("group " + wanted + ": expected one that begin has made, found none");
        }
        return found;
    }

    /** The workers of a group; none if there is no such group. */
    public List<Group> group(long wanted) {
        List<Group> found = new ArrayList<>();
        for (Group part : groups) {
            if (part.group() == wanted) {
                found.add(part);
            }
        }
        return found;
    }
}
