package org.moide.coordinator.reconfigure;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.moide.coordinator.plan.DaemonAddress;

/**
 * A request for an engine that joins a running run.
 *
 * @param seat the engine's number, which no other engine of the run ever has
 * @param hosts the daemons that the user named for it; empty for any suitable host of the run
 * @param threads the number of its compute threads; 0 for as many as suit the host
 * @param present the numbers of the present engines
 * @param awayFrom the numbers of the engines that it replaces; their hosts are the last choice
 * @param cutOff the numbers of engines that other engines could not reach; their hosts are not used unless the user
 *     named them
 * @param reach which hosts are allowed
 * @param afterNanos how long to wait before the request, since a daemon that has just failed to start an engine would
 *     fail again at once
 */
public record Recruitment(
        int seat,
        List<DaemonAddress> hosts,
        int threads,
        Set<Integer> present,
        Set<Integer> awayFrom,
        Set<Integer> cutOff,
        Reach reach,
        long afterNanos) {

    public enum Reach {
        /** Only machines without an engine of this run. The engine that is to be replaced does not count. */
        IDLE_HOSTS,
        /**
         * All machines: first those without an engine of this run, then the machine of the engine that is to be
         * replaced, then all others.
         */
        ANY_HOST
    }

    public Recruitment {
        hosts = List.copyOf(hosts);
        // Sorted, so that every JVM iterates in the same order.
        present = Collections.unmodifiableSet(new TreeSet<>(present));
        awayFrom = Collections.unmodifiableSet(new TreeSet<>(awayFrom));
        cutOff = Collections.unmodifiableSet(new TreeSet<>(cutOff));
        Objects.requireNonNull(reach, "reach");
        if (seat < 0 || threads < 0 || afterNanos < 0) {
            throw new IllegalArgumentException("expected a seat, a number of threads and a pause from 0 on, found "
                    + seat + ", " + threads + " and " + afterNanos);
        }
    }
}
