package org.moide.coordinator.workers;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The result of a run of {@link NumberedTasks}, put together from the states of all workers. */
final class NumberedResult implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final int MOST_TOLD = 5;

    private final TreeMap<Long, Long> digests = new TreeMap<>();
    private long handled;
    private long forAny;

    static NumberedResult of(long worker, NumberedState state) {
        NumberedResult result = new NumberedResult();
        result.digests.put(worker, state.digest());
        result.handled = state.handled;
        result.forAny = state.forAny;
        return result;
    }

    NumberedResult plus(NumberedResult other) {
        for (Map.Entry<Long, Long> each : other.digests.entrySet()) {
            if (digests.put(each.getKey(), each.getValue()) != null) {
                throw new IllegalStateException("expected one result of worker " + each.getKey() + ", found two");
            }
        }
        handled += other.handled;
        forAny += other.forAny;
        return this;
    }

    int workers() {
        return digests.size();
    }

    long handled() {
        return handled;
    }

    long total() {
        long total = NumberedTasks.mixed(handled, forAny, 5);
        for (Map.Entry<Long, Long> each : digests.entrySet()) {
            total = NumberedTasks.mixed(total, each.getKey(), each.getValue());
        }
        return total;
    }

    /** Throws an exception if this is not the expected result. The exception's message lists all differences. */
    void require(NumberedResult expected) {
        List<String> wrong = new ArrayList<>();
        if (handled != expected.handled) {
            wrong.add("expected " + expected.handled + " tasks to be handled, found " + handled);
        }
        if (forAny != expected.forAny) {
            wrong.add("expected other tasks to be handled by any of a group");
        }
        expected.digests.forEach((worker, digest) -> {
            Long found = digests.get(worker);
            if (found == null) {
                wrong.add("expected a result of worker " + worker + ", found none");
            } else if (!found.equals(digest)) {
                wrong.add("expected another state of worker " + worker);
            }
        });
        digests.keySet().stream()
                .filter(worker -> !expected.digests.containsKey(worker))
                .forEach(worker -> wrong.add("found a result of worker " + worker + ", which there should not be"));
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(String.join("; ", wrong.subList(0, Math.min(MOST_TOLD, wrong.size())))
                    + (wrong.size() > MOST_TOLD ? "; and " + (wrong.size() - MOST_TOLD) + " more" : ""));
        }
    }
}
