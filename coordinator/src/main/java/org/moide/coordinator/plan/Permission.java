package org.moide.coordinator.plan;

import org.jspecify.annotations.Nullable;

/** The user's answer to the question whether a run may make changes of one kind by itself. */
public enum Permission {
    /** The run makes such changes by itself. */
    GIVEN,
    /** The user has not answered. The run makes no such change, and advises one that pays. */
    OPEN,
    /** The run neither makes such changes nor advises them. */
    REFUSED;

    /** Returns the permission that an option such as {@code --assist} or {@code --no-assist} gives; null if absent. */
    public static Permission of(@Nullable Boolean option) {
        return option == null ? OPEN : option ? GIVEN : REFUSED;
    }
}
