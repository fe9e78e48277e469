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
 * The workers, groups and dependencies that the application declared before the workers began. They are equal on all
 * engines.
 *
 * @param workers in the order of declaration; no worker twice
 * @param groups in the order of declaration; a group may have several entries
 * @param dependencies whether tasks may wait for planned tasks, so that the end of each planned task must be reported
 */
public record Declarations(List<Workers> workers, List<Group> groups, boolean dependencies) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** {@code count} workers with consecutive numbers from {@code first} on, and their common rule. */
    public record Workers(long first, long count, WorkerRule rule) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Workers {
            if (first < 0 || count < 1 || first + count < first) {
                throw new IllegalArgumentException(
                        "expected workers from 0 on and at least one, found " + count + " from " + first + " on");
            }
        }

        /** Returns the last worker's number plus one. */
        long end() {
            return first + count;
        }

        boolean meets(Workers other) {
            return first < other.end() && other.first < end();
        }
    }

    /**
     * An entry of a group: the workers with {@code count} consecutive numbers from {@code first} on belong to it.
     *
     * @param group the group's number
     */
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
     * Checks that no workers wait for each other's end before they begin.
     *
     * @throws IllegalArgumentException naming such workers
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
     * Checks that all groups that workers' rules name as neighbours exist.
     *
     * @throws IllegalArgumentException naming the workers whose neighbours are missing
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
     * Returns the entries of a group, which list its workers.
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

    /** Returns the entries of a group, which list its workers; none if there is no such group. */
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
