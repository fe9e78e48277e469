package org.moide.coordinator.control;

import java.io.Serializable;
import java.util.List;
import org.moide.engine.control.ThreadTime;

/**
 * A run as its user's other commands see it: a distributed object in the coordinator's process, on loopback, behind a
 * gate that only the owner of the run's folder can pass.
 */
public interface RunControl {
    /** The name under which the object is exported. */
    String NAME = "run-control";

    /** Returns the state of the run now. Answers within seconds. */
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
    record EngineTimes(int engine, List<ThreadTime> threads) implements Serializable {
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

    /** Ends the run, as Ctrl-C does where it was started. Returns at once; a second call has no effect. */
    void stop();
}
