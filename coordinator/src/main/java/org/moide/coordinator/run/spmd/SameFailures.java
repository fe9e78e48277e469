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
 * What the application threw first, and which other IDs threw the same in the moment after: a programming error mostly shows at
 * all of them, and is told once. A stepped core, part of the run's.
 */
final class SameFailures {
    /** Threads that do the same come to the same line in this time; a run that fails is not kept waiting for longer. */
    static final long GATHERED_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private final Map<String, TreeSet<Integer>> ids = new LinkedHashMap<>();
    private EngineReport.@Nullable Failed first;
    private long dueNanos = Long.MAX_VALUE;
    private int count;

    /** An ID threw. If it threw something else than the first, that is most likely a consequence of the first. */
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

    /** When it is time to say so; never as long as nobody threw. */
    long dueNanos() {
        return dueNanos;
    }

    /** What is to be told by now; null if nothing is. */
    EngineReport.@Nullable Failed due(int threads, long nowNanos) {
        EngineReport.Failed found = first;
        if (found == null || (nowNanos - dueNanos < 0 && count < threads)) {
            return null;
        }
        return count < 2 ? found : found.in(where());
    }

    /** "IDs 0-3 on h1, IDs 4-7 on h2". */
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
