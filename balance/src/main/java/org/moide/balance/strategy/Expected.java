package org.moide.balance.strategy;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Tasks that others are to send to this member by a plan and that have not come: they count as its own meanwhile. */
final class Expected {
    private record Promise(long tasks, long sinceNanos) {}

    private final long waitNanos;
    private final Map<Integer, Promise> promises = new HashMap<>();

    /** Expects nothing for longer than {@code waitNanos}: the giver may have had less than it said. */
    Expected(long waitNanos) {
        this.waitNanos = waitNanos;
    }

    void from(int giver, long tasks, long nowNanos) {
        promises.put(giver, new Promise(tasks, nowNanos));
    }

    /** The number of tasks that are still to come. */
    long tasks(MemberView view) {
        long tasks = 0;
        Iterator<Map.Entry<Integer, Promise>> all = promises.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Integer, Promise> one = all.next();
            Promise promise = one.getValue();
            boolean come = view.peer(one.getKey()).answeredNanos() >= promise.sinceNanos();
            if (come || view.nowNanos() - promise.sinceNanos() >= waitNanos) {
                all.remove();
            } else {
                tasks += promise.tasks();
            }
        }
        return tasks;
    }

    /** The time at which to stop expecting the first of them; {@link Long#MAX_VALUE} if nothing is expected. */
    long dueNanos() {
        return promises.values().stream()
                .mapToLong(promise -> promise.sinceNanos() + waitNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
