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
 * Decides when the waits of an engine's compute threads are reported to the coordinator. A wait counts if a thread was
 * in it at two checks in succession. A report is due when a wait begins to count, and when a reported wait has changed
 * or ended. A stepped core, used by the control thread only.
 */
final class WaitWatch {
    /**
     * Interval between checks. It is short, because a wait counts only after two checks, and the coordinator must
     * detect a deadlock within a second.
     */
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /**
     * Interval between reports that differ only in counts. While some threads compute, the counts change at every
     * check.
     */
    private static final long COUNTERS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final IntFunction<String> lines;
    private @Nullable EngineState before;
    private @Nullable EngineState told;
    private long toldNanos;

    /**
     * Begins with no wait known.
     *
     * @param lines returns the source line of the application that a thread is executing, by the thread's index
     */
    WaitWatch(IntFunction<String> lines) {
        this.lines = lines;
    }

    /** Returns the threads' times including waits that have not ended. */
    List<ThreadTime> times(List<ThreadTime> counted, EngineState state) {
        return TimesNow.of(counted, state);
    }

    /**
     * Checks the threads' states.
     *
     * @param worth whether any thread waits; if false, {@code look} is not called
     * @param look returns the state of the threads
     * @return the state to report to the coordinator; null for none
     */
    @Nullable
    EngineState look(boolean worth, Supplier<EngineState> look, long nowNanos) {
        if (!worth) {
            before = null;
            EngineState last = told;
            told = null; // all threads compute, which is reported once
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

    /** Returns the state in which waits that were not there at the last check count as computing. */
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

    /** Returns the source line in which a thread waits. The stack is read once for each wait. */
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
