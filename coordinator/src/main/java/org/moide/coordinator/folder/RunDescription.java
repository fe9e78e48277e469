package org.moide.coordinator.folder;

import java.nio.file.Path;
import java.time.Instant;
import org.moide.coordinator.plan.RunPlan;

/**
 * What a run is, written down when it starts and never changed.
 *
 * @param id its name, unique in this home folder
 * @param startedAt by the wall clock, for people
 * @param host where its coordinator was started
 * @param workingFolder where the command was given: the application's own relative paths begin there
 * @param version of MOIDE
 * @param plan all that it was told
 */
public record RunDescription(
        String id, Instant startedAt, String host, Path workingFolder, String version, RunPlan plan) {
    public RunDescription {
        if (!RunFolders.isId(id)) {
            throw new IllegalArgumentException("expected a run's ID of small letters and digits, found '" + id + "'");
        }
    }

    /** The application and its arguments, as the user wrote them. */
    public String words() {
        String arguments = String.join(" ", plan.application().arguments().words());
        return (plan.application().name() + " " + arguments).strip();
    }
}
