package org.moide.balance.strategy;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The tasks that a plan of exchanges promises to this member and that have not arrived yet. They already count as the
 * member's own.
 */
final class Expected {
    private record Promise(long tasks, long sinceNanos) {}

    private final long waitNanos;
    private final Map<Integer, Promise> promises = new HashMap<>();

    /**
     * Creates the record of promised tasks.
     *
     * @param waitNanos the time after which a promise expires, since the giver may have had fewer tasks than it
     *     reported
     */
    Expected(long waitNanos) {
        this.waitNanos = waitNanos;
    }

    void from(int giver, long tasks, long nowNanos) {
        promises.put(giver, new Promise(tasks, nowNanos));
    }

    /** Returns the number of tasks promised and not arrived. */
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

    /** Returns when the first promise of tasks expires; {@link Long#MAX_VALUE} if there is none. */
    long dueNanos() {
        return promises.values().stream()
                .mapToLong(promise -> promise.sinceNanos() + waitNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
