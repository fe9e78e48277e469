package org.moide.coordinator.run.spmd;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineReport;

/**
 * Collects the application's first failure and the IDs of the threads that failed in the same way shortly after. A
 * programming error usually occurs at all IDs, and the user should see it once. Contains no thread and no clock; part
 * of the run's core.
 */
final class SameFailures {
    /**
     * The number of nanoseconds for which failures are collected. In this time other threads that execute the same code
     * reach the same line. A failed run ends later by at most this time.
     */
    static final long GATHERED_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private final Map<String, TreeSet<Integer>> ids = new LinkedHashMap<>();
    private EngineReport.@Nullable Failed first;
    private long dueNanos = Long.MAX_VALUE;
    private int count;

    /**
     * Adds a failure. Drops it if it differs from the first failure, since it is most likely a consequence of that one.
     */
    void add(EngineReport.Failed failed, long nowNanos) {
        EngineReport.Failed before = first;
        if (before == null) {
            first = failed;
            dueNanos = nowNanos
                    + (failed.id() < 0 || failed.kind() == EngineReport.Failed.Kind.USAGE ? 0 : GATHERED_NANOS);
        } else if (!before.isLike(failed)) {
            return;
        }
        if (failed.id() >= 0
                && ids.computeIfAbsent(failed.host(), unused -> new TreeSet<>()).add(failed.id())) {
            count++;
        }
    }

    /** Returns the time at which the failure is to be reported; {@code Long.MAX_VALUE} if there is no failure. */
    long dueNanos() {
        return dueNanos;
    }

    /**
     * Returns the failure if it is to be reported now, since the time has passed or all threads have failed; otherwise
     * null.
     *
     * @param threads the number of threads of the run
     */
    EngineReport.@Nullable Failed due(int threads, long nowNanos) {
        EngineReport.Failed found = first;
        if (found == null || (nowNanos - dueNanos < 0 && count < threads)) {
            return null;
        }
        return count < 2 ? found : found.in(where());
    }

    /** Returns the IDs and hosts of the failed threads as text, such as {@code IDs 0-3 on h1, IDs 4-7 on h2}. */
    private String where() {
        List<String> places = new ArrayList<>();
        ids.forEach((host, there) -> places.add((there.size() == 1 ? "ID " : "IDs ") + ranges(there) + " on " + host));
        return String.join(", ", places);
    }

    private static String ranges(SortedSet<Integer> numbers) {
        List<String> ranges = new ArrayList<>();
        Iterator<Integer> all = numbers.iterator();
        int from = all.next();
        int to = from;
        while (all.hasNext()) {
            int next = all.next();
            if (next > to + 1) {
                ranges.add(range(from, to));
                from = next;
            }
            to = next;
        }
        ranges.add(range(from, to));
        return String.join(", ", ranges);
    }

    private static String range(int from, int to) {
        return from == to ? Integer.toString(from) : from + "-" + to;
    }
}
