package org.moide.engine.executor;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows calls that wait for calls in one JVM, to find those that can never end, and names them. */
final class WaitingChain {
    private static final int MOST_NAMED = 8;

    private WaitingChain() {}

    /**
     * Returns the chain by which this call waits for itself, in words; null if it does not.
     *
     * @param call the call for which {@code me} is about to wait
     */
    static @Nullable String circle(BegunCall me, CallTask<?> call) {
        StringBuilder words = new StringBuilder(me.name());
        Set<CallTask<?>> seen = new HashSet<>();
        CallTask<?> next = call;
        while (next != null && seen.add(next)) {
            append(words, seen.size(), " waits for " + CallName.of(CallName.classOf(next.submitted())));
            BegunCall runs = next.begun();
            if (runs == null) {
                return null;
            }
            if (runs.lowest() == me.lowest()) {
                return "expected calls that can end, found a circle: " + words
                        + ", which waits for the first: neither can return before the other";
            }
            next = runs.top().awaits();
        }
        return null;
    }

    private static void append(StringBuilder words, int count, String more) {
        if (count <= MOST_NAMED) {
            words.append(count == 1 ? "" : ", which").append(more);
        }
    }

    /**
     * Returns the chain by which this call waits for a call that needs a lock which this thread holds, in words; null
     * if it does not.
     */
    static @Nullable String locked(BegunCall me, CallTask<?> call) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        StringBuilder words = new StringBuilder(me.name());
        Map<Long, BegunCall> byThread = new HashMap<>();
        CallTask<?> next = call;
        BegunCall runs = next.begun();
        int steps = 0;
        append(words, ++steps, " waits for " + CallName.of(CallName.classOf(next.submitted())));
        while (runs != null && byThread.put(runs.thread().getId(), runs) == null) {
            CallTask<?> awaits = runs.top().awaits();
            if (awaits != null) {
                append(words, ++steps, " waits for " + CallName.of(CallName.classOf(awaits.submitted())));
                runs = awaits.begun();
                continue;
            }
            ThreadInfo info = threads.getThreadInfo(runs.thread().getId());
            if (info == null || info.getLockOwnerId() < 0) {
                return null;
            }
            append(words, ++steps, " waits for a lock (" + info.getLockName() + ")");
            if (info.getLockOwnerId() == me.thread().getId()) {
                return "expected calls that can end, found that " + words
                        + ", which the first holds: give the lock back before get";
            }
            runs = me.pool().onThread(info.getLockOwnerId());
        }
        return null;
    }

    /** Returns, in words, that too many calls wait for each other. */
    static String tooLong(BegunCall me, CallTask<?> call, int most) {
        StringBuilder words = new StringBuilder(me.name());
        CallTask<?> next = call;
        for (int steps = 1; next != null && steps <= MOST_NAMED; steps++) {
            append(words, steps, " waits for " + CallName.of(CallName.classOf(next.submitted())));
            BegunCall runs = next.begun();
            next = runs == null ? null : runs.top().awaits();
        }
        return "expected at most " + most + " calls that wait at the same time, found more: " + words
                + ": let calls wait for those that they submit, not for others'";
    }
}
