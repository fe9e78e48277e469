package org.moide.coordinator.control;

/**
 * A run as its user's other commands see it: a distributed object in the coordinator's process, on loopback, behind a gate that only the owner of the run's folder can pass.
 */
public interface RunControl {
    /** Under which it is exported. */
    String NAME = "run-control";

    /** How the run stands now. Answers within seconds. */
    RunStatus status();

    /** Changes the run's engines. Blocks until that is done or cannot be: an engine's JVM takes a second or two to start. */
    ChangeAnswer change(ChangeOrder order);

    /** Ends the run, as Ctrl-C does where it was started. Returns at once; again without effect. */
    void stop();
}
