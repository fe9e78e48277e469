package org.moide.coordinator.control;

import java.io.Serializable;
import java.util.List;
import org.moide.engine.control.ThreadTime;

/**
 * A run as its user's other commands see it: a distributed object in the coordinator's process, on loopback, behind a
 * gate that only the owner of the run's folder can pass.
 */
public interface RunControl {
    /** Under which it is exported. */
    String NAME = "run-control";

    /** How the run stands now. Answers within seconds. */
    RunStatus status();

    /** What the threads of each engine have done with their time so far, as the engines said last. Answers at once. */
    List<EngineTimes> times();

    /**
     * The threads of one engine.
     *
     * @param engine its number
     * @param threads of each what it did; of an engine with very many several are one
     */
    record EngineTimes(int engine, List<ThreadTime> threads) implements Serializable {
        private static final long serialVersionUID = 1L;

        public EngineTimes {
            threads = List.copyOf(threads);
        }
    }

    /** Changes the run's engines. Blocks until that is done or cannot be: an engine's JVM takes a second or two to start. */
    ChangeAnswer change(ChangeOrder order);

    /** Ends the run, as Ctrl-C does where it was started. Returns at once; again without effect. */
    void stop();
}
