package org.moide.engine.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.engine.control.ThreadTime;

/**
 * Decides when the coordinator is told of the waits of an engine's compute threads: when a thread was in the same wait
 * at two looks, or has returned; again when that has changed. A stepped core, used by the control thread only.
 */
final class WaitWatch {
    /**
     * The pause between looks. Two looks make a wait one that others are told of, and the coordinator has a second to
     * tell of a deadlock.
     */
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /**
     * The pause between reports that differ only in counts: while some threads compute, the count of what they send
     * changes at every look.
     */
    private static final long COUNTERS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final IntFunction<String> lines;
    private @Nullable EngineState before;
    private @Nullable EngineState told;
    private long toldNanos;

    /** @param lines returns the line of the application in which a thread is, by the thread's index */
    WaitWatch(IntFunction<String> lines) {
        this.lines = lines;
    }

    /** Returns the time of threads with waits that go on, which are counted only when they end. */
    List<ThreadTime> times(List<ThreadTime> counted, EngineState state) {
        return TimesNow.of(counted, state);
    }

    /**
     * Looks at the threads.
     *
     * @param worth whether any thread waits, so that there is anything to see
     * @param look returns the state of the threads
     * @return what the coordinator is to be told; null for nothing
     */
    @Nullable
    EngineState look(boolean worth, Supplier<EngineState> look, long nowNanos) {
        if (!worth) {
            before = null;
            EngineState last = told;
            told = null; // all compute: that is told once
            return last == null ? null : idle(last);
        }
        EngineState seen = look.get();
        EngineState last = before;
        before = seen;
        EngineState lasting = lasting(seen, last);
        EngineState known = told;
        if (known == null ? isNothing(lasting) : isKnown(lasting, known, nowNanos)) {
            return null;
        }
        told = lasting;
        toldNanos = nowNanos;
        return lasting;
    }

    private static EngineState idle(EngineState last) {
        return last.with(last.threads().stream()
                .map(thread -> ThreadState.running(thread.id()))
                .toList());
    }

    private static boolean isNothing(EngineState state) {
        return state.threads().stream().allMatch(thread -> thread.kind() == ThreadState.Kind.RUNNING);
    }

    private boolean isKnown(EngineState state, EngineState known, long nowNanos) {
        boolean only = state.hasSameThreads(known) && !state.isQuiet();
        return state.isSame(known) || (only && nowNanos - toldNanos < COUNTERS_NANOS);
    }

    /** Returns the state in which waits that have only just begun count as computing. */
    private EngineState lasting(EngineState seen, @Nullable EngineState last) {
        List<ThreadState> threads = new ArrayList<>();
        for (int index = 0; index < seen.threads().size(); index++) {
            ThreadState thread = seen.threads().get(index);
            if (thread.waits()) {
                boolean again = last != null
                        && last.epoch() == seen.epoch()
                        && last.threads().get(index).number() == thread.number();
                thread = again ? thread.at(line(index, thread)) : ThreadState.running(thread.id());
            }
            threads.add(thread);
        }
        return seen.with(threads);
    }

    /** Returns the line in which a thread waits; its stack is looked at once in a wait. */
    private String line(int index, ThreadState thread) {
        EngineState known = told;
        if (known != null && known.threads().size() > index) {
            ThreadState earlier = known.threads().get(index);
            if (earlier.waits() && earlier.number() == thread.number()) {
                return earlier.where();
            }
        }
        return lines.apply(index);
    }
}
