package org.moide.coordinator.reconfigure;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.moide.coordinator.plan.DaemonAddress;

/**
 * An engine that a run wants in mid-run.
 *
 * @param seat the number that it will have
 * @param hosts the daemons that the user named for it; empty for any host of the run that suits
 * @param threads its compute threads; 0 for as many as suit the host
 * @param present seats of the engines that are there now
 * @param awayFrom seats of those that it is to replace; their hosts are the last choice
 * @param cutOff seats of engines that others could not reach: none of their hosts will do, unless the user named it
 * @param reach the hosts that are allowed for it
 * @param afterNanos how long to wait before; a daemon that has just failed to make one gives the same answer if
 *     asked at once
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

    /** The hosts that are allowed. */
    public enum Reach {
        /** A machine without an engine of this run, other than that of an engine to be replaced. */
        IDLE_HOSTS,
        /**
         * An idle machine if there is one, or else that of the engine to be replaced, or else one that has engines
         * already.
         */
        ANY_HOST
    }

    public Recruitment {
        hosts = List.copyOf(hosts);
        present = Collections.unmodifiableSet(new TreeSet<>(present)); // in an order that is the same in every JVM
        awayFrom = Collections.unmodifiableSet(new TreeSet<>(awayFrom));
        cutOff = Collections.unmodifiableSet(new TreeSet<>(cutOff));
        Objects.requireNonNull(reach, "reach");
        if (seat < 0 || threads < 0 || afterNanos < 0) {
            throw new IllegalArgumentException("expected a seat, a number of threads and a pause from 0 on, found "
                    + seat + ", " + threads + " and " + afterNanos);
        }
    }
}
