package org.moide.engine.core;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.ThreadTime;

/** What an engine's threads have done with their time until now, for those who look on. Pure. */
final class TimesNow {
    private TimesNow() {}

    /**
     * Puts waits that go on where they will be counted once they end, and many threads into one row.
     *
     * @param counted of each thread, as if it computed now
     * @param state what each is in
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
