package org.moide.coordinator.folder;

import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.plan.RunPlan;

/**
 * The description of a run, written down when it starts and never changed.
 *
 * @param id its name, unique in this home folder
 * @param startedAt by the wall clock, for people
 * @param host where its coordinator was started
 * @param owner who started it and from where, as in anna@laptop; empty in what was written down earlier
 * @param workingFolder where the command was given: the application's own relative paths begin there
 * @param version of MOIDE
 * @param plan all that it was told
 */
public record RunDescription(
        String id, Instant startedAt, String host, String owner, Path workingFolder, String version, RunPlan plan) {
    private static final Pattern ID = Pattern.compile("[0-9a-z]{1,40}");

    /** Makes the description of a run whose owner is not known. */
    public RunDescription(String id, Instant startedAt, String host, Path workingFolder, String version, RunPlan plan) {
        this(id, startedAt, host, "", workingFolder, version, plan);
    }

    public RunDescription {
        owner = owner == null ? "" : owner;
        if (!isId(id)) {
            throw new IllegalArgumentException("expected a run's ID of small letters and digits, found '" + id + "'");
        }
    }

    /** Returns whether a text can be the ID of a run. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Returns the application and its arguments, as the user wrote them. */
    public String words() {
        String arguments = String.join(" ", plan.application().arguments().words());
        return VisibleText.line((plan.application().name() + " " + arguments).strip());
    }
}
