package org.moide.engine.core;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.ThreadTime;

/** The time of an engine's threads until now, for those who look on. Pure. */
final class TimesNow {
    private TimesNow() {}

    /**
     * Counts waits that go on as they will be counted once they end, and puts many threads into one row.
     *
     * @param counted the time of each thread, as if it computed now
     * @param state the state of each thread
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
