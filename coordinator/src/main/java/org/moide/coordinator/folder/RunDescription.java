package org.moide.coordinator.folder;

import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.plan.RunPlan;

/**
 * The description of a run, which is written at its start and never changed.
 *
 * @param id the ID, unique in this home folder
 * @param startedAt the start by the wall clock
 * @param host the host of the run's first coordinator
 * @param owner who started the run and from where, such as anna@laptop; empty in descriptions of earlier versions
 * @param workingFolder the folder in which the command was given; the application's relative paths begin there
 * @param version the version of MOIDE
 * @param plan all settings of the run
 */
public record RunDescription(
        String id, Instant startedAt, String host, String owner, Path workingFolder, String version, RunPlan plan) {
    private static final Pattern ID = Pattern.compile("[0-9a-z]{1,40}");

    /** Creates the description of a run whose owner is unknown. */
    public RunDescription(String id, Instant startedAt, String host, Path workingFolder, String version, RunPlan plan) {
        this(id, startedAt, host, "", workingFolder, version, plan);
    }

    public RunDescription {
        owner = owner == null ? "" : owner;
        if (!isId(id)) {
            throw new IllegalArgumentException("expected a run's ID of small letters and digits, found '" + id + "'");
        }
    }

    /** Returns whether a text has the form of a run's ID. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Returns the application and its arguments in the user's words. */
    public String words() {
        String arguments = String.join(" ", plan.application().arguments().words());
        return VisibleText.line((plan.application().name() + " " + arguments).strip());
    }
}
