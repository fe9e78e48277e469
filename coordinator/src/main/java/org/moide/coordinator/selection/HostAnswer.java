package org.moide.coordinator.selection;

import org.jspecify.annotations.Nullable;

/**
 * What came of asking one daemon for its host.
 *
 * @param asked the daemon, as it was named
 * @param candidate what it reported; null if it cannot be used
 * @param problem why it cannot be used, with the addresses that were tried; empty if it can
 */
public record HostAnswer(String asked, @Nullable Candidate candidate, String problem) {
    /** An answer that can be used. */
    public static HostAnswer usable(String asked, Candidate candidate) {
        return new HostAnswer(asked, candidate, "");
    }

    /** None, or one that cannot. */
    public static HostAnswer unusable(String asked, String problem) {
        return new HostAnswer(asked, null, problem);
    }
}
