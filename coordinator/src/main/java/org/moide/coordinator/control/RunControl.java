package org.moide.coordinator.control;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.control.ThreadTime;

/**
 * The control of a run, for the {@code moide} commands: a distributed object in the coordinator's process. It is
 * exported under two names. Under {@link #NAME} the owner of the run's folder reaches it on loopback. Under
 * {@link #nameOf} the run's daemons reach it, and every caller needs the cluster's secret.
 */
public interface RunControl {
    /** The name under which the control is exported on loopback. */
    String NAME = "run-control";

    /** Returns the name under which the run's daemons find the control of this run. */
    static String nameOf(String runId) {
        return NAME + "-of-" + runId;
    }

    /** Returns the description of the run. Returns at once. */
    RunSight about();

    /** Returns the present state of the run. Blocks for some seconds at most. */
    RunStatus status();

    /**
     * Returns how the threads of each engine have spent their time so far, as the engines reported last. Returns at
     * once.
     */
    List<EngineTimes> times();

    /**
     * The times of the threads of one engine.
     *
     * @param engine its number
     * @param threads the times of each thread; an engine with very many threads sums up several of them in one
     *     entry
     */
    record EngineTimes(int engine, List<ThreadTime> threads) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        public EngineTimes {
            threads = List.copyOf(threads);
        }
    }

    /**
     * Changes the run's engines. Blocks until the change is done or has failed. This takes a second or two if a JVM has
     * to start for a new engine.
     */
    ChangeAnswer change(ChangeOrder order);

    /**
     * Ends the run like Ctrl-C in the terminal that started it. Returns at once. A second call has no effect.
     *
     * @param by the person who asks for the end, as the caller claims; the run's user is told this. Empty if the run's
     *     own user asks
     */
    void stop(String by);
}
