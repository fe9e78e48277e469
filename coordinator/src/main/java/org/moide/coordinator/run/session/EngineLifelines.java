package org.moide.coordinator.run.session;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.moide.commlib.port.ObjectSpace;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.core.EngineSetup;

/**
 * Turns the lifelines of a run's engines into events of the run. A lifeline is a connection that an engine keeps open
 * to the coordinator. If a lifeline breaks, its engine opens a new one, which may be noticed before the end of the old
 * one. An engine therefore counts as having no lifeline only when as many have ended as were opened. Thread-safe.
 */
final class EngineLifelines implements ObjectSpace.LifelineListener {
    private final String runId;
    private final Consumer<RunCoreEvent> events;
    // For each engine, the number of lifelines opened minus the number ended; guarded by itself.
    private final Map<Integer, Integer> open = new HashMap<>();

    /**
     * Creates the listener.
     *
     * @param runId the run's ID
     * @param events receives the events in order; called on any thread, and must not block
     */
    EngineLifelines(String runId, Consumer<RunCoreEvent> events) {
        this.runId = runId;
        this.events = events;
    }

    @Override
    public void opened(String owner) {
        count(owner, 1);
    }

    @Override
    public void closed(String owner) {
        count(owner, -1);
    }

    private void count(String owner, int more) {
        int engine = EngineSetup.seatOf(runId, owner);
        if (engine < 0) {
            return;
        }
        synchronized (open) {
            int before = open.getOrDefault(engine, 0);
            int now = before + more;
            if (now == 0) {
                open.remove(engine);
            } else {
                open.put(engine, now);
            }
            if (now > 0 && before <= 0) {
                events.accept(new RunCoreEvent.LifelineOpened(engine));
            } else if (now <= 0 && before > 0) {
                events.accept(new RunCoreEvent.LifelineClosed(engine));
            }
        }
    }
}
