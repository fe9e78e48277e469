package org.moide.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.ProgramKind;
import picocli.CommandLine.Option;

/** Options for assistants that the run gives to overloaded engines. */
final class AssistOptions {
    @Use(
            group = HelpGroup.BALANCING,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR},
            places = {RunPlace.LOCAL, RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @Option(
            names = "--assist",
            order = 15,
            negatable = true,
            description =
                    "In a bag of tasks, attach an assistant to an engine that does less than half of what its power"
                            + " promises beside the others, or would end long after them (default: only 'moide expand --engine').")
    @Nullable
    Boolean assist;

    @Use(
            group = HelpGroup.BALANCING,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR},
            places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @Option(
            names = "--assist-from",
            order = 16,
            paramLabel = "<host:port,...>",
            description =
                    "Keep these engine daemons for that, and do it (default: hosts of --hosts that have no engine).")
    @Nullable
    String from;

    Assistance assistance(Placement placement) {
        List<DaemonAddress> daemons = from == null ? List.of() : HostList.readOption(from);
        Permission attaching = assist == null && !daemons.isEmpty() ? Permission.GIVEN : Permission.of(assist);
        return Assistance.of(attaching, daemons, placement);
    }
}
