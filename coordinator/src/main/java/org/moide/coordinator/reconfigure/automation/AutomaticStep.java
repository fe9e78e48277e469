package org.moide.coordinator.reconfigure.automation;

import org.moide.coordinator.control.ChangeOrder;

/** A step that {@link Automation} asks its caller to take. */
public sealed interface AutomaticStep {
    /**
     * The step to change the run's engines. The caller must report the outcome to {@link Automation#over}.
     *
     * @param what the change in words for the user
     */
    record Change(ChangeOrder order, String what, String why) implements AutomaticStep {}

    /**
     * The step to tell the user of a change that pays and that the run does not make by itself.
     *
     * @param savedSeconds how much sooner the run is expected to end with the change
     * @param leftSeconds how long the run is expected to take without it
     */
    record Advice(ChangeOrder order, String why, double savedSeconds, double leftSeconds) implements AutomaticStep {}

    record Note(String line) implements AutomaticStep {}
}
