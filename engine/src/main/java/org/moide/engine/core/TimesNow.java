package org.moide.engine.core;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.ThreadTime;

/** Computes how an engine's threads have spent their time until now, for displays of a run. Stateless. */
final class TimesNow {
    private TimesNow() {}

    /**
     * Adds waits that have not ended to the threads' times. If there are too many threads, sums them up in one row.
     *
     * @param counted the time of each thread, in which an unfinished wait counts as computing
     * @param state the current state of each thread
     */
    static List<ThreadTime> of(List<ThreadTime> counted, EngineState state) {
        List<ThreadTime> times = new ArrayList<>();
        for (int thread = 0; thread < counted.size(); thread++) {
            ThreadTime time = counted.get(thread);
            times.add(
                    thread < state.threads().size() ? now(time, state.threads().get(thread)) : time);
        }
        return times.size() <= EngineSight.MOST_THREADS
                ? times
                : List.of(times.stream().reduce(ThreadTime::plus).orElseThrow());
    }

    private static ThreadTime now(ThreadTime time, ThreadState thread) {
        return switch (thread.kind()) {
            case RUNNING -> time;
            case WAITING, RETURNED -> time.waiting(thread.ageNanos());
            case ELSEWHERE -> time.fetching(thread.ageNanos());
        };
    }
}
