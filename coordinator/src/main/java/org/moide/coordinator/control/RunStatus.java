package org.moide.coordinator.control;

import java.io.Serializable;
import java.util.List;

/**
 * How a run stands.
 *
 * @param state in a word or two, such as "computing"
 * @param seconds since its computing began
 * @param tasksDone of a bag: tasks whose results are home
 * @param tasksKnown of a bag: those, and those of which is known that they are to be done
 * @param epochs from the first
 * @param engines all that there ever were
 * @param changes in the order in which they were done
 */
public record RunStatus(
        String state,
        double seconds,
        long tasksDone,
        long tasksKnown,
        List<Epoch> epochs,
        List<EngineStatus> engines,
        List<Change> changes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public RunStatus {
        epochs = List.copyOf(epochs);
        engines = List.copyOf(engines);
        changes = List.copyOf(changes);
    }

    /** Before there is anything to tell. */
    public static RunStatus of(String state) {
        return new RunStatus(state, 0, 0, 0, List.of(), List.of(), List.of());
    }

    /**
     * Who was who, from a moment on.
     *
     * @param why in some words
     */
    public record Epoch(long number, double atSeconds, int engines, String why) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * One engine.
     *
     * @param seat its number, for life
     * @param host where it is
     * @param state in a word
     * @param tasks how many its threads have executed, as it said a second ago
     */
    public record EngineStatus(int seat, String host, int threads, double power, String state, long tasks)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A reconfiguration.
     *
     * @param kind such as "expand"
     * @param tookSeconds from the wish to the end of it
     * @param what was changed, and why
     */
    public record Change(String kind, double atSeconds, double tookSeconds, String what) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
