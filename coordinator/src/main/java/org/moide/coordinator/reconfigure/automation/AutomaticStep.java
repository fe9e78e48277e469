package org.moide.coordinator.reconfigure.automation;

import org.moide.coordinator.control.ChangeOrder;

/** What {@link Automation} wants to be done. */
public sealed interface AutomaticStep {
    /**
     * A change of the run's engines; {@link Automation#over} is to follow.
     *
     * @param what is going to be done, for the user
     */
    record Change(ChangeOrder order, String what, String why) implements AutomaticStep {}

    /** A line for the user. */
    record Note(String line) implements AutomaticStep {}
}
