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

    record Note(String line) implements AutomaticStep {}
}
