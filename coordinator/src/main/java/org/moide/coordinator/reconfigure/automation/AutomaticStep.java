package org.moide.coordinator.reconfigure.automation;

import org.moide.coordinator.control.ChangeOrder;

/** A step that {@link Automation} wants to be done. */
public sealed interface AutomaticStep {
    /**
     * A change of the run's engines. {@link Automation#over} must be told its outcome.
     *
     * @param what the change in words, for the user
     */
    record Change(ChangeOrder order, String what, String why) implements AutomaticStep {}

    /** A line for the user. */
    record Note(String line) implements AutomaticStep {}
}
