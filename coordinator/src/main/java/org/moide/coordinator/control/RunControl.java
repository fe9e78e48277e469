package org.moide.coordinator.control;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.control.ThreadTime;

/**
 * A run as commands see it: a distributed object in the coordinator's process. Under {@link #NAME} it is on loopback, behind a gate
 * that only the owner of the run's folder can pass; under {@link #nameOf} it is where the run's daemons reach the coordinator, for
 * whoever has the cluster's secret.
 */
public interface RunControl {
    /** The name under which it is exported on loopback. */
    String NAME = "run-control";

    /** Returns the name under which the run's daemons find it. */
    static String nameOf(String runId) {
        return NAME + "-of-" + runId;
    }

    /** Returns what the run is, and that it goes on. Answers at once. */
    RunSight about();

    /** Returns how the run stands now. Answers within seconds. */
    RunStatus status();

    /**
     * Returns what the threads of each engine have done with their time so far, as the engines reported last. Answers
     * at once.
     */
    List<EngineTimes> times();

    /**
     * The times of the threads of one engine.
     *
     * @param engine its number
     * @param threads the times of each thread; an engine with very many threads reports several as one
     */
    record EngineTimes(int engine, List<ThreadTime> threads) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        public EngineTimes {
            threads = List.copyOf(threads);
        }
    }

    /**
     * Changes the run's engines. Blocks until that is done or has failed: an engine's JVM takes a second or two to
     * start.
     */
    ChangeAnswer change(ChangeOrder order);

    /**
     * Ends the run, as Ctrl-C does where it was started. Returns at once; again without effect.
     *
     * @param by who asks, a claim that the run's user is told; empty if it is that user
     */
    void stop(String by);
}
