package org.moide.command;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.SystemHost;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.host.RunOwner;
import picocli.CommandLine.Option;

/** The options of a detached run: which host coordinates it, and what happens at its end. */
final class DetachOptions {
    @Typed
    @Use(
            group = HelpGroup.AWAY,
            places = {RunPlace.DAEMONS, RunPlace.SLURM, RunPlace.LOCAL, RunPlace.ALONE})
    @Option(
            names = "--detach",
            order = 60,
            description =
                    "Hand the run to a host that coordinates it, print its ID and return when it computes: 'moide attach',"
                            + " 'logs', 'wait' and 'fetch' come back to it.")
    boolean detach;

    @Use(group = HelpGroup.AWAY, places = RunPlace.DAEMONS)
    @With("--detach")
    @Option(
            names = "--coordinator",
            order = 61,
            paramLabel = "<host:port>",
            description = "Which daemon's host coordinates it (default: the first of the hosts that answers).")
    @Nullable
    String coordinator;

    @Typed
    @Use(group = HelpGroup.AWAY)
    @With("--detach")
    @Option(
            names = "--keep",
            order = 62,
            description =
                    "Keep what it prints and writes until somebody removes it (default: a week, and the last 20 runs).")
    boolean keep;

    @Use(group = HelpGroup.AWAY)
    @With("--detach")
    @Option(
            names = "--on-end",
            order = 63,
            paramLabel = "<command>",
            description = "A command for the shell of the coordinator's host when the run has ended, with MOIDE_RUN and"
                    + " MOIDE_EXIT_CODE.")
    @Nullable
    String onEnd;

    /**
     * The values of the options.
     *
     * @param coordinator the daemon whose host coordinates the run; null for the first host that answers
     * @param owner the user who starts the run, and the host
     * @param kept whether the run's files are kept without limit of time
     * @param onEnd the command to execute at the run's end; empty for none
     */
    record Settings(@Nullable DaemonAddress coordinator, String owner, boolean kept, String onEnd) {}

    Settings settings() {
        DaemonAddress where = null;
        if (coordinator != null) {
            if (HostList.readOption(coordinator).size() != 1) {
                throw new PlanException("--coordinator: expected one host, found " + coordinator);
            }
            where = HostList.readOption(coordinator).get(0);
        }
        return new Settings(where, ownUser(), keep, onEnd == null ? "" : onEnd);
    }

    /** Returns the user and the host of this process as one text, such as {@code anna@laptop}. */
    static String ownUser() {
        return RunOwner.ofThisProcess(SystemHost.name()).text();
    }
}
